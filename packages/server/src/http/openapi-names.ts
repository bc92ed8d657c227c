/**
 * Names of the schemas in the OpenAPI document: every object schema exported by one of these model files, named after
 * its constant, and those of plain entity types. A schema that two calls share must be included; a test reports missing
 * ones.
 */

import * as adminSettingsShapes from '@sonde/model/admin-settings/admin-settings'
import * as alarmShapes from '@sonde/model/alarms/alarm'
import * as alarmCauseShapes from '@sonde/model/alarms/alarm-cause'
import * as alarmHistoryShapes from '@sonde/model/alarms/alarm-history'
import { namedPlainSchemas } from '@sonde/model/assignables/plain-entity'
import * as auditLogShapes from '@sonde/model/audit-log/audit-log'
import * as authShapes from '@sonde/model/auth/auth'
import * as passwordPolicyShapes from '@sonde/model/auth/password-policy'
import * as bulkImportShapes from '@sonde/model/bulk-import/bulk-import'
import * as componentDescriptorShapes from '@sonde/model/component-descriptors/component-descriptor'
import * as contactShapes from '@sonde/model/customers/contact'
import * as customerShapes from '@sonde/model/customers/customer'
import * as dashboardShapes from '@sonde/model/dashboards/dashboard'
import * as dashboardVersionShapes from '@sonde/model/dashboards/dashboard-version'
import * as shareLinkShapes from '@sonde/model/dashboards/share-link'
import * as alarmRuleTrialShapes from '@sonde/model/device-profiles/alarm-rule-trial'
import * as deviceProfileShapes from '@sonde/model/device-profiles/device-profile'
import * as deviceShapes from '@sonde/model/devices/device'
import * as edgeShapes from '@sonde/model/edges/edge'
import { plainTypes } from '@sonde/model/entities/entity-kinds'
import * as entityFiltersShapes from '@sonde/model/entity-query/entity-filters'
import * as entityQueryShapes from '@sonde/model/entity-query/entity-query'
import * as queryAnswersShapes from '@sonde/model/entity-query/query-answers'
import * as entityViewShapes from '@sonde/model/entity-views/entity-view'
import * as eventShapes from '@sonde/model/events/event'
import { entityTypes } from '@sonde/model/ids'
import * as keyDescriptionShapes from '@sonde/model/key-descriptions/key-description'
import * as limitReportShapes from '@sonde/model/limits/limit-report'
import * as profileLimitValuesShapes from '@sonde/model/limits/profile-limit-values'
import * as lwm2mServerShapes from '@sonde/model/lwm2m/lwm2m-server'
import * as oauth2Shapes from '@sonde/model/oauth2/oauth2'
import * as otaPackageShapes from '@sonde/model/ota-packages/ota-package'
import * as relationShapes from '@sonde/model/relations/relation'
import * as resourceShapes from '@sonde/model/resources/resource'
import * as rpcShapes from '@sonde/model/rpc/rpc'
import * as ruleChainShapes from '@sonde/model/rule-chains/rule-chain'
import { anyEntityId, idOf, looseIdOf, pageOf } from '@sonde/model/schema-parts'
import * as payloadSchemasShapes from '@sonde/model/telemetry/payload-schemas'
import * as tenantProfileShapes from '@sonde/model/tenant-profiles/tenant-profile'
import * as tenantShapes from '@sonde/model/tenants/tenant'
import * as userShapes from '@sonde/model/users/user'
import * as visitorRightsShapes from '@sonde/model/visitors/visitor-rights'
import * as widgetTypeShapes from '@sonde/model/widgets/widget-type'
import * as widgetsBundleShapes from '@sonde/model/widgets/widgets-bundle'
import type { TSchema } from 'typebox'
import { wireErrorSchema } from './wire-error-schema.ts'

const files: readonly object[] = [
  adminSettingsShapes,
  alarmShapes,
  alarmCauseShapes,
  alarmHistoryShapes,
  auditLogShapes,
  authShapes,
  passwordPolicyShapes,
  bulkImportShapes,
  componentDescriptorShapes,
  contactShapes,
  customerShapes,
  dashboardShapes,
  dashboardVersionShapes,
  shareLinkShapes,
  alarmRuleTrialShapes,
  deviceProfileShapes,
  deviceShapes,
  edgeShapes,
  entityFiltersShapes,
  entityQueryShapes,
  queryAnswersShapes,
  entityViewShapes,
  eventShapes,
  keyDescriptionShapes,
  limitReportShapes,
  profileLimitValuesShapes,
  lwm2mServerShapes,
  oauth2Shapes,
  otaPackageShapes,
  relationShapes,
  resourceShapes,
  rpcShapes,
  ruleChainShapes,
  payloadSchemasShapes,
  tenantProfileShapes,
  tenantShapes,
  userShapes,
  visitorRightsShapes,
  widgetTypeShapes,
  widgetsBundleShapes,
]

/** Schemas whose names differ from their constants. */
const otherNames = new Map<unknown, string>([
  [limitReportShapes.limitRow, 'Limit'],
  [profileLimitValuesShapes.profileLimitValues, 'ProfileLimits'],
  [payloadSchemasShapes.attributesUpdate, 'AttributesUpdate'],
])

const isShape = (value: unknown): value is TSchema =>
  typeof value === 'object' &&
  value !== null &&
  '~kind' in value &&
  (('type' in value && value.type === 'object') || 'anyOf' in value)

const nameOf = (constant: string, shape: TSchema): string =>
  otherNames.get(shape) ?? constant.charAt(0).toUpperCase() + constant.slice(1)

const shapes: Readonly<Record<string, TSchema>> = Object.fromEntries([
  ...files.flatMap((file) =>
    Object.entries(file).flatMap(([constant, value]): [string, TSchema][] =>
      isShape(value) ? [[nameOf(constant, value), value]] : [],
    ),
  ),
  ...plainTypes.flatMap((type) => Object.entries(namedPlainSchemas(type))),
])

/** `RULE_CHAIN` becomes `RuleChain`. */
const pascal = (constant: string): string =>
  constant
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('')

/** All named schemas by name. */
export const namedSchemas: Readonly<Record<string, TSchema>> = {
  ...shapes,
  ...Object.fromEntries(Object.entries(shapes).map(([name, schema]) => [`PageOf${name}`, pageOf(schema)])),
  ...Object.fromEntries(entityTypes.map((type) => [`${pascal(type)}Id`, idOf(type)])),
  ...Object.fromEntries(entityTypes.map((type) => [`${pascal(type)}IdInput`, looseIdOf(type)])),
  EntityId: anyEntityId,
  WireError: wireErrorSchema,
}
