/** What the API usage of a tenant or customer is to the rest of the platform. */

import type { EntityKind } from './entity-kind.ts'

export const apiUsageState = {
  one: 'an API usage state',
  many: 'API usage states',
  nameField: 'name',
} as const satisfies EntityKind
