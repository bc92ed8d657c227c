/**
 * What of a deleted thing is kept in the trash, by its type: the rows that go with it, each table with all its columns (the
 * compiler asks for new ones), and where its name stands.
 *
 * Not kept, because it would be wrong or unsafe later: calls to devices that wait for an answer, sessions, the packages
 * of a device profile (their files go).
 */

import type { EntityType } from '@sonde/model/ids'
import type { TrashedType } from '@sonde/model/trash/trash'
import { type RawBuilder, sql } from 'kysely'
import type { Schema } from '../storage/schema.ts'

export type KeptTable =
  | 'device'
  | 'device_credentials'
  | 'device_claim'
  | 'asset'
  | 'entity_view'
  | 'customer'
  | 'dashboard'
  | 'dashboard_customer'
  | 'rule_chain'
  | 'rule_node'
  | 'rule_link'
  | 'user'
  | 'user_credentials'
  | 'password_history'
  | 'device_profile'

/** Rows by table, as they were. */
export type Snapshot = { [T in KeptTable]?: Schema[T][] } & {
  /** Of customers: ids of what was theirs, by table; what they were assigned is the tenant's meanwhile. */
  assigned?: { [T in AssignedTable]?: string[] }
  /** Alarms of others that were seen through it. */
  alarms?: Schema['alarm_entity'][]
}

/** Tables of what a customer can have. */
export const assignedTables = ['device', 'asset', 'entity_view', 'edge'] as const
export type AssignedTable = (typeof assignedTables)[number]

/** Alarms of others that something in the trash remembers, the newest. */
export const keptAlarmsMax = 10_000

const contact = {
  country: true,
  state: true,
  city: true,
  address: true,
  address2: true,
  zip: true,
  phone: true,
  email: true,
} as const
const owned = {
  id: true,
  created_time: true,
  tenant_id: true,
  customer_id: true,
  name: true,
  type: true,
  additional_info: true,
} as const

export const keptColumns: { readonly [T in KeptTable]: Readonly<Record<keyof Schema[T], true>> } = {
  device: { ...owned, device_profile_id: true, label: true, device_data: true, firmware_id: true, software_id: true },
  device_credentials: {
    id: true,
    created_time: true,
    device_id: true,
    credentials_type: true,
    credentials_id: true,
    credentials_value: true,
  },
  device_claim: { device_id: true, secret_key: true, expiration_time: true },
  asset: { ...owned, label: true },
  entity_view: { ...owned, entity_type: true, entity_id: true, keys: true, start_ts: true, end_ts: true },
  customer: {
    id: true,
    created_time: true,
    tenant_id: true,
    title: true,
    ...contact,
    additional_info: true,
    is_public: true,
  },
  dashboard: {
    id: true,
    created_time: true,
    tenant_id: true,
    title: true,
    image: true,
    mobile_hide: true,
    mobile_order: true,
    configuration: true,
  },
  dashboard_customer: { dashboard_id: true, customer_id: true },
  rule_chain: {
    id: true,
    created_time: true,
    tenant_id: true,
    name: true,
    type: true,
    root: true,
    first_rule_node_id: true,
    debug_mode: true,
    additional_info: true,
  },
  rule_node: {
    id: true,
    created_time: true,
    rule_chain_id: true,
    position: true,
    type: true,
    name: true,
    debug_mode: true,
    configuration: true,
    additional_info: true,
  },
  rule_link: { rule_chain_id: true, position: true, from_node_id: true, to_node_id: true, type: true },
  user: {
    id: true,
    created_time: true,
    tenant_id: true,
    customer_id: true,
    authority: true,
    email: true,
    first_name: true,
    last_name: true,
    additional_info: true,
  },
  user_credentials: {
    user_id: true,
    enabled: true,
    password_hash: true,
    activate_token: true,
    reset_token: true,
    tokens_valid_from: true,
    failed_login_attempts: true,
    last_login_ts: true,
    password_ts: true,
    email_code: true,
    email_code_ts: true,
    mail_ts: true,
  },
  password_history: { user_id: true, created_time: true, password_hash: true },
  device_profile: {
    id: true,
    created_time: true,
    tenant_id: true,
    name: true,
    description: true,
    image: true,
    is_default: true,
    type: true,
    transport_type: true,
    provision_type: true,
    provision_device_key: true,
    default_rule_chain_id: true,
    default_dashboard_id: true,
    default_queue_name: true,
    firmware_id: true,
    software_id: true,
    profile_data: true,
  },
}

