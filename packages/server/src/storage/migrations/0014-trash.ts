/**
 * The trash: what was deleted and can be brought back for some days.
 *
 * - `trash.id` is the entity's. `entity` is what the rule engine heard of the deletion, JSON or null; `snapshot` is JSON
 *   `{ table: [row, …] }` of the rows that went. Attributes, points and events are not in it: they stay where they are.
 * - `part_of`: the customer with which a user was deleted.
 * - `trash_relation`: relations that went with an end, until both ends exist again or one is gone for good.
 */

export const name = '0014-trash'

export const up: readonly string[] = [
  `create table trash (id text primary key, entity_type text not null,
     tenant_id text not null references tenant (id) on delete cascade, customer_id text not null, name text not null,
     type text not null, deleted_time bigint not null, deleted_by text not null, part_of text, entity text,
     snapshot text not null)`,
  `create index trash_by_time on trash (tenant_id, deleted_time)`,
  `create index trash_by_age on trash (deleted_time)`,
  `create index trash_by_whole on trash (part_of) where part_of is not null`,
  `create table trash_relation (tenant_id text not null references tenant (id) on delete cascade,
     from_type text not null, from_id text not null, to_type text not null, to_id text not null,
     type_group text not null, type text not null, additional_info text,
     primary key (from_id, from_type, type_group, type, to_id, to_type))`,
  `create index trash_relation_by_target on trash_relation (to_id)`,
  `create index trash_relation_by_tenant on trash_relation (tenant_id)`,
]
