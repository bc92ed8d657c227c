/** Finds accounts by email, exact or normalized. Uses a single query so that its duration reveals nothing. */

import type { Uuid } from '@sonde/model/ids'
import { emailKey } from '@sonde/model/users/email-address'
import type { RelationalStore } from './relational.ts'

/**
 * Id of the user with this email; undefined if it is ambiguous. Old stores may hold several addresses with the same
 * normalized form; only the exact address identifies those accounts.
 */
export async function findUserIdByEmail(relational: RelationalStore, email: string): Promise<Uuid<'USER'> | undefined> {
  const [first, second] = await relational.all(
    likeEmail(relational, email)
      .orderBy(({ eb }) => eb.case().when('email', '=', email).then(0).else(1).end())
      .limit(2),
  )
  return first && (second === undefined || first.email === email) ? first.id : undefined
}

/** Whether the email, or one with the same normalized form, belongs to a user other than `exceptId`. */
export async function isEmailTaken(
  relational: RelationalStore,
  email: string,
  exceptId: string | null,
): Promise<boolean> {
  const found = await relational.all(likeEmail(relational, email).limit(2))
  return found.some(({ id }) => id !== exceptId)
}

function likeEmail({ build }: RelationalStore, email: string) {
  const key = emailKey(email)
  return build
    .selectFrom('user')
    .select(['id', 'email'])
    .where((where) =>
      where.or([
        where('email', '=', email),
        where('email_key', '=', key),
        // `KEY ID`: keys of accounts whose normalized address an older account already had at migration.
        where.and([where('email_key', '>', `${key} `), where('email_key', '<', `${key}!`)]),
      ]),
    )
}
