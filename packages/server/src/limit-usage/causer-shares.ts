/** Calculates from daily counts which entities caused most of a usage, and whether their share changed. Pure. */

import type { EntityType } from '@sonde/model/ids'
import type { StoredCause } from '../limits/causers.ts'

const dayMs = 86_400_000
/** Minimum days of data before a change is shown. */
const daysMin = 3
/** Minimum factor by which a daily average must change. */
const changeMin = 1.5

export interface DayOfCause {
  readonly dayTs: number
  readonly cause: StoredCause
}

export interface CauserShare {
  readonly entityType: EntityType
  readonly id: string
  /** 0 to 1. */
  readonly share: number
  readonly change: { readonly factor: number; readonly sinceTs: number } | null
}

/** In descending order of the share. `days` must be in order; the last one is the current day. */
export function sharesOf(days: readonly DayOfCause[], nowMs: number, max: number): readonly CauserShare[] {
  const total = days.reduce((sum, { cause }) => sum + cause.total, 0)
  if (total <= 0) return []
  const sums = new Map<string, { entityType: EntityType; count: number }>()
  for (const { cause } of days) {
    for (const [entityType, id, count] of cause.top) {
      sums.set(id, { entityType, count: (sums.get(id)?.count ?? 0) + count })
    }
  }
  return [...sums]
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, max)
    .map(([id, { entityType, count }]) => ({
      entityType,
      id,
      share: Math.min(1, count / total),
      change: changeOf(days, id, nowMs),
    }))
}

/** Day from which an entity's average differs most from before. Null if it is steady or if there is too little data. */
function changeOf(days: readonly DayOfCause[], id: string, nowMs: number): CauserShare['change'] {
  const rates = days.map(({ dayTs, cause }) => ({
    dayTs,
    count: cause.top.find((each) => each[1] === id)?.[2] ?? 0,
    // The current day is incomplete.
    days: Math.min(1, Math.max(0.01, (nowMs - dayTs) / dayMs)),
  }))
  if (rates.length < daysMin) return null
  let best: { factor: number; sinceTs: number; difference: number } | null = null
  for (let at = 1; at < rates.length; at++) {
    const before = averageOf(rates.slice(0, at))
    const after = averageOf(rates.slice(at))
    const difference = Math.abs(after - before)
    if (before <= 0 || (best && difference <= best.difference)) continue
    best = { factor: after / before, sinceTs: rates[at]?.dayTs ?? 0, difference }
  }
  if (!best || (best.factor < changeMin && best.factor > 1 / changeMin)) return null
  return { factor: best.factor, sinceTs: best.sinceTs }
}

function averageOf(rates: readonly { readonly count: number; readonly days: number }[]): number {
  const days = rates.reduce((sum, each) => sum + each.days, 0)
  return rates.reduce((sum, { count }) => sum + count, 0) / days
}
