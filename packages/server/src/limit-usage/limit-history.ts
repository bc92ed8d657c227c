/**
 * Hourly history of each tenant's usage and rejections per limit: sampled once a minute, stored in batches of many
 * tenants, read for trends and forecasts. If the server is killed, the samples since the last write are lost.
 */

import { type TenantLimitKey, tenantLimitOf } from '@sonde/model/limits/profile-limits'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import { type Causers, dayOf } from '../limits/causers.ts'
import type { Statement } from '../storage/relational.ts'
import { type HourCounts, isLasting, type LimitStore } from './limit-store.ts'

export const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Length of a trend in hours. */
export const trendHours = 7 * 24
/** Retention: a trend and the values known at its start. */
const retentionMs = 8 * dayMs
/** Write interval. */
const writeMs = 5 * 60_000
/** Rows per commit. */
const rowsAtOnce = 500

export const hourOf = (ms: number): number => ms - (ms % hourMs)

export interface LimitHistory {
  /** Continues with the current hour and day as stored by the previous run of the server. */
  start(): Promise<void>
  /** `rejected` is the number of rejections since the server started. */
  sample(tenantId: string, key: TenantLimitKey, used: number | null, rejected: number): void
  /** Stores changed hours if the write interval is over, or at once with `now`. Commits many tenants together. */
  write(now?: boolean): Promise<void>
  /** Trend of each limit, including the current hour. */
  trends(tenantId: string): Promise<ReadonlyMap<TenantLimitKey, Trend>>
  forget(tenantId: string): void
}

export interface Trend {
  /** Start of the first hour, epoch ms. */
  readonly startTs: number
  /** One value per hour. Null: unknown. */
  readonly used: readonly (number | null)[]
  readonly refused: readonly number[]
}

export interface LimitHistoryDeps {
  readonly store: Pick<LimitStore, 'putHour' | 'putCausers' | 'dropBefore' | 'hours' | 'hoursAt' | 'causersAt'>
  readonly causers: Pick<Causers, 'unwritten' | 'resume'>
  readonly commit: Commit
  readonly clock: Clock
}

interface OfTenant {
  hourTs: number
  hour: Map<TenantLimitKey, HourCounts>
  /** Last sampled values: an hour without changes isn't stored. */
  readonly last: Map<TenantLimitKey, number>
  /** Rejections that are already counted in an hour. */
  readonly refused: Map<TenantLimitKey, number>
  isDirty: boolean
  writtenDayTs: number
}

interface EndedHour {
  readonly tenantId: string
  readonly ts: number
  readonly hour: Map<TenantLimitKey, HourCounts>
}

