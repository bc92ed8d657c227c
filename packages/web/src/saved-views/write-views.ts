/**
 * Stores a change of saved views without losing what others change of the same account at the same time: the account is
 * read anew, only the change is made in it, and it is looked whether the change is there; if somebody wrote over it, it is
 * made once more. Pages of one browser take turns.
 */

import { createUserCalls, type User } from '@sonde/client/users/user-calls'
import type { Client } from '../session/page-client.ts'
import {
  applyChange,
  infoWithViews,
  type StoredViews,
  storedViewsOf,
  type ViewChange,
  viewsOfTable,
  withViews,
} from './stored-views.ts'

const attemptsMax = 4
const lockName = 'sonde.tableViews'
const quiet = { ignoreErrors: true } as const

/** In turn with other pages of this browser, where it knows turns. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = navigator as { readonly locks?: LockManager }
  return locks ? locks.request(lockName, work) : work()
}

/** Resolves to what is stored then; null: others wrote over it again and again. Throws when the platform refuses. */
export function writeViews(client: Client, table: string, changes: readonly ViewChange[]): Promise<StoredViews | null> {
  const users = createUserCalls(client.rest)
  const changed = (user: User): { readonly views: StoredViews; readonly isThere: boolean } => {
    const stored = storedViewsOf(user)
    const before = viewsOfTable(stored, table)
    const after = changes.reduce(applyChange, before)
    return { views: withViews(stored, table, after), isThere: JSON.stringify(before) === JSON.stringify(after) }
  }
  return inTurn(async () => {
    let user = await client.auth.user(quiet)
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const { views, isThere } = changed(user)
      if (isThere) return views
      await users.save(
        {
          id: user.id,
          tenantId: user.tenantId,
          customerId: user.customerId,
          authority: user.authority,
          email: user.email,
          firstName: user.firstName,
          lastName: user.lastName,
          additionalInfo: infoWithViews(user, views),
        },
        {},
        quiet,
      )
      user = await client.auth.user(quiet)
    }
    const { views, isThere } = changed(user)
    return isThere ? views : null
  })
}
