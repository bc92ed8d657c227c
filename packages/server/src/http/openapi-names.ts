/**
 * Which shapes have a name in the OpenAPI document. A shape that two calls share must be here; a test says which are
 * missing.
 */

import {
  adminSettings,
  adminSettingsInput,
  generalSettings,
  mailSettings,
  securitySettings,
  securitySettingsInput,
  smsSettings,
  testSmsRequest,
  updateMessage,
} from '@sonde/model/admin-settings/admin-settings'
import { alarm, alarmInfo, alarmInput } from '@sonde/model/alarms/alarm'
import { asset, assetInfo, assetInput, assetSearchQuery } from '@sonde/model/assets/asset'
import { auditLog } from '@sonde/model/audit-log/audit-log'
import {
  activateRequest,
  changePasswordRequest,
  loginRequest,
  publicLoginRequest,
  refreshRequest,
  resetByEmailRequest,
  resetPasswordRequest,
  tokenPair,
} from '@sonde/model/auth/auth'
import { passwordPolicy } from '@sonde/model/auth/password-policy'
import { bulkImportRequest, bulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import { componentDescriptor } from '@sonde/model/component-descriptors/component-descriptor'
import { contact, contactInput } from '@sonde/model/customers/contact'
import { customer, customerInput, customerShortInfo } from '@sonde/model/customers/customer'
import {
  assignedCustomer,
  dashboard,
  dashboardInfo,
  dashboardInput,
  homeDashboard,
  homeDashboardInfo,
  homeDashboardInput,
} from '@sonde/model/dashboards/dashboard'
import {
  deviceProfile,
  deviceProfileInfo,
  deviceProfileInput,
  profileData,
} from '@sonde/model/device-profiles/device-profile'
import {
  claimRequest,
  credentialsInput,
  device,
  deviceCredentials,
  deviceCredentialsInput,
  deviceData,
  deviceInfo,
  deviceInput,
  deviceWithCredentialsInput,
  entitySubtype,
} from '@sonde/model/devices/device'
import { edge, edgeEvent, edgeInfo, edgeInput, edgeSearchQuery } from '@sonde/model/edges/edge'
import { entityFilter } from '@sonde/model/entity-query/entity-filters'
import {
  alarmDataPageLink,
  alarmDataQuery,
  dynamicValue,
  entityCountQuery,
  entityDataPageLink,
  entityDataQuery,
  entityKey,
  keyFilter,
} from '@sonde/model/entity-query/entity-query'
import { alarmDataAnswer, entityDataAnswer, entityKeysAnswer } from '@sonde/model/entity-query/query-answers'
import {
  entityView,
  entityViewInfo,
  entityViewInput,
  entityViewKeys,
  entityViewSearchQuery,
} from '@sonde/model/entity-views/entity-view'
import { event, eventBody, eventFilter, nodeDebugBody } from '@sonde/model/events/event'
import { entityTypes } from '@sonde/model/ids'
import { limitCauser, limitForecast, limitRefusals, limitRow, limitTrend } from '@sonde/model/limits/limit-report'
import { limitValues, profileLimitValues } from '@sonde/model/limits/profile-limit-values'
import { lwm2mServer } from '@sonde/model/lwm2m/lwm2m-server'
import {
  oauth2Client,
  oauth2Info,
  oauth2Mapper,
  oauth2Params,
  oauth2Registration,
  oauth2Template,
  oauth2TemplateInput,
} from '@sonde/model/oauth2/oauth2'
import { otaPackage, otaPackageInfo, otaPackageInput } from '@sonde/model/ota-packages/ota-package'
import {
  deviceSearchQuery,
  relation,
  relationInfo,
  relationInput,
  relationSearch,
  relationsQuery,
} from '@sonde/model/relations/relation'
import { lwm2mObject, resource, resourceInfo, resourceInput } from '@sonde/model/resources/resource'
import { rpc, rpcRequest } from '@sonde/model/rpc/rpc'
import {
  defaultRuleChainInput,
  ruleChain,
  ruleChainConnection,
  ruleChainExport,
  ruleChainImport,
  ruleChainImportResult,
  ruleChainInput,
  ruleChainLabels,
  ruleChainMetadata,
  ruleChainMetadataInput,
  ruleLink,
  ruleNode,
  ruleNodeInput,
  scriptTest,
  scriptTestResult,
} from '@sonde/model/rule-chains/rule-chain'
import { anyEntityId, idOf, looseIdOf, pageOf } from '@sonde/model/schema-parts'
import {
  attributesOfDevice,
  attributesPayload,
  attributesUpdate,
  attributeValue,
  callOfServer,
  claimPayload,
  clientCallPayload,
  seriesValues,
  telemetryPayload,
} from '@sonde/model/telemetry/payload-schemas'
import {
  profileConfigurationInput,
  tenantProfile,
  tenantProfileInfo,
  tenantProfileInput,
} from '@sonde/model/tenant-profiles/tenant-profile'
import { tenant, tenantInfo, tenantInput } from '@sonde/model/tenants/tenant'
import { user, userInput } from '@sonde/model/users/user'
import { visitorRights } from '@sonde/model/visitors/visitor-rights'
import {
  widgetDescriptor,
  widgetType,
  widgetTypeDetails,
  widgetTypeInfo,
  widgetTypeInput,
} from '@sonde/model/widgets/widget-type'
import { widgetsBundle, widgetsBundleInput } from '@sonde/model/widgets/widgets-bundle'
import type { TSchema } from 'typebox'
import { wireErrorSchema } from './wire-error-schema.ts'

const shapes: Readonly<Record<string, TSchema>> = {
  AdminSettings: adminSettings,
  AdminSettingsInput: adminSettingsInput,
  GeneralSettings: generalSettings,
  MailSettings: mailSettings,
  SmsSettings: smsSettings,
  TestSmsRequest: testSmsRequest,
  SecuritySettings: securitySettings,
  SecuritySettingsInput: securitySettingsInput,
  UpdateMessage: updateMessage,
  Alarm: alarm,
  AlarmInfo: alarmInfo,
  AlarmInput: alarmInput,
  Asset: asset,
  AssetInfo: assetInfo,
  AssetInput: assetInput,
  AssetSearchQuery: assetSearchQuery,
  AuditLog: auditLog,
  TokenPair: tokenPair,
  LoginRequest: loginRequest,
  PublicLoginRequest: publicLoginRequest,
  RefreshRequest: refreshRequest,
  ChangePasswordRequest: changePasswordRequest,
  ActivateRequest: activateRequest,
  ResetPasswordRequest: resetPasswordRequest,
  ResetByEmailRequest: resetByEmailRequest,
  PasswordPolicy: passwordPolicy,
  BulkImportRequest: bulkImportRequest,
  BulkImportResult: bulkImportResult,
  ComponentDescriptor: componentDescriptor,
  Contact: contact,
  ContactInput: contactInput,
  Customer: customer,
  CustomerInput: customerInput,
  CustomerShortInfo: customerShortInfo,
  HomeDashboard: homeDashboard,
  HomeDashboardInfo: homeDashboardInfo,
  AssignedCustomer: assignedCustomer,
  DashboardInfo: dashboardInfo,
  Dashboard: dashboard,
  DashboardInput: dashboardInput,
  HomeDashboardInput: homeDashboardInput,
  ProfileData: profileData,
  DeviceProfile: deviceProfile,
  DeviceProfileInfo: deviceProfileInfo,
  DeviceProfileInput: deviceProfileInput,
  DeviceData: deviceData,
  Device: device,
  DeviceInfo: deviceInfo,
  DeviceInput: deviceInput,
  DeviceCredentials: deviceCredentials,
  DeviceCredentialsInput: deviceCredentialsInput,
  CredentialsInput: credentialsInput,
  DeviceWithCredentialsInput: deviceWithCredentialsInput,
  ClaimRequest: claimRequest,
  EntitySubtype: entitySubtype,
  Edge: edge,
  EdgeInfo: edgeInfo,
  EdgeInput: edgeInput,
  EdgeSearchQuery: edgeSearchQuery,
  EdgeEvent: edgeEvent,
  EntityFilter: entityFilter,
  EntityKey: entityKey,
  DynamicValue: dynamicValue,
  KeyFilter: keyFilter,
  EntityDataPageLink: entityDataPageLink,
  EntityCountQuery: entityCountQuery,
  EntityDataQuery: entityDataQuery,
  AlarmDataPageLink: alarmDataPageLink,
  AlarmDataQuery: alarmDataQuery,
  EntityDataAnswer: entityDataAnswer,
  AlarmDataAnswer: alarmDataAnswer,
  EntityKeysAnswer: entityKeysAnswer,
  EntityViewKeys: entityViewKeys,
  EntityView: entityView,
  EntityViewInfo: entityViewInfo,
  EntityViewInput: entityViewInput,
  EntityViewSearchQuery: entityViewSearchQuery,
  NodeDebugBody: nodeDebugBody,
  EventBody: eventBody,
  Event: event,
  EventFilter: eventFilter,
  Oauth2Mapper: oauth2Mapper,
  Oauth2Registration: oauth2Registration,
  Oauth2Params: oauth2Params,
  Oauth2Info: oauth2Info,
  Oauth2Client: oauth2Client,
  Oauth2Template: oauth2Template,
  Oauth2TemplateInput: oauth2TemplateInput,
  OtaPackage: otaPackage,
  OtaPackageInfo: otaPackageInfo,
  OtaPackageInput: otaPackageInput,
  Relation: relation,
  RelationInfo: relationInfo,
  RelationInput: relationInput,
  RelationSearch: relationSearch,
  RelationsQuery: relationsQuery,
  DeviceSearchQuery: deviceSearchQuery,
  Lwm2mObject: lwm2mObject,
  Resource: resource,
  ResourceInfo: resourceInfo,
  ResourceInput: resourceInput,
  RpcRequest: rpcRequest,
  VisitorRights: visitorRights,
  Rpc: rpc,
  RuleChain: ruleChain,
  RuleChainInput: ruleChainInput,
  DefaultRuleChainInput: defaultRuleChainInput,
  RuleNode: ruleNode,
  RuleNodeInput: ruleNodeInput,
  RuleLink: ruleLink,
  RuleChainMetadata: ruleChainMetadata,
  RuleChainConnection: ruleChainConnection,
  RuleChainMetadataInput: ruleChainMetadataInput,
  RuleChainLabels: ruleChainLabels,
  RuleChainExport: ruleChainExport,
  RuleChainImport: ruleChainImport,
  RuleChainImportResult: ruleChainImportResult,
  ScriptTest: scriptTest,
  ScriptTestResult: scriptTestResult,
  ProfileConfigurationInput: profileConfigurationInput,
  Limit: limitRow,
  LimitCauser: limitCauser,
  LimitForecast: limitForecast,
  LimitRefusals: limitRefusals,
  LimitTrend: limitTrend,
  LimitValues: limitValues,
  ProfileLimits: profileLimitValues,
  TenantProfile: tenantProfile,
  TenantProfileInput: tenantProfileInput,
  TenantProfileInfo: tenantProfileInfo,
  AttributesNews: attributesUpdate,
  AttributesOfDevice: attributesOfDevice,
  AttributesPayload: attributesPayload,
  CallOfServer: callOfServer,
  ClaimPayload: claimPayload,
  ClientCallPayload: clientCallPayload,
  TelemetryPayload: telemetryPayload,
  AttributeValue: attributeValue,
  SeriesValues: seriesValues,
  Lwm2mServer: lwm2mServer,
  Tenant: tenant,
  TenantInfo: tenantInfo,
  TenantInput: tenantInput,
  User: user,
  UserInput: userInput,
  WidgetDescriptor: widgetDescriptor,
  WidgetType: widgetType,
  WidgetTypeDetails: widgetTypeDetails,
  WidgetTypeInfo: widgetTypeInfo,
  WidgetTypeInput: widgetTypeInput,
  WidgetsBundle: widgetsBundle,
  WidgetsBundleInput: widgetsBundleInput,
}

/** `RULE_CHAIN` becomes `RuleChain`. */
const pascal = (constant: string): string =>
  constant
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

/** Every shape with a name, by that name. */
export const namedSchemas: Readonly<Record<string, TSchema>> = {
  ...shapes,
  ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [`PageOf${name}`, pageOf(schema)])),
  ...Object.fromEntries(entityTypes.map((type) => [`${pascal(type)}Id`, idOf(type)])),
  ...Object.fromEntries(entityTypes.map((type) => [`${pascal(type)}IdInput`, looseIdOf(type)])),
  EntityId: anyEntityId,
  WireError: wireErrorSchema,
}
