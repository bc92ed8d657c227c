/** Accounts of those who call, in memory until they change: every request asks whether its token still counts. */

import type { Scope } from '../access/scope.ts'
import type { LiveHub } from '../changes/live-hub.ts'
import { type Account, type AccountStore, publicAccount } from './account-store.ts'

/** Accounts remembered. */
export const liveAccountsMax = 10_000

export interface LiveAccount {
  readonly enabled: boolean
  readonly tokensValidFrom: number
  readonly scope: Scope
}

export interface LiveAccounts {
  findUser(userId: string): Promise<LiveAccount | undefined>
  findPublic(customerId: string): Promise<LiveAccount | undefined>
}

export interface LiveAccountsParts {
  readonly store: AccountStore
  readonly live: Pick<LiveHub, 'watchAll'>
}

export function createLiveAccounts({ store, live }: LiveAccountsParts): LiveAccounts {
  /** By the id of the user, or of the public customer. */
  const known = new Map<string, LiveAccount>()
  /** Grows with every change, so that what was read meanwhile is not remembered. */
  let changes = 0
  live.watchAll({
    change({ entity: { entityType, id }, kind }) {
      if (entityType !== 'USER' && entityType !== 'CUSTOMER' && entityType !== 'TENANT') return
      changes++
      known.delete(id)
      // Users go with their customer and tenant.
      if (kind === 'deleted' && entityType !== 'USER') known.clear()
    },
  })

  async function remembered(id: string, read: () => Promise<LiveAccount | undefined>) {
    const found = known.get(id)
    if (found) return found
    const before = changes
    const account = await read()
    if (account && before === changes) {
      if (known.size >= liveAccountsMax) known.delete(known.keys().next().value as string)
      known.set(id, account)
    }
    return account
  }

  return {
    findUser: (userId) =>
      remembered(userId, async () => {
        const account = await store.find(userId)
        return account && liveAccountOf(account, false)
      }),
    findPublic: (customerId) =>
      remembered(customerId, async () => {
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
