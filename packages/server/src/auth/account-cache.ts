/** Accounts of those who call, in memory until they change: every request asks whether its token still counts. */

import type { Scope } from '../access/scope.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import { createFollowedCache } from '../changes/followed-cache.ts'
import { changesFields } from '../storage/storage.ts'
import { type Account, type AccountStore, publicAccount } from './account-store.ts'

/** Accounts remembered. */
export const liveAccountsMax = 10_000
/** How long a token may still count that another process has revoked, ms. In one process it is 0. */
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
  /** By the id of the user, or of the public customer. */
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
      // Users go with their customer and tenant.
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

const liveAccountOf = (account: Account, isPublic: boolean): LiveAccount => ({
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
