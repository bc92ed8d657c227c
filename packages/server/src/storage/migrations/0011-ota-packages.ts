/**
 * Firmware and software for devices.
 *
 * - `ota_package.file`: name of the file in the data folder's `ota-packages`; null: none was uploaded.
 * - `package_rollout`: a profile's package changed, and its devices up to `after_id` know of it.
 * - Devices of a profile are gone through in the order of their ids.
 */

export const name = '0011-ota-packages'

export const up: readonly string[] = [
  `create table ota_package (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade,
     device_profile_id text references device_profile (id) on delete cascade, type text not null, title text not null,
     version text not null, tag text, url text, file text unique, file_name text, content_type text,
     checksum_algorithm text, checksum text, data_size bigint, additional_info text,
     unique (tenant_id, title, version))`,
  `create index ota_package_by_profile on ota_package (device_profile_id)`,
  `create table package_rollout (device_profile_id text not null references device_profile (id) on delete cascade,
     type text not null, tenant_id text not null, after_id text not null, primary key (device_profile_id, type))`,
  `create index device_by_firmware on device (firmware_id) where firmware_id is not null`,
  `create index device_by_software on device (software_id) where software_id is not null`,
  `create index device_by_profile_and_id on device (device_profile_id, id)`,
  `drop index device_by_profile`,
  `create index device_profile_by_firmware on device_profile (firmware_id) where firmware_id is not null`,
  `create index device_profile_by_software on device_profile (software_id) where software_id is not null`,
]
