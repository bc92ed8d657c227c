/**
 * Who is next: deficit round-robin over tenants, and over the users of each, by what their items really cost.
 *
 * Whoever takes an item charges afterwards what it cost, in ms or any other unit. A tenant that has used up its round
 * waits for the others. One that comes anew is served before those that are busy, once, so that a light caller waits for
 * one item and not for a round of all the heavy ones.
 */

import { Fifo } from './fifo.ts'

/** What an owner may use in one round, in the unit of `charge`. */
const quantumDefault = 5
/** Items of a user that have begun: with so many, new ones wait until one of them has ended. */
const begunMax = 4

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

interface Member {
  readonly id: string
  readonly size: number
  deficit: number
  isListed: boolean
}

/** Members in the order of their turns: those who are new, then the others. */
class Ring<M extends Member> {
  readonly #fresh = new Fifo<M>()
  readonly #others = new Fifo<M>()
  readonly #quantum: number
  readonly #left: (member: M) => void

  /** `left` hears of a member that has nothing more. */
  constructor(quantum: number, left: (member: M) => void) {
    this.#quantum = quantum
    this.#left = left
  }

  enter(member: M) {
    if (member.isListed) return
    member.isListed = true
    member.deficit = this.#quantum
    this.#fresh.push(member)
  }

  /** Whose turn it is. */
  next(): M | undefined {
    for (;;) {
      const list = this.#fresh.length > 0 ? this.#fresh : this.#others
      const member = list.first()
      if (!member) return undefined
      if (member.size > 0 && member.deficit > 0) return member
      list.shift()
      if (member.size > 0) {
        member.deficit += this.#quantum
        this.#others.push(member)
      } else if (list === this.#fresh) {
        // It stays for a round: otherwise whoever sends one item after the other would always be new.
        this.#others.push(member)
      } else {
        member.isListed = false
        this.#left(member)
      }
    }
  }
}

class UserFlow<T> implements Member {
  readonly id: string
  readonly #added = new Fifo<T>()
  readonly #begun: { readonly item: T; readonly begun: number }[] = []
  deficit = 0
  isListed = false
  #tookBegun = false

  constructor(id: string) {
    this.id = id
  }

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

class TenantFlow<T> implements Member {
  readonly id: string
  readonly users = new Map<string, UserFlow<T>>()
  readonly ring: Ring<UserFlow<T>>
  size = 0
  deficit = 0
  isListed = false

  constructor(id: string, quantum: number) {
    this.id = id
    this.ring = new Ring(quantum, (user) => this.users.delete(user.id))
  }

  userOf(id: string): UserFlow<T> {
    let user = this.users.get(id)
    if (!user) {
      user = new UserFlow(id)
      this.users.set(id, user)
    }
    return user
  }
}

export function createFairRounds<T>(quantum = quantumDefault): FairRounds<T> {
  const tenants = new Map<string, TenantFlow<T>>()
  const ring = new Ring<TenantFlow<T>>(quantum, (tenant) => tenants.delete(tenant.id))
  let size = 0

  return {
    add({ tenantId, userId }, item, begun) {
      let tenant = tenants.get(tenantId)
      if (!tenant) {
        tenant = new TenantFlow(tenantId, quantum)
        tenants.set(tenantId, tenant)
      }
      const user = tenant.userOf(userId)
      user.add(item, begun)
      tenant.size++
      size++
      ring.enter(tenant)
      tenant.ring.enter(user)
    },
    take() {
      const tenant = ring.next()
      const user = tenant?.ring.next()
      if (!tenant || !user) return undefined
      const item = user.take()
      tenant.size--
      size--
      return {
        item,
        charge(cost) {
          tenant.deficit -= cost
          user.deficit -= cost
        },
      }
    },
    charge({ tenantId, userId }, cost) {
      const tenant = tenants.get(tenantId)
      if (!tenant) return
      tenant.deficit -= cost
      const user = tenant.users.get(userId)
      if (user) user.deficit -= cost
    },
    get size() {
      return size
    },
    waitingOf: (tenantId) => tenants.get(tenantId)?.size ?? 0,
    waitingOfUser: ({ tenantId, userId }) => tenants.get(tenantId)?.users.get(userId)?.size ?? 0,
  }
}
