/**
 * Tables of the relational store as Kysely types; `tables/` creates them. Entity columns are defined in the catalog
 * (`entities/`), those of records about entities in `record-schema.ts`. Ids are UUID text, times epoch ms, booleans 0
 * or 1, JSON columns text. "None" is NIL_UUID where the wire format uses it, null elsewhere.
 */

import type { EntityType } from '@sonde/model/ids'
import type { Row } from '../entities/columns.ts'
import type { dashboardCustomerColumns } from '../entities/dashboard.ts'
import type { deviceClaimColumns, deviceCredentialsColumns } from '../entities/device.ts'
import type { keyDescriptionColumns } from '../entities/device-profile.ts'
import type { Descriptors } from '../entities/entity-descriptors.ts'
import type { ruleLinkColumns } from '../entities/rule-chain.ts'
import type { userCredentialsColumns, userSettingColumns } from '../entities/user.ts'
import type {
  AlarmEntityTable,
  AlarmEventTable,
  AttributeTable,
  AuditLogTable,
  CustomerUsageTable,
  DeadLetterTable,
  DeletedEntityTable,
  EdgeEventTable,
  EventTable,
  LimitCauserTable,
  LimitHourTable,
  PackageRolloutTable,
  PasswordHistoryTable,
  RuleNodeStateTable,
} from './record-schema.ts'

export type TenantTable = Row<Descriptors['TENANT']['columns']>
export type TenantProfileTable = Row<Descriptors['TENANT_PROFILE']['columns']>
export type CustomerTable = Row<Descriptors['CUSTOMER']['columns']>
export type UserTable = Row<Descriptors['USER']['columns']>
export type UserCredentialsTable = Row<typeof userCredentialsColumns>

/** A signed-in session. Ends when it is revoked or when its refresh token isn't used in time. */
export interface UserSessionTable {
  id: string
  user_id: string
  created_time: number
  /** The current refresh token and the one that it replaced. */
  refresh_id: string
  previous_id: string | null
  /** When the refresh token was made, epoch ms. */
  refreshed_ts: number
  expires_ts: number
}

export type UserSettingTable = Row<typeof userSettingColumns>

export interface OAuth2TemplateTable {
  id: string
  created_time: number
  provider_id: string
  body: string
}

export type DeviceProfileTable = Row<Descriptors['DEVICE_PROFILE']['columns']>
export type DeviceTable = Row<Descriptors['DEVICE']['columns']>
export type DeviceCredentialsTable = Row<typeof deviceCredentialsColumns>
export type DeviceClaimTable = Row<typeof deviceClaimColumns>

/** Key descriptions of a tenant or a device profile. */
export type KeyDescriptionTable = Row<typeof keyDescriptionColumns>

/** Visitor rights of a device or an asset. */
export interface VisitorRightTable {
  device_id: string | null
  asset_id: string | null
  /** JSON. */
  rights: string
}

/** Share link of a dashboard. */
export interface ShareLinkTable {
  id: string
  tenant_id: string
  dashboard_id: string
  customer_id: string
  name: string
  secret_hash: string
  created_time: number
  creator_id: string
  creator_name: string
  end_time: number
  last_used_time: number | null
}

export interface DeviceAcceptanceTable {
  tenant_id: string
  /** JSON list of tenant ids. */
  from_tenants: string
}

export type DashboardTable = Row<Descriptors['DASHBOARD']['columns']>
export type DashboardCustomerTable = Row<typeof dashboardCustomerColumns>

/** A saved version of a dashboard. */
export interface DashboardVersionTable {
  id: string
  dashboard_id: string
  /** 1, 2 … within the dashboard. */
  number: number
  created_time: number
  tenant_id: string
  author_id: string | null
  author_name: string | null
  /** Bytes of the dashboard's JSON. */
  bytes: number
  /** Numbers of changes to the previous version, JSON. */
  changes: string | null
  /** Number of the version whose content it has. */
  restored_from: number | null
  /** Bytes of `body`. */
  stored_bytes: number
  /** Compressed JSON. Null for the newest version: its content is the dashboard's. */
  body: Uint8Array | null
}

export interface RelationTable {
  from_type: string
  from_id: string
  to_type: string
  to_id: string
  type_group: string
  type: string
  additional_info: string | null
}

export type RuleChainTable = Row<Descriptors['RULE_CHAIN']['columns']>
export type RuleNodeTable = Row<Descriptors['RULE_NODE']['columns']>
export type RuleLinkTable = Row<typeof ruleLinkColumns>
export type AssetTable = Row<Descriptors['ASSET']['columns']>
export type EntityViewTable = Row<Descriptors['ENTITY_VIEW']['columns']>
export type EdgeTable = Row<Descriptors['EDGE']['columns']>

/** A deleted entity that can still be restored. */
export interface TrashTable {
  id: string
  entity_type: string
  tenant_id: string
  /** The customer that the entity belonged to. */
  customer_id: string
  name: string
  type: string
  deleted_time: number
  /** Email address of the user who deleted it. */
  deleted_by: string
  /** Entity that it was deleted with: the customer of a user, the profile of a package, the bundle of a widget type. */
  part_of: string | null
  /** The entity as sent to the rule engine, JSON. */
  entity: string | null
  /** JSON `{ table: [row, …] }` */
  snapshot: string
  /** Name of its file in the package folder. */
  file: string | null
  /** Size of its file or data. */
  bytes: number
}

/** A relation that was deleted with one of its ends. */
export interface TrashRelationTable extends RelationTable {
  tenant_id: string
}

export type OtaPackageTable = Row<Descriptors['OTA_PACKAGE']['columns']>

export interface AdminSettingsTable {
  id: string
  created_time: number
  tenant_id: string
  key: string
  json_value: string
}

export type ResourceTable = Row<Descriptors['TB_RESOURCE']['columns']>
export type WidgetsBundleTable = Row<Descriptors['WIDGETS_BUNDLE']['columns']>
export type WidgetTypeTable = Row<Descriptors['WIDGET_TYPE']['columns']>

/** Entity tables, derived from the catalog. */
type EntityTables = { [T in EntityType as Descriptors[T]['table']]: Row<Descriptors[T]['columns']> }

export interface Schema extends EntityTables {
  user_credentials: UserCredentialsTable
  user_session: UserSessionTable
  user_setting: UserSettingTable
  device_credentials: DeviceCredentialsTable
  device_claim: DeviceClaimTable
  key_description: KeyDescriptionTable
  visitor_right: VisitorRightTable
  device_acceptance: DeviceAcceptanceTable
  dashboard_customer: DashboardCustomerTable
  dashboard_version: DashboardVersionTable
  share_link: ShareLinkTable
  relation: RelationTable
  rule_node_state: RuleNodeStateTable
  rule_link: RuleLinkTable
  attribute: AttributeTable
  alarm_entity: AlarmEntityTable
  alarm_event: AlarmEventTable
  edge_event: EdgeEventTable
  event: EventTable
  deleted_entity: DeletedEntityTable
  admin_settings: AdminSettingsTable
  password_history: PasswordHistoryTable
  audit_log: AuditLogTable
  dead_letter: DeadLetterTable
  oauth2_template: OAuth2TemplateTable
  customer_usage: CustomerUsageTable
  limit_hour: LimitHourTable
  limit_causer: LimitCauserTable
  trash: TrashTable
  trash_relation: TrashRelationTable
  package_rollout: PackageRolloutTable
}
