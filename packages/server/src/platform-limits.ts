/** Wires limit usage: measures it, stores it and shows it to tenants and to the operator. */

import { createLimitGauges } from './limit-usage/limit-gauges.ts'
import { createLimitHistory } from './limit-usage/limit-history.ts'
import { createLimitMonitor, lookMs } from './limit-usage/limit-monitor.ts'
import { createLimitService } from './limit-usage/limit-service.ts'
import { createLimitStore } from './limit-usage/limit-store.ts'
import { createLimitWarnings } from './limit-usage/limit-warnings.ts'
import { createStoredAmounts } from './limit-usage/stored-amounts.ts'
import { createEntityCounts } from './limits/entity-counts.ts'
import type { PlatformBase } from './platform-base.ts'
import type { Entities } from './platform-entities.ts'
import { censusKeys } from './storage/entity-census.ts'

export type LimitDeps = ReturnType<typeof createLimitParts>

export function createLimitParts(base: PlatformBase, { alarms }: Pick<Entities, 'alarms'>) {
  const { config, log, relational, access, commit, live, clock, metrics, limits, tenantLimits, usage, causers } = base
  const limitLog = log.child({ part: 'limits' })
  const store = createLimitStore(relational)
  const counts = createEntityCounts({ relational, live })
  const { census } = base.storage
  for (const key of censusKeys) limits.measure(key, (tenantId) => census.highest(key, tenantId))
  const amounts = createStoredAmounts({ relational, limits, live, clock })
  const gauges = createLimitGauges({
    limits,
    tenantLimits,
    usage,
    counts,
    peaks: base.peaks,
    restRates: {
      tenantRestRequests: config.tenantRestLimit?.join(',') ?? null,
      customerRestRequests: config.customerRestLimit?.join(',') ?? null,
    },
    log: limitLog,
  })
  const history = createLimitHistory({ store, causers, commit, clock })
  const warnings = createLimitWarnings({
    store,
    alarms: alarms.plans,
    commit,
    clock,
    mail: base.mail,
    hasMail: async () => (await base.settings.read('mail')) !== undefined,
  })
  const monitor = createLimitMonitor({
    usage,
    tenantLimits,
    limits,
    gauges,
    counts,
    amounts,
    census,
    causers,
    peaks: base.peaks,
    history,
    warnings,
    live,
    clock,
    log: limitLog,
    registry: metrics.registry,
  })
  base.lifecycle.add({ name: 'limit usage', start: monitor.start, stop: monitor.stop })
  base.jobs.add({
    name: 'limit-usage',
    everyMs: lookMs,
    nodes: 'every',
    failure: 'Failed to read tenant limits. Retrying in a minute.',
    run: monitor.look,
  })
  const service = createLimitService({
    access,
    store,
    series: base.series,
    limits,
    tenantLimits,
    usage,
    gauges,
    counts,
    amounts,
    history,
    causers,
    sample: monitor.sample,
    clock,
  })
  return { monitor, service }
}
