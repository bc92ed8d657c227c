/** Registers all HTTP routes with the services that they need. */

import { authorizeCreate } from './access/authorize-create.ts'
import { registerAdminSettingsRoutes } from './admin-settings/admin-settings-routes.ts'
import { registerAlarmRuleTrialRoutes } from './alarm-rules/alarm-rule-trial-routes.ts'
import { registerAlarmHandlingRoutes } from './alarms/alarm-handling-routes.ts'
import { registerAlarmQueryRoutes } from './alarms/alarm-query-routes.ts'
import { registerAlarmRoutes } from './alarms/alarm-routes.ts'
import { authorizeAlarm } from './alarms/authorize-alarm.ts'
import { registerPlainRoutes } from './assignables/plain-routes.ts'
import { registerAuditLogRoutes } from './audit-log/audit-log-routes.ts'
import { registerAuthRoutes } from './auth/auth-routes.ts'
import { registerBatchRoutes } from './batch/batch-routes.ts'
import { createBatchService } from './batch/batch-service.ts'
import { registerComponentDescriptorRoutes } from './component-descriptors/component-descriptor-routes.ts'
import { createComponentDescriptors } from './component-descriptors/component-descriptors.ts'
import { registerCustomerRoutes } from './customers/customer-routes.ts'
import { registerDashboardRoutes } from './dashboards/dashboard-routes.ts'
import { registerDashboardVersionRoutes } from './dashboards/dashboard-version-routes.ts'
import { registerDeadLetterRoutes } from './dead-letters/dead-letter-routes.ts'
import { registerDeviceProfileRoutes } from './device-profiles/device-profile-routes.ts'
import { registerDeviceMoveRoutes } from './devices/device-move-routes.ts'
import { registerDeviceRoutes } from './devices/device-routes.ts'
import { registerLwm2mRoutes } from './devices/lwm2m-routes.ts'
import { registerEdgeContentRoutes } from './edges/edge-content-routes.ts'
import { registerEdgeRoutes } from './edges/edge-routes.ts'
import { registerEntityQueryRoutes } from './entity-query/entity-query-routes.ts'
import { registerEntityViewRoutes } from './entity-views/entity-view-routes.ts'
import { registerEventRoutes } from './events/event-routes.ts'
import { registerHomeRoutes } from './home/home-routes.ts'
import { createHomeService, type HomeDeps } from './home/home-service.ts'
import type { Routes } from './http/http-app.ts'
import type { MakeSubCall } from './http/sub-calls.ts'
import { registerKeyDescriptionRoutes } from './key-descriptions/key-description-routes.ts'
import { registerLimitRoutes } from './limit-usage/limit-routes.ts'
import type { LimitService } from './limit-usage/limit-service.ts'
import { registerOAuth2Routes } from './oauth2/oauth2-routes.ts'
import { registerOtaPackageRoutes } from './ota-packages/ota-package-routes.ts'
import type { Administration } from './platform-administration.ts'
import type { PlatformBase } from './platform-base.ts'
import type { Entities } from './platform-entities.ts'
import type { MessagePipeline } from './platform-messages.ts'
import { registerQueueRoutes } from './queues/queue-routes.ts'
import { registerRelationRoutes } from './relations/relation-routes.ts'
import { registerResourceRoutes } from './resources/resource-routes.ts'
import { registerRpcRoutes } from './rpc/rpc-routes.ts'
import { nodeRegistry } from './rule-chains/node-registry.ts'
import { registerRuleChainRoutes } from './rule-chains/rule-chain-routes.ts'
import { createServerState } from './system/server-state.ts'
import { registerSystemRoutes } from './system/system-routes.ts'
import { registerTelemetryRoutes } from './telemetry/telemetry-routes.ts'
import { registerTenantProfileRoutes } from './tenant-profiles/tenant-profile-routes.ts'
import { registerTenantRoutes } from './tenants/tenant-routes.ts'
import { registerTrashRoutes } from './trash/trash-routes.ts'
import { registerUserRoutes } from './users/user-routes.ts'
import { registerUserSettingsRoutes } from './users/user-settings-routes.ts'
import { registerShareLinkRoutes } from './visitors/share-link-routes.ts'
import { registerVisitorRightsRoutes } from './visitors/visitor-rights-routes.ts'
import { registerWidgetRoutes } from './widgets/widget-routes.ts'

export interface RouteDeps {
  readonly version: string
  readonly base: PlatformBase
  readonly administration: Administration
  readonly entities: Entities
  readonly messages: MessagePipeline
  readonly limits: LimitService
  readonly makeCall: MakeSubCall
}

export function registerRoutes(routes: Routes, deps: RouteDeps): void {
  registerAdministrationRoutes(routes, deps)
  registerEntityRoutes(routes, deps)
  registerMessageRoutes(routes, deps)
  registerHomeRoutes(routes, { home: createHomeService(homeDeps(deps)) })
  const { turns, clock } = deps.base
  registerBatchRoutes(routes, { batches: createBatchService({ makeCall: deps.makeCall, turns, clock }) })
}

export type AdministrationRouteDeps = Omit<RouteDeps, 'entities' | 'messages' | 'makeCall'>

