/**
 * Alarms that are seen through other entities than their originator, and the indexes of entity queries.
 *
 * - `alarm.acknowledged` and `alarm.cleared` are the status; the times beside them say when, and only grow.
 * - `alarm_entity`: the entities through which an alarm is seen, its originator among them.
 */

export const name = '0005-alarms-and-queries'

export const up: readonly string[] = [
  `alter table alarm add column acknowledged integer not null default 0`,
  `alter table alarm add column cleared integer not null default 0`,
  `update alarm set acknowledged = case when ack_ts = 0 then 0 else 1 end,
     cleared = case when clear_ts = 0 then 0 else 1 end`,
  `drop index alarm_uncleared`,
  `create unique index alarm_active on alarm (originator_id, type) where cleared = 0`,
  `create index alarm_by_type on alarm (originator_id, type, created_time)`,
  `create index alarm_by_tenant on alarm (tenant_id, created_time)`,
  `create index alarm_by_customer on alarm (tenant_id, customer_id, created_time)`,
  `create index alarm_by_end on alarm (tenant_id, end_ts)`,
  `create table alarm_entity (entity_id text not null, created_time bigint not null,
     alarm_id text not null references alarm (id) on delete cascade, entity_type text not null,
     primary key (entity_id, created_time, alarm_id))`,
  `create index alarm_entity_by_alarm on alarm_entity (alarm_id)`,
  `insert into alarm_entity (entity_id, created_time, alarm_id, entity_type)
     select originator_id, created_time, id, originator_type from alarm`,
  `create index device_by_type on device (tenant_id, type, created_time)`,
  `create index device_by_type_name on device (tenant_id, type, name)`,
  `create index device_by_customer_name on device (tenant_id, customer_id, name)`,
  `create index device_by_customer_type on device (tenant_id, customer_id, type, created_time)`,
]
