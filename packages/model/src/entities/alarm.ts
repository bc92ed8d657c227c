/** What an alarm is to the rest of the platform. */

import type { EntityKind } from './entity-kind.ts'

export const alarm = {
  one: 'an alarm',
  many: 'alarms',
  path: 'alarm',
  readPath: 'alarm/info',
  nameField: 'type',
} as const satisfies EntityKind
