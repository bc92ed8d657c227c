/**
 * Schedules items fairly by their measured cost: first among tenants, then among the users of each tenant.
 *
 * The caller that takes an item charges its cost afterwards, in ms or any other unit; time-shares.ts decides which
 * owner is next. A new item waits only for owners that have used less, not for the whole backlog of heavy users.
 */

import { Fifo } from './fifo.ts'
import { type Sharer, TimeShares } from './time-shares.ts'

/** Maximum number of a user's started items; at the limit, new items wait until one has ended. */
const begunMax = 4
/** Maximum number of members remembered for their usage; at the limit, members without items are evicted. */
const membersMax = 1_000

export interface Owner {
  /** NIL_UUID: owners without a tenant share this ID. */
  readonly tenantId: string
  readonly userId: string
}

/** An item that was taken; its cost is reported with `charge`. */
export interface Taken<T> {
  readonly item: T
  charge(cost: number): void
}

export interface FairRounds<T> {
  /** `begun` is set for an item that was taken before and continues: its start order. */
  add(owner: Owner, item: T, begun?: number): void
  take(): Taken<T> | undefined
  /** Charges cost that the owner used without taking an item. */
  charge(owner: Owner, cost: number): void
  /** Number of waiting items. */
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

  /** Alternates between started and new items. */
  take(): T {
    const goesOn = this.#added.length === 0 || this.#begun.length >= begunMax || !this.#tookBegun
    this.#tookBegun = this.#begun.length > 0 && goesOn
    return this.#tookBegun ? this.#takeFirst() : (this.#added.shift() as T)
  }

  /** Takes the item that started first, so that items end one after the other. */
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

/** Returns the member with this ID, creating it if necessary. */
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
