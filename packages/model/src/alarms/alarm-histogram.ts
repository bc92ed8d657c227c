/** Number of alarms created per severity and part of a time range. Sonde API, unknown to ThingsBoard. */

import Type, { type Static } from 'typebox'
import { epochMs } from '../schema-parts.ts'
import { alarmSeverities } from './alarm-kinds.ts'

/** Maximum number of bars. */
export const histogramBarsMax = 100

export const alarmHistogram = Type.Object({
  /** Width of each bar, ms. The first bar begins at the start of the range. */
  intervalMs: Type.Integer(),
  /** Non-zero counts only, oldest first. `ts`: start of the bar. */
  counts: Type.Array(
    Type.Object({ ts: epochMs, severity: Type.Enum([...alarmSeverities]), count: Type.Integer({ minimum: 1 }) }),
  ),
})
export type AlarmHistogram = Static<typeof alarmHistogram>
