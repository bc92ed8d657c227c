/** Complete client: session, live subscriptions and all API calls, grouped by module. */

import type { Device } from '@sonde/model/devices/device'
import { type AdminSettingsCalls, createAdminSettingsCalls } from './admin-settings/admin-settings-calls.ts'
import { type AlarmCalls, createAlarmCalls } from './alarms/alarm-calls.ts'
import { type AssetCalls, createAssetCalls } from './assets/asset-calls.ts'
import { createEdgeContentCalls, type EdgeContentCalls } from './assignables/assignable-calls.ts'
import { type AuditLogCalls, createAuditLogCalls } from './audit-log/audit-log-calls.ts'
import { type AuthCalls, createAuthCalls } from './auth/auth-calls.ts'
import { createMailedLinkCalls, type MailedLinkCalls } from './auth/mailed-link-calls.ts'
import { type BatchCalls, createBatchCalls } from './batch/batch-calls.ts'
import { type ClientCore, type ClientOptions, createClientCore } from './client-core.ts'
import {
  type ComponentDescriptorCalls,
  createComponentDescriptorCalls,
} from './component-descriptors/component-descriptor-calls.ts'
import { type CustomerCalls, createCustomerCalls } from './customers/customer-calls.ts'
import { type CustomerManagementCalls, createCustomerManagementCalls } from './customers/customer-management-calls.ts'
import { createDashboardCalls, type DashboardCalls } from './dashboards/dashboard-calls.ts'
import { createDashboardSharingCalls, type DashboardSharingCalls } from './dashboards/dashboard-sharing-calls.ts'
import { createDashboardVersionCalls, type DashboardVersionCalls } from './dashboards/dashboard-version-calls.ts'
import { createShareLinkCalls, type ShareLinkCalls } from './dashboards/share-link-calls.ts'
import { createDeadLetterCalls, type DeadLetterCalls } from './dead-letters/dead-letter-calls.ts'
import { createDeviceProfileCalls, type DeviceProfileCalls } from './device-profiles/device-profile-calls.ts'
import {
  createDeviceProfileManagementCalls,
  type DeviceProfileManagementCalls,
} from './device-profiles/device-profile-management-calls.ts'
import { createDeviceCalls, type DeviceCalls } from './devices/device-calls.ts'
import { createDeviceFleetCalls, type DeviceFleetCalls } from './devices/device-fleet-calls.ts'
import { createEdgeCalls, type EdgeCalls } from './edges/edge-calls.ts'
import { createEntityQueryCalls, type EntityQueryCalls } from './entity-query/entity-query-calls.ts'
import { createEntityViewCalls, type EntityViewCalls } from './entity-views/entity-view-calls.ts'
import { createEventCalls, type EventCalls } from './events/event-calls.ts'
import { createHomeCalls, type HomeCalls } from './home/home-calls.ts'
import { createKeyDescriptionCalls, type KeyDescriptionCalls } from './key-descriptions/key-description-calls.ts'
import { createLimitCalls, type LimitCalls } from './limits/limit-calls.ts'
import { createLwm2mCalls, type Lwm2mCalls } from './lwm2m/lwm2m-calls.ts'
import { createOAuth2Calls, type OAuth2Calls } from './oauth2/oauth2-calls.ts'
import { createOtaPackageCalls, type OtaPackageCalls } from './ota-packages/ota-package-calls.ts'
import { createQueueCalls, type QueueCalls } from './queues/queue-calls.ts'
import { createRelationCalls, type RelationCalls } from './relations/relation-calls.ts'
import { createResourceCalls, type ResourceCalls } from './resources/resource-calls.ts'
import { createRpcCalls, type RpcCalls } from './rpc/rpc-calls.ts'
import { createRuleChainCalls, type RuleChainCalls } from './rule-chains/rule-chain-calls.ts'
import { createSystemCalls, type SystemCalls } from './system/system-calls.ts'
import { createTelemetryCalls, type TelemetryCalls } from './telemetry/telemetry-calls.ts'
import { createTelemetryUploadCalls, type TelemetryUploadCalls } from './telemetry/telemetry-upload-calls.ts'
import { createTenantProfileCalls, type TenantProfileCalls } from './tenant-profiles/tenant-profile-calls.ts'
import { createTenantCalls, type TenantCalls } from './tenants/tenant-calls.ts'
import { createTrashCalls, type TrashCalls } from './trash/trash-calls.ts'
import { createUserCalls, type UserCalls } from './users/user-calls.ts'
import { createUserSettingsCalls, type UserSettingsCalls } from './users/user-settings-calls.ts'
import { createVisitorCalls, type VisitorCalls } from './visitors/visitor-calls.ts'
import { createWidgetTypeCalls, type WidgetTypeCalls } from './widgets/widget-type-calls.ts'
import { createWidgetsBundleCalls, type WidgetsBundleCalls } from './widgets/widgets-bundle-calls.ts'

