/**
 * Shares of a limited resource, such as memory: by default a tenant may use half of what other tenants have not taken,
 * so that there is always some left for the next tenant, however many already have a share. Nothing is reserved for
 * tenants that need nothing.
 *
 * A user, or the visitors of a public customer, may use a part of the tenant's share.
 */

import type { Owner } from './fair-rounds.ts'

export interface SharedBy extends Owner {
  readonly isPublic?: boolean
}

export interface Shares {
  /** Takes the amount, or nothing if it would exceed the owner's share. */
  tryAcquire(owner: SharedBy, amount: number): boolean
  /** Returns an amount that was taken. */
  give(owner: SharedBy, amount: number): void
  used(tenantId: string): number
  readonly usedByAll: number
}

export interface SharesOptions {
  /** Additional limit per tenant. */
  readonly tenantMax?: (tenantId: string) => number
  /** Part of the amount not taken by others that a tenant may use; default: half. */
  readonly tenantPart?: number
  /** Parts of the tenant's share for one user and for the visitors of one public customer. */
  readonly userPart?: number
  readonly visitorPart?: number
}

export function createShares(total: number, options: SharesOptions = {}): Shares {
  const { tenantMax = () => total, tenantPart = 1 / 2, userPart = 3 / 4, visitorPart = 1 / 4 } = options
  const tenants = new Map<string, number>()
  const users = new Map<string, number>()
  let all = 0

  const nameOf = ({ tenantId, userId }: Owner) => `${tenantId} ${userId}`

  function lower(amounts: Map<string, number>, name: string, by: number) {
    const left = (amounts.get(name) ?? 0) - by
    if (left > 0) amounts.set(name, left)
    else amounts.delete(name)
  }

  return {
    tryAcquire(owner, amount) {
      const { tenantId, isPublic } = owner
      const ofTenant = tenants.get(tenantId) ?? 0
      const name = nameOf(owner)
      const ofUser = users.get(name) ?? 0
      const mine = Math.min((total - (all - ofTenant)) * tenantPart, tenantMax(tenantId))
      if (ofTenant + amount > mine) return false
      if (ofUser + amount > mine * (isPublic ? visitorPart : userPart)) return false
      tenants.set(tenantId, ofTenant + amount)
      users.set(name, ofUser + amount)
      all += amount
      return true
    },
    give(owner, amount) {
      lower(tenants, owner.tenantId, amount)
      lower(users, nameOf(owner), amount)
      all -= amount
    },
    used: (tenantId) => tenants.get(tenantId) ?? 0,
    get usedByAll() {
      return all
    },
  }
}
