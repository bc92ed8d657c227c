/**
 * The trash, and entities that were deleted and still have points, attributes or events.
 *
 * - `trash.id` is the entity's. `entity` is the rule engine's message of the deletion, JSON or null; `snapshot` is
 *   JSON `{ table: [row, …] }` of the deleted rows. Attributes, points and events are not in it: they stay where they
 *   are.
 * - `trash.tenant_id` refers to no tenant: what belongs to the system (NIL_UUID) goes to the trash too. A tenant's
 *   trash is deleted with the tenant, by statements of the deletion.
 * - `trash.part_of`: the customer with which a user was deleted. `file`: name in the folder of packages, which stays
 *   while this row names it. `bytes`: size of the file.
 * - `trash_relation`: relations that were deleted with an end, until both ends exist again or one is gone for good.
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
