/**
 * Stores a change of the account's additional information without losing what others change of the same account at the
 * same time: the account is read again, only the change is made in it, and it is looked whether the change is there; if
 * somebody wrote over it, it is made once more. Pages of one browser take turns.
 */

import { createUserCalls, type User } from '@sonde/client/users/user-calls'
import type { AdditionalInfo } from '../entities/additional-info.ts'
import type { Client } from '../session/page-client.ts'
import { inTurn } from './with-lock.ts'

const attemptsMax = 4

interface ChangedInfo<T> {
  /** The additional information with the change in it. */
  readonly info: AdditionalInfo
  /** Nothing is left to change. */
  readonly isThere: boolean
  /** What is stored then. */
  readonly result: T
}

/**
 * Resolves to what is stored then; null: others wrote over it again and again. Throws when the platform refuses.
 *
 * `changed` is asked for each account that is read: it may be another user's by then, whose account it leaves as it is.
 */
export function writeAccountInfo<T>(client: Client, changed: (user: User) => ChangedInfo<T>): Promise<T | null> {
  const users = createUserCalls(client.rest)
  const quiet = { ignoreErrors: true } as const
  return inTurn(async () => {
    let user = await client.auth.user(quiet)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const { info, isThere, result } = changed(user)
      if (isThere) return result
      await users.save(
        {
          id: user.id,
          tenantId: user.tenantId,
          customerId: user.customerId,
          authority: user.authority,
          email: user.email,
          firstName: user.firstName,
          lastName: user.lastName,
          additionalInfo: info,
        },
        {},
        quiet,
      )
      user = await client.auth.user(quiet)
    }
    const { isThere, result } = changed(user)
    return isThere ? result : null
  })
}
