/**
 * Services that all other modules depend on: stores, commits to the journal, the change stream, access control, limits
 * and usage quotas.
 */

import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { createAccess } from './access/access.ts'
import { createEntityOwners } from './access/entity-owners.ts'
import { createAdminSettingsService } from './admin-settings/admin-settings-service.ts'
import { createAdminSettingsStore } from './admin-settings/admin-settings-store.ts'
import { createSendSms } from './admin-settings/sms-sender.ts'
import { followOwners } from './alarms/followed-owners.ts'
import { type ApiUsage, createApiUsage, flushMs, usageNotStored } from './api-usage/api-usage.ts'
import { createApiUsageStore } from './api-usage/api-usage-store.ts'
import { createEngineUsage } from './api-usage/engine-usage.ts'
import { createMetering } from './api-usage/metered-commits.ts'
import { createAuditLevels } from './audit-log/audit-levels.ts'
import { createAuditLogWriter } from './audit-log/audit-log.ts'
import { createAuditLogStore } from './audit-log/audit-log-store.ts'
import { adminPasswordFile } from './auth/first-start.ts'
import { signingKeyFile } from './auth/signing-key.ts'
import { createCallBudgets } from './calls/call-budgets.ts'
import { registerTurnMetrics } from './calls/turn-metrics.ts'
import type { ChangeStream } from './changes/change-stream.ts'
import { createProcessChangeStream } from './changes/process-change-stream.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Config, isLocalOnly } from './config/config.ts'
import { recordDeletions } from './deleted-entities/deleted-entities.ts'
import { createEgress } from './egress/egress.ts'
import { openEntityViews } from './entity-views/create-entity-views.ts'
import { createGuard } from './guard/guard.ts'
import { createJobs, type JobsDeps } from './jobs/jobs.ts'
import { createBackPressure } from './journal/back-pressure.ts'
import { createCommit } from './journal/commit.ts'
import { createStoreJournal, throughJournal } from './journal/journal.ts'
import { createLifecycle } from './lifecycle/lifecycle.ts'
import { createCausers } from './limits/causers.ts'
import { createEntityLimits } from './limits/entity-limits.ts'
import { createKeyChecks } from './limits/key-checks.ts'
import { createLimits, defaultLimits, type Limits } from './limits/limits.ts'
import { createPeaks } from './limits/peaks.ts'
import { createTenantLimits } from './limits/tenant-limits.ts'
import { createMailService } from './mail/mail-service.ts'
import { createSendMail } from './mail/mail-transport.ts'
import { createMetrics } from './metrics/metrics.ts'
import { registerStoreMetrics } from './metrics/store-metrics.ts'
import { packageFolderName } from './ota-packages/package-files.ts'
import type { RuleEngine } from './rule-chains/engine/rule-engine.ts'
import { openStorage, type StoreWorkers } from './storage/open-storage.ts'
import type { Storage } from './storage/storage.ts'
import { createAttributeStore } from './telemetry/attribute-store.ts'
import { createTrashNotes } from './trash/trash-writer.ts'
import { createEventLoopTurns } from './turns/event-loop-turns.ts'
import { createTurns } from './turns/turns.ts'
import { createShareLinkStore } from './visitors/share-link-store.ts'
import { createVisitorReads } from './visitors/visitor-reads.ts'
import { createVisitorWrites } from './visitors/visitor-rights.ts'
import { createVisitorRightsStore } from './visitors/visitor-rights-store.ts'

export type PlatformBase = Awaited<ReturnType<typeof openBase>>

/** Subset of the rule engine that the base uses. */
type ConnectedEngine = Pick<RuleEngine, 'accept' | 'ruleSets'>

/** Replacements of dependencies in tests. */
export interface Replacements {
  readonly clock?: Clock
  /** Repeats periodic jobs. */
  readonly repeat?: JobsDeps['repeat']
  readonly live?: ChangeStream
  /** Replaces the store's own workers. */
  readonly workers?: StoreWorkers
  /** Wraps the storage. */
  readonly aroundStorage?: (storage: Storage) => Storage
  /** Replaces the URLs of the SMS providers. */
  readonly smsUrl?: string
  /** Called instead of ending the process when the state of the store is uncertain. */
  readonly endProcess?: () => void
}

export interface BaseDeps {
  readonly config: Config
  readonly log: Logger
  readonly replace?: Replacements
}

