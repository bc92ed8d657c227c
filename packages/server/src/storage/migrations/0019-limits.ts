/**
 * What keeps limits.
 *
 * - `tenant_profile.limits`: values that differ from the server's, as JSON by name.
 * - `series_count`: telemetry keys of each tenant, all its entities together.
 * - `dead_letter`: messages that could not be processed, encoded like those of the journal.
 */

export const name = '0019-limits'

export const up: readonly string[] = [
  `alter table tenant_profile add column limits text not null default '{}'`,
  'create table series_count (tenant text primary key, count integer not null) without rowid',
  'insert into series_count (tenant, count) select tenant, count(*) from series group by tenant',
  `create table dead_letter (id text primary key, created_time integer not null, tenant_id text not null,
     entity_type text not null, entity_id text not null, message_type text not null, message_ts integer not null,
     reason text not null, size integer not null, message blob not null)`,
  'create index dead_letter_by_time on dead_letter (tenant_id, created_time, id)',
]
