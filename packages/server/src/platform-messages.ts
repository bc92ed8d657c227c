/** Message pipeline: from a device session into the journal, through the rule engine, and RPC calls back to devices. */

import { checkIntervalMs, createActivityService, reportIntervalMs } from './activity/activity-service.ts'
import { countedScripts } from './api-usage/counted-scripts.ts'
import { createTenantNotices } from './api-usage/tenant-notifications.ts'
import { createDeadLetters } from './dead-letters/dead-letter-service.ts'
import { createDeadLetterStore } from './dead-letters/dead-letter-store.ts'
import { createEvents, eventRoundMs } from './events/create-events.ts'
import { openRecoveryLog } from './journal/recovery-log.ts'
import type { PlatformBase } from './platform-base.ts'
import type { Entities } from './platform-entities.ts'
import { createQueueCounts } from './queues/queue-counts.ts'
import { createQueueStatistics, queueLookMs } from './queues/queue-statistics.ts'
import { expiryEveryMs } from './rpc/rpc-expiry.ts'
import { createRpcService } from './rpc/rpc-service.ts'
import { createRpcStore } from './rpc/rpc-store.ts'
import { createRuleEngine } from './rule-chains/engine/rule-engine.ts'
import { createScripts } from './scripts/scripts.ts'
import { createStamper } from './telemetry/timestamp-assigner.ts'
import { createSessionRegistry } from './transports/session-registry.ts'
import { createTransportCounts } from './transports/transport-counts.ts'
import { createTransportLimits } from './transports/transport-limits.ts'
import { createUplink } from './transports/uplink.ts'

export type MessagePipeline = ReturnType<typeof createMessagePipeline>

