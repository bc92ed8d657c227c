/**
 * Who is next: tenants share what there is, and the users of each share what is its, by what their items really cost.
 *
 * The caller that takes an item charges afterwards what it cost, in ms or any other unit; time-shares.ts says whose
 * turn it is then. A new item waits for those who have used less, and not for everything that heavy users have queued.
 */

import { Fifo } from './fifo.ts'
import { type Sharer, TimeShares } from './time-shares.ts'

/** Items of a user that have begun: with so many, new ones wait until one of them has ended. */
const begunMax = 4
/** Members remembered without items, for what they used; more are forgotten. */
const membersMax = 1_000

export interface Owner {
  /** NIL_UUID: those who belong to no tenant are one. */
  readonly tenantId: string
  readonly userId: string
}

/** An item that was taken; `charge` what it cost. */
export interface Taken<T> {
  readonly item: T
  charge(cost: number): void
}

export interface FairRounds<T> {
  /** `begun`: it was taken before and goes on, as the how-manieth that began. */
  add(owner: Owner, item: T, begun?: number): void
  take(): Taken<T> | undefined
  /** What the owner used without having been taken. */
  charge(owner: Owner, cost: number): void
  /** All that wait. */
  readonly size: number
  waitingOf(tenantId: string): number
  waitingOfUser(owner: Owner): number
}

class UserFlow<T> implements Sharer {
  virtualMs = 0
  place = -1
  readonly #added = new Fifo<T>()
  readonly #begun: { readonly item: T; readonly begun: number }[] = []
  #tookBegun = false

  get size() {
    return this.#added.length + this.#begun.length
  }

  add(item: T, begun: number | undefined) {
    if (begun === undefined) this.#added.push(item)
    else this.#begun.push({ item, begun })
  }

  /** In turns, one that has begun and a new one. */
  take(): T {
    const goesOn = this.#added.length === 0 || this.#begun.length >= begunMax || !this.#tookBegun
    this.#tookBegun = this.#begun.length > 0 && goesOn
    return this.#tookBegun ? this.#takeFirst() : (this.#added.shift() as T)
  }

  /** The one that began first, so that one after the other ends. */
  #takeFirst(): T {
    let first = 0
    for (let at = 1; at < this.#begun.length; at++) {
      if ((this.#begun[at] as { begun: number }).begun < (this.#begun[first] as { begun: number }).begun) first = at
    }
    const [{ item } = { item: undefined as T }] = this.#begun.splice(first, 1)
    return item
  }
}

class TenantFlow<T> implements Sharer {
  virtualMs = 0
  place = -1
  size = 0
  readonly users = new Map<string, UserFlow<T>>()
  readonly shares = new TimeShares<UserFlow<T>>()
}

/** The member of this id, made when there is none. */
function memberOf<M extends { readonly size: number }>(members: Map<string, M>, id: string, make: () => M): M {
  const existing = members.get(id)
  if (existing) return existing
  if (members.size >= membersMax) for (const [other, { size }] of members) if (size === 0) members.delete(other)
  const made = make()
  members.set(id, made)
  return made
}

export function createFairRounds<T>(): FairRounds<T> {
  const tenants = new Map<string, TenantFlow<T>>()
  const shares = new TimeShares<TenantFlow<T>>()
  let size = 0

  return {
    add({ tenantId, userId }, item, begun) {
      const tenant = memberOf(tenants, tenantId, () => new TenantFlow<T>())
      const user = memberOf(tenant.users, userId, () => new UserFlow<T>())
      user.add(item, begun)
      tenant.size++
      size++
      tenant.shares.add(user)
      shares.add(tenant)
    },
    take() {
      const tenant = shares.next()
      const user = tenant?.shares.next()
      if (!tenant || !user) return undefined
      const item = user.take()
      tenant.size--
      size--
      if (user.size > 0) tenant.shares.add(user)
      if (tenant.size > 0) shares.add(tenant)
      return {
        item,
        charge(cost) {
          shares.charge(tenant, cost)
          tenant.shares.charge(user, cost)
        },
      }
    },
    charge({ tenantId, userId }, cost) {
      const tenant = tenants.get(tenantId)
      if (!tenant) return
      shares.charge(tenant, cost)
      const user = tenant.users.get(userId)
      if (user) tenant.shares.charge(user, cost)
    },
    get size() {
      return size
    },
    waitingOf: (tenantId) => tenants.get(tenantId)?.size ?? 0,
    waitingOfUser: ({ tenantId, userId }) => tenants.get(tenantId)?.users.get(userId)?.size ?? 0,
  }
}
