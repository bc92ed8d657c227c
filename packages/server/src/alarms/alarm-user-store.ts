/** SQL for user names as shown on alarms. */

import { type RawBuilder, sql } from 'kysely'

/** First and last name; if both are empty, the email. */
export const userNameSql = (table: string): RawBuilder<string> => {
  const [first, last, email] = ['first_name', 'last_name', 'email'].map((column) => sql.ref(`${table}.${column}`))
  return sql<string>`coalesce(nullif(trim(coalesce(${first}, '') || ' ' || coalesce(${last}, '')), ''), ${email})`
}

/** Null if the alarm has no assignee, or the user was deleted. */
export const assigneeNameSql = sql<string | null>`(select ${userNameSql('u')} from "user" u
  where u.id = alarm.assignee_id and u.tenant_id = alarm.tenant_id)`
