/** Finds accounts by email: as it is stored, or by its normal form. One query, so that its time tells nothing. */

import type { Uuid } from '@sonde/model/ids'
import { emailKey } from '@sonde/model/users/email-address'
import type { RelationalStore } from './relational.ts'

/**
 * Whose email it is; undefined where it could mean several: stores from before addresses were compared by their normal
 * form may hold some that look alike, and only the exact address tells those apart.
 */
export async function findUserIdByEmail(relational: RelationalStore, email: string): Promise<Uuid<'USER'> | undefined> {
  const [first, second] = await relational.all(
    likeEmail(relational, email)
      .orderBy(({ eb }) => eb.case().when('email', '=', email).then(0).else(1).end())
      .limit(2),
  )
  return first && (second === undefined || first.email === email) ? first.id : undefined
}

/** Whether it, or an address that looks like it, belongs to somebody other than `exceptId`. */
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
        // `KEY ID`, of accounts that a migration found with the address of an older one.
        where.and([where('email_key', '>', `${key} `), where('email_key', '<', `${key}!`)]),
      ]),
    )
}