/** Creates the pipeline and connects the engine. Opens no port yet. */
export function createMessagePipeline(base: PlatformBase, entities: Entities) {
  const {
    config,
    lifecycle,
    jobs,
    log,
    relational,
    storage,
    attributes,
    access,
    commit,
    live,
    clock,
    metrics,
    serviceId,
  } = base
  const { tenantLimits, limits, backPressure, usage, causers, peaks } = base
  const { directory } = entities

  const activity = createActivityService({
    storage,
    attributes,
    directory,
    commit,
    live,
    clock,
    log: log.child({ part: 'activity' }),
  })
  const counts = createTransportCounts(metrics.registry)
  const sessions = createSessionRegistry({
    live,
    directory,
    activity,
    counts,
    limits: base.limits,
    log: log.child({ part: 'sessions' }),
  })
  const rpcs = createRpcService({
    store: createRpcStore(relational),
    sessions,
    directory,
    commit,
    live,
    clock,
    access,
    serviceId,
    limits: base.limits,
    log: log.child({ part: 'rpc' }),
  })

  const scripts = createScripts({ log: log.child({ part: 'scripts' }), tenantLimits: limits, guard: base.guard })
  live.watchAll({
    change({ kind, entity }) {
      if (kind === 'deleted' && entity.entityType === 'TENANT') scripts.forget(entity.id)
    },
  })
  const scriptRuns = countedScripts(scripts, usage, causers)
  const events = createEvents({
    relational,
    access,
    commit,
    live,
    clock,
    server: serviceId,
    log: log.child({ part: 'events' }),
  })
  const deadLetters = createDeadLetters({
    store: createDeadLetterStore(relational),
    alarms: entities.alarms.plans,
    commit: () => commit,
    clock,
    turns: base.turns,
    limits,
    noteEvent: ({ tenantId, originator }, reason) => events.noteError(tenantId, originator, 'setAside', reason),
    log: log.child({ part: 'dead letters' }),
  })
  const queueCounts = createQueueCounts({ clock })
  const queueStatistics = createQueueStatistics({
    counts: queueCounts,
    assets: entities.plainEntities.ASSET.service,
    commit,
    live,
    clock,
    serviceId,
    ttlSecondsOf: base.ttlSecondsOf,
    log: log.child({ part: 'queues' }),
  })
  const engine = createRuleEngine({
    storage,
    attributes,
    alarms: entities.alarms.plans,
    commit: () => commit,
    live,
    serviceId,
    entitiesOf: entities.nodeEntitiesOf,
    deviceCalls: rpcs,
    devices: directory,
    scripts: scriptRuns,
    usage,
    limits,
    keyChecks: base.keyChecks,
    turns: base.turns,
    backPressure,
    guard: base.guard,
    deadLetters,
    queues: queueCounts,
    notices: createTenantNotices({
      usage,
      mail: base.mail,
      sendSms: base.sendSms,
      smsSettings: base.settings.sms,
      causers,
    }),
    log: log.child({ part: 'engine' }),
    clock,
    metrics: metrics.registry,
    events: events.ruleEvents,
  })
  base.connectEngine(engine)

  const uplink = createUplink({
    commit,
    stamper: createStamper(clock),
    clock,
    counts,
    serviceId,
    guard: base.guard,
    keyChecks: base.keyChecks,
    limits: createTransportLimits({
      limits: tenantLimits,
      usage,
      clock,
      rejections: limits,
      peaks,
      causers,
    }),
  })
  /**
   * Resumes the messages that the previous process left unfinished. Messages that repeatedly crashed the process
   * become dead letters.
   */
  async function resume(): Promise<void> {
    const left = await base.journal.take()
    const recovery = openRecoveryLog(
      config.dataFolder,
      left.map(({ seq }) => seq),
    )
    const { givenUp } = recovery
    for (const journalled of left) {
      const reason = givenUp.get(journalled.seq)
      if (reason !== undefined) await deadLetters.setAside(journalled, reason)
    }
    const rest = left.filter(({ seq }) => !givenUp.has(seq))
    engine.recover(recovery, rest.length)
    commit.resume(rest)
  }

  // Stops in reverse order: devices and RPC calls stop before the engine, and the engine before its recorders.
  lifecycle.add({ name: 'scripts', stop: scripts.stop })
  lifecycle.add({ name: 'events', stop: events.close })
  lifecycle.add({ name: 'queue statistics', stop: queueStatistics.stop })
  lifecycle.add({ name: 'rule engine', start: resume, stop: engine.stop })
  lifecycle.add({ name: 'device activity', start: activity.start, stop: activity.close })
  lifecycle.add({ name: 'uplink', stop: uplink.idle })
  // Only started here. The HTTP port stops sessions and calls, because open long polls and waiting callers keep it
  // open.
  lifecycle.add({ name: 'RPC calls', start: rpcs.start })
  jobs.add({
    name: 'activity-report',
    everyMs: reportIntervalMs,
    nodes: 'every',
    failure: 'Failed to save device activity.',
    run: activity.report,
  })
  jobs.add({
    name: 'inactivity-check',
    everyMs: checkIntervalMs,
    nodes: 'every',
    failure: 'Failed to find inactive devices.',
    run: activity.check,
  })
  jobs.add({
    name: 'rule-metrics',
    everyMs: eventRoundMs,
    nodes: 'every',
    failure: 'Failed to record rule node metrics.',
    run: () => events.ruleEvents.noteFigures(engine.ruleSets),
  })
  jobs.add({
    name: 'event-expiry',
    everyMs: eventRoundMs,
    nodes: 'one',
    failure: 'Failed to delete old events.',
    run: events.events.expire,
  })
  jobs.add({
    name: 'rpc-expiry',
    everyMs: expiryEveryMs,
    nodes: 'one',
    failure: 'Failed to delete old RPC calls.',
    run: rpcs.expire,
  })
  if (config.queueStatistics) {
    jobs.add({
      name: 'queue-statistics',
      everyMs: queueLookMs,
      nodes: 'every',
      failure: 'Failed to save queue statistics.',
      run: queueStatistics.store,
    })
  }

  return {
    activity,
    counts,
    deadLetters,
    sessions,
    rpcs,
    scripts,
    scriptRuns,
    events,
    engine,
    uplink,
    /** null: they're turned off. */
    queueStatistics: config.queueStatistics ? queueStatistics : null,
  }
}
