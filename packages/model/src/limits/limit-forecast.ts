/**
 * Forecasts when a limit will be reached, from the usage of the last 7 days. A pure function, the same for all limits;
 * the order and cards of the usage page depend on it.
 */

import type { TenantLimitKind } from './profile-limits.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Minimum time of known usage for a forecast. */
const knownMsMin = 3 * dayMs
/** Horizon of the forecast for amounts. */
const amountHorizonMs = 30 * dayMs

export const forecastKinds = ['over', 'full', 'share', 'steady', 'peak', 'notEnough', 'none'] as const

export type Forecast =
  /** The limit is reached. */
  | { readonly kind: 'over' }
  /** The limit will be reached at this time. */
  | { readonly kind: 'full'; readonly ts: number }
  /** The limit won't be reached by this time. `share`: fraction used then. */
  | { readonly kind: 'share'; readonly ts: number; readonly share: number }
  /** Usage hasn't grown in the last 7 days. */
  | { readonly kind: 'steady' }
  /** Peak of a rate, and the hour of the peak. */
  | { readonly kind: 'peak'; readonly ts: number; readonly used: number }
  /** Usage is known for less than 3 days. */
  | { readonly kind: 'notEnough' }
  /** There is no limit, or usage isn't measured. */
  | { readonly kind: 'none' }

/** Usage per hour; null for unknown hours. */
export interface HourlyTrend {
  /** Start of the first hour, epoch ms. */
  readonly startTs: number
  readonly used: readonly (number | null)[]
}

export interface ForecastInput {
  readonly kind: TenantLimitKind
  /** null: usage isn't measured. */
  readonly used: number | null
  /** 0: no limit. */
  readonly limit: number
  readonly trend: HourlyTrend
  readonly nowMs: number
  /** End of the current month, epoch ms. */
  readonly periodEndTs: number
}

export function forecastOf(input: ForecastInput): Forecast {
  const { kind, used, limit, trend } = input
  if (limit <= 0 || used === null) return { kind: 'none' }
  if (used >= limit) return { kind: 'over' }
  if (kind === 'rate' || kind === 'work') return peakOf(trend)
  return kind === 'month' ? monthForecast(used, input) : amountForecast(used, input)
}

function peakOf({ startTs, used }: HourlyTrend): Forecast {
  let best = -1
  for (const [hour, value] of used.entries()) {
    if (value !== null && value > 0 && (best < 0 || value > (used[best] ?? 0))) best = hour
  }
  return best < 0 ? { kind: 'steady' } : { kind: 'peak', ts: startTs + best * hourMs, used: used[best] ?? 0 }
}

interface Known {
  readonly ts: number
  readonly value: number
}

/** Known usage in order of time, ending with the present. */
function knownOf({ trend: { startTs, used }, nowMs }: ForecastInput, present: number): readonly Known[] {
  const known: Known[] = []
  for (const [hour, value] of used.entries()) {
    const ts = startTs + (hour + 1) * hourMs
    if (value !== null && ts <= nowMs) known.push({ ts, value })
  }
  return [...known, { ts: nowMs, value: present }]
}

function monthForecast(used: number, input: ForecastInput): Forecast {
  const { limit, nowMs, periodEndTs } = input
  const known = knownOf(input, used)
  const spanMs = nowMs - (known[0] as Known).ts
  if (spanMs < knownMsMin) return { kind: 'notEnough' }
  let added = 0
  for (let i = 1; i < known.length; i++) {
    const { value } = known[i] as Known
    const before = (known[i - 1] as Known).value
    // A smaller count means that a new month began.
    added += value >= before ? value - before : value
  }
  return ahead(used, limit, added / spanMs, nowMs, periodEndTs)
}

function amountForecast(used: number, input: ForecastInput): Forecast {
  const { limit, nowMs } = input
  const first = knownOf(input, used)[0] as Known
  const spanMs = nowMs - first.ts
  if (spanMs < knownMsMin) return { kind: 'notEnough' }
  if (used <= first.value) return { kind: 'steady' }
  return ahead(used, limit, (used - first.value) / spanMs, nowMs, nowMs + amountHorizonMs)
}

function ahead(used: number, limit: number, perMs: number, nowMs: number, endTs: number): Forecast {
  if (perMs > 0) {
    const ts = nowMs + (limit - used) / perMs
    if (ts < endTs) return { kind: 'full', ts: Math.round(ts) }
  }
  return { kind: 'share', ts: endTs, share: (used + perMs * (endTs - nowMs)) / limit }
}
