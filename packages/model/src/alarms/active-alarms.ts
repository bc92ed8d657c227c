/** Active alarms of single entities, for lists that show the worst one. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'
import { uuid } from '../schema-parts.ts'
import { alarmSeverities } from './alarm-kinds.ts'

/** Maximum originators per request: a page of the longest list. */
export const activeAlarmOriginatorsMax = 100

/** Active alarms of an originator that aren't shelved; originators without one are left out. */
export const activeAlarms = Type.Object({
  originatorId: uuid,
  /** The highest among them. */
  severity: Type.Enum([...alarmSeverities]),
  count: Type.Integer({ minimum: 1 }),
})
export type ActiveAlarms = Static<typeof activeAlarms>
