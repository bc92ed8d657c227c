/** Wires the services of entities (customers, devices, assets, dashboards etc.) and their queries. */

import { createAlarmRuleTrials } from './alarm-rules/alarm-rule-trials.ts'
import { shelfEndMs } from './alarms/alarm-handling-service.ts'
import { createAlarmQuery } from './alarms/alarm-query.ts'
import { alarmExpiryMs } from './alarms/alarm-retention.ts'
import { createAlarms } from './alarms/create-alarms.ts'
import { createPlainEntities } from './assignables/plain-entities.ts'
import { createCustomerService } from './customers/customer-service.ts'
import { createCustomerStore } from './customers/customer-store.ts'
import { createDashboardService } from './dashboards/dashboard-service.ts'
import { createDashboardStore } from './dashboards/dashboard-store.ts'
import { createDashboardVersionService } from './dashboards/dashboard-version-service.ts'
import { createDashboardVersionStore } from './dashboards/dashboard-version-store.ts'
import { createFramingSites } from './dashboards/embedding.ts'
import { createPurge, purgeEveryMs } from './deleted-entities/purge.ts'
import { createDeviceProfileService } from './device-profiles/device-profile-service.ts'
import { createDeviceProfileStore } from './device-profiles/device-profile-store.ts'
import { createClaimAttempts } from './devices/claim-attempts.ts'
import { createClaims } from './devices/claiming.ts'
import { createDeviceAcceptances } from './devices/device-acceptance.ts'
import { createDeviceDirectory } from './devices/device-directory-store.ts'
import { createDeviceImport } from './devices/device-import.ts'
import { createDeviceMove } from './devices/device-move.ts'
import { createDeviceService } from './devices/device-service.ts'
import { createDeviceStore } from './devices/device-store.ts'
import { createProvisioning } from './devices/provisioning.ts'
import { createEdges } from './edges/create-edges.ts'
import { edgeEventExpiryMs } from './edges/edge-event-recorder.ts'
import { copyLookMs } from './entity-query/entity-indexes.ts'
import { createEntityQuery } from './entity-query/entity-query-service.ts'
import { createKeyDescriptionService } from './key-descriptions/key-description-service.ts'
import { createOtaPackages } from './ota-packages/create-ota-packages.ts'
import type { PlatformBase } from './platform-base.ts'
import { createRelationService } from './relations/relation-service.ts'
import { createRelationStore } from './relations/relation-store.ts'
import { createResourceService } from './resources/resource-service.ts'
import { createResourceStore } from './resources/resource-store.ts'
import { createRuleChains } from './rule-chains/create-rule-chains.ts'
import { createNodeEntities, type NodeEntitiesDeps } from './rule-chains/node-entities.ts'
import { createTelemetryService } from './telemetry/telemetry-service.ts'
import { createTenantStore } from './tenants/tenant-store.ts'
import { createTrashExpiry } from './trash/trash-expiry.ts'
import { createTrashService } from './trash/trash-service.ts'
import { createTrashStore } from './trash/trash-store.ts'
import { createUserStore } from './users/user-store.ts'
import { createOpenShareLinks, createShareLinkService } from './visitors/share-links.ts'
import { createVisitorRightsService } from './visitors/visitor-rights.ts'
import { createWidgets } from './widgets/create-widgets.ts'

export type Entities = ReturnType<typeof createEntities>