export interface Client extends ClientCore {
  /** Server settings: email, SMS, security. */
  readonly adminSettings: AdminSettingsCalls
  /** Alarms. */
  readonly alarms: AlarmCalls
  /** Assets. */
  readonly assets: AssetCalls
  /** Audit log. */
  readonly auditLog: AuditLogCalls
  /** The caller's account. */
  readonly auth: AuthCalls & MailedLinkCalls
  /** Many calls in one request. */
  readonly batches: BatchCalls
  /** Rule node classes. */
  readonly componentDescriptors: ComponentDescriptorCalls
  /** Customers. */
  readonly customers: CustomerCalls & CustomerManagementCalls
  /** Dashboards. */
  readonly dashboards: DashboardCalls & DashboardSharingCalls & DashboardVersionCalls & ShareLinkCalls
  /** Messages that could not be processed. */
  readonly deadLetters: DeadLetterCalls
  /** Device profiles. */
  readonly deviceProfiles: DeviceProfileCalls & DeviceProfileManagementCalls
  /** Devices. */
  readonly devices: DeviceCalls & DeviceFleetCalls & EdgeContentCalls<Device>
  /** Edges and their events. */
  readonly edges: EdgeCalls
  /** Queries over entities and alarms. */
  readonly entityQuery: EntityQueryCalls
  /** Entity views. */
  readonly entityViews: EntityViewCalls
  /** Events of entities. */
  readonly events: EventCalls
  /** Data that pages load before drawing. */
  readonly home: HomeCalls
  /** Names and units of telemetry and attribute keys. */
  readonly keyDescriptions: KeyDescriptionCalls
  /** Limits of a tenant and their usage. */
  readonly limits: LimitCalls
  /** LwM2M servers and devices. */
  readonly lwm2m: Lwm2mCalls
  /** OAuth 2.0 sign-in and its templates. */
  readonly oauth2: OAuth2Calls
  /** Firmware and software for devices. */
  readonly otaPackages: OtaPackageCalls
  /** Queues of the rule engine. */
  readonly queues: QueueCalls
  /** Relations between entities. */
  readonly relations: RelationCalls
  /** The resource library. */
  readonly resources: ResourceCalls
  /** RPC calls to devices. */
  readonly rpc: RpcCalls
  /** Rule chains. */
  readonly ruleChains: RuleChainCalls
  /** Information about the server. */
  readonly system: SystemCalls
  /** Telemetry and attributes. */
  readonly telemetry: TelemetryCalls & TelemetryUploadCalls
  /** Tenant profiles. */
  readonly tenantProfiles: TenantProfileCalls
  /** Tenants. */
  readonly tenants: TenantCalls
  /** Deleted entities that can be restored. */
  readonly trash: TrashCalls
  /** Users. */
  readonly users: UserCalls
  /** Settings that pages store for the signed-in user. */
  readonly userSettings: UserSettingsCalls
  /** Permissions of visitors on public entities. */
  readonly visitors: VisitorCalls
  /** Widget types. */
  readonly widgetTypes: WidgetTypeCalls
  /** Widgets bundles. */
  readonly widgetsBundles: WidgetsBundleCalls
}

/** Sends no request before the first call or subscription. */
export function createClient(options: ClientOptions): Client {
  const core = createClientCore(options)
  return {
    ...core,
    adminSettings: createAdminSettingsCalls(core.rest),
    alarms: createAlarmCalls(core.rest),
    assets: createAssetCalls(core.rest),
    auditLog: createAuditLogCalls(core.rest),
    auth: { ...createAuthCalls(core.rest), ...createMailedLinkCalls(core.rest) },
    batches: createBatchCalls(core.rest),
    componentDescriptors: createComponentDescriptorCalls(core.rest),
    customers: { ...createCustomerCalls(core.rest), ...createCustomerManagementCalls(core.rest) },
    dashboards: {
      ...createDashboardCalls(core.rest),
      ...createDashboardSharingCalls(core.rest),
      ...createDashboardVersionCalls(core.rest),
      ...createShareLinkCalls(core.rest),
    },
    deadLetters: createDeadLetterCalls(core.rest),
    deviceProfiles: { ...createDeviceProfileCalls(core.rest), ...createDeviceProfileManagementCalls(core.rest) },
    devices: {
      ...createDeviceCalls(core.rest),
      ...createDeviceFleetCalls(core.rest),
      ...createEdgeContentCalls<Device>(core.rest, 'device'),
    },
    edges: createEdgeCalls(core.rest),
    entityQuery: createEntityQueryCalls(core.rest),
    entityViews: createEntityViewCalls(core.rest),
    events: createEventCalls(core.rest),
    home: createHomeCalls(core.rest),
    keyDescriptions: createKeyDescriptionCalls(core.rest),
    limits: createLimitCalls(core.rest),
    lwm2m: createLwm2mCalls(core.rest),
    oauth2: createOAuth2Calls(core.rest),
    otaPackages: createOtaPackageCalls(core.rest),
    queues: createQueueCalls(core.rest),
    relations: createRelationCalls(core.rest),
    resources: createResourceCalls(core.rest),
    rpc: createRpcCalls(core.rest),
    ruleChains: createRuleChainCalls(core.rest),
    system: createSystemCalls(core.rest),
    telemetry: { ...createTelemetryCalls(core.rest), ...createTelemetryUploadCalls(core.rest) },
    tenantProfiles: createTenantProfileCalls(core.rest),
    tenants: createTenantCalls(core.rest),
    trash: createTrashCalls(core.rest),
    users: createUserCalls(core.rest),
    userSettings: createUserSettingsCalls(core.rest),
    visitors: createVisitorCalls(core.rest),
    widgetTypes: createWidgetTypeCalls(core.rest),
    widgetsBundles: createWidgetsBundleCalls(core.rest),
  }
}
