/** Data for the chart of a limit: usage, forecast and time range. Pure. */

import type { LimitDetails, LimitReport, LimitRow } from '@sonde/model/limits/limit-report'

const dayMs = 86_400_000

export interface CurvePoint {
  readonly ms: number
  readonly value: number
}

export interface LimitCurve {
  readonly row: LimitRow
  readonly startMs: number
  readonly endMs: number
  /** Ordered by time. */
  readonly used: readonly CurvePoint[]
  /** From the current time on; with fewer than two points it isn't drawn. */
  readonly forecast: readonly CurvePoint[]
  /** Time at which the forecast reaches the limit. */
  readonly fullMs: number | null
}

/** For a monthly limit: the current month; for other limits: the trend of 7 days. */
export function curveOf(
  { limit: row, month, ts }: LimitDetails,
  { periodStartTs, periodEndTs }: Pick<LimitReport, 'periodStartTs' | 'periodEndTs'>,
): LimitCurve {
  if (month !== null) {
    const used = [{ ms: periodStartTs + 1, value: 0 }, ...month.map((each) => ({ ms: each.ts, value: each.used }))]
    const present = withPresent(used, ts, row.used)
    return { row, startMs: periodStartTs, endMs: periodEndTs, used: present, ...leadsTo(row, ts, periodEndTs) }
  }
  const used = row.trend === null ? [] : withPresent(pointsOfTrend(row.trend), ts, row.used)
  const startMs = row.trend?.startTs ?? ts - 7 * dayMs
  const leading = leadsTo(row, ts, ts)
  // Extends the range to include the forecast.
  const endMs = leading.fullMs === null ? ts : leading.fullMs + (leading.fullMs - startMs) * 0.05
  return { row, startMs, endMs, used, ...leading }
}

function pointsOfTrend({ startTs, stepMs, used }: NonNullable<LimitRow['trend']>): CurvePoint[] {
  const points: CurvePoint[] = []
  for (const [at, value] of used.entries()) if (value !== null) points.push({ ms: startTs + (at + 1) * stepMs, value })
  return points
}

/** Adds the current value as the end of the incomplete hour. */
function withPresent(points: readonly CurvePoint[], ts: number, used: number | null): CurvePoint[] {
  const past = points.filter(({ ms }) => ms < ts)
  return used === null ? past : [...past, { ms: ts, value: used }]
}

function leadsTo(row: LimitRow, ts: number, endMs: number): Pick<LimitCurve, 'forecast' | 'fullMs'> {
  const { forecast, used, limit } = row
  if (used === null || limit === null) return { forecast: [], fullMs: null }
  const now = { ms: ts, value: used }
  if (forecast.kind === 'full' && forecast.ts !== undefined) {
    const full = { ms: forecast.ts, value: limit }
    const perMs = (limit - used) / Math.max(1, forecast.ts - ts)
    const beyond = { ms: endMs, value: limit + perMs * (endMs - forecast.ts) }
    return { forecast: beyond.ms > full.ms ? [now, full, beyond] : [now, full], fullMs: forecast.ts }
  }
  if (forecast.kind === 'share' && forecast.share !== undefined && endMs > ts) {
    return { forecast: [now, { ms: endMs, value: forecast.share * limit }], fullMs: null }
  }
  return { forecast: [], fullMs: null }
}

export const pathOf = (
  points: readonly CurvePoint[],
  x: (ms: number) => number,
  y: (value: number) => number,
): string =>
  points.map(({ ms, value }, at) => `${at === 0 ? 'M' : 'L'}${x(ms).toFixed(1)} ${y(value).toFixed(1)}`).join('')

/** Last value of each day (UTC) with the start of the day, newest first. */
export function pointsByDay(points: readonly CurvePoint[]): readonly CurvePoint[] {
  const days = new Map<number, number>()
  // A value at midnight belongs to the day that ends.
  for (const { ms, value } of points) days.set(Math.floor((ms - 1) / dayMs) * dayMs, value)
  return [...days].map(([ms, value]) => ({ ms, value })).reverse()
}

/** Values of the sparkline: the last value of every few hours. */
export function sparkOf(row: LimitRow): readonly number[] {
  const known = (row.trend?.used ?? []).filter((value) => value !== null)
  const step = Math.max(1, Math.ceil(known.length / 42))
  return known.filter((_, at) => (known.length - 1 - at) % step === 0)
}
