/** Descriptor of the entity type `API_USAGE_STATE`: API usage of a tenant or customer. */

import type { EntityKind } from './entity-kind.ts'

export const apiUsageState = {
  one: 'an API usage state',
  many: 'API usage states',
  nameField: 'name',
} as const satisfies EntityKind