export function registerAdministrationRoutes(routes: Routes, deps: AdministrationRouteDeps): void {
  const { version, base, administration, limits } = deps
  const { config, clock, access, settings, mail, sendSms } = base
  const {
    auth,
    users,
    userSettings,
    accountMails,
    emailChange,
    addressLimits,
    tenants,
    tenantProfiles,
    oauth2,
    auditLogs,
    updates,
  } = administration
  registerAuthRoutes(routes, { auth, users, accountMails, emailChange, addressLimits, settings })
  registerUserRoutes(routes, { users, settings, authorizeUser: authorizeCreate(access, 'USER') })
  registerUserSettingsRoutes(routes, { userSettings })
  registerTenantRoutes(routes, { tenants })
  registerTenantProfileRoutes(routes, { tenantProfiles })
  registerLimitRoutes(routes, { limits })
  registerOAuth2Routes(routes, { oauth2 })
  registerAuditLogRoutes(routes, { auditLogs })
  registerAdminSettingsRoutes(routes, { settings, mail, sendSms, updates })
  const { edges, helpUrl, maxDatapoints } = config
  const serverState = createServerState({
    version,
    dataFolder: config.dataFolder,
    storage: base.storage,
    registry: base.metrics.registry,
  })
  registerSystemRoutes(routes, { clock, version, edges, helpUrl, maxDatapoints, serverState })
}

export function registerEntityRoutes(routes: Routes, { base, entities }: Pick<RouteDeps, 'base' | 'entities'>): void {
  const { config, clock, access } = base
  const { customers, devices, entityViews, dashboards, entityQuery, alarmQuery } = entities
  registerCustomerRoutes(routes, { customers })
  registerDeviceRoutes(routes, {
    devices,
    claims: entities.claims,
    bulkImport: entities.deviceImport,
    authorizeDevice: authorizeCreate(access, 'DEVICE'),
  })
  registerDeviceMoveRoutes(routes, entities)
  registerLwm2mRoutes(routes, { devices, host: config.host })
  registerPlainRoutes(routes, { plainEntities: entities.plainEntities, access })
  registerEntityViewRoutes(routes, { entityViews, authorizeEntityView: authorizeCreate(access, 'ENTITY_VIEW') })
  registerEdgeRoutes(routes, entities.edgeParts)
  registerEdgeContentRoutes(routes, entities.edgeParts)
  registerDeviceProfileRoutes(routes, { deviceProfiles: entities.deviceProfiles })
  registerKeyDescriptionRoutes(routes, entities)
  registerAlarmRuleTrialRoutes(routes, { alarmRuleTrials: entities.alarmRuleTrials })
  registerTelemetryRoutes(routes, { telemetry: entities.telemetry, clock })
  registerRelationRoutes(routes, { relations: entities.relations })
  registerAlarmRoutes(routes, { alarms: entities.alarms.service, authorizeAlarm: authorizeAlarm(access) })
  registerAlarmHandlingRoutes(routes, { handling: entities.alarms.handling })
  registerDashboardRoutes(routes, { dashboards })
  registerDashboardVersionRoutes(routes, entities)
  registerWidgetRoutes(routes, entities.widgets)
  registerResourceRoutes(routes, { resources: entities.resources })
  registerEntityQueryRoutes(routes, { entityQuery })
  registerAlarmQueryRoutes(routes, { alarmQuery })
  registerComponentDescriptorRoutes(routes, { components: createComponentDescriptors(nodeRegistry) })
  registerQueueRoutes(routes)
  registerTrashRoutes(routes, { days: config.trashDays, trash: entities.trash })
  registerShareLinkRoutes(routes, { shareLinks: entities.shareLinks })
  registerVisitorRightsRoutes(routes, { visitorRights: entities.visitorRights })
  registerOtaPackageRoutes(routes, entities.packages)
}

function homeDeps({ base, administration, entities }: RouteDeps): HomeDeps {
  const { tenants, tenantProfiles, userSettings } = administration
  const { dashboards, entityQuery, customers, deviceProfiles, packages, widgets } = entities
  const { ruleChains } = entities.ruleChainParts
  return {
    clock: base.clock,
    edges: base.config.edges,
    visitorsReadAll: base.config.visitorReads === 'entity',
    maxDatapoints: base.config.maxDatapoints,
    dashboards,
    userSettings,
    entityQuery,
    tenants,
    customers,
    listDeviceProfiles: deviceProfiles.list,
    lists: {
      OTA_PACKAGE: packages.otaPackages.list,
      RULE_CHAIN: (scope, link) => ruleChains.list(scope, 'CORE', link),
      edgeRuleChains: (scope, link) => ruleChains.list(scope, 'EDGE', link),
      WIDGETS_BUNDLE: widgets.bundles.page,
      TENANT: tenants.list,
      TENANT_PROFILE: tenantProfiles.list,
    },
  }
}

function registerMessageRoutes(routes: Routes, { entities, messages }: RouteDeps): void {
  registerEventRoutes(routes, messages.events)
  registerRuleChainRoutes(routes, { ...entities.ruleChainParts, scripts: messages.scriptRuns })
  registerRpcRoutes(routes, { rpcs: messages.rpcs })
  registerDeadLetterRoutes(routes, messages)
}
