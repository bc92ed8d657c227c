/**
 * The resource library, widget bundles and widget types. The system's own belong to the tenant NIL_UUID, which is no row.
 *
 * - `resource.data`: the file as Base64, as the wire carries it; `bytes` counts those of the file. `object_id`,
 *   `object_name` and `object` (what a form offers of it, JSON) are of LwM2M models only.
 * - `widget_type.kind` is the descriptor's `type`; `descriptor` is JSON text.
 */

export const name = '0012-resources-and-widgets'

export const up: readonly string[] = [
  `create table resource (id text primary key, created_time bigint not null, tenant_id text not null,
     title text not null, resource_type text not null, resource_key text not null, file_name text not null,
     object_id integer, object_name text, object text, bytes bigint not null, data text not null,
     unique (tenant_id, resource_type, resource_key))`,
  `create table widgets_bundle (id text primary key, created_time bigint not null, tenant_id text not null,
     alias text not null, title text not null, image text, description text, unique (tenant_id, alias))`,
  `create table widget_type (id text primary key, created_time bigint not null, tenant_id text not null,
     bundle_alias text not null, alias text not null, name text not null, kind text not null, image text,
     description text, descriptor text not null, unique (tenant_id, bundle_alias, alias),
     foreign key (tenant_id, bundle_alias) references widgets_bundle (tenant_id, alias) on delete cascade)`,
]
