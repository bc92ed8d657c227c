/** Descriptor of the entity type `ALARM`. */

import type { EntityKind } from './entity-kind.ts'

export const alarm = {
  one: 'an alarm',
  many: 'alarms',
  path: 'alarm',
  readPath: 'alarm/info',
  nameField: 'type',
} as const satisfies EntityKind
