/**
 * Limits the concurrent REST calls per tenant, per user and per visitors of a public customer; further calls wait,
 * round-robin over the users of a tenant. This limits the memory that calls hold, and lets calls finish one after the
 * other instead of all at the same late time.
 */

import type { SharedBy } from './shares.ts'

export const callsAtOnce = { tenant: 12, user: 6, visitor: 3 } as const

interface User {
  readonly id: string
  readonly isPublic: boolean
  readonly max: number
  inside: number
  readonly waiting: (() => void)[]
}

interface Tenant {
  inside: number
  /** In round-robin order. */
  readonly users: Map<string, User>
}

export interface CallGate {
  /** Resolves when the call may begin, with the function to call at its end. */
  enter(owner: SharedBy): Promise<() => void>
  waitingOf(tenantId: string): number
  waitingOfUser(owner: SharedBy): number
  /** Highest number of waiting calls of any user of a tenant, or of the visitors of any public customer. */
  waitingOfMost(tenantId: string, isPublic: boolean): number
  /** Total number of waiting calls. */
  readonly waiting: number
}

export function createCallGate(): CallGate {
  const tenants = new Map<string, Tenant>()
  let waiting = 0

  function tenantOf(id: string): Tenant {
    const existing = tenants.get(id)
    if (existing) return existing
    const made: Tenant = { inside: 0, users: new Map() }
    tenants.set(id, made)
    return made
  }

  function userOf({ users }: Tenant, { userId, isPublic }: SharedBy): User {
    const existing = users.get(userId)
    if (existing) return existing
    const max = isPublic ? callsAtOnce.visitor : callsAtOnce.user
    const made: User = { id: userId, isPublic: isPublic === true, max, inside: 0, waiting: [] }
    users.set(userId, made)
    return made
  }

  /** Admits waiting calls, one per user; admitted users move to the end. */
  function letIn(tenantId: string, tenant: Tenant) {
    for (const user of [...tenant.users.values()]) {
      if (tenant.inside >= callsAtOnce.tenant) break
      if (user.inside === 0 && user.waiting.length === 0) {
        tenant.users.delete(user.id)
        continue
      }
      if (user.inside >= user.max) continue
      const next = user.waiting.shift()
      if (!next) continue
      waiting--
      tenant.users.delete(user.id)
      tenant.users.set(user.id, user)
      next()
    }
    if (tenant.inside === 0 && tenant.users.size === 0) tenants.delete(tenantId)
  }

  function begin(tenantId: string, tenant: Tenant, user: User): () => void {
    tenant.inside++
    user.inside++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      tenant.inside--
      user.inside--
      letIn(tenantId, tenant)
    }
  }

  return {
    async enter(owner) {
      const { tenantId } = owner
      const tenant = tenantOf(tenantId)
      const user = userOf(tenant, owner)
      const isFree = tenant.inside < callsAtOnce.tenant && user.inside < user.max && user.waiting.length === 0
      if (isFree) return begin(tenantId, tenant, user)
      waiting++
      return new Promise((resolve) => {
        // `begin` counts the call at once, so that no other call takes its slot.
        user.waiting.push(() => resolve(begin(tenantId, tenant, user)))
      })
    },
    waitingOf(tenantId) {
      let count = 0
      for (const user of tenants.get(tenantId)?.users.values() ?? []) count += user.waiting.length
      return count
    },
    waitingOfUser: ({ tenantId, userId }) => tenants.get(tenantId)?.users.get(userId)?.waiting.length ?? 0,
    waitingOfMost(tenantId, isPublic) {
      let most = 0
      for (const user of tenants.get(tenantId)?.users.values() ?? []) {
        if (user.isPublic === isPublic) most = Math.max(most, user.waiting.length)
      }
      return most
    },
    get waiting() {
      return waiting
    },
  }
}
