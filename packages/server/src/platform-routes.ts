/** Every path that the platform answers, each with the parts that its room needs. */

import { admitCreate } from './access/admit-create.ts'
import { registerAdminSettingsRoutes } from './admin-settings/admin-settings-routes.ts'
import { admitAlarm } from './alarms/admit-alarm.ts'
import { registerAlarmQueryRoutes } from './alarms/alarm-query-routes.ts'
import { registerAlarmRoutes } from './alarms/alarm-routes.ts'
import { registerAssetRoutes } from './assets/asset-routes.ts'
import { registerAuditLogRoutes } from './audit-log/audit-log-routes.ts'
import { registerAuthRoutes } from './auth/auth-routes.ts'
import { registerComponentDescriptorRoutes } from './component-descriptors/component-descriptor-routes.ts'
import { createComponentDescriptors } from './component-descriptors/component-descriptors.ts'
import { registerCustomerRoutes } from './customers/customer-routes.ts'
import { registerDashboardRoutes } from './dashboards/dashboard-routes.ts'
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
import type { Routes } from './http/http-app.ts'
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
import { registerSystemRoutes } from './system/system-routes.ts'
import { registerTelemetryRoutes } from './telemetry/telemetry-routes.ts'
import { registerTenantProfileRoutes } from './tenant-profiles/tenant-profile-routes.ts'
import { registerTenantRoutes } from './tenants/tenant-routes.ts'
import { registerTrashRoutes } from './trash/trash-routes.ts'
import { registerUserRoutes } from './users/user-routes.ts'
import { registerUserSettingsRoutes } from './users/user-settings-routes.ts'
import { registerVisitorRightsRoutes } from './visitors/visitor-rights-routes.ts'
import { registerWidgetRoutes } from './widgets/widget-routes.ts'

export interface RouteParts {
  readonly version: string
  readonly base: PlatformBase
  readonly administration: Administration
  readonly entities: Entities
  readonly messages: MessagePipeline
  readonly limits: LimitService
}

export function registerRoutes(routes: Routes, parts: RouteParts): void {
  registerAdministrationRoutes(routes, parts)
  registerEntityRoutes(routes, parts)
}

function registerAdministrationRoutes(routes: Routes, { version, base, administration, limits }: RouteParts): void {
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
  registerUserRoutes(routes, { users, settings, admitUser: admitCreate(access, 'USER') })
  registerUserSettingsRoutes(routes, { userSettings })
  registerTenantRoutes(routes, { tenants })
  registerTenantProfileRoutes(routes, { tenantProfiles })
  registerLimitRoutes(routes, { limits })
  registerOAuth2Routes(routes, { oauth2 })
  registerAuditLogRoutes(routes, { auditLogs })
  registerAdminSettingsRoutes(routes, { settings, mail, sendSms, updates })
  const { edges, helpUrl, maxDatapoints } = config
  registerSystemRoutes(routes, { clock, version, edges, helpUrl, maxDatapoints })
}

function registerEntityRoutes(routes: Routes, { base, entities, messages }: RouteParts): void {
  const { config, clock, access } = base
  const { customers, devices, assets, entityViews, dashboards, entityQuery, alarmQuery } = entities
  const { edges, edgeAssignment, edgeImport } = entities.edgeParts
  registerCustomerRoutes(routes, { customers })
  registerDeviceRoutes(routes, {
    devices,
    claims: entities.claims,
    bulkImport: entities.deviceImport,
    admitDevice: admitCreate(access, 'DEVICE'),
  })
  registerDeviceMoveRoutes(routes, entities)
  registerLwm2mRoutes(routes, { devices, host: config.host })
  registerAssetRoutes(routes, { assets, assetImport: entities.assetImport, admitAsset: admitCreate(access, 'ASSET') })
  registerEntityViewRoutes(routes, { entityViews, admitEntityView: admitCreate(access, 'ENTITY_VIEW') })
  registerEdgeRoutes(routes, { edges, edgeImport })
  registerEdgeContentRoutes(routes, {
    edgeAssignment,
    listsOfEdge: {
      DEVICE: devices.listOfEdge,
      ASSET: assets.listOfEdge,
      ENTITY_VIEW: entityViews.listOfEdge,
      DASHBOARD: dashboards.listOfEdge,
      RULE_CHAIN: (scope, edgeId, _filter, link) => edges.listChains(scope, edgeId, link),
    },
  })
  registerDeviceProfileRoutes(routes, { deviceProfiles: entities.deviceProfiles })
  registerTelemetryRoutes(routes, { telemetry: entities.telemetry, clock })
  registerRelationRoutes(routes, { relations: entities.relations })
  registerAlarmRoutes(routes, { alarms: entities.alarms.service, admitAlarm: admitAlarm(access) })
  registerDashboardRoutes(routes, { dashboards })
  registerWidgetRoutes(routes, entities.widgets)
  registerResourceRoutes(routes, { resources: entities.resources })
  registerEntityQueryRoutes(routes, { entityQuery })
  registerAlarmQueryRoutes(routes, { alarmQuery })
  registerComponentDescriptorRoutes(routes, { components: createComponentDescriptors(nodeRegistry) })
  registerQueueRoutes(routes)
  registerEventRoutes(routes, messages.events)
  registerRuleChainRoutes(routes, { ...entities.ruleChainParts, scripts: messages.scriptRuns })
  registerTrashRoutes(routes, { days: config.trashDays, trash: entities.trash })
  registerVisitorRightsRoutes(routes, { visitorRights: entities.visitorRights })
  registerRpcRoutes(routes, { rpcs: messages.rpcs })
  registerDeadLetterRoutes(routes, messages)
  registerOtaPackageRoutes(routes, entities.packages)
}