export function createEntities(base: PlatformBase) {
  const { config, log, relational, storage, attributes, series, views, access, commit, live, clock, quotas } = base
  const { ttlSecondsOf, requireStorage, visitorRightsStore, turns, lifecycle, jobs } = base

  const entityQuery = createEntityQuery({
    storage: { ...storage, series },
    attributes,
    live,
    clock,
    limits: base.limits,
    visitorReads: base.visitorReads,
  })
  lifecycle.add({ name: 'entity queries', stop: entityQuery.close })
  jobs.add({
    name: 'idle-entity-copies',
    everyMs: copyLookMs,
    nodes: 'every',
    failure: 'Failed to release unused copies of entities.',
    run: entityQuery.dropIdle,
  })
  const { lists } = entityQuery
  const customerStore = createCustomerStore(lists)
  const customers = createCustomerService({
    store: customerStore,
    quotas,
    access,
    commit,
    clock,
  })
  const directory = createDeviceDirectory({ relational, live })
  const telemetry = createTelemetryService({
    turns,
    attributes,
    series,
    access,
    commit,
    clock,
    ttlSecondsOf,
    keyChecks: base.keyChecks,
    requireStorage,
  })
  const userStore = createUserStore(lists)
  const tenantStore = createTenantStore(relational)
  const relationStore = createRelationStore(relational)
  const relations = createRelationService({ store: relationStore, access, commit })
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
  lifecycle.add({ name: 'OTA packages', start: packages.start, stop: packages.close })
  const { packageAssignment } = packages
  const assignable = { customers, relations, access, commit, clock }
  const entityViews = views.createService({ ...assignable, attributes, lists, limits: base.limits })
  const { requireNoViews } = entityViews
  const plainEntities = createPlainEntities({
    ...assignable,
    onAssigned: ({ id }) => visitorRightsStore.remove(id),
    lists,
    quotas,
    requireNoViews,
    ttlSecondsOf,
    requireStorage,
    attributes,
    turns,
  })

  const deviceProfileStore = createDeviceProfileStore(relational)
  const deviceProfiles = createDeviceProfileService({
    packages: packageAssignment,
    store: deviceProfileStore,
    attributes,
    series,
    access,
    commit,
    clock,
  })
  const alarmRuleTrials = createAlarmRuleTrials({
    requireProfile: deviceProfiles.get,
    deviceIds: deviceProfileStore.deviceIds,
    directory,
    series,
    attributes,
    turns,
    clock,
  })
  const deviceStore = createDeviceStore(lists)
  const devices = createDeviceService({
    ...assignable,
    onAssigned: (device) => visitorRightsStore.remove(device.id),
    store: deviceStore,
    profiles: deviceProfiles,
    quotas,
    requireNoViews,
    packages: packageAssignment,
  })
  const claims = createClaims({
    relational,
    store: deviceStore,
    directory,
    attributes,
    devices,
    customers,
    access,
    commit,
    clock,
    attempts: createClaimAttempts({ limits: base.limits, clock }),
  })
  const provisioning = createProvisioning({
    profiles: deviceProfiles,
    store: deviceStore,
    attributes,
    packages: packageAssignment,
    quotas,
    limits: base.limits,
    commit,
    clock,
  })
  const deviceAcceptances = createDeviceAcceptances({ relational, commit })
  const deviceMove = createDeviceMove({
    relational,
    devices,
    store: deviceStore,
    profiles: deviceProfiles,
    quotas,
    requireAcceptance: config.deviceMoves === 'open' ? undefined : deviceAcceptances.demand,
    endVisitorRights: visitorRightsStore.remove,
    requireNoViews,
    packages: packageAssignment,
    commit,
    clock,
  })

  const alarms = createAlarms({
    relational,
    access,
    commit,
    live,
    clock,
    log: log.child({ part: 'alarms' }),
    requireCreation: (tenantId) => base.usage.require(tenantId, 'ALARM'),
  })
  lifecycle.add({ name: 'alarms', stop: alarms.retention.stop })
  jobs.add({
    name: 'alarm-expiry',
    everyMs: alarmExpiryMs,
    nodes: 'one',
    failure: 'Failed to delete old alarms. The next run retries.',
    run: alarms.retention.expire,
  })
  jobs.add({
    name: 'alarm-shelves',
    everyMs: shelfEndMs,
    nodes: 'one',
    failure: 'Failed to remove ended shelves of alarms. The next run retries.',
    run: alarms.handling.endShelves,
  })
  const dashboardStore = createDashboardStore(lists)
  const openShareLinks = createOpenShareLinks({ store: base.shareLinkStore, commit, clock })
  const framingSites = createFramingSites({
    store: dashboardStore,
    general: base.settings.general,
    sharedDashboard: async (key) => (await openShareLinks.ofKey(key))?.dashboardId,
  })
  const versionStore = createDashboardVersionStore(relational)
  const dashboards = createDashboardService({
    store: dashboardStore,
    versions: versionStore,
    quotas,
    customers,
    access,
    commit,
    clock,
    visitorReads: base.visitorReads,
    entityQuery,
  })
  const ruleChainParts = createRuleChains({ relational, access, commit, clock, limits: base.limits })
  const { ruleChains } = ruleChainParts
  const edgeParts = createEdges({
    ...assignable,
    lists,
    live,
    ruleChains,
    devices,
    plainEntities,
    entityViews,
    dashboards,
    viewsOf: entityViews.ofEntity,
    isOffered: config.edges,
    limits: base.limits,
    log: log.child({ part: 'edges' }),
  })
  lifecycle.add({ name: 'edge events', stop: edgeParts.eventRecorder.stop })
  jobs.add({
    name: 'edge-event-expiry',
    everyMs: edgeEventExpiryMs,
    nodes: 'one',
    runsAtStart: true,
    failure: 'Failed to delete old edge events.',
    run: edgeParts.eventRecorder.expire,
  })

  const widgets = createWidgets({ relational, settings: base.settings, access, commit, clock })
  lifecycle.add({ name: 'widget library', start: widgets.ensureSystemWidgets })

  const trashExpiry = createTrashExpiry({ relational, commit, clock, days: config.trashDays })
  const purge = createPurge({
    expireTrash: async () => void ((await trashExpiry.expire()) > 0 && packages.files.sweepLater()),
    relational,
    series: storage.series,
    owners: base.owners,
    commit,
    clock,
  })
  const purging = jobs.add({
    name: 'purge',
    everyMs: purgeEveryMs,
    nodes: 'one',
    runsAtStart: true,
    failure: 'Failed to delete data of deleted entities.',
    run: purge.run,
  })
  live.watchAll({ change: ({ kind }) => kind === 'deleted' && purging.runSoon() })
  const trash = createTrashService({
    store: createTrashStore(relational, trashExpiry.keptMs),
    relational,
    access,
    commit,
    clock,
    turns,
    quotas,
    limits: base.tenantLimits,
    rejections: base.limits,
    requireViewRoom: (view) => views.requireRoom(view, base.limits),
    onViewRestored: views.put,
    packages: packageAssignment,
    onEnded: packages.files.sweepLater,
  })

  const nodeEntityDeps: NodeEntitiesDeps = {
    owners: base.owners,
    relations: relationStore,
    relational,
    finders: {
      ALARM: alarms.plans.find,
      ASSET: plainEntities.ASSET.find,
      CUSTOMER: customerStore.find,
      DEVICE: deviceStore.find,
      ENTITY_VIEW: entityViews.find,
      RULE_CHAIN: ruleChainParts.find,
      TENANT: (tenantId, id) => (id === tenantId ? tenantStore.find(id) : Promise.resolve(undefined)),
      USER: userStore.find,
    },
  }

  return {
    /** Entity access for the rule nodes of a tenant. */
    nodeEntitiesOf: (tenantId: string) => createNodeEntities(nodeEntityDeps, tenantId),
    userStore,
    tenantStore,
    customers,
    keyDescriptions: createKeyDescriptionService({
      relational,
      access,
      commit,
      visitorReads: base.visitorReads,
    }),
    relations,
    telemetry,
    packages,
    entityQuery,
    alarmQuery: createAlarmQuery({ entityQuery, alarms: alarms.list, clock, visitorReads: base.visitorReads }),
    entityViews,
    plainEntities,
    directory,
    deviceProfiles,
    alarmRuleTrials,
    devices,
    deviceImport: createDeviceImport({ devices, store: deviceStore, ttlSecondsOf, requireStorage, attributes, turns }),
    claims,
    provisioning,
    deviceMove,
    deviceAcceptances,
    alarms,
    dashboards,
    dashboardVersions: createDashboardVersionService({ store: versionStore, dashboards }),
    framingSites,
    widgets,
    resources: createResourceService({ store: createResourceStore(relational), quotas, access, commit, clock }),
    ruleChainParts,
    edgeParts,
    shareLinks: createShareLinkService({
      store: base.shareLinkStore,
      access,
      canEmbed: async (dashboardId) => (await framingSites.ofShareLinks(dashboardId)).length > 0,
      commit,
      clock,
    }),
    visitorRights: createVisitorRightsService({ store: visitorRightsStore, access, commit }),
    trash,
  }
}
