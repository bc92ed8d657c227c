/**
 * Changes the account's additional info without losing concurrent changes: loads the account, applies the change,
 * saves, and reloads to check that the change is stored. If a concurrent write overwrote it, the change is applied
 * again. Pages of one browser share a lock.
 */

import { createUserCalls, type User } from '@sonde/client/users/user-calls'
import type { AdditionalInfo } from '../entities/additional-info.ts'
import type { Client } from '../session/page-client.ts'
import { inTurn } from './with-lock.ts'

const attemptsMax = 4

interface ChangedInfo<T> {
  /** Additional info with the change applied. */
  readonly info: AdditionalInfo
  /** The change is already stored. */
  readonly isThere: boolean
  /** Return value for the caller. */
  readonly result: T
}

/**
 * Resolves to the stored result; null: concurrent writes kept overwriting the change. Throws if a request fails.
 *
 * `changed` is called for each loaded account. That may be another user's account by then, which it must not change.
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
