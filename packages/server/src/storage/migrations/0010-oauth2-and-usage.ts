/**
 * Templates of OAuth2 registrations, and what each tenant has used this month.
 *
 * - `api_usage_state.counts`: JSON `{ counter: number }` of the month that starts at `cycle_ts`; `states`: JSON
 *   `{ feature: state }`, those that are not there are ENABLED.
 */

export const name = '0010-oauth2-and-usage'

export const up: readonly string[] = [
  `create table oauth2_template (id text primary key, created_time bigint not null, provider_id text not null unique,
     body text not null)`,
  `create table api_usage_state (id text primary key, created_time bigint not null,
     tenant_id text not null unique references tenant (id) on delete cascade, cycle_ts bigint not null,
     counts text not null, states text not null)`,
]
