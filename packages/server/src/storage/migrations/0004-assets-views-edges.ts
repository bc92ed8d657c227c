/** Assets, entity views, edges and what edges are told. Written for SQLite and PostgreSQL alike. */

const owned = `id text primary key, created_time bigint not null,
  tenant_id text not null references tenant (id) on delete cascade, customer_id text not null, name text not null,
  type text not null, additional_info text`

const indexes = (table: string): readonly string[] => [
  `create index ${table}_by_time on ${table} (tenant_id, created_time)`,
  `create index ${table}_by_customer on ${table} (tenant_id, customer_id, created_time)`,
  `create index ${table}_by_type on ${table} (tenant_id, type)`,
]

export const name = '0004-assets-views-edges'

export const up: readonly string[] = [
  `create table asset (${owned}, label text, unique (tenant_id, name))`,
  ...indexes('asset'),
  `create table entity_view (${owned}, entity_type text not null, entity_id text not null, keys text not null,
     start_ts bigint not null, end_ts bigint not null, unique (tenant_id, name))`,
  ...indexes('entity_view'),
  `create index entity_view_by_entity on entity_view (entity_id)`,
  `create table edge (${owned}, label text, root_rule_chain_id text, routing_key text not null unique,
     secret text not null, unique (tenant_id, name))`,
  ...indexes('edge'),
  `create index edge_by_root_chain on edge (root_rule_chain_id)`,
  `create table edge_event (id text primary key, created_time bigint not null, tenant_id text not null,
     edge_id text not null references edge (id) on delete cascade, uid text not null, type text not null,
     action text not null, entity_id text, body text)`,
  `create index edge_event_by_edge on edge_event (edge_id, created_time)`,
  `create index edge_event_by_time on edge_event (created_time)`,
]
