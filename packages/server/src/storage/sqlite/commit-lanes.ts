/** Queue of transactions for the next groups: FIFO per tenant (lane), and lanes alternate by equal weight. */

import { Fifo } from '../../turns/fifo.ts'
import { type Sharer, TimeShares } from '../../turns/time-shares.ts'
import type { Transaction } from '../storage.ts'
import type { Waiter } from './group-builder.ts'

interface Lane extends Sharer {
  readonly waiters: Fifo<Waiter>
}

/** Maximum number of lanes; empty lanes are dropped when it is reached. */
const lanesMax = 1_000

export interface CommitLanes {
  readonly isEmpty: boolean
  put(waiter: Waiter): void
  /** Whether no transaction of this transaction's tenant is queued. */
  isIdle(waiter: Waiter): boolean
  /** Charges the transaction's tenant for one that wasn't queued. */
  chargeFor(waiter: Waiter, weight: number): void
  /** The next transaction, without removing it. */
  first(): Waiter | undefined
  /** Removes the first transaction; its weight must be charged afterwards. */
  shift(): void
  charge(weight: number): void
  takeAll(): Waiter[]
}

export function createCommitLanes(): CommitLanes {
  const lanes = new Map<string, Lane>()
  const shares = new TimeShares<Lane>()
  /** The lane that is next. */
  let current: Lane | null = null

  function laneOf(tenantId: string): Lane {
    let lane = lanes.get(tenantId)
    if (!lane) {
      if (lanes.size >= lanesMax) for (const [id, each] of lanes) if (each.waiters.length === 0) lanes.delete(id)
      lane = { waiters: new Fifo(), virtualMs: 0, place: -1 }
      lanes.set(tenantId, lane)
    }
    return lane
  }

  return {
    get isEmpty() {
      return current === null && shares.size === 0
    },
    put(waiter) {
      const lane = laneOf(tenantOf(waiter.transaction))
      lane.waiters.push(waiter)
      if (lane !== current) shares.add(lane)
    },
    isIdle: ({ transaction }) => (lanes.get(tenantOf(transaction))?.waiters.length ?? 0) === 0,
    chargeFor: ({ transaction }, weight) => shares.charge(laneOf(tenantOf(transaction)), weight),
    first() {
      current ??= shares.next() ?? null
      return current?.waiters.first()
    },
    shift() {
      current?.waiters.shift()
    },
    charge(weight) {
      if (!current) return
      shares.charge(current, weight)
      if (current.waiters.length > 0) shares.add(current)
      current = null
    },
    takeAll() {
      const all: Waiter[] = []
      for (const lane of lanes.values()) {
        shares.remove(lane)
        for (let waiter = lane.waiters.shift(); waiter; waiter = lane.waiters.shift()) all.push(waiter)
      }
      current = null
      return all
    },
  }
}

/** Tenant of a transaction; empty: the server itself. */
function tenantOf({ messages, points, deletions, attributes, changes }: Transaction): string {
  const first = messages?.[0] ?? points?.[0] ?? deletions?.[0] ?? attributes?.[0] ?? changes?.[0]
  return first?.tenantId ?? ''
}
