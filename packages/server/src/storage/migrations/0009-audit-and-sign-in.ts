/**
 * The audit log, and what signing in needs beside a password: when it was set, those before it, and codes sent by mail.
 *
 * - `audit_log.tenant_id` is the actor's tenant; `action_data` is JSON text.
 * - `user_credentials.password_ts`: when the password was set; for accounts of an older version when they were made.
 */

export const name = '0009-audit-and-sign-in'

export const up: readonly string[] = [
  `create table audit_log (id text primary key, created_time bigint not null, tenant_id text not null,
     customer_id text not null, entity_type text not null, entity_id text not null, entity_name text not null,
     user_id text not null, user_name text not null, action_type text not null, action_data text not null,
     action_status text not null, action_failure_details text not null)`,
  `create index audit_log_by_time on audit_log (tenant_id, created_time)`,
  `create index audit_log_by_entity on audit_log (tenant_id, entity_id, created_time)`,
  `create index audit_log_by_user on audit_log (tenant_id, user_id, created_time)`,
  `create index audit_log_by_customer on audit_log (tenant_id, customer_id, created_time)`,
  `alter table user_credentials add column password_ts bigint not null default 0`,
  `alter table user_credentials add column email_code text`,
  `alter table user_credentials add column email_code_ts bigint not null default 0`,
  `alter table user_credentials add column mail_ts bigint not null default 0`,
  `create unique index user_credentials_by_email_code on user_credentials (email_code)`,
  `update user_credentials set password_ts = (select created_time from "user" where "user".id = user_id)`,
  `create table password_history (user_id text not null references "user" (id) on delete cascade,
     created_time bigint not null, password_hash text not null)`,
  `create index password_history_by_user on password_history (user_id, created_time)`,
]
