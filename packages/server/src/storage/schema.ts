/**
 * Tables of the relational store as Kysely sees them; migrations make them. Those of what people make stand here, those
 * of what is noted of it in `record-schema.ts`. Ids are UUID text, times epoch ms, booleans 0 or 1, JSON columns text.
 * "None" is NIL_UUID where the wire says so, null elsewhere.
 */

import type { Generated } from 'kysely'
import type {
  AlarmEntityTable,
  AlarmTable,
  ApiUsageStateTable,
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
  RpcTable,
  RuleNodeStateTable,
} from './record-schema.ts'

export interface TenantTable {
  id: string
  created_time: number
  tenant_profile_id: string
  title: string
  region: string | null
  country: string | null
  state: string | null
  city: string | null
  address: string | null
  address2: string | null
  zip: string | null
  phone: string | null
  email: string | null
  additional_info: string | null
}

export interface TenantProfileTable {
  id: string
  created_time: number
  name: string
  description: string | null
  is_default: number
  isolated_core: number
  isolated_rule_engine: number
  profile_data: string
  /** JSON object, values of limits by name. */
  limits: Generated<string>
}

export interface CustomerTable {
  id: string
  created_time: number
  tenant_id: string
  title: string
  country: string | null
  state: string | null
  city: string | null
  address: string | null
  address2: string | null
  zip: string | null
  phone: string | null
  email: string | null
  additional_info: string | null
  /** 1 for the tenant's customer "Public". */
  is_public: number
}

export interface UserTable {
  id: string
  created_time: number
  tenant_id: string
  customer_id: string
  authority: string
  email: string
  first_name: string | null
  last_name: string | null
  additional_info: string | null
}

export interface UserCredentialsTable {
  user_id: string
  enabled: number
  /** argon2id in PHC form; null until activated. */
  password_hash: string | null
  activate_token: string | null
  reset_token: string | null
  /** Tokens issued before are refused, epoch ms. */
  tokens_valid_from: number
  failed_login_attempts: number
  last_login_ts: number | null
  /** When the password was set, epoch ms. */
  password_ts: number
  /** Sent by mail; activates the account. */
  email_code: string | null
  email_code_ts: number
  /** When the last mail with a link or code was sent, epoch ms; 0: never. */
  mail_ts: number
  /** When the links were made, epoch ms. */
  activate_token_ts: Generated<number>
  reset_token_ts: Generated<number>
  /** Waits for its confirmation by the mailed link. */
  new_email: string | null
  new_email_token: string | null
  new_email_ts: Generated<number>
}

/** A sign-in that goes on until it is ended, or its refresh token is not used in time. */
export interface UserSessionTable {
  id: string
  user_id: string
  created_time: number
  /** The refresh token that counts, and the one that it replaced. */
  refresh_id: string
  previous_id: string | null
  /** When the refresh token was made, epoch ms. */
  refreshed_ts: number
  expires_ts: number
}

/** What pages remember of a user. */
export interface UserSettingTable {
  user_id: string
  name: string
  /** A JSON object. */
  value: string
}

export interface OAuth2TemplateTable {
  id: string
  created_time: number
  provider_id: string
  body: string
}

export interface DeviceProfileTable {
  id: string
  created_time: number
  tenant_id: string
  name: string
  description: string | null
  image: string | null
  is_default: number
  type: string
  transport_type: string
  provision_type: string
  provision_device_key: string | null
  default_rule_chain_id: string | null
  default_dashboard_id: string | null
  default_queue_name: string | null
  firmware_id: string | null
  software_id: string | null
  profile_data: string
}

export interface DeviceTable {
  id: string
  created_time: number
  tenant_id: string
  customer_id: string
  device_profile_id: string
  name: string
  type: string
  label: string | null
  device_data: string
  firmware_id: string | null
  software_id: string | null
  additional_info: string | null
}

export interface DeviceCredentialsTable {
  id: string
  created_time: number
  device_id: string
  credentials_type: string
  credentials_id: string
  credentials_value: string | null
}

export interface DeviceClaimTable {
  device_id: string
  secret_key: string
  expiration_time: number
}

/** Of a device or an asset. */
export interface VisitorRightTable {
  device_id: string | null
  asset_id: string | null
  /** JSON. */
  rights: string
}

export interface DeviceAcceptanceTable {
  tenant_id: string
  /** JSON list of tenant ids. */
  from_tenants: string
}

export interface DashboardTable {
  id: string
  created_time: number
  tenant_id: string
  title: string
  image: string | null
  mobile_hide: number
  mobile_order: number | null
  configuration: string | null
}

