/** The whole client of the platform: session, live subscriptions, and every call of the wire, by room. */

import { createAdminSettingsCalls } from './admin-settings/admin-settings-calls.ts'
import { createAlarmCalls } from './alarms/alarm-calls.ts'
import { createAssetCalls } from './assets/asset-calls.ts'
import { createAuditLogCalls } from './audit-log/audit-log-calls.ts'
import { createAuthCalls } from './auth/auth-calls.ts'
import { createMailedLinkCalls } from './auth/mailed-link-calls.ts'
import { type ClientOptions, createClientCore } from './client-core.ts'
import { createComponentDescriptorCalls } from './component-descriptors/component-descriptor-calls.ts'
import { createCustomerCalls } from './customers/customer-calls.ts'
import { createCustomerManagementCalls } from './customers/customer-management-calls.ts'
import { createDashboardCalls } from './dashboards/dashboard-calls.ts'
import { createDashboardSharingCalls } from './dashboards/dashboard-sharing-calls.ts'
import { createDeviceProfileCalls } from './device-profiles/device-profile-calls.ts'
import { createDeviceProfileManagementCalls } from './device-profiles/device-profile-management-calls.ts'
import { createDeviceCalls } from './devices/device-calls.ts'
import { createDeviceFleetCalls } from './devices/device-fleet-calls.ts'
import { createEdgeCalls } from './edges/edge-calls.ts'
import { createEntityQueryCalls } from './entity-query/entity-query-calls.ts'
import { createEntityViewCalls } from './entity-views/entity-view-calls.ts'
import { createEventCalls } from './events/event-calls.ts'
import { createLwm2mCalls } from './lwm2m/lwm2m-calls.ts'
import { createOAuth2Calls } from './oauth2/oauth2-calls.ts'
import { createOtaPackageCalls } from './ota-packages/ota-package-calls.ts'
import { createQueueCalls } from './queues/queue-calls.ts'
import { createRelationCalls } from './relations/relation-calls.ts'
import { createResourceCalls } from './resources/resource-calls.ts'
import type { Rest } from './rest/rest.ts'
import { createRpcCalls } from './rpc/rpc-calls.ts'
import { createRuleChainCalls } from './rule-chains/rule-chain-calls.ts'
import { createSystemCalls } from './system/system-calls.ts'
import { createTelemetryCalls } from './telemetry/telemetry-calls.ts'
import { createTelemetryUploadCalls } from './telemetry/telemetry-upload-calls.ts'
import { createTenantProfileCalls } from './tenant-profiles/tenant-profile-calls.ts'
import { createTenantCalls } from './tenants/tenant-calls.ts'
import { createUserCalls } from './users/user-calls.ts'
import { createWidgetTypeCalls } from './widgets/widget-type-calls.ts'
import { createWidgetsBundleCalls } from './widgets/widgets-bundle-calls.ts'

export type Client = ReturnType<typeof createClient>

/** Nothing is sent before the first call or subscription. */
export const createClient = (options: ClientOptions) => {
  const core = createClientCore(options)
  return { ...core, ...createRooms(core.rest) }
}

const createRooms = (rest: Rest) => ({
  adminSettings: createAdminSettingsCalls(rest),
  alarms: createAlarmCalls(rest),
  assets: createAssetCalls(rest),
  auditLog: createAuditLogCalls(rest),
  auth: { ...createAuthCalls(rest), ...createMailedLinkCalls(rest) },
  componentDescriptors: createComponentDescriptorCalls(rest),
  customers: { ...createCustomerCalls(rest), ...createCustomerManagementCalls(rest) },
  dashboards: { ...createDashboardCalls(rest), ...createDashboardSharingCalls(rest) },
  deviceProfiles: { ...createDeviceProfileCalls(rest), ...createDeviceProfileManagementCalls(rest) },
  devices: { ...createDeviceCalls(rest), ...createDeviceFleetCalls(rest) },
  edges: createEdgeCalls(rest),
  entityQuery: createEntityQueryCalls(rest),
  entityViews: createEntityViewCalls(rest),
  events: createEventCalls(rest),
  lwm2m: createLwm2mCalls(rest),
  oauth2: createOAuth2Calls(rest),
  otaPackages: createOtaPackageCalls(rest),
  queues: createQueueCalls(rest),
  relations: createRelationCalls(rest),
  resources: createResourceCalls(rest),
  rpc: createRpcCalls(rest),
  ruleChains: createRuleChainCalls(rest),
  system: createSystemCalls(rest),
  telemetry: { ...createTelemetryCalls(rest), ...createTelemetryUploadCalls(rest) },
  tenantProfiles: createTenantProfileCalls(rest),
  tenants: createTenantCalls(rest),
  users: createUserCalls(rest),
  widgetTypes: createWidgetTypeCalls(rest),
  widgetsBundles: createWidgetsBundleCalls(rest),
})