/** Opens the store and creates the shared services. Throws `DataFolderError` if the folder can't be used. */
export async function openBase({ config, log, replace = {} }: BaseDeps) {
  const clock = replace.clock ?? systemClock
  const metrics = createMetrics({ details: config.metricsDetails })
  const guard = createGuard({
    log: log.child({ part: 'guard' }),
    registry: metrics.registry,
    end: replace.endProcess ?? (() => process.exit(1)),
  })
  const lifecycle = createLifecycle(log)
  const jobs = createJobs({
    registry: metrics.registry,
    log: log.child({ part: 'jobs' }),
    guard,
    ...(replace.repeat && { repeat: replace.repeat }),
  })
  // Tenant limits are read from the store, which isn't open yet. The defaults apply until then.
  let limits: Limits = defaultLimits
  const turns = createTurns()
  const opened = await openStorage({
    dataFolder: config.dataFolder,
    journalHours: config.journalHours,
    journalBytes: config.journalBytes,
    companions: [signingKeyFile, adminPasswordFile, packageFolderName],
    log: log.child({ part: 'storage' }),
    clock,
    keyLimits: { of: (tenantId, key) => limits.of(tenantId, key) },
    turns,
    inDoubt: guard.inDoubt,
    ...(replace.workers && { workers: replace.workers }),
  })
  const storage = replace.aroundStorage?.(opened) ?? opened
  const { relational } = storage
  const journal = createStoreJournal(storage)
  lifecycle.add({ name: 'storage', stop: storage.close })
  const storeMetrics = registerStoreMetrics(metrics.registry, { storage })
  lifecycle.add({ name: 'store metrics', stop: storeMetrics.close })
  const live = replace.live ?? createProcessChangeStream(guard)
  const views = await openEntityViews({ relational, series: storage.series, live, log })
  const auditStore = createAuditLogStore(relational)
  const auditLog = createAuditLogWriter({
    store: auditStore,
    levels: createAuditLevels(config.auditLevels),
    storage,
    clock,
    log: log.child({ part: 'audit log' }),
  })

  const causers = createCausers({ clock })
  const peaks = createPeaks()
  const tenantLimits = createTenantLimits({ relational, live, turns })
  lifecycle.add({ name: 'tenant limits', start: tenantLimits.load })
  limits = createLimits({
    tenants: tenantLimits,
    live,
    clock,
    defaults: config.limits ?? {},
    registry: metrics.registry,
    causers,
    peaks,
  })

  // The engine needs `commit`, and `commit` passes messages to it: both are set before the first message. The same
  // applies to usage.
  let engine: ConnectedEngine | null = null
  let usage: ApiUsage | null = null
  const trashNotes = createTrashNotes({ relational, clock, days: config.trashDays, caller: auditLog.caller })
  const keyChecks = createKeyChecks({ keyRoom: storage.keyRoom, limits })
  const backPressure = createBackPressure({ limits })
  const commit = createCommit({
    backPressure,
    limits,
    guard,
    storage: throughJournal(journal),
    hooks: [
      auditLog.hook,
      createMetering(() => usage, { causers, callerId: auditLog.callerId }),
      recordDeletions({ relational, clock, trash: trashNotes }),
      followOwners(relational),
    ],
    live: views.echo,
    accept: (messages) => engine?.accept(messages),
  })

  const owners = createEntityOwners({ relational, live })
  const visitorRightsStore = createVisitorRightsStore(relational)
  const shareLinkStore = createShareLinkStore(relational)
  const visitorReads = createVisitorReads({
    relational,
    live,
    clock,
    turns,
    log: log.child({ part: 'visitors' }),
    isWhole: config.visitorReads === 'entity',
  })
  const egress = createEgress({ allow: config.egressAllow })
  let ownUrl: string | null = null
  const settings = createAdminSettingsService({
    store: createAdminSettingsStore(relational),
    commit,
    clock,
    configuredBaseUrl: config.baseUrl,
    isLocalOnly: isLocalOnly(config),
    ownUrl: () => ownUrl,
  })
  const mail = createMailService({
    sendMail: createSendMail(egress),
    settings: settings.mail,
    log: log.child({ part: 'mail' }),
  })
  lifecycle.add({ name: 'email', stop: mail.idle })
  const budgets = createCallBudgets(limits)
  registerTurnMetrics(metrics.registry, { turns, budgets })
  const counted = createApiUsage({
    store: createApiUsageStore(relational),
    limits: tenantLimits,
    rejections: limits,
    live,
    commit,
    clock,
    mail,
    log: log.child({ part: 'usage' }),
    collect: createEngineUsage(() => engine?.ruleSets ?? [], causers),
  })
  usage = counted
  lifecycle.add({ name: 'usage', start: counted.start, stop: counted.stop })
  jobs.add({ name: 'usage', everyMs: flushMs, nodes: 'every', failure: usageNotStored, run: counted.flush })

  return {
    config,
    log,
    clock,
    /** Certificate and key for every port, as PEM. */
    tls:
      config.tlsCert === null ? null : { cert: readFileSync(config.tlsCert), key: readFileSync(config.tlsKey ?? '') },
    guard,
    /** Identifies this process where several are listed. */
    serviceId: hostname(),
    metrics,
    /** Components that start or stop register here when they are created. */
    lifecycle,
    /** Periodic jobs register here. */
    jobs,
    turns,
    budgets,
    storage,
    journal,
    relational,
    /** Time series of entities. For an entity view, the series of the entity that it shows. */
    series: views.series,
    views,
    attributes: createAttributeStore({ relational }),
    live,
    commit,
    backPressure,
    keyChecks,
    /** Schedules the processing of device uplinks on the event loop fairly between tenants. */
    uplinkTurns: createEventLoopTurns(),
    auditStore,
    auditLog,
    owners,
    access: createAccess({
      owners,
      visitorWrites: createVisitorWrites({ store: visitorRightsStore, limits, clock }),
      visitorReads,
    }),
    visitorReads,
    visitorRightsStore,
    shareLinkStore,
    egress,
    settings,
    mail,
    sendSms: createSendSms({ egress, clock, ...(replace.smsUrl && { baseUrl: replace.smsUrl }) }),
    tenantLimits,
    limits,
    causers,
    peaks,
    usage: counted,
    quotas: createEntityLimits({ relational, tenantLimits, rejections: limits }),
    /** Default retention of a tenant's points in seconds. 0: forever. */
    ttlSecondsOf: (tenantId: string) => (tenantLimits.known(tenantId)?.defaultStorageTtlDays ?? 0) * 24 * 60 * 60,
    requireStorage: (tenantId: string) => counted.require(tenantId, 'DB'),
    /** Sets the server's own URL, which links use if only this machine can reach the server. */
    listensAt(url: string) {
      ownUrl = url
    },
    /** Connects the engine, to which `commit` passes messages from now on. */
    connectEngine(made: ConnectedEngine) {
      engine = made
    },
  }
}