export interface DashboardCustomerTable {
  dashboard_id: string
  customer_id: string
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

export interface RuleChainTable {
  id: string
  created_time: number
  tenant_id: string
  name: string
  type: string
  root: number
  first_rule_node_id: string | null
  debug_mode: number
  additional_info: string | null
}

export interface RuleNodeTable {
  id: string
  created_time: number
  rule_chain_id: string
  /** Order in the metadata. */
  position: number
  type: string
  name: string
  debug_mode: number
  configuration: string
  additional_info: string | null
}

export interface RuleLinkTable {
  rule_chain_id: string
  /** Order in the metadata. */
  position: number
  from_node_id: string
  to_node_id: string
  type: string
}

export interface AssetTable {
  id: string
  created_time: number
  tenant_id: string
  customer_id: string
  name: string
  type: string
  additional_info: string | null
  label: string | null
}

export interface EntityViewTable {
  id: string
  created_time: number
  tenant_id: string
  customer_id: string
  name: string
  type: string
  additional_info: string | null
  /** What it is a view of. */
  entity_type: string
  entity_id: string
  keys: string
  /** Epoch ms, 0: open. */
  start_ts: number
  end_ts: number
}

export interface EdgeTable {
  id: string
  created_time: number
  tenant_id: string
  customer_id: string
  name: string
  type: string
  additional_info: string | null
  label: string | null
  root_rule_chain_id: string | null
  routing_key: string
  secret: string
}

/** What was deleted and can still be brought back. */
export interface TrashTable {
  id: string
  entity_type: string
  tenant_id: string
  /** Whose it was. */
  customer_id: string
  name: string
  type: string
  deleted_time: number
  /** The e-mail address of who did it. */
  deleted_by: string
  /** What it was deleted with: the customer of a user, the profile of a package, the bundle of a widget type. */
  part_of: string | null
  /** As the rule engine was told, JSON. */
  entity: string | null
  /** JSON `{ table: [row, …] }` */
  snapshot: string
  /** Its file in the folder of packages. */
  file: string | null
  /** Of its file or data. */
  bytes: number
}

/** A relation that went with one of its ends. */
export interface TrashRelationTable extends RelationTable {
  tenant_id: string
}

export interface OtaPackageTable {
  id: string
  created_time: number
  tenant_id: string
  /** Null: for devices of every profile. */
  device_profile_id: string | null
  type: string
  title: string
  version: string
  tag: string | null
  url: string | null
  /** Name in the folder of packages; null: no file was uploaded. */
  file: string | null
  file_name: string | null
  content_type: string | null
  checksum_algorithm: string | null
  checksum: string | null
  data_size: number | null
  additional_info: string | null
}

export interface AdminSettingsTable {
  id: string
  created_time: number
  tenant_id: string
  key: string
  json_value: string
}

/** A file of the library; of LwM2M models with what they describe. */
export interface ResourceTable {
  id: string
  created_time: number
  /** NIL_UUID: the system's. */
  tenant_id: string
  title: string
  resource_type: string
  resource_key: string
  file_name: string
  object_id: number | null
  object_name: string | null
  /** What a form offers of it as JSON; null: nothing, or no model. */
  object: string | null
  /** Of the file, not of its Base64. */
  bytes: number
  /** Base64 */
  data: string
}

export interface WidgetsBundleTable {
  id: string
  created_time: number
  /** NIL_UUID: the system's. */
  tenant_id: string
  alias: string
  title: string
  image: string | null
  description: string | null
}

export interface WidgetTypeTable {
  id: string
  created_time: number
  tenant_id: string
  bundle_alias: string
  alias: string
  name: string
  kind: string
  image: string | null
  description: string | null
  descriptor: string
}

export interface Schema {
  tenant: TenantTable
  tenant_profile: TenantProfileTable
  customer: CustomerTable
  user: UserTable
  user_credentials: UserCredentialsTable
  user_session: UserSessionTable
  user_setting: UserSettingTable
  device_profile: DeviceProfileTable
  device: DeviceTable
  device_credentials: DeviceCredentialsTable
  device_claim: DeviceClaimTable
  visitor_right: VisitorRightTable
  device_acceptance: DeviceAcceptanceTable
  dashboard: DashboardTable
  dashboard_customer: DashboardCustomerTable
  relation: RelationTable
  rule_chain: RuleChainTable
  rule_node: RuleNodeTable
  rule_node_state: RuleNodeStateTable
  rule_link: RuleLinkTable
  attribute: AttributeTable
  rpc: RpcTable
  alarm: AlarmTable
  alarm_entity: AlarmEntityTable
  asset: AssetTable
  entity_view: EntityViewTable
  edge: EdgeTable
  edge_event: EdgeEventTable
  event: EventTable
  deleted_entity: DeletedEntityTable
  admin_settings: AdminSettingsTable
  password_history: PasswordHistoryTable
  audit_log: AuditLogTable
  dead_letter: DeadLetterTable
  oauth2_template: OAuth2TemplateTable
  api_usage_state: ApiUsageStateTable
  customer_usage: CustomerUsageTable
  limit_hour: LimitHourTable
  limit_causer: LimitCauserTable
  trash: TrashTable
  trash_relation: TrashRelationTable
  ota_package: OtaPackageTable
  package_rollout: PackageRolloutTable
  resource: ResourceTable
  widgets_bundle: WidgetsBundleTable
  widget_type: WidgetTypeTable
}
