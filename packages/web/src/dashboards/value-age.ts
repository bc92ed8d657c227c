/** Decides whether a value is so old that its age is shown. */

import type { LatestView } from './widget-view.ts'

/** 10 minutes, the usual inactivity timeout of a device. */
export const oldAfterMs = 10 * 60_000

/** Applies to time series only: attributes and entity fields don't become outdated. */
export const isOld = ({ dataKey, ts, text }: LatestView, nowMs: number): boolean =>
  dataKey.type === 'timeseries' && text !== '' && nowMs - ts > oldAfterMs
