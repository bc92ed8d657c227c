/**
 * Limits the concurrent REST calls per tenant, per user and per visitors of a public customer; further calls wait,
 * round-robin over the users of a tenant. This limits the memory that calls hold, and lets calls finish one after the
 * other instead of all at the same late time.
 *
 * Calls that make changes are counted separately: they hold little memory and mostly wait for the disk, and the more of
 * them wait together, the more fit into one commit. So are batches: they only wait for calls, which are counted too.
 */

import type { SharedBy } from './shares.ts'

export type CallKind = 'read' | 'change' | 'batch'

export const callsAtOnce = {
  read: { tenant: 32, user: 16, visitor: 3 },
  change: { tenant: 48, user: 24, visitor: 3 },
  batch: { tenant: 8, user: 4, visitor: 1 },
} as const

/** Calls of one kind of a user. */
interface Lane {
  inside: number
  readonly waiting: (() => void)[]
}

interface User {
  readonly id: string
  readonly isPublic: boolean
  readonly read: Lane
  readonly change: Lane
  readonly batch: Lane
}

interface Tenant {
  readonly inside: Record<CallKind, number>
  readonly waiting: Record<CallKind, number>
  /** In round-robin order. */
  readonly users: Map<string, User>
}

export interface CallGate {
  /** Returns the function to call at the end of the call; a promise if the call must wait before it begins. */
  enter(owner: SharedBy, kind: CallKind): (() => void) | Promise<() => void>
  waitingOf(tenantId: string): number
  waitingOfUser(owner: SharedBy): number
  /** Highest number of waiting calls of any user of a tenant, or of the visitors of any public customer. */
  waitingOfMost(tenantId: string, isPublic: boolean): number
  /** Total number of waiting calls. */
  readonly waiting: number
}

const waitingIn = ({ read, change, batch }: User): number =>
  read.waiting.length + change.waiting.length + batch.waiting.length

const isIdle = (user: User): boolean =>
  user.read.inside + user.change.inside + user.batch.inside + waitingIn(user) === 0

export function createCallGate(): CallGate {
  const tenants = new Map<string, Tenant>()
  let waiting = 0

  function tenantOf(id: string): Tenant {
    const existing = tenants.get(id)
    if (existing) return existing
    const made: Tenant = {
      inside: { read: 0, change: 0, batch: 0 },
      waiting: { read: 0, change: 0, batch: 0 },
      users: new Map(),
    }
    tenants.set(id, made)
    return made
  }

  function userOf({ users }: Tenant, { userId, isPublic }: SharedBy): User {
    const existing = users.get(userId)
    if (existing) return existing
    const made: User = {
      id: userId,
      isPublic: isPublic === true,
      read: { inside: 0, waiting: [] },
      change: { inside: 0, waiting: [] },
      batch: { inside: 0, waiting: [] },
    }
    users.set(userId, made)
    return made
  }

  const hasRoom = (tenant: Tenant, kind: CallKind) => tenant.inside[kind] < callsAtOnce[kind].tenant

  const mayEnter = (user: User, kind: CallKind) =>
    user[kind].inside < callsAtOnce[kind][user.isPublic ? 'visitor' : 'user']

  /** Admits waiting calls, one per user; admitted users move to the end. */
  function letIn(tenant: Tenant, kind: CallKind) {
    for (const user of [...tenant.users.values()]) {
      if (!hasRoom(tenant, kind)) return
      if (!mayEnter(user, kind)) continue
      const next = user[kind].waiting.shift()
      if (!next) continue
      waiting--
      tenant.waiting[kind]--
      tenant.users.delete(user.id)
      tenant.users.set(user.id, user)
      next()
    }
  }

  function begin(tenantId: string, tenant: Tenant, user: User, kind: CallKind): () => void {
    tenant.inside[kind]++
    user[kind].inside++
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      tenant.inside[kind]--
      user[kind].inside--
      if (tenant.waiting[kind] > 0) letIn(tenant, kind)
      if (isIdle(user)) tenant.users.delete(user.id)
      if (tenant.users.size === 0) tenants.delete(tenantId)
    }
  }

  return {
    enter(owner, kind) {
      const { tenantId } = owner
      const tenant = tenantOf(tenantId)
      const user = userOf(tenant, owner)
      const lane = user[kind]
      if (hasRoom(tenant, kind) && mayEnter(user, kind) && lane.waiting.length === 0) {
        return begin(tenantId, tenant, user, kind)
      }
      waiting++
      tenant.waiting[kind]++
      return new Promise((resolve) => {
        // `begin` counts the call at once, so that no other call takes its slot.
        lane.waiting.push(() => resolve(begin(tenantId, tenant, user, kind)))
      })
    },
    waitingOf(tenantId) {
      let count = 0
      for (const user of tenants.get(tenantId)?.users.values() ?? []) count += waitingIn(user)
      return count
    },
    waitingOfUser({ tenantId, userId }) {
      const user = tenants.get(tenantId)?.users.get(userId)
      return user ? waitingIn(user) : 0
    },
    waitingOfMost(tenantId, isPublic) {
      let most = 0
      for (const user of tenants.get(tenantId)?.users.values() ?? []) {
        if (user.isPublic === isPublic) most = Math.max(most, waitingIn(user))
      }
      return most
    },
    get waiting() {
      return waiting
    },
  }
}
