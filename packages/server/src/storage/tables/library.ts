/**
 * Firmware and software packages, the resource library, widget bundles and widget types.
 *
 * System resources, bundles and types have the tenant NIL_UUID, for which no tenant row exists.
 *
 * - `ota_package.file`: name of the file in the data folder's `ota-packages`; null: no file was uploaded.
 * - `package_rollout`: a profile's package changed; its devices up to `after_id`, in the order of ids, have been
 *   updated.
 * - `resource.data`: the file as Base64, as in the wire format; `bytes` is the size of the file itself. `object_id`,
 *   `object_name` and `object` (JSON for forms) are used by LwM2M models only.
 * - `widget_type.kind` is the descriptor's `type`; `descriptor` is JSON text.
 */

export const library: readonly string[] = [
  `create table ota_package (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade,
     device_profile_id text references device_profile (id) on delete cascade, type text not null,
     title text not null, version text not null, tag text, url text, file text unique, file_name text,
     content_type text, checksum_algorithm text, checksum text, data_size bigint, additional_info text,
     unique (tenant_id, title, version))`,
  `create index ota_package_by_profile on ota_package (device_profile_id)`,
  `create table package_rollout (device_profile_id text not null references device_profile (id) on delete cascade,
     type text not null, tenant_id text not null, after_id text not null, primary key (device_profile_id, type))`,
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
