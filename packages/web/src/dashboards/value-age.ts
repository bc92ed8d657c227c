/** When a value is so old that its age must be said. */

import type { LatestView } from './widget-view.ts'

/** The wire's usual time after which a silent device counts as inactive. */
export const oldAfterMs = 10 * 60_000

/** Telemetry alone: attributes and fields are as true as on the day they were written. */
export const isOld = ({ dataKey, ts, text }: LatestView, nowMs: number): boolean =>
  dataKey.type === 'timeseries' && text !== '' && nowMs - ts > oldAfterMs
