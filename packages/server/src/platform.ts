/**
 * The platform's parts, put together: opened in the order in which they need one another, stopped in reverse.
 *
 * Everything receives what it needs as arguments; nothing here decides anything.
 */

import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { createAccess } from './access/access.ts'
import { admitCreate } from './access/admit-create.ts'
import { createEntityOwners } from './access/entity-owners.ts'
import { createActivityService } from './activity/activity-service.ts'
import { registerAdminSettingsRoutes } from './admin-settings/admin-settings-routes.ts'
import { createAdminSettingsService } from './admin-settings/admin-settings-service.ts'
import { createAdminSettingsStore } from './admin-settings/admin-settings-store.ts'
import { createSendSms } from './admin-settings/sms-sender.ts'
import { admitAlarm } from './alarms/admit-alarm.ts'
import { registerAlarmRoutes } from './alarms/alarm-routes.ts'
import { createAlarms } from './alarms/create-alarms.ts'
import { createAssetImport } from './assets/asset-import.ts'
import { registerAssetRoutes } from './assets/asset-routes.ts'
import { createAssetService } from './assets/asset-service.ts'
import { createAssetStore } from './assets/asset-store.ts'
import { createAuditLevels } from './audit-log/audit-levels.ts'
import { createAuditLogWriter } from './audit-log/audit-log.ts'
import { registerAuditLogRoutes } from './audit-log/audit-log-routes.ts'
import { createAuditLogService } from './audit-log/audit-log-service.ts'
import { createAuditLogStore } from './audit-log/audit-log-store.ts'
import { createAccountMails } from './auth/account-mails.ts'
import { createAccountStore } from './auth/account-store.ts'
import { registerAuthRoutes } from './auth/auth-routes.ts'
import { createAuthService } from './auth/auth-service.ts'
import { createPasswords } from './auth/passwords.ts'
import { loadSigningKey } from './auth/signing-key.ts'
import { createTokens } from './auth/tokens.ts'
import { systemClock } from './clock.ts'
import { registerComponentDescriptorRoutes } from './component-descriptors/component-descriptor-routes.ts'
import { createComponentDescriptors } from './component-descriptors/component-descriptors.ts'
import type { Config } from './config/config.ts'
import { registerCustomerRoutes } from './customers/customer-routes.ts'
import { createCustomerService } from './customers/customer-service.ts'
import { createCustomerStore } from './customers/customer-store.ts'
import { registerDashboardRoutes } from './dashboards/dashboard-routes.ts'
import { createDashboardService } from './dashboards/dashboard-service.ts'
import { createDashboardStore } from './dashboards/dashboard-store.ts'
import { notingDeletions } from './deleted-entities/deleted-entities.ts'
import { createPurge } from './deleted-entities/purge.ts'
import { defaultDeviceProfileStatements } from './device-profiles/default-profile.ts'
import { registerDeviceProfileRoutes } from './device-profiles/device-profile-routes.ts'
import { createDeviceProfileService } from './device-profiles/device-profile-service.ts'
import { createDeviceProfileStore } from './device-profiles/device-profile-store.ts'
import { createClaims } from './devices/claiming.ts'
import { createDeviceAssignment } from './devices/device-assignment.ts'
import { createDeviceDirectory } from './devices/device-directory-store.ts'
import { createDeviceImport } from './devices/device-import.ts'
import { createDeviceMove } from './devices/device-move.ts'
import { registerDeviceMoveRoutes } from './devices/device-move-routes.ts'
import { plainDevices, registerDeviceRoutes } from './devices/device-routes.ts'
import { createDeviceService } from './devices/device-service.ts'
import { createDeviceStore } from './devices/device-store.ts'
import { registerLwm2mRoutes } from './devices/lwm2m-routes.ts'
import { createProvisioning } from './devices/provisioning.ts'
import { createEdges } from './edges/create-edges.ts'
import { registerEdgeContentRoutes } from './edges/edge-content-routes.ts'
import { registerEdgeRoutes } from './edges/edge-routes.ts'
import { createEgress } from './egress/egress.ts'
import { createAlarmQuery } from './entity-query/alarm-query.ts'
import { registerEntityQueryRoutes } from './entity-query/entity-query-routes.ts'
import { createEntityQuery } from './entity-query/entity-query-service.ts'
import { openEntityViews } from './entity-views/create-entity-views.ts'
import { registerEntityViewRoutes } from './entity-views/entity-view-routes.ts'
import { createEvents } from './events/create-events.ts'
import { registerEventRoutes } from './events/event-routes.ts'
import { createHttpApp } from './http/create-http-app.ts'
import { registerStaticClient } from './http/static-client.ts'
import { createCommit } from './journal/commit.ts'
import { createLiveHub } from './live/live-hub.ts'
import { ownerLimits, updateRates } from './live/socket-limits.ts'
import { createTelemetrySocket } from './live/telemetry-socket.ts'
import { createMailService } from './mail/mail-service.ts'
import { createSendMail } from './mail/mail-transport.ts'
import { createMetrics } from './metrics/metrics.ts'
import { registerStoreMetrics } from './metrics/store-metrics.ts'
import { registerOAuth2Routes } from './oauth2/oauth2-routes.ts'
import { createOAuth2Service } from './oauth2/oauth2-service.ts'
import { createOAuth2TemplateStore } from './oauth2/oauth2-template-store.ts'
import { createOtaPackages } from './ota-packages/create-ota-packages.ts'
import { registerOtaPackageRoutes } from './ota-packages/ota-package-routes.ts'
import { registerQueueRoutes } from './queues/queue-routes.ts'
import { type ApiUsage, createApiUsage } from './quotas/api-usage.ts'
import { createApiUsageStore } from './quotas/api-usage-store.ts'
import { countedStorage } from './quotas/counted-commits.ts'
import { countedScripts } from './quotas/counted-scripts.ts'
import { createEngineUsage } from './quotas/engine-usage.ts'
import { createEntityQuotas } from './quotas/entity-quotas.ts'
import { createRestLimits } from './quotas/rest-limits.ts'
import { createTenantLimits } from './quotas/tenant-limits.ts'
import { createTenantNotices } from './quotas/tenant-notices.ts'
import { createTransportLimits } from './quotas/transport-limits.ts'
import { registerRelationRoutes } from './relations/relation-routes.ts'
import { createRelationService } from './relations/relation-service.ts'
import { createRelationStore } from './relations/relation-store.ts'
import { registerResourceRoutes } from './resources/resource-routes.ts'
import { createResourceService } from './resources/resource-service.ts'
import { createResourceStore } from './resources/resource-store.ts'
import { registerRpcRoutes } from './rpc/rpc-routes.ts'
import { createRpcService } from './rpc/rpc-service.ts'
import { createRpcStore } from './rpc/rpc-store.ts'
import { createRuleChains } from './rule-chains/create-rule-chains.ts'
import { defaultRootChainStatements } from './rule-chains/default-chain.ts'
import { createRuleEngine, type RuleEngine } from './rule-chains/engine/rule-engine.ts'
import { nodeRegistry } from './rule-chains/nodes/node-registry.ts'
import { registerRuleChainRoutes } from './rule-chains/rule-chain-routes.ts'
import { createScripts } from './scripts/scripts.ts'
import { openSqliteStorage } from './storage/sqlite/sqlite-storage.ts'
import { registerSystemRoutes } from './system/system-routes.ts'
import { createUpdateCheck } from './system/update-check.ts'
import { createAttributeStore } from './telemetry/attribute-store.ts'
import { createStamper } from './telemetry/stamper.ts'
import { registerTelemetryRoutes } from './telemetry/telemetry-routes.ts'
import { createTelemetryService } from './telemetry/telemetry-service.ts'
import { registerTenantProfileRoutes } from './tenant-profiles/tenant-profile-routes.ts'
import { createTenantProfileService } from './tenant-profiles/tenant-profile-service.ts'
import { createTenantProfileStore } from './tenant-profiles/tenant-profile-store.ts'
import { registerTenantRoutes } from './tenants/tenant-routes.ts'
import { createTenantService } from './tenants/tenant-service.ts'
import { createTenantStore } from './tenants/tenant-store.ts'
import { registerConnectivityRoutes } from './transports/connectivity-routes.ts'
import { registerDeviceHttpRoutes } from './transports/http/device-http-routes.ts'
import { registerDevicePackageRoutes } from './transports/http/device-package-routes.ts'
import { registerProvisionRoute } from './transports/http/provision-route.ts'
import { createMqttTransport } from './transports/mqtt/mqtt-transport.ts'
import { createSessionRegistry } from './transports/session-registry.ts'
import { createTransportCounts } from './transports/transport-counts.ts'
import { createUplink } from './transports/uplink.ts'
import { createTrashEnd } from './trash/trash-end.ts'
import { createTrashNotes } from './trash/trash-notes.ts'
import { registerTrashRoutes } from './trash/trash-routes.ts'
import { createTrashService } from './trash/trash-service.ts'
import { createTrashStore } from './trash/trash-store.ts'
import { registerUserRoutes } from './users/user-routes.ts'
import { createUserService } from './users/user-service.ts'
import { createUserStore } from './users/user-store.ts'
import { createWidgets } from './widgets/create-widgets.ts'
import { registerWidgetRoutes } from './widgets/widget-routes.ts'

