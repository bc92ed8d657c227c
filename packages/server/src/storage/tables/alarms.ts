/** What later versions changed in the tables of alarms: one list per migration. */

/** Few alarms are active, and every open page asks for them: they are found without those that were cleared. */
export const activeAlarms: readonly string[] = [
  `create index alarm_by_state on alarm (tenant_id, acknowledged) where cleared = 0`,
]

/** Why a rule raised it. */
export const alarmCauses: readonly string[] = [`alter table alarm add column cause text`]

/**
 * What people do about an alarm.
 *
 * - `alarm_event`: the history, comments among them. `detail` is JSON of the kind's own; `removed`: when a comment was
 *   deleted, 0: it wasn't.
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
