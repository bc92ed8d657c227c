/**
 * Tenants, customers and users, and authentication data.
 *
 * - `tenant_profile.limits`: values that differ from the server's, as JSON by name.
 * - `user_session`: one row per active session. `refresh_id` is the current refresh token and `previous_id` the one
 *   that it replaced, both as the claim `jti`; `refreshed_ts` is its creation time.
 * - `user_credentials.password_ts`: when the password was set. `activate_token_ts`, `reset_token_ts`: when the link was
 *   created. `new_email`: an address that isn't confirmed yet.
 * - `user_setting.value`: a JSON object with a user's UI settings.
 * - `device_acceptance`: tenants from which a tenant accepts devices, JSON.
 */

export const owners: readonly string[] = [
  `create table tenant_profile (id text primary key, created_time bigint not null, name text not null unique,
     description text, is_default integer not null, isolated_core integer not null,
     isolated_rule_engine integer not null, profile_data text not null, limits text not null default '{}')`,
  `create table tenant (id text primary key, created_time bigint not null,
     tenant_profile_id text not null references tenant_profile (id), title text not null, region text, country text,
     state text, city text, address text, address2 text, zip text, phone text, email text, additional_info text)`,
  `create table customer (id text primary key, created_time bigint not null,
     tenant_id text not null references tenant (id) on delete cascade, title text not null, country text, state text,
     city text, address text, address2 text, zip text, phone text, email text, additional_info text,
     is_public integer not null, unique (tenant_id, title))`,
  `create index customer_by_time on customer (tenant_id, created_time)`,
  `create table "user" (id text primary key, created_time bigint not null, tenant_id text not null,
     customer_id text not null, authority text not null, email text not null unique, first_name text, last_name text,
     additional_info text)`,
  `create index user_by_time on "user" (tenant_id, created_time, id)`,
  `create index user_by_authority on "user" (tenant_id, authority, created_time, id)`,
  `create index user_by_customer on "user" (tenant_id, customer_id, created_time, id)`,
  `create table user_credentials (user_id text primary key references "user" (id) on delete cascade,
     enabled integer not null, password_hash text, activate_token text unique, reset_token text unique,
     tokens_valid_from bigint not null, failed_login_attempts integer not null, last_login_ts bigint,
     password_ts bigint not null default 0, email_code text, email_code_ts bigint not null default 0,
     mail_ts bigint not null default 0, activate_token_ts bigint not null default 0,
     reset_token_ts bigint not null default 0, new_email text, new_email_token text,
     new_email_ts bigint not null default 0)`,
  `create unique index user_credentials_by_email_code on user_credentials (email_code)`,
  `create unique index user_credentials_by_new_email_token on user_credentials (new_email_token)`,
  `create table user_session (id text primary key, user_id text not null references "user" (id) on delete cascade,
     created_time bigint not null, refresh_id text not null, previous_id text, refreshed_ts bigint not null,
     expires_ts bigint not null)`,
  `create index user_session_by_user on user_session (user_id)`,
  `create table password_history (user_id text not null references "user" (id) on delete cascade,
     created_time bigint not null, password_hash text not null)`,
  `create index password_history_by_user on password_history (user_id, created_time)`,
  `create table user_setting (user_id text not null references "user" (id) on delete cascade, name text not null,
     value text not null, primary key (user_id, name))`,
  `create table oauth2_template (id text primary key, created_time bigint not null,
     provider_id text not null unique, body text not null)`,
  `create table admin_settings (id text primary key, created_time bigint not null, tenant_id text not null,
     key text not null, json_value text not null, unique (tenant_id, key))`,
  `create table device_acceptance (tenant_id text primary key references tenant (id) on delete cascade,
     from_tenants text not null)`,
]
