/**
 * The trash of the system, and files of what is in the trash.
 *
 * - `tenant_id` refers to no tenant any more: what belongs to the system (NIL_UUID) goes to the trash too. A tenant's trash
 *   goes with the tenant, by statements of the deletion.
 * - `trash.file`: name in the folder of packages, which stays while this row names it. `bytes`: what it holds, of files.
 */

export const name = '0017-trash-files'

const columns = `id, entity_type, tenant_id, customer_id, name, type, deleted_time, deleted_by, part_of, entity, snapshot`
const relationColumns = `tenant_id, from_type, from_id, to_type, to_id, type_group, type, additional_info`

export const up: readonly string[] = [
  `create table trash_of_all (id text primary key, entity_type text not null, tenant_id text not null,
     customer_id text not null, name text not null, type text not null, deleted_time bigint not null,
     deleted_by text not null, part_of text, entity text, snapshot text not null, file text,
     bytes bigint not null default 0)`,
  `insert into trash_of_all (${columns}) select ${columns} from trash`,
  `drop table trash`,
  `alter table trash_of_all rename to trash`,
  `create index trash_by_time on trash (tenant_id, deleted_time)`,
  `create index trash_by_age on trash (deleted_time)`,
  `create index trash_by_whole on trash (part_of) where part_of is not null`,
  `create index trash_by_bytes on trash (tenant_id, deleted_time) where bytes > 0`,
  `create table trash_relation_of_all (tenant_id text not null, from_type text not null, from_id text not null,
     to_type text not null, to_id text not null, type_group text not null, type text not null, additional_info text,
     primary key (from_id, from_type, type_group, type, to_id, to_type))`,
  `insert into trash_relation_of_all (${relationColumns}) select ${relationColumns} from trash_relation`,
  `drop table trash_relation`,
  `alter table trash_relation_of_all rename to trash_relation`,
  `create index trash_relation_by_target on trash_relation (to_id)`,
  `create index trash_relation_by_tenant on trash_relation (tenant_id)`,
]
