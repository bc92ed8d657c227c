/** Names of users in the relational store, as alarms carry them. */

import { type RawBuilder, sql } from 'kysely'

/** First and last name, or the email. */
export const userNameSql = (table: string): RawBuilder<string> => {
  const [first, last, email] = ['first_name', 'last_name', 'email'].map((column) => sql.ref(`${table}.${column}`))
  return sql<string>`coalesce(nullif(trim(coalesce(${first}, '') || ' ' || coalesce(${last}, '')), ''), ${email})`
}

/** Null when the alarm is assigned to nobody, or to a user who is deleted. */
export const assigneeNameSql = sql<string | null>`(select ${userNameSql('u')} from "user" u
  where u.id = alarm.assignee_id and u.tenant_id = alarm.tenant_id)`
