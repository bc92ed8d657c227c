/**
 * Usage of tenants and customers, per month and per limit.
 *
 * - `api_usage_state.counts`: JSON `{ counter: number }` of the month that starts at `cycle_ts`; `states`: JSON
 *   `{ feature: state }`; missing features are ENABLED. Customers have no limits and therefore no states.
 * - `limit_hour.used`: JSON `{ limit: used }`, or `{ limit: [used, rejected] }` if something was rejected. An hour
 *   without changes has no row. Only rows of the last days are retained, as in `limit_causer`.
 * - `limit_causer.causers`: JSON `{ limit: { total, top: [[entity type, id, count]] } }`.
 */

export const usage: readonly string[] = [
  `create table api_usage_state (id text primary key, created_time bigint not null,
     tenant_id text not null unique references tenant (id) on delete cascade, cycle_ts bigint not null,
     counts text not null, states text not null)`,
  `create table customer_usage (id text primary key, created_time bigint not null, tenant_id text not null,
     customer_id text not null unique references customer (id) on delete cascade, cycle_ts bigint not null,
     counts text not null)`,
  `create table limit_hour (tenant_id text not null references tenant (id) on delete cascade, ts bigint not null,
     used text not null, primary key (tenant_id, ts))`,
  `create index limit_hour_by_time on limit_hour (ts)`,
  `create table limit_causer (tenant_id text not null references tenant (id) on delete cascade,
     day_ts bigint not null, causers text not null, primary key (tenant_id, day_ts))`,
]
