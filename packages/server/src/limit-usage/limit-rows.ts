/** Builds the rows of the usage page, one per tenant limit, and their order: the most urgent first. Pure. */

import { type Forecast, forecastOf } from '@sonde/model/limits/limit-forecast'
import type { LimitCauser, LimitRow, LimitState } from '@sonde/model/limits/limit-report'
import { limitStates } from '@sonde/model/limits/limit-report'
import { describedLimit, type TenantLimitKey, tenantLimitOf } from '@sonde/model/limits/profile-limits'
import type { Rejections } from '../limits/limits.ts'
import type { Reading } from './limit-gauges.ts'
import { hourMs, type Trend } from './limit-history.ts'

/** Time for which a rejection counts as current. */
export const rejectedRecentlyMs = 10 * 60_000
const dayMs = 86_400_000
/** Forecast horizon when usage doesn't grow. */
const horizonMs = 30 * dayMs

export interface RowInput {
  readonly key: TenantLimitKey
  readonly reading: Reading
  readonly trend: Trend | undefined
  /** Rejections since the server started. */
  readonly rejections: Readonly<Rejections> | undefined
  readonly causers: readonly LimitCauser[]
  readonly nowMs: number
  /** End of the current month. */
  readonly periodEndTs: number
}

export function rowOf(input: RowInput): LimitRow {
  const { key, trend, causers, nowMs } = input
  const { limit, used, seconds, rates, usedTs, isStale } = usedOf(input)
  const rejected = rejectedOf(input)
  const isRejecting = rejected.lastTs !== null && rejected.lastTs > nowMs - rejectedRecentlyMs
  const forecast = forecastFor(input, limit, used)
  return {
    ...describedLimit(key),
    seconds,
    limit: limit > 0 ? limit : null,
    rates,
    used,
    usedTs,
    isStale,
    share: used === null || limit <= 0 ? null : used / limit,
    state: stateOf(limit, used, isRejecting, forecast),
    refused: rejected,
    forecast: isRejecting && limit > 0 ? { kind: 'over' } : forecast,
    trend: trend && limit > 0 && used !== null ? { ...trend, stepMs: hourMs, ...copied(trend) } : null,
    causers: [...causers],
  }
}

const copied = ({ used, refused: rejected }: Trend) => ({ used: [...used], refused: [...rejected] })

interface Used extends Reading {
  readonly usedTs: number
  readonly isStale: boolean
}

/** Returns the current usage, or the last known value with its time if the measurement failed. */
function usedOf({ reading, trend, nowMs }: RowInput): Used {
  if (!reading.isFailed) return { ...reading, usedTs: nowMs, isStale: false }
  const known = trend?.used ?? []
  const at = known.findLastIndex((value) => value !== null)
  return {
    ...reading,
    used: known[at] ?? null,
    usedTs: at < 0 || !trend ? nowMs : Math.min(nowMs, trend.startTs + (at + 1) * hourMs),
    isStale: true,
  }
}

function rejectedOf({ trend, rejections, nowMs }: RowInput): LimitRow['refused'] {
  const rejected = trend?.refused ?? []
  const startTs = trend?.startTs ?? 0
  const todayTs = nowMs - (nowMs % dayMs)
  const last = rejected.findLastIndex((count) => count > 0)
  return {
    today: rejected.reduce((sum, count, hour) => sum + (startTs + hour * hourMs >= todayTs ? count : 0), 0),
    week: rejected.reduce((sum, count) => sum + count, 0),
    lastTs: rejections?.lastTs ?? (last < 0 ? null : Math.min(nowMs, startTs + last * hourMs)),
  }
}

function forecastFor({ key, trend, nowMs, periodEndTs }: RowInput, limit: number, used: number | null): Forecast {
  const { kind, isUsual } = tenantLimitOf(key)
  const known = trend ?? { startTs: nowMs, used: [] }
  const input = { kind, used, limit, trend: known, nowMs, periodEndTs }
  const forecast = forecastOf(input)
  if (!isUsual || (forecast.kind !== 'over' && forecast.kind !== 'full')) return forecast
  // The usage stays at the limit: excess entries are evicted or rejected.
  return kind === 'work' ? forecastOf({ ...input, used: 0 }) : { kind: 'share', ts: nowMs + horizonMs, share: 1 }
}

function stateOf(limit: number, used: number | null, isRejecting: boolean, forecast: Forecast): LimitState {
  if (limit <= 0) return 'unlimited'
  if (isRejecting || forecast.kind === 'over') return 'reached'
  if (used === null) return 'unmeasured'
  return forecast.kind === 'full' ? 'soon' : 'fine'
}

/** Sorts by urgency: reached limits, then by expected time, then by share. Unlimited rows come last. */
export function byUrgency(a: LimitRow, b: LimitRow): number {
  return (
    limitStates.indexOf(a.state) - limitStates.indexOf(b.state) ||
    (a.state === 'soon' ? (a.forecast.ts ?? 0) - (b.forecast.ts ?? 0) : 0) ||
    nearness(b) - nearness(a) ||
    (a.title < b.title ? -1 : 1)
  )
}

const nearness = ({ share, forecast }: LimitRow): number => Math.max(share ?? 0, forecast.share ?? 0)
