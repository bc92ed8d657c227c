/** Reports a tenant's usage of its limits, the rejections, the causes and the forecasts. */

import type { UsageCounter } from '@sonde/model/api-usage/api-usage'
import { hourlyKey } from '@sonde/model/api-usage/api-usage'
import { badRequest, notFound } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { LimitCauser, LimitDetails, LimitReport, LimitRow } from '@sonde/model/limits/limit-report'
import {
  isTenantLimitKey,
  limitOfCounter,
  nextMonthMs,
  ownedLimitKeys,
  type TenantLimitKey,
} from '@sonde/model/limits/profile-limits'
import type { Access } from '../access/operations.ts'
import type { Scope } from '../access/scope.ts'
import type { ApiUsage } from '../api-usage/api-usage.ts'
import { warnThresholdOf } from '../api-usage/usage-features.ts'
import type { Clock } from '../clock.ts'
import { type Causers, causeOf, dayOf } from '../limits/causers.ts'
import { countedKeys, type EntityCounts } from '../limits/entity-counts.ts'
import type { Limits } from '../limits/limits.ts'
import type { TenantLimits } from '../limits/tenant-limits.ts'
import type { SeriesStore } from '../storage/series.ts'
import { type CauserShare, type DayOfCause, sharesOf } from './causer-shares.ts'
import type { LimitGauges } from './limit-gauges.ts'
import { hourMs, type LimitHistory, type Trend } from './limit-history.ts'
import { byUrgency, rowOf } from './limit-rows.ts'
import type { CauserName, LimitStore } from './limit-store.ts'
import type { StoredAmounts } from './stored-amounts.ts'

const dayMs = 86_400_000
/** Days over which causers are evaluated. */
const causerDays = 7
/** Maximum causers per limit in the list, and in the details of one limit. */
const listedCausers = 4
const detailedCausers = 20
/** Minimum interval between two collections of pending counts, regardless of the number of requests. */
const collectMs = 2_000
/** Hours of the longest month plus one. */
const monthPointsMax = 31 * 24 + 1

export interface LimitServiceDeps {
  readonly access: Access
  readonly store: Pick<LimitStore, 'causers' | 'namesOf' | 'tenantOf'>
  readonly series: Pick<SeriesStore, 'range'>
  readonly limits: Pick<Limits, 'rejectionsOf'>
  readonly tenantLimits: Pick<TenantLimits, 'of'>
  readonly usage: Pick<ApiUsage, 'entityOf'>
  readonly gauges: LimitGauges
  readonly counts: Pick<EntityCounts, 'refresh'>
  readonly amounts: Pick<StoredAmounts, 'refresh'>
  readonly history: Pick<LimitHistory, 'trends'>
  readonly causers: Pick<Causers, 'today' | 'collect'>
  /** Records what happened since the last minute. */
  readonly sample: (tenantId: string) => void
  readonly clock: Clock
}

export type LimitService = ReturnType<typeof createLimitService>

interface World {
  readonly tenantId: string
  readonly nowMs: number
  readonly trends: ReadonlyMap<TenantLimitKey, Trend>
  readonly days: readonly { readonly dayTs: number; readonly causes: ReturnType<Causers['today']> }[]
}