export function createLimitHistory({ store, causers, commit, clock }: LimitHistoryDeps): LimitHistory {
  const tenants = new Map<string, OfTenant>()
  let ended: EndedHour[] = []
  let writtenMs = 0

  function ofTenant(tenantId: string, nowMs: number): OfTenant {
    const hourTs = hourOf(nowMs)
    let found = tenants.get(tenantId)
    if (!found) {
      const none = { hourTs, hour: new Map(), last: new Map(), refused: new Map(), isDirty: false, writtenDayTs: 0 }
      found = none
      tenants.set(tenantId, found)
    }
    if (found.hourTs !== hourTs) {
      if (found.isDirty) ended.push({ tenantId, ts: found.hourTs, hour: found.hour })
      found.hourTs = hourTs
      found.hour = new Map()
      found.isDirty = false
    }
    return found
  }

  function sample(tenantId: string, key: TenantLimitKey, used: number | null, rejected: number): void {
    const nowMs = clock.nowMs()
    const of = ofTenant(tenantId, nowMs)
    const before = of.hour.get(key)
    const added = Math.max(0, rejected - (of.refused.get(key) ?? 0))
    // Limits that were never used aren't recorded: most tenants use few of them.
    if (!used && added === 0 && !before && !of.last.has(key)) return
    const highest = isLasting(key) ? used : Math.max(before?.used ?? 0, used ?? 0)
    of.hour.set(key, {
      used: used === null ? (before?.used ?? null) : highest,
      refused: (before?.refused ?? 0) + added,
    })
    of.refused.set(key, rejected)
    const isNew = added > 0 || (used !== null && (isLasting(key) ? of.last.get(key) !== used : used > 0))
    if (isNew || of.writtenDayTs !== dayOf(nowMs)) of.isDirty = true
    if (used !== null) of.last.set(key, used)
  }

  async function write(now = false): Promise<void> {
    const nowMs = clock.nowMs()
    // A clock that was set back doesn't delay writes.
    if (!now && nowMs < writtenMs + writeMs && nowMs >= writtenMs) return
    writtenMs = nowMs
    // Samples come in while the commits are in flight: only what was read here is stored afterwards.
    const hours = new Set(ended)
    const open = [...tenants].flatMap(([tenantId, of]) => (of.isDirty ? [{ ...of, tenantId, of }] : []))
    const counts = causers.unwritten()
    const statements: Statement[] = []
    for (const { tenantId, ts, hour } of hours) statements.push(store.putHour(tenantId, ts, hour))
    for (const { tenantId, hourTs, hour, writtenDayTs, of } of open) {
      statements.push(store.putHour(tenantId, hourTs, hour))
      if (writtenDayTs !== dayOf(nowMs)) statements.push(...store.dropBefore(tenantId, hourOf(nowMs - retentionMs)))
      of.writtenDayTs = dayOf(nowMs)
      of.isDirty = false
    }
    for (const { tenantId, dayTs, causes } of counts) statements.push(store.putCausers(tenantId, dayTs, causes))
    try {
      for (let at = 0; at < statements.length; at += rowsAtOnce) {
        await commit({ statements: statements.slice(at, at + rowsAtOnce) })
      }
    } catch (error) {
      for (const each of open) storeLater(each)
      throw error
    }
    for (const each of counts) each.written()
    ended = ended.filter((each) => !hours.has(each))
  }

  /** Marks an hour as changed again, because its commit failed. */
  function storeLater({ tenantId, hourTs, hour, writtenDayTs, of }: OfTenant & { tenantId: string; of: OfTenant }) {
    if (tenants.get(tenantId) !== of) return
    of.writtenDayTs = writtenDayTs
    if (of.hourTs === hourTs) of.isDirty = true
    else if (!ended.some((each) => each.hour === hour)) ended.push({ tenantId, ts: hourTs, hour })
  }

  async function trends(tenantId: string): Promise<ReadonlyMap<TenantLimitKey, Trend>> {
    const nowMs = clock.nowMs()
    const startTs = hourOf(nowMs) - (trendHours - 1) * hourMs
    const stored = await store.hours(tenantId, hourOf(nowMs - retentionMs))
    const unstored = ended.filter((each) => each.tenantId === tenantId)
    const present = tenants.get(tenantId)
    const hours = new Map(stored.map(({ ts, hour }) => [ts, hour]))
    for (const { ts, hour } of unstored) hours.set(ts, hour)
    if (present) hours.set(present.hourTs, present.hour)
    return trendsOf(hours, startTs)
  }

  return {
    async start() {
      const nowMs = clock.nowMs()
      for (const { tenantId, hour } of await store.hoursAt(hourOf(nowMs))) {
        const of = ofTenant(tenantId, nowMs)
        for (const [key, counts] of hour) of.hour.set(key, counts)
      }
      for (const { tenantId, causes } of await store.causersAt(dayOf(nowMs))) {
        causers.resume(tenantId, dayOf(nowMs), causes)
      }
      writtenMs = nowMs
    },
    sample,
    write,
    trends,
    forget(tenantId) {
      tenants.delete(tenantId)
      ended = ended.filter((each) => each.tenantId !== tenantId)
    },
  }
}

function trendsOf(
  hours: ReadonlyMap<number, ReadonlyMap<TenantLimitKey, HourCounts>>,
  startTs: number,
): ReadonlyMap<TenantLimitKey, Trend> {
  const known = [...hours].sort(([a], [b]) => a - b)
  const keys = new Set(known.flatMap(([, hour]) => [...hour.keys()]))
  return new Map([...keys].map((key) => [key, trendOf(key, hours, known, startTs)]))
}

type Hours = ReadonlyMap<number, ReadonlyMap<TenantLimitKey, HourCounts>>

/**
 * For lasting values, an hour without data keeps the previous value. For all others, the value of such an hour is 0.
 */
function trendOf(
  key: TenantLimitKey,
  hours: Hours,
  known: readonly (readonly [number, ReadonlyMap<TenantLimitKey, HourCounts>])[],
  startTs: number,
): Trend {
  let last: number | null = null
  let lastTs = 0
  for (const [ts, hour] of known) {
    const used = ts < startTs ? hour.get(key)?.used : undefined
    if (used !== undefined && used !== null) {
      last = used
      lastTs = ts
    }
  }
  const used: (number | null)[] = []
  const rejected: number[] = []
  for (let i = 0; i < trendHours; i++) {
    const ts = startTs + i * hourMs
    const counts = hours.get(ts)?.get(key)
    if (counts?.used !== undefined && counts.used !== null) {
      last = counts.used
      lastTs = ts
    } else if (last !== null && (!isLasting(key) || isNewMonth(key, lastTs, ts))) last = 0
    used.push(last)
    rejected.push(counts?.refused ?? 0)
  }
  return { startTs, used, refused: rejected }
}

/** True if a monthly count was reset between the two times. */
const isNewMonth = (key: TenantLimitKey, beforeMs: number, ms: number): boolean =>
  tenantLimitOf(key).kind === 'month' && new Date(beforeMs).getUTCMonth() !== new Date(ms).getUTCMonth()
