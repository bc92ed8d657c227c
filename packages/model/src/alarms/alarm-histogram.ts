/** How many alarms of each severity were created in each part of a time range. Sonde's own. */

import Type, { type Static } from 'typebox'
import { epochMs } from '../schema-parts.ts'
import { alarmSeverities } from './alarm-kinds.ts'

/** Parts of the range. */
export const histogramBarsMax = 100

export const alarmHistogram = Type.Object({
  /** Of each bar, ms; the first begins at the start of the range. */
  intervalMs: Type.Integer(),
  /** Only counts above 0, oldest first. `ts`: when the bar begins. */
  counts: Type.Array(
    Type.Object({ ts: epochMs, severity: Type.Enum([...alarmSeverities]), count: Type.Integer({ minimum: 1 }) }),
  ),
})
export type AlarmHistogram = Static<typeof alarmHistogram>