export function createLimitService(deps: LimitServiceDeps) {
  const { access, store, series, limits, tenantLimits, usage, sample, clock } = deps
  const { gauges, counts, amounts, history, causers } = deps

  let collectedMs = 0

  /** Returns the requested tenant, by default the caller's own. */
  async function tenantFor(scope: Scope, requested: string | undefined): Promise<string> {
    const tenantId = requested?.toLowerCase() ?? scope.tenantId
    if (tenantId === NIL_UUID) throw badRequest('tenantId is required.')
    await access.requireEntity(scope, 'READ', entityId('TENANT', tenantId))
    return tenantId
  }

  async function worldOf(tenantId: string): Promise<World> {
    const nowMs = clock.nowMs()
    await tenantLimits.of(tenantId)
    await counts.refresh(tenantId, countedKeys)
    await amounts.refresh(tenantId)
    if (Math.abs(nowMs - collectedMs) >= collectMs) {
      collectedMs = nowMs
      causers.collect()
    }
    sample(tenantId)
    const today = dayOf(nowMs)
    const stored = await store.causers(tenantId, today - (causerDays - 1) * dayMs)
    return {
      tenantId,
      nowMs,
      trends: await history.trends(tenantId),
      days: [...stored.filter(({ dayTs }) => dayTs < today), { dayTs: today, causes: causers.today(tenantId) }],
    }
  }

  const sharesFor = ({ days, nowMs }: World, key: TenantLimitKey, max: number): readonly CauserShare[] =>
    sharesOf(
      days.flatMap(({ dayTs, causes }): DayOfCause[] => {
        const cause = causes[causeOf(key)]
        return cause ? [{ dayTs, cause }] : []
      }),
      nowMs,
      max,
    )

  /** For deleted causers and those that the caller can't read, only the type is returned. */
  function causerFor(
    scope: Scope,
    { entityType, id, share, change }: CauserShare,
    names: ReadonlyMap<string, CauserName>,
  ): LimitCauser {
    const existing = names.get(id)
    if (!existing || !access.allows(scope, 'READ', existing.owner)) {
      return { entityType, id: null, name: null, ruleChainId: null, share, change }
    }
    return { entityType, id, name: existing.name, ruleChainId: existing.ruleChainId, share, change }
  }

  async function rowsOf(scope: Scope, world: World, keys: readonly TenantLimitKey[], max: number): Promise<LimitRow[]> {
    const { tenantId, nowMs, trends } = world
    const shares = keys.map((key) => sharesFor(world, key, max))
    const names = await store.namesOf(
      tenantId,
      shares.flat().map(({ entityType, id }) => entityId(entityType, id)),
    )
    return keys.map((key, i) =>
      rowOf({
        key,
        reading: gauges.read(tenantId, key),
        trend: trends.get(key),
        rejections: limits.rejectionsOf(tenantId, key),
        causers: (shares[i] ?? []).map((share) => causerFor(scope, share, names)),
        nowMs,
        periodEndTs: nextMonthMs(nowMs),
      }),
    )
  }

  async function report(scope: Scope, requested: string | undefined): Promise<LimitReport> {
    const tenantId = await tenantFor(scope, requested)
    const tenant = await store.tenantOf(tenantId)
    if (!tenant) throw notFound('TENANT', tenantId)
    const world = await worldOf(tenantId)
    const rows = await rowsOf(scope, world, ownedLimitKeys, listedCausers)
    return {
      ts: world.nowMs,
      tenantId,
      tenantTitle: tenant.title,
      profile: tenant.profile,
      periodStartTs: monthStart(world.nowMs),
      periodEndTs: nextMonthMs(world.nowMs),
      warnShare: warnThresholdOf(await tenantLimits.of(tenantId)),
      limits: rows.sort(byUrgency),
    }
  }

  async function details(scope: Scope, key: string, requested: string | undefined): Promise<LimitDetails> {
    const tenantId = await tenantFor(scope, requested)
    if (!isTenantLimitKey(key) || !ownedLimitKeys.includes(key))
      throw badRequest(`The limit ${key.slice(0, 100)} doesn’t exist.`)
    const world = await worldOf(tenantId)
    const [row] = await rowsOf(scope, world, [key], detailedCausers)
    return { ts: world.nowMs, limit: row as LimitRow, month: await monthOf(world, key) }
  }

  /** Cumulative count of the current month. Null for limits that don't count by month. */
  async function monthOf({ tenantId, nowMs }: World, key: TenantLimitKey): Promise<LimitDetails['month']> {
    const counter = (Object.keys(limitOfCounter) as UsageCounter[]).find((each) => limitOfCounter[each] === key)
    const entity = usage.entityOf(tenantId)
    if (counter === undefined || !entity) return null
    const points = await series.range({
      entityId: entity.id,
      keys: [hourlyKey(counter)],
      startTs: monthStart(nowMs),
      endTs: Math.ceil(nowMs) + 1,
      limit: monthPointsMax,
      order: 'ASC',
      aggregation: 'NONE',
      intervalMs: 0,
    })
    let used = 0
    return (points.get(hourlyKey(counter)) ?? []).map(({ ts, value }) => {
      used += Number(value) || 0
      return { ts: Math.min(ts + hourMs, nowMs), used }
    })
  }

  return { report, details }
}

function monthStart(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}
