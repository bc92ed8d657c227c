/** Migrations of the alarm tables by later versions: one list per migration. */

/** Index of active alarms. They're few and every open page requests them, so the index omits cleared ones. */
export const activeAlarms: readonly string[] = [
  `create index alarm_by_state on alarm (tenant_id, acknowledged) where cleared = 0`,
]

/** Cause of an alarm that was raised by a rule. */
export const alarmCauses: readonly string[] = [`alter table alarm add column cause text`]

/**
 * Handling of alarms by users.
 *
 * - `alarm_event`: the history, including comments. `detail` is JSON that depends on `kind`; `removed`: when a comment
 *   was deleted; 0: not deleted.
 * - `alarm.shelved_until`: null when not shelved.
 */
export const alarmHandling: readonly string[] = [
  `alter table alarm add column assignee_id text`,
  `alter table alarm add column shelved_until bigint`,
  `alter table alarm add column shelved_reason text`,
  `alter table alarm add column shelved_by text`,
  `create index alarm_by_shelf on alarm (shelved_until) where shelved_until is not null`,
  `create index alarm_by_assignee on alarm (tenant_id, assignee_id) where assignee_id is not null`,
  `create index alarm_types on alarm (tenant_id, type, customer_id)`,
  `create table alarm_event (id text primary key, created_time bigint not null,
     alarm_id text not null references alarm (id) on delete cascade, kind text not null, user_id text, user_name text,
     detail text, edited_ts bigint not null default 0, removed bigint not null default 0)`,
  `create index alarm_event_by_alarm on alarm_event (alarm_id, created_time)`,
  `create index alarm_event_by_removal on alarm_event (removed) where removed > 0`,
]
