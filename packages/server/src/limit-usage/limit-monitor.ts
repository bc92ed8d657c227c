/**
 * Checks once a minute how much each tenant uses of its limits: for the history, the warnings and the metrics. The
 * metrics don't contain tenant names.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { ownedLimitKeys, type TenantLimitKey, tenantLimitOf } from '@sonde/model/limits/profile-limits'
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { ApiUsage } from '../api-usage/api-usage.ts'
import { warnThresholdOf } from '../api-usage/usage-features.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Causers } from '../limits/causers.ts'
import { countedKeys, type EntityCounts } from '../limits/entity-counts.ts'
import type { Limits } from '../limits/limits.ts'
import type { Peaks } from '../limits/peaks.ts'
import type { ProfileLimits, TenantLimits } from '../limits/tenant-limits.ts'
import type { EntityCensus } from '../storage/entity-census.ts'
import type { LimitGauges, Reading } from './limit-gauges.ts'
import { hourOf, type LimitHistory } from './limit-history.ts'
import { rejectedRecentlyMs } from './limit-rows.ts'
import type { LimitWarnings } from './limit-warnings.ts'
import type { StoredAmounts } from './stored-amounts.ts'

export const lookMs = 60_000
/** Tenants processed before the monitor yields to other work. */
const tenantsAtOnce = 50

export interface LimitMonitorDeps {
  readonly usage: Pick<ApiUsage, 'tenantIds'>
  readonly tenantLimits: Pick<TenantLimits, 'known'>
  readonly limits: Pick<Limits, 'rejectionsOf'>
  readonly gauges: LimitGauges
  readonly counts: Pick<EntityCounts, 'refresh' | 'expire'>
  readonly causers: Pick<Causers, 'collect' | 'forget'>
  readonly peaks: Pick<Peaks, 'roll' | 'forget'>
  readonly amounts: Pick<StoredAmounts, 'refreshChains' | 'refreshAll'>
  readonly census: Pick<EntityCensus, 'walk'>
  readonly history: LimitHistory
  readonly warnings: LimitWarnings
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'error'>
  readonly registry: Registry
}

export interface LimitMonitor {
  start(): Promise<void>
  /** Records a tenant's current usage in the history. */
  sample(tenantId: string): void
  /** Work of the periodic job. Never rejects. */
  look(): Promise<void>
  stop(): Promise<void>
}

interface Figures {
  /** Largest share over all tenants. */
  share: number
  /** Number of tenants above their warning threshold. */
  warned: number
}

export function createLimitMonitor(deps: LimitMonitorDeps): LimitMonitor {
  const { usage, tenantLimits, limits, gauges, counts, causers, peaks, history, warnings, live, clock, log } = deps
  const { amounts, census } = deps
  let figures = new Map<TenantLimitKey, Figures>()
  let looking: Promise<void> = Promise.resolve()
  let hourTs = hourOf(clock.nowMs())

  live.watchAll({
    change({ entity: { entityType, id }, kind }) {
      if (entityType !== 'TENANT' || kind !== 'deleted') return
      for (const each of [history, warnings, causers, peaks]) each.forget(id)
    },
  })
  registerMetrics(deps.registry, () => figures)

  function sampleOne(tenantId: string, key: TenantLimitKey): Reading {
    const reading = gauges.read(tenantId, key)
    const used = reading.limit > 0 ? reading.used : null
    history.sample(tenantId, key, used, limits.rejectionsOf(tenantId, key)?.count ?? 0)
    return reading
  }

  function sample(tenantId: string): void {
    for (const key of ownedLimitKeys) sampleOne(tenantId, key)
  }

  async function lookAt(tenantId: string, profile: ProfileLimits, found: Map<TenantLimitKey, Figures>): Promise<void> {
    // Entities without a limit needn't be counted.
    await counts.refresh(
      tenantId,
      countedKeys.filter((key) => profile[key] > 0),
    )
    await amounts.refreshChains(tenantId)
    peaks.roll(tenantId)
    const threshold = warnThresholdOf(profile)
    const rejectedSince = clock.nowMs() - rejectedRecentlyMs
    for (const key of ownedLimitKeys) {
      const { limit, used } = sampleOne(tenantId, key)
      const isRejecting = (limits.rejectionsOf(tenantId, key)?.lastTs ?? 0) > rejectedSince
      const use = { used: tenantLimitOf(key).isUsual ? null : used, limit, isRejecting }
      const state = warnings.note(tenantId, key, limit > 0 ? use : null, threshold)
      if (limit <= 0 || (used === null && state === 'none')) continue
      const of = found.get(key) ?? { share: 0, warned: 0 }
      found.set(key, {
        share: Math.max(of.share, (used ?? 0) / limit),
        warned: of.warned + (state === 'none' ? 0 : 1),
      })
    }
  }

  async function countStored(): Promise<void> {
    await amounts.refreshAll()
    await census.walk()
  }

  async function lookAtAll(): Promise<void> {
    await countStored()
    causers.collect()
    if (hourOf(clock.nowMs()) !== hourTs) {
      hourTs = hourOf(clock.nowMs())
      counts.expire()
    }
    const found = new Map<TenantLimitKey, Figures>()
    let looked = 0
    for (const tenantId of [...usage.tenantIds()]) {
      const profile = tenantLimits.known(tenantId)
      if (profile) await lookAt(tenantId, profile, found)
      if (++looked % tenantsAtOnce === 0) await nextTurn()
    }
    figures = found
    await warnings.flush()
    await history.write()
  }

  function next(work: () => Promise<void>): Promise<void> {
    const done = looking.then(work)
    looking = done.catch(() => {})
    return done
  }
  const look = () => next(lookAtAll)

  return {
    async start() {
      await history.start()
      await warnings.start()
      next(countStored).catch((error: unknown) => {
        log.error({ err: error }, 'Failed to count the stored data of tenants. Retrying in a minute.')
      })
    },
    sample,
    look,
    async stop() {
      await looking
      causers.collect()
      for (const tenantId of usage.tenantIds()) sample(tenantId)
      await history.write(true).catch((error: unknown) => {
        log.error({ err: error }, 'Failed to save the history of limits. Its last minutes are missing.')
      })
    },
  }
}

function registerMetrics(registry: Registry, figures: () => ReadonlyMap<TenantLimitKey, Figures>) {
  const gauge = (name: string, help: string, value: (of: Figures) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['limit'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [limit, of] of figures()) this.set({ limit }, value(of))
      },
    })
  gauge('sonde_limit_used_share', 'Share of a limit used by the tenant with the highest usage', ({ share }) => share)
  gauge('sonde_limit_warned_tenants', 'Tenants near or at a limit', ({ warned }) => warned)
}
