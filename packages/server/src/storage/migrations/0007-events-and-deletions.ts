/**
 * Events of rule chains and their like, calls by age, and entities that were deleted and still have points, attributes or events.
 * Written for SQLite and PostgreSQL alike.
 */

export const name = '0007-events-and-deletions'

/** Tables whose rows may have points in a store from before deletions were noted. */
const owners = [
  'tenant',
  'tenant_profile',
  'customer',
  '"user"',
  'device',
  'device_profile',
  'dashboard',
  'asset',
  'entity_view',
  'edge',
  'rule_chain',
  'rule_node',
  'alarm',
]

export const up: readonly string[] = [
  // The body of each type takes some of the columns; filters look at them (rules.md §3).
  `create table event (id text primary key, created_time bigint not null, tenant_id text not null,
     entity_type text not null, entity_id text not null, type text not null, server text not null, direction text,
     about_type text, about_id text, message_id text, message_type text, data_type text, relation_type text, data text,
     metadata text, error text, method text, message text, lifecycle text, success integer, processed bigint,
     failed bigint)`,
  `create index event_by_entity on event (entity_id, type, created_time)`,
  `create index event_by_time on event (type, created_time)`,
  `create index event_by_tenant on event (tenant_id)`,
  `create index rpc_by_tenant on rpc (tenant_id, created_time)`,
  `create table deleted_entity (entity_id text primary key, entity_type text not null, tenant_id text not null,
     deleted_time bigint not null, purged_time bigint)`,
  `create index deleted_entity_by_time on deleted_entity (purged_time, deleted_time)`,
  `insert into deleted_entity (entity_id, entity_type, tenant_id, deleted_time)
     select entity, 'DEVICE', min(tenant), 0 from series
     where ${owners.map((table) => `not exists (select 1 from ${table} o where o.id = series.entity)`).join(' and ')}
     group by entity`,
]
