/**
 * The trash, and deleted entities that still have points, attributes or events.
 *
 * - `trash.id` is the entity's ID. `entity` is the rule engine's message of the deletion, JSON or null; `snapshot` is
 *   JSON `{ table: [row, …] }` of the deleted rows. It excludes attributes, points and events, which stay in their
 *   tables.
 * - `trash.tenant_id` has no foreign key, because deleted system entities (NIL_UUID) go to the trash too. A tenant's
 *   trash is deleted by statements of the tenant's deletion.
 * - `trash.part_of`: the entity that it was deleted with, such as the customer of a user. `file`: name in the package
 *   folder; the file stays as long as this row names it. `bytes`: size of the file or data.
 * - `trash_relation`: relations that were deleted with one of their ends, until both ends exist again or one is deleted
 *   permanently.
 */

export const deletions: readonly string[] = [
  `create table deleted_entity (entity_id text primary key, entity_type text not null, tenant_id text not null,
     deleted_time bigint not null, purged_time bigint)`,
  `create index deleted_entity_by_time on deleted_entity (purged_time, deleted_time)`,
  `create table trash (id text primary key, entity_type text not null, tenant_id text not null,
     customer_id text not null, name text not null, type text not null, deleted_time bigint not null,
     deleted_by text not null, part_of text, entity text, snapshot text not null, file text,
     bytes bigint not null default 0)`,
  `create index trash_by_time on trash (tenant_id, deleted_time)`,
  `create index trash_by_age on trash (deleted_time)`,
  `create index trash_by_whole on trash (part_of) where part_of is not null`,
  `create index trash_by_bytes on trash (tenant_id, deleted_time) where bytes > 0`,
  `create table trash_relation (tenant_id text not null, from_type text not null, from_id text not null,
     to_type text not null, to_id text not null, type_group text not null, type text not null, additional_info text,
     primary key (from_id, from_type, type_group, type, to_id, to_type))`,
  `create index trash_relation_by_target on trash_relation (to_id)`,
  `create index trash_relation_by_tenant on trash_relation (tenant_id)`,
]
