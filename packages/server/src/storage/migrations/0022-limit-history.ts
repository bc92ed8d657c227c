/**
 * What tenants used of their limits, hour by hour, and who caused it, day by day; both for the last days only.
 *
 * - `limit_hour.used`: JSON `{ limit: used }`, or `{ limit: [used, refused] }` where something was refused. An hour in
 *   which nothing changed has no row.
 * - `limit_causer.causers`: JSON `{ limit: { total, top: [[entity type, id, count]] } }`.
 */

export const name = '0022-limit-history'

export const up: readonly string[] = [
  `create table limit_hour (tenant_id text not null references tenant (id) on delete cascade, ts bigint not null,
     used text not null, primary key (tenant_id, ts))`,
  `create index limit_hour_by_time on limit_hour (ts)`,
  `create table limit_causer (tenant_id text not null references tenant (id) on delete cascade, day_ts bigint not null,
     causers text not null, primary key (tenant_id, day_ts))`,
]
