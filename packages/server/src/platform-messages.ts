/** The way of messages: from a device's session into the journal, through the rule engine, and calls back to devices. */

import { createActivityService } from './activity/activity-service.ts'
import { countedScripts } from './api-usage/counted-scripts.ts'
import { createTenantNotices } from './api-usage/tenant-notices.ts'
import { createDeadLetters } from './dead-letters/dead-letter-service.ts'
import { createDeadLetterStore } from './dead-letters/dead-letter-store.ts'
import { createEvents } from './events/create-events.ts'
import type { PlatformBase } from './platform-base.ts'
import type { Entities } from './platform-entities.ts'
import { createQueueCounts } from './queues/queue-counts.ts'
import { createQueueStatistics } from './queues/queue-statistics.ts'
import { createRpcService } from './rpc/rpc-service.ts'
import { createRpcStore } from './rpc/rpc-store.ts'
import { createRuleEngine } from './rule-chains/engine/rule-engine.ts'
import { createScripts } from './scripts/scripts.ts'
import { createStamper } from './telemetry/stamper.ts'
import { createSessionRegistry } from './transports/session-registry.ts'
import { createTransportCounts } from './transports/transport-counts.ts'
import { createTransportLimits } from './transports/transport-limits.ts'
import { createUplink } from './transports/uplink.ts'

export type MessageWay = ReturnType<typeof createMessageWay>

/** The engine is connected; no port is open yet. */
export function createMessageWay(base: PlatformBase, entities: Entities) {
  const { log, relational, storage, attributes, access, commit, live, clock, metrics, serviceId } = base
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

  const scripts = createScripts({ log: log.child({ part: 'scripts' }), tenantLimits: limits })
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
    assets: entities.assets,
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
    deviceCalls: rpcs,
    devices: directory,
    scripts: scriptRuns,
    usage,
    limits,
    keyChecks: base.keyChecks,
    backPressure,
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
    keyChecks: base.keyChecks,
    limits: createTransportLimits({
      limits: tenantLimits,
      usage,
      clock,
      refusals: limits,
      peaks,
      causers,
    }),
  })
  return {
    activity,
    counts,
    deadLetters,
    sessions,
    rpcs,
    scripts,
    scriptRuns,
    events,
    queueStatistics,
    engine,
    uplink,
  }
}
