/**
 * What each customer has used this month; a row is made with the first thing that it uses.
 *
 * - `counts`: as in `api_usage_state`. Customers have no limits, so there are no states.
 */

export const name = '0013-customer-usage'

export const up: readonly string[] = [
  `create table customer_usage (id text primary key, created_time bigint not null, tenant_id text not null,
     customer_id text not null unique references customer (id) on delete cascade, cycle_ts bigint not null,
     counts text not null)`,
]
