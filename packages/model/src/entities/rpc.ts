/** Descriptor of the entity type `RPC`: a persistent RPC call. */

import type { EntityKind } from './entity-kind.ts'

export const rpc = {
  one: 'an RPC call',
  many: 'RPC calls',
  nameField: 'name',
} as const satisfies EntityKind
