/** What a persistent RPC call is to the rest of the platform. */

import type { EntityKind } from './entity-kind.ts'

export const rpc = {
  one: 'an RPC call',
  many: 'RPC calls',
  nameField: 'name',
} as const satisfies EntityKind
