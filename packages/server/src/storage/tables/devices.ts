/**
 * Devices, assets and other plain entities, entity views and edges, and the dashboards that show them.
 *
 * - `visitor_right`: what visitors may do with a public device or asset, JSON.
 * - `key_description`: names and units of keys, JSON; per tenant for all entities, or per device profile.
 */

import { plainEntities, plainTables } from './plain-entities.ts'

export const devices: readonly string[] = [
  `create table device_profile (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, name text not null, description text,
     image text, is_default integer not null, type text not null, transport_type text not null,
     provision_type text not null, provision_device_key text unique, default_rule_chain_id text,
     default_dashboard_id text, default_queue_name text, firmware_id text, software_id text,
     profile_data text not null, unique (tenant_id, name))`,
  `create index device_profile_by_firmware on device_profile (firmware_id) where firmware_id is not null`,
  `create index device_profile_by_software on device_profile (software_id) where software_id is not null`,
  `create table device (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, customer_id text not null,
     device_profile_id text not null references device_profile (id), name text not null, type text not null,
     label text, device_data text not null, firmware_id text, software_id text, additional_info text,
     unique (tenant_id, name))`,
  `create index device_by_time on device (tenant_id, created_time)`,
  `create index device_by_customer on device (tenant_id, customer_id, created_time)`,
  `create index device_by_type on device (tenant_id, type, created_time)`,
  `create index device_by_type_name on device (tenant_id, type, name)`,
  `create index device_by_customer_name on device (tenant_id, customer_id, name)`,
  `create index device_by_customer_type on device (tenant_id, customer_id, type, created_time)`,
  `create index device_by_firmware on device (firmware_id) where firmware_id is not null`,
  `create index device_by_software on device (software_id) where software_id is not null`,
  `create index device_by_profile_and_id on device (device_profile_id, id)`,
  `create table device_credentials (id text primary key, created_time bigint not null,
     device_id text not null unique references device (id) on delete cascade, credentials_type text not null,
     credentials_id text not null unique, credentials_value text)`,
  `create table device_claim (device_id text primary key references device (id) on delete cascade,
     secret_key text not null, expiration_time bigint not null)`,
  ...plainEntities,
  `create table entity_view (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, customer_id text not null, name text not null,
     type text not null, additional_info text, entity_type text not null, entity_id text not null,
     keys text not null, start_ts bigint not null, end_ts bigint not null, unique (tenant_id, name))`,
  `create index entity_view_by_time on entity_view (tenant_id, created_time)`,
  `create index entity_view_by_customer on entity_view (tenant_id, customer_id, created_time)`,
  `create index entity_view_by_entity on entity_view (entity_id)`,
  `create index entity_view_by_type_and_time on entity_view (tenant_id, type, created_time)`,
  `create index entity_view_by_customer_and_type on entity_view (tenant_id, customer_id, type, created_time)`,
  `create table edge (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, customer_id text not null, name text not null,
     type text not null, additional_info text, label text, root_rule_chain_id text, routing_key text not null unique,
     secret text not null, unique (tenant_id, name))`,
  `create index edge_by_time on edge (tenant_id, created_time)`,
  `create index edge_by_customer on edge (tenant_id, customer_id, created_time)`,
  `create index edge_by_root_chain on edge (root_rule_chain_id)`,
  `create index edge_by_type_and_time on edge (tenant_id, type, created_time)`,
  `create index edge_by_customer_and_type on edge (tenant_id, customer_id, type, created_time)`,
  `create table edge_event (id text primary key, created_time bigint not null, tenant_id text not null,
     edge_id text not null references edge (id) on delete cascade, uid text not null, type text not null,
     action text not null, entity_id text, body text)`,
  `create index edge_event_by_edge on edge_event (edge_id, created_time)`,
  `create index edge_event_by_time on edge_event (created_time)`,
  `create table dashboard (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, title text not null, image text,
     mobile_hide integer not null, mobile_order integer, configuration text)`,
  `create index dashboard_by_time on dashboard (tenant_id, created_time)`,
  `create table dashboard_customer (dashboard_id text not null references dashboard (id) on delete cascade,
     customer_id text not null references customer (id) on delete cascade, primary key (dashboard_id, customer_id))`,
  `create index dashboard_customer_by_customer on dashboard_customer (customer_id)`,
  `create table visitor_right (device_id text unique references device (id) on delete cascade,
     asset_id text unique references asset (id) on delete cascade, rights text not null)`,
]

/** Table added by a later version. */
export const keyDescriptions: readonly string[] = [
  `create table key_description (tenant_id text unique references tenant (id) on delete cascade,
     device_profile_id text unique references device_profile (id) on delete cascade, keys text not null)`,
]

/**
 * Versions of dashboards. The newest of a dashboard has no `body`, because its content is that of the dashboard.
 *
 * `dashboard_id` has no foreign key: versions outlive a dashboard in the trash, and the purge deletes them. `author_*`
 * is null when it isn't known; `body` is compressed JSON and `stored_bytes` its size.
 */
export const dashboardVersions: readonly string[] = [
  `create table dashboard_version (id text primary key, dashboard_id text not null, number integer not null,
     created_time bigint not null, tenant_id text not null references tenant (id) on delete cascade, author_id text,
     author_name text, bytes bigint not null, changes text, restored_from integer,
     stored_bytes bigint not null default 0, body blob, unique (dashboard_id, number))`,
  `create index dashboard_version_by_time on dashboard_version (tenant_id, created_time, id, stored_bytes)`,
]

/** Links that show a dashboard without an account. They are deleted with the dashboard and with the customer. */
export const shareLinks: readonly string[] = [
  `create table share_link (id text primary key, tenant_id text not null references tenant (id) on delete cascade,
     dashboard_id text not null references dashboard (id) on delete cascade,
     customer_id text not null references customer (id) on delete cascade, name text not null,
     secret_hash text not null, created_time bigint not null, creator_id text not null, creator_name text not null,
     end_time bigint not null, last_used_time bigint)`,
  `create index share_link_by_dashboard on share_link (dashboard_id, created_time)`,
  `create index share_link_by_tenant on share_link (tenant_id, end_time)`,
  `create index share_link_by_customer on share_link (customer_id)`,
]

/** Indexes that provide the order of names in lists, without regard to case and accents. */
export const nameOrders: readonly string[] = [
  nameOrder('device_by_type_name', 'device', 'type, '),
  nameOrder('device_by_customer_name', 'device', 'customer_id, '),
  ...['device', ...plainTables, 'entity_view', 'edge'].map((table) => nameOrder(`${table}_by_name`, table)),
].flat()

function nameOrder(index: string, table: string, columns = ''): string[] {
  return [`drop index if exists ${index}`, `create index ${index} on ${table} (tenant_id, ${columns}sort_key(name))`]
}
