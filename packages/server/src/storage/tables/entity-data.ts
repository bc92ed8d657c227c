/**
 * Data of entities of any type: attributes, relations, RPC calls, alarms, events, the audit log.
 *
 * - `alarm.acknowledged` and `alarm.cleared` are the status; the corresponding timestamps say when, and only increase.
 * - `alarm_entity`: the entities that show an alarm, including its originator.
 * - `event`: each event type uses some of the columns, which filters search.
 * - `audit_log.tenant_id` is the actor's tenant; `action_data` is JSON text.
 */

export const entityData: readonly string[] = [
  `create table attribute (tenant_id text not null, entity_type text not null, entity_id text not null,
     scope text not null, key text not null, last_update_ts bigint not null, value_type integer not null,
     value text not null, primary key (entity_id, scope, key))`,
  `create index attribute_by_tenant on attribute (tenant_id, entity_type, key)`,
  `create table relation (from_type text not null, from_id text not null, to_type text not null,
     to_id text not null, type_group text not null, type text not null, additional_info text,
     primary key (from_id, from_type, type_group, type, to_id, to_type))`,
  `create index relation_by_target on relation (to_id, to_type, type_group, type)`,
  `create table rpc (id text primary key, created_time bigint not null, tenant_id text not null,
     device_id text not null references device (id) on delete cascade, expiration_time bigint not null,
     request text not null, response text, status text not null, additional_info text)`,
  `create index rpc_by_device on rpc (device_id, created_time)`,
  `create index rpc_by_status on rpc (status, expiration_time)`,
  `create index rpc_by_tenant on rpc (tenant_id, created_time)`,
  `create index rpc_by_tenant_status on rpc (tenant_id, status)`,
  `create table alarm (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, customer_id text not null,
     originator_type text not null, originator_id text not null, type text not null, severity text not null,
     start_ts bigint not null, end_ts bigint not null, ack_ts bigint not null, clear_ts bigint not null,
     details text, propagate integer not null, propagate_to_owner integer not null,
     propagate_to_tenant integer not null, propagate_relation_types text not null,
     acknowledged integer not null default 0, cleared integer not null default 0)`,
  `create index alarm_by_originator on alarm (originator_id, created_time)`,
  `create unique index alarm_active on alarm (originator_id, type) where cleared = 0`,
  `create index alarm_by_type on alarm (originator_id, type, created_time)`,
  `create index alarm_by_tenant on alarm (tenant_id, created_time)`,
  `create index alarm_by_customer on alarm (tenant_id, customer_id, created_time)`,
  `create index alarm_by_end on alarm (tenant_id, end_ts)`,
  `create table alarm_entity (entity_id text not null, created_time bigint not null,
     alarm_id text not null references alarm (id) on delete cascade, entity_type text not null,
     primary key (entity_id, created_time, alarm_id))`,
  `create index alarm_entity_by_alarm on alarm_entity (alarm_id)`,
  `create table event (id text primary key, created_time bigint not null, tenant_id text not null,
     entity_type text not null, entity_id text not null, type text not null, server text not null, direction text,
     about_type text, about_id text, message_id text, message_type text, data_type text, relation_type text,
     data text, metadata text, error text, method text, message text, lifecycle text, success integer,
     processed bigint, failed bigint)`,
  `create index event_by_entity on event (entity_id, type, created_time)`,
  `create index event_by_time on event (type, created_time)`,
  `create index event_by_tenant on event (tenant_id)`,
  `create table audit_log (id text primary key, created_time bigint not null, tenant_id text not null,
     customer_id text not null, entity_type text not null, entity_id text not null, entity_name text not null,
     user_id text not null, user_name text not null, action_type text not null, action_data text not null,
     action_status text not null, action_failure_details text not null)`,
  `create index audit_log_by_time on audit_log (tenant_id, created_time)`,
  `create index audit_log_by_entity on audit_log (tenant_id, entity_id, created_time)`,
  `create index audit_log_by_user on audit_log (tenant_id, user_id, created_time)`,
  `create index audit_log_by_customer on audit_log (tenant_id, customer_id, created_time)`,
]
