/**
 * Shares of something that is little, such as memory: a tenant may have half of what nobody else has taken, so a tenant
 * that comes next always finds some, however many have taken theirs. Nobody sets anything aside for those who need
 * nothing.
 *
 * Of a tenant's share a user, and the visitors of a public customer, may have a part.
 */

import type { Owner } from './fair-rounds.ts'

export interface SharedBy extends Owner {
  readonly isPublic?: boolean
}

export interface Shares {
  /** Takes so much, or nothing: then it would be more than the owner's share. */
  tryAcquire(owner: SharedBy, amount: number): boolean
  /** Gives back what was taken. */
  give(owner: SharedBy, amount: number): void
  used(tenantId: string): number
  readonly usedByAll: number
}

export interface SharesOptions {
  /** Bounds a tenant besides. */
  readonly tenantMax?: (tenantId: string) => number
  /** What a tenant may have of what nobody else has; half of it without this. */
  readonly tenantPart?: number
  /** Parts of a tenant's share. */
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
