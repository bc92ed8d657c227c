/**
 * Sessions of users, and the ends of mailed links.
 *
 * - `user_session`: one row per sign-in that goes on. `refresh_id` is the refresh token that counts, `previous_id` the
 *   one that it replaced, both as the claim `jti`; `refreshed_ts` is when.
 * - `activate_token_ts`, `reset_token_ts`: when the link was made. For links of an older version it is when the last mail
 *   was sent; those that were only shown have ended, and are shown anew.
 * - `new_email`: an address that waits for its confirmation.
 */

export const name = '0020-sessions'

export const up: readonly string[] = [
  `create table user_session (id text primary key, user_id text not null references "user" (id) on delete cascade,
     created_time bigint not null, refresh_id text not null, previous_id text, refreshed_ts bigint not null,
     expires_ts bigint not null)`,
  `create index user_session_by_user on user_session (user_id)`,
  `alter table user_credentials add column activate_token_ts bigint not null default 0`,
  `alter table user_credentials add column reset_token_ts bigint not null default 0`,
  `alter table user_credentials add column new_email text`,
  `alter table user_credentials add column new_email_token text`,
  `alter table user_credentials add column new_email_ts bigint not null default 0`,
  `create unique index user_credentials_by_new_email_token on user_credentials (new_email_token)`,
  `update user_credentials set activate_token_ts = mail_ts, reset_token_ts = mail_ts`,
]
