/** Shapes of the wire that calls take and answer. Each is a schema of the model; here are their types. */

export type {
  AdminSettings,
  AdminSettingsInput,
  SecuritySettings,
  SecuritySettingsInput,
  TestSmsRequest,
  UpdateMessage,
} from '@sonde/model/admin-settings/admin-settings'
export type {
  Alarm,
  AlarmInfo,
  AlarmInput,
  AlarmSearchStatus,
  AlarmSeverity,
  AlarmStatus,
} from '@sonde/model/alarms/alarm'
export type { Asset, AssetInfo, AssetInput, AssetSearchQuery } from '@sonde/model/assets/asset'
export type { AuditAction, AuditLog } from '@sonde/model/audit-log/audit-log'
export type { BulkImportRequest, BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
export type { ComponentDescriptor, ComponentType } from '@sonde/model/component-descriptors/component-descriptor'
export type { CustomerInput } from '@sonde/model/customers/customer'
export type {
  Dashboard,
  DashboardInfo,
  DashboardInput,
  HomeDashboard,
  HomeDashboardInfo,
  HomeDashboardInput,
} from '@sonde/model/dashboards/dashboard'
export type {
  DeviceProfile,
  DeviceProfileInfo,
  DeviceProfileInput,
  TransportType,
} from '@sonde/model/device-profiles/device-profile'
export type {
  Device,
  DeviceCredentials,
  DeviceCredentialsInput,
  DeviceInfo,
  DeviceInput,
  EntitySubtype,
} from '@sonde/model/devices/device'
export type { Edge, EdgeEvent, EdgeInfo, EdgeInput, EdgeSearchQuery } from '@sonde/model/edges/edge'
export type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
export type {
  AlarmData,
  AlarmDataQuery,
  EntityCountQuery,
  EntityData,
  EntityDataQuery,
  EntityKey,
  EntityKeysInfo,
  KeyFilter,
  LatestValues,
  TsValue,
} from '@sonde/model/entity-query/entity-query'
export type { EntityDataCommand } from '@sonde/model/entity-query/live-commands'
export type { EntityUpdate } from '@sonde/model/entity-query/live-updates'
export type {
  EntityView,
  EntityViewInfo,
  EntityViewInput,
  EntityViewSearchQuery,
} from '@sonde/model/entity-views/entity-view'
export type { Event, EventFilter, EventType, NodeDebugBody } from '@sonde/model/events/event'
export type { EntityId, EntityType } from '@sonde/model/ids'
export type { Lwm2mServer } from '@sonde/model/lwm2m/lwm2m-server'
export type { OAuth2Info, OAuth2Template, OAuth2TemplateInput } from '@sonde/model/oauth2/oauth2'
export type {
  ChecksumAlgorithm,
  OtaPackageInfo,
  OtaPackageInput,
  PackageType,
} from '@sonde/model/ota-packages/ota-package'
export type { PageData, PageLink, SortDirection } from '@sonde/model/paging'
export type {
  DeviceSearchQuery,
  Relation,
  RelationInfo,
  RelationInput,
  RelationsQuery,
  RelationTypeGroup,
} from '@sonde/model/relations/relation'
export type { Lwm2mObject, Resource, ResourceInfo, ResourceInput } from '@sonde/model/resources/resource'
export type { Rpc, RpcRequest, RpcStatus } from '@sonde/model/rpc/rpc'
export type {
  RuleChain,
  RuleChainExport,
  RuleChainImport,
  RuleChainImportResult,
  RuleChainInput,
  RuleChainLabels,
  RuleChainMetadata,
  RuleChainMetadataInput,
  RuleChainType,
  RuleLink,
  RuleNode,
  ScriptTest,
  ScriptTestResult,
} from '@sonde/model/rule-chains/rule-chain'
export type { Aggregation, AttributeScope } from '@sonde/model/telemetry/values'
export type { TenantProfile, TenantProfileInfo, TenantProfileInput } from '@sonde/model/tenant-profiles/tenant-profile'
export type { Tenant, TenantInfo, TenantInput } from '@sonde/model/tenants/tenant'
export type { UserInput } from '@sonde/model/users/user'
export type { WidgetType, WidgetTypeDetails, WidgetTypeInfo, WidgetTypeInput } from '@sonde/model/widgets/widget-type'
export type { WidgetsBundle, WidgetsBundleInput } from '@sonde/model/widgets/widgets-bundle'