/** What the web build made. */
const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

export interface Address {
  readonly host: string
  readonly port: number
}

export type Platform = Awaited<ReturnType<typeof openPlatform>>

export interface PlatformOptions {
  readonly config: Config
  readonly log: Logger
  readonly version: string
}

/** Opens the store and makes the parts. Nothing listens yet. Throws `DataFolderError` when the folder cannot be used. */
export async function openPlatform({ config, log, version }: PlatformOptions) {
  const clock = systemClock
  const serviceId = hostname()
  const metrics = createMetrics()
  const storage = await openSqliteStorage({
    dataFolder: config.dataFolder,
    journalHours: config.journalHours,
    journalBytes: config.journalBytes,
    log: log.child({ part: 'storage' }),
    clock,
  })
  const { relational } = storage
  const storeMetrics = registerStoreMetrics(metrics.registry, { storage, dataFolder: config.dataFolder })
  const live = createLiveHub()
  const views = await openEntityViews({ relational, series: storage.series, live })
  const { series } = views
  // The engine needs `commit`, and `commit` hands it messages: it is there before the first one.
  let engine: RuleEngine | null = null
  let usage: ApiUsage | null = null
  const auditStore = createAuditLogStore(relational)
  const auditLog = createAuditLogWriter({
    store: auditStore,
    levels: createAuditLevels(config.auditLevels),
    storage,
    clock,
    log: log.child({ part: 'audit log' }),
  })
  const trashNotes = createTrashNotes({ relational, clock, days: config.trashDays, caller: auditLog.caller })
  const commit = createCommit(
    auditLog.audited({
      storage: countedStorage(notingDeletions({ storage, relational, clock, trash: trashNotes }), () => usage),
      live: views.told,
      accept: (messages) => engine?.accept(messages),
    }),
  )

  const owners = createEntityOwners({ relational, live })
  const access = createAccess({ owners })
  const trashEnd = createTrashEnd({ relational, commit, clock, days: config.trashDays })
  const purge = createPurge({
    expireTrash: async () => void ((await trashEnd.expire()) > 0 && packages.files.sweepLater()),
    relational,
    series: storage.series,
    owners,
    commit,
    live,
    clock,
    log: log.child({ part: 'purge' }),
  })
  const tls =
    config.tlsCert === null ? null : { cert: readFileSync(config.tlsCert), key: readFileSync(config.tlsKey ?? '') }
  const egress = createEgress({ allow: config.egressAllow })
  const settings = createAdminSettingsService({ store: createAdminSettingsStore(relational), commit, clock })
  const mail = createMailService({
    sendMail: createSendMail(egress),
    settings: settings.mail,
    log: log.child({ part: 'mail' }),
  })
  const limits = createTenantLimits({ relational, live })
  usage = createApiUsage({
    store: createApiUsageStore(relational),
    limits,
    live,
    commit,
    clock,
    mail,
    log: log.child({ part: 'usage' }),
    collect: createEngineUsage(() => engine?.ruleSets ?? []),
  })
  const { startOf: usageStatements, start: startUsage, stop: stopUsage, demand: demandUsage } = usage
  const quotas = createEntityQuotas({ relational, live })
  const passwords = createPasswords()
  const accounts = createAccountStore(relational)
  const accountMails = createAccountMails({ store: accounts, mail, commit, clock, log: log.child({ part: 'mail' }) })
  const auth = createAuthService({
    store: accounts,
    tokens: createTokens(loadSigningKey(config.dataFolder)),
    passwords,
    access,
    commit,
    live,
    clock,
    log: log.child({ part: 'auth' }),
    mail,
    security: settings.security,
    userTokenAccess: config.userTokenAccess,
  })
  const users = createUserService({
    store: createUserStore(relational),
    access,
    commit,
    clock,
    quotas,
    accountMails,
  })
  const tenants = createTenantService({
    store: createTenantStore(relational),
    access,
    commit,
    clock,
    onTenantCreated: [
      (tenantId, nowMs) => defaultDeviceProfileStatements(relational, tenantId, nowMs),
      (tenantId, nowMs) => defaultRootChainStatements(relational, tenantId, nowMs),
      usageStatements,
    ],
  })
  const tenantProfiles = createTenantProfileService({
    store: createTenantProfileStore(relational),
    access,
    commit,
    clock,
  })
  const oauth2 = createOAuth2Service({ settings, templates: createOAuth2TemplateStore(relational), commit, clock })
  const auditLogs = createAuditLogService({
    store: auditStore,
    storage,
    clock,
    log: log.child({ part: 'audit log' }),
    days: config.auditDays,
  })
  const customers = createCustomerService({
    store: createCustomerStore(relational, live),
    quotas,
    access,
    commit,
    clock,
  })

  const attributes = createAttributeStore({ relational })
  const directory = createDeviceDirectory({ relational, live })
  const ttlSecondsOf = (tenantId: string) => (limits.known(tenantId)?.defaultStorageTtlDays ?? 0) * 24 * 60 * 60
  const demandStorage = (tenantId: string) => demandUsage(tenantId, 'DB')
  const telemetry = createTelemetryService({
    attributes,
    series,
    access,
    commit,
    clock,
    ttlSecondsOf,
    demandStorage,
  })
  const relations = createRelationService({ store: createRelationStore(relational), access, commit })
  const packages = createOtaPackages({
    relational,
    attributes,
    access,
    commit,
    live,
    clock,
    quotas,
    dataFolder: config.dataFolder,
    fileBytesMax: config.packageBytes,
    ttlSecondsOf,
    log: log.child({ part: 'packages' }),
  })
  const { packageAssignment } = packages
  const deviceProfiles = createDeviceProfileService({
    packages: packageAssignment,
    store: createDeviceProfileStore(relational),
    attributes,
    series,
    access,
    commit,
    clock,
  })
  const assignable = { customers, relations, access, commit, clock }
  const entityQuery = createEntityQuery({ storage: { ...storage, series }, attributes, live, clock })
  const { lists } = entityQuery
  const entityViews = views.createService({ ...assignable, attributes, lists })
  const { demandNoViews } = entityViews
  const assets = createAssetService({
    ...assignable,
    store: createAssetStore(lists),
    quotas,
    demandNoViews: (asset) => demandNoViews(asset.id),
  })
  const assetImport = createAssetImport({ assets, commit, ttlSecondsOf, demandStorage })
  const deviceStore = createDeviceStore(lists)
  const devices = createDeviceService({
    store: deviceStore,
    profiles: deviceProfiles,
    relations,
    access,
    commit,
    clock,
    quotas,
    demandNoViews,
    packages: packageAssignment,
  })
  const assignment = createDeviceAssignment({ devices, store: deviceStore, customers, access, commit, clock })
  const claims = createClaims({
    relational,
    store: deviceStore,
    directory,
    attributes,
    assignment,
    customers,
    access,
    commit,
    clock,
  })
  const provisioning = createProvisioning({
    profiles: deviceProfiles,
    store: deviceStore,
    attributes,
    packages: packageAssignment,
    quotas,
    commit,
    clock,
  })
  const bulkImport = createDeviceImport({ devices, store: deviceStore, commit, ttlSecondsOf, demandStorage })
  const alarms = createAlarms({
    relational,
    access,
    commit,
    live,
    clock,
    log: log.child({ part: 'alarms' }),
    demandCreation: (tenantId) => demandUsage(tenantId, 'ALARM'),
  })
  const dashboards = createDashboardService({
    store: createDashboardStore(relational, live),
    quotas,
    customers,
    access,
    commit,
    clock,
  })
  const widgets = createWidgets({ relational, settings, access, commit, clock })
  const resources = createResourceService({ store: createResourceStore(relational), quotas, access, commit, clock })
  const alarmQuery = createAlarmQuery({ entityQuery, alarms: alarms.list, clock })

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
  const sessions = createSessionRegistry({ live, directory, activity, counts, log: log.child({ part: 'sessions' }) })
  const rpcs = createRpcService({
    store: createRpcStore(relational),
    sessions,
    directory,
    commit,
    live,
    clock,
    access,
    serviceId,
    log: log.child({ part: 'rpc' }),
  })
  const scripts = createScripts({ log: log.child({ part: 'scripts' }) })
  const scriptRuns = countedScripts(scripts, usage)
  const sendSms = createSendSms({ egress, clock })
  const eventParts = createEvents({
    relational,
    access,
    commit,
    live,
    clock,
    server: serviceId,
    log: log.child({ part: 'events' }),
  })
  engine = createRuleEngine({
    storage,
    attributes,
    alarms: alarms.plans,
    commit: () => commit,
    live,
    deviceCalls: rpcs,
    devices: directory,
    scripts: scriptRuns,
    usage,
    notices: createTenantNotices({ usage, mail, sendSms, smsSettings: settings.sms }),
    log: log.child({ part: 'engine' }),
    clock,
    metrics: metrics.registry,
    events: eventParts.ruleEvents,
  })
  const ruleChainParts = createRuleChains({ relational, access, commit, clock })
  const { ruleChains } = ruleChainParts
  const { edges, edgeAssignment, edgeImport, news } = createEdges({
    ...assignable,
    lists,
    live,
    ruleChains,
    find: {
      DEVICE: devices.get,
      ASSET: assets.get,
      ENTITY_VIEW: entityViews.get,
      DASHBOARD: dashboards.get,
      RULE_CHAIN: ruleChains.get,
    },
    viewsOf: entityViews.ofEntity,
    isOffered: config.edges,
    log: log.child({ part: 'edges' }),
  })
  const uplink = createUplink({
    commit,
    stamper: createStamper(clock),
    clock,
    counts,
    serviceId,
    limits: createTransportLimits({ limits, usage, clock }),
  })
  const mqtt = createMqttTransport({
    host: config.host,
    port: config.mqttPort,
    ...(tls ? { tls } : {}),
    sessions,
    uplink,
    activity,
    attributes,
    claims,
    provisioning,
    counts,
    log: log.child({ part: 'mqtt' }),
    clock,
    directory,
  })
  const restLimits = createRestLimits({
    tenantRates: config.tenantRestLimit,
    customerRates: config.customerRestLimit,
    clock,
  })
  const { app, routes } = await createHttpApp({
    log,
    async around(call, run) {
      restLimits.admit(call.scope)
      return auditLog.around(call, run)
    },
    clock,
    version,
    scopeOfToken: auth.scopeOfToken,
    metrics,
    // An empty transaction goes the whole way to the disk and back.
    checkHealth: async () => void (await storage.transact({})),
    tls,
  })
  const socket = createTelemetrySocket({
    server: app.server,
    scopeOfToken: auth.scopeOfToken,
    access,
    entityQuery,
    alarmQuery,
    series,
    attributes,
    live,
    clock,
    log: log.child({ part: 'live' }),
    registry: metrics.registry,
    limits: {
      pointsPerKey: config.maxDatapoints,
      sessions: ownerLimits(config.socketSessions),
      subscriptions: ownerLimits(config.socketSubscriptions),
      updateRates: updateRates(config.socketUpdates),
      queuedMessages: config.socketQueue,
      refreshMs: config.socketRefresh * 1000,
    },
  })

  const listening: { mqtt: Address; http: Address } = {
    mqtt: { host: config.host, port: config.mqttPort },
    http: { host: config.host, port: config.httpPort },
  }
  registerAuthRoutes(routes, { auth, users, accountMails, settings })
  registerUserRoutes(routes, { users, settings, admitUser: admitCreate(access, 'USER') })
  registerTenantRoutes(routes, { tenants })
  registerTenantProfileRoutes(routes, { tenantProfiles })
  registerOAuth2Routes(routes, { oauth2 })
  registerAuditLogRoutes(routes, { auditLogs })
  registerAdminSettingsRoutes(routes, {
    settings,
    mail,
    sendSms,
    updates: createUpdateCheck({
      version,
      updateUrl: config.updateUrl,
      egress,
      clock,
      log: log.child({ part: 'updates' }),
    }),
  })
  registerCustomerRoutes(routes, { customers })
  registerSystemRoutes(routes, {
    clock,
    version,
    edges: config.edges,
    helpUrl: config.helpUrl,
    maxDatapoints: config.maxDatapoints,
  })
  registerDeviceRoutes(routes, {
    devices,
    assignment,
    claims,
    bulkImport,
    admitDevice: admitCreate(access, 'DEVICE'),
  })
  registerDeviceMoveRoutes(routes, {
    deviceMove: createDeviceMove({
      relational,
      devices,
      profiles: deviceProfiles,
      demandNoViews,
      packages: packageAssignment,
      commit,
      clock,
    }),
  })
  registerLwm2mRoutes(routes, { devices, host: config.host })
  registerAssetRoutes(routes, { assets, assetImport, admitAsset: admitCreate(access, 'ASSET') })
  registerEntityViewRoutes(routes, { entityViews, admitEntityView: admitCreate(access, 'ENTITY_VIEW') })
  registerEdgeRoutes(routes, { edges, edgeImport })
  registerEdgeContentRoutes(routes, {
    edgeAssignment,
    listsOfEdge: {
      DEVICE: async (...asked) => plainDevices(await devices.listOfEdge(...asked)),
      ASSET: assets.listOfEdge,
      ENTITY_VIEW: entityViews.listOfEdge,
      DASHBOARD: dashboards.listOfEdge,
      RULE_CHAIN: (scope, edgeId, _filter, link) => edges.listChains(scope, edgeId, link),
    },
  })
  registerDeviceProfileRoutes(routes, { deviceProfiles })
  registerTelemetryRoutes(routes, { telemetry, clock })
  registerRelationRoutes(routes, { relations })
  registerAlarmRoutes(routes, { alarms: alarms.service, admitAlarm: admitAlarm(access) })
  registerDashboardRoutes(routes, { dashboards })
  registerWidgetRoutes(routes, widgets)
  registerResourceRoutes(routes, { resources })
  registerEntityQueryRoutes(routes, { entityQuery, alarmQuery })
  registerComponentDescriptorRoutes(routes, { components: createComponentDescriptors(nodeRegistry) })
  registerQueueRoutes(routes)
  registerEventRoutes(routes, eventParts)
  registerRuleChainRoutes(routes, { ...ruleChainParts, scripts: scriptRuns })
  registerTrashRoutes(routes, {
    days: config.trashDays,
    trash: createTrashService({
      store: createTrashStore(relational, trashEnd.keptMs),
      relational,
      access,
      commit,
      clock,
      quotas,
      limits,
      onViewRestored: views.put,
      packages: packageAssignment,
      onEnded: packages.files.sweepLater,
    }),
  })
  registerRpcRoutes(routes, { rpcs })
  registerOtaPackageRoutes(routes, packages)
  registerDeviceHttpRoutes(routes, { directory, sessions, uplink, activity, attributes, claims, counts, log })
  registerProvisionRoute(routes, { provisioning })
  registerDevicePackageRoutes(routes, {
    directory,
    activity,
    counts,
    log,
    packageOfDevice: packages.packageOfDevice,
    packageFiles: packages.files,
  })
  const isTls = tls !== null
  registerConnectivityRoutes(routes, {
    listening: () => ({ mqtt: { ...listening.mqtt, isTls }, http: { ...listening.http, isTls } }),
  })

  const isWebBuilt = existsSync(join(webFolder, 'index.html'))
  if (isWebBuilt) {
    const { tilesUrl, helpUrl, languages, defaultLanguage } = config
    registerStaticClient(app, { folder: webFolder, tilesUrl, helpUrl, languages, defaultLanguage })
  }

  /** Runs what the last life left undone, then opens the ports. Throws `PortInUse`. */
  async function listen(): Promise<{ mqtt: Address; http: Address }> {
    await limits.load()
    await startUsage()
    await oauth2.start()
    await widgets.ensureSystemWidgets()
    auditLogs.start()
    commit.resume(await storage.recover())
    await activity.start()
    await ruleChainParts.ensureEdgeTemplates()
    purge.start()
    await packages.start()
    eventParts.start(() => engine?.ruleSets ?? [])
    await news.start()
    await rpcs.start()
    await listenOn('SONDE_HTTP_PORT', config.httpPort, () => app.listen({ host: config.host, port: config.httpPort }))
    listening.http = { host: config.host, port: (app.server.address() as AddressInfo).port }
    const { port } = await listenOn('SONDE_MQTT_PORT', config.mqttPort, () => mqtt.listen())
    listening.mqtt = { host: config.host, port }
    if (!isWebBuilt) log.warn('The web client is not built; only the API is served. `npm run server` builds it.')
    return listening
  }

  /** Closes the ports, lets what is on its way reach the disk, closes the store. */
  async function close(): Promise<void> {
    alarms.care.stop()
    entityQuery.close()
    await mqtt.close()
    await socket.close()
    // Open long polls and callers hold the app open until their sessions end.
    const closing = app.close()
    sessions.stop()
    await rpcs.close()
    await closing
    await uplink.idle()
    await activity.close()
    await news.stop()
    await engine?.stop()
    auditLogs.stop()
    await accountMails.idle()
    await mail.idle()
    await stopUsage()
    await eventParts.close()
    await purge.close()
    await packages.close()
    await scripts.stop()
    storeMetrics.close()
    await storage.close()
  }

  return { app, routes, auth, users, tenants, passwords, commit, relational, clock, listen, close }
}

/** A port that another program listens on. */
export class PortInUse extends Error {
  override readonly name = 'PortInUse'
}

async function listenOn<T>(setting: string, port: number, listen: () => Promise<T>): Promise<T> {
  try {
    return await listen()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EADDRINUSE') {
      throw new PortInUse(`Port ${port} is in use. Stop the program that uses it, or set ${setting} to another port.`)
    }
    if (code === 'EACCES')
      throw new PortInUse(`Port ${port} may not be opened by this user. Set ${setting} to a port above 1023.`)
    throw error
  }
}
