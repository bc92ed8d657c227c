/** Migrations of the user tables by later versions: one list per migration. */

/**
 * - `user.email_key`: the normalized email, which is unique per user. If several users had the same, the oldest keeps
 *   it, and the others have their ID appended: they still sign in with the exact address.
 */
export const emailKeys: readonly string[] = [
  `alter table "user" add column email_key text`,
  `update "user" set email_key = email_key(email)`,
  `update "user" set email_key = email_key || ' ' || id where exists (select 1 from "user" older
     where older.email_key = "user".email_key and (older.created_time, older.id) < ("user".created_time, "user".id))`,
  `create unique index user_by_email_key on "user" (email_key)`,
]
