/** Trend of a value: the current value compared with the first one of the series. */

import type { SeriesColumn } from '@sonde/model/dashboards/series-column'

export interface Trend {
  readonly kind: 'up' | 'down' | 'steady'
  readonly change: number
}

/** A change counts as steady up to the larger of these shares: of the value, and of the spread of all values. */
const steadyShare = 0.01
const spreadShare = 0.1

/** Null if the series has no number or the current value is not a number. */
export function trendOf({ values }: SeriesColumn, current: number): Trend | null {
  let first = Number.NaN
  let min = Infinity
  let max = -Infinity
  for (const value of values) {
    if (Number.isNaN(value)) continue
    if (Number.isNaN(first)) first = value
    if (value < min) min = value
    if (value > max) max = value
  }
  if (Number.isNaN(first) || Number.isNaN(current)) return null
  const change = current - first
  const small = Math.max(Math.abs(current) * steadyShare, (max - min) * spreadShare)
  if (Math.abs(change) <= small) return { kind: 'steady', change }
  return { kind: change > 0 ? 'up' : 'down', change }
}
