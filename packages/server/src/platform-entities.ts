/** The rooms of what a tenant has: customers, devices, assets, dashboards and the like, and how they are asked for. */

import { createAlarmQuery } from './alarms/alarm-query.ts'
import { alarmExpiryMs } from './alarms/alarm-retention.ts'
import { createAlarms } from './alarms/create-alarms.ts'
import { createAssetImport } from './assets/asset-import.ts'
import { createAssetService } from './assets/asset-service.ts'
import { createAssetStore } from './assets/asset-store.ts'
import { createCustomerService } from './customers/customer-service.ts'
import { createCustomerStore } from './customers/customer-store.ts'
import { createDashboardService } from './dashboards/dashboard-service.ts'
import { createDashboardStore } from './dashboards/dashboard-store.ts'
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
import { createOtaPackages } from './ota-packages/create-ota-packages.ts'
import type { PlatformBase } from './platform-base.ts'
import { createRelationService } from './relations/relation-service.ts'
import { createRelationStore } from './relations/relation-store.ts'
import { createResourceService } from './resources/resource-service.ts'
import { createResourceStore } from './resources/resource-store.ts'
import { createRuleChains } from './rule-chains/create-rule-chains.ts'
import { createTelemetryService } from './telemetry/telemetry-service.ts'
import { createTrashEnd } from './trash/trash-expiry.ts'
import { createTrashService } from './trash/trash-service.ts'
import { createTrashStore } from './trash/trash-store.ts'
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
  })
  lifecycle.add({ name: 'entity queries', stop: entityQuery.close })
  jobs.add({
    name: 'idle-entity-copies',
    everyMs: copyLookMs,
    nodes: 'every',
    failure: 'Unused copies of entities stay in memory.',
    run: entityQuery.dropIdle,
  })
  const { lists } = entityQuery
  const customers = createCustomerService({
    store: createCustomerStore(lists),
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
  lifecycle.add({ name: 'OTA packages', start: packages.start, stop: packages.close })
  const { packageAssignment } = packages
  const assignable = { customers, relations, access, commit, clock }
  const entityViews = views.createService({ ...assignable, attributes, lists })
  const { requireNoViews } = entityViews
  const assets = createAssetService({
    ...assignable,
    onAssigned: (asset) => visitorRightsStore.remove(asset.id),
    store: createAssetStore(lists),
    quotas,
    requireNoViews: (asset) => requireNoViews(asset.id),
  })

  const deviceProfiles = createDeviceProfileService({
    packages: packageAssignment,
    store: createDeviceProfileStore(relational),
    attributes,
    series,
    access,
    commit,
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
    requireCreation: (tenantId) => base.usage.demand(tenantId, 'ALARM'),
  })
  lifecycle.add({ name: 'alarms', stop: alarms.care.stop })
  jobs.add({
    name: 'alarm-expiry',
    everyMs: alarmExpiryMs,
    nodes: 'one',
    failure: 'Old alarms could not be deleted; the next round tries again.',
    run: alarms.care.expire,
  })
  const dashboards = createDashboardService({
    store: createDashboardStore(lists),
    quotas,
    customers,
    access,
    commit,
    clock,
  })
  const ruleChainParts = createRuleChains({ relational, access, commit, clock, limits: base.limits })
  const { ruleChains } = ruleChainParts
  const edgeParts = createEdges({
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
  lifecycle.add({ name: 'edge events', stop: edgeParts.news.stop })
  jobs.add({
    name: 'edge-event-expiry',
    everyMs: edgeEventExpiryMs,
    nodes: 'one',
    runsAtStart: true,
    failure: 'Old events of edges could not be removed.',
    run: edgeParts.news.expire,
  })

  const widgets = createWidgets({ relational, settings: base.settings, access, commit, clock })
  lifecycle.add({ name: 'widget library', start: widgets.ensureSystemWidgets })

  const trashEnd = createTrashEnd({ relational, commit, clock, days: config.trashDays })
  const purge = createPurge({
    expireTrash: async () => void ((await trashEnd.expire()) > 0 && packages.files.sweepLater()),
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
    failure: 'what deleted entities left could not be deleted',
    run: purge.run,
  })
  live.watchAll({ change: ({ kind }) => kind === 'deleted' && purging.runSoon() })
  const trash = createTrashService({
    store: createTrashStore(relational, trashEnd.keptMs),
    relational,
    access,
    commit,
    clock,
    turns,
    quotas,
    limits: base.tenantLimits,
    refusals: base.limits,
    onViewRestored: views.put,
    packages: packageAssignment,
    onEnded: packages.files.sweepLater,
  })

  return {
    customers,
    relations,
    telemetry,
    packages,
    entityQuery,
    alarmQuery: createAlarmQuery({ entityQuery, alarms: alarms.list, clock }),
    entityViews,
    assets,
    assetImport: createAssetImport({ assets, ttlSecondsOf, requireStorage, turns }),
    directory,
    deviceProfiles,
    devices,
    deviceImport: createDeviceImport({ devices, store: deviceStore, ttlSecondsOf, requireStorage, turns }),
    claims,
    provisioning,
    deviceMove,
    deviceAcceptances,
    alarms,
    dashboards,
    widgets,
    resources: createResourceService({ store: createResourceStore(relational), quotas, access, commit, clock }),
    ruleChainParts,
    edgeParts,
    visitorRights: createVisitorRightsService({ store: visitorRightsStore, access, commit }),
    trash,
  }
}
