/** Cache of callers' accounts, until they change: every request checks whether its token is still valid. */

import type { Scope } from '../access/scope.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import { createFollowedCache } from '../changes/followed-cache.ts'
import { changesFields } from '../storage/storage.ts'
import { type Account, type AccountStore, publicAccount } from './account-store.ts'

/** Maximum cached accounts. */
export const liveAccountsMax = 10_000
/** How long a token may remain valid after another process revoked it, ms. With one process it is 0. */
export const accountsStaleMsMax = 1_000

export interface LiveAccount {
  readonly enabled: boolean
  readonly tokensValidFrom: number
  readonly scope: Scope
}

export interface LiveAccounts {
  findUser(userId: string): Promise<LiveAccount | undefined>
  findPublic(customerId: string): Promise<LiveAccount | undefined>
}

export interface AccountCacheDeps {
  readonly store: AccountStore
  readonly live: Pick<ChangeStream, 'watchAll' | 'position' | 'lagMs'>
}

export function createLiveAccounts({ store, live }: AccountCacheDeps): LiveAccounts {
  /** Accounts by ID of the user or of the public customer. */
  const known = createFollowedCache<LiveAccount>({
    stream: live,
    entriesMax: liveAccountsMax,
    staleMsMax: accountsStaleMsMax,
  })
  live.watchAll({
    change(change) {
      const { kind, entity } = change
      const { entityType, id } = entity
      if (!changesFields(change)) return
      if (entityType !== 'USER' && entityType !== 'CUSTOMER' && entityType !== 'TENANT') return
      // Users are deleted with their customer and tenant.
      if (kind === 'deleted' && entityType !== 'USER') known.clear()
      else known.forget(id)
    },
  })

  return {
    findUser: (userId) =>
      known.of(userId, async () => {
        const account = await store.find(userId)
        return account && liveAccountOf(account, false)
      }),
    findPublic: (customerId) =>
      known.of(customerId, async () => {
        const tenantId = await store.tenantOfPublicCustomer(customerId)
        return tenantId === undefined ? undefined : liveAccountOf(publicAccount(customerId, tenantId), true)
      }),
  }
}

export const liveAccountOf = (account: Account, isPublic: boolean): LiveAccount => ({
  enabled: account.enabled,
  tokensValidFrom: account.tokensValidFrom,
  scope: {
    userId: account.userId,
    authority: account.authority,
    tenantId: account.tenantId,
    customerId: account.customerId,
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    isPublic,
  },
})