/** One of the things that go to the trash. */
export interface KeptThing {
  /** Its own table; it has the columns `id` and `tenant_id`. */
  readonly table: Extract<
    KeptTable,
    'device' | 'asset' | 'entity_view' | 'customer' | 'dashboard' | 'rule_chain' | 'user' | 'device_profile'
  >
  readonly nameColumn: string
  /** Column that the list shows as its type; null: none. */
  readonly typeColumn: string | null
  /** Tables whose rows go with it, in the order in which they come back, and the column that names it there. */
  readonly parts: readonly (readonly [KeptTable, string])[]
}

export const keptThings: Readonly<Record<TrashedType, KeptThing>> = {
  DEVICE: {
    table: 'device',
    nameColumn: 'name',
    typeColumn: 'type',
    parts: [
      ['device', 'id'],
      ['device_credentials', 'device_id'],
      ['device_claim', 'device_id'],
    ],
  },
  ASSET: { table: 'asset', nameColumn: 'name', typeColumn: 'type', parts: [['asset', 'id']] },
  ENTITY_VIEW: { table: 'entity_view', nameColumn: 'name', typeColumn: 'type', parts: [['entity_view', 'id']] },
  CUSTOMER: {
    table: 'customer',
    nameColumn: 'title',
    typeColumn: null,
    parts: [
      ['customer', 'id'],
      ['dashboard_customer', 'customer_id'],
    ],
  },
  DASHBOARD: {
    table: 'dashboard',
    nameColumn: 'title',
    typeColumn: null,
    parts: [
      ['dashboard', 'id'],
      ['dashboard_customer', 'dashboard_id'],
    ],
  },
  RULE_CHAIN: {
    table: 'rule_chain',
    nameColumn: 'name',
    typeColumn: 'type',
    parts: [
      ['rule_chain', 'id'],
      ['rule_node', 'rule_chain_id'],
      ['rule_link', 'rule_chain_id'],
    ],
  },
  USER: {
    table: 'user',
    nameColumn: 'email',
    typeColumn: 'authority',
    parts: [
      ['user', 'id'],
      ['user_credentials', 'user_id'],
      ['password_history', 'user_id'],
    ],
  },
  DEVICE_PROFILE: {
    table: 'device_profile',
    nameColumn: 'name',
    typeColumn: 'transport_type',
    parts: [['device_profile', 'id']],
  },
}

/** Where the other end of a relation is looked for. */
const endTables: readonly (readonly [EntityType, keyof Schema])[] = [
  ['DEVICE', 'device'],
  ['ASSET', 'asset'],
  ['TENANT', 'tenant'],
  ['CUSTOMER', 'customer'],
  ['USER', 'user'],
  ['DASHBOARD', 'dashboard'],
  ['ENTITY_VIEW', 'entity_view'],
  ['EDGE', 'edge'],
  ['RULE_CHAIN', 'rule_chain'],
  ['RULE_NODE', 'rule_node'],
  ['DEVICE_PROFILE', 'device_profile'],
  ['ALARM', 'alarm'],
  ['OTA_PACKAGE', 'ota_package'],
  ['TB_RESOURCE', 'resource'],
  ['WIDGETS_BUNDLE', 'widgets_bundle'],
  ['WIDGET_TYPE', 'widget_type'],
]

/** Whether there is an entity of the type and id in these columns. */
export function endExists(typeColumn: string, idColumn: string): RawBuilder<boolean> {
  const cases = endTables.map(
    ([type, table]) =>
      sql`when ${sql.lit(type)} then exists (select 1 from ${sql.table(table)} as e where e.id = ${sql.ref(idColumn)})`,
  )
  return sql<boolean>`case ${sql.ref(typeColumn)} ${sql.join(cases, sql` `)} else 0 end`
}
