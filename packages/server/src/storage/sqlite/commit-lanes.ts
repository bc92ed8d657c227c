/** Transactions that wait for a group, by tenant: each lane in its order, and the lanes in turns of the same weight. */

import { Fifo } from '../../turns/fifo.ts'
import { type Sharer, TimeShares } from '../../turns/time-shares.ts'
import type { Transaction } from '../storage.ts'
import type { Waiter } from './group-builder.ts'

interface Lane extends Sharer {
  readonly waiters: Fifo<Waiter>
}

/** Lanes remembered without transactions; more are forgotten. */
const lanesMax = 1_000

export interface CommitLanes {
  readonly isEmpty: boolean
  put(waiter: Waiter): void
  /** Whether nothing of the transaction's tenant waits. */
  isIdle(waiter: Waiter): boolean
  /** Charges the transaction's tenant for one that did not wait. */
  chargeFor(waiter: Waiter, weight: number): void
  /** The transaction whose turn it is; it stays. */
  first(): Waiter | undefined
  /** Takes it; then its weight is to be charged. */
  shift(): void
  charge(weight: number): void
  takeAll(): Waiter[]
}

export function createCommitLanes(): CommitLanes {
  const lanes = new Map<string, Lane>()
  const shares = new TimeShares<Lane>()
  /** The lane whose turn it is. */
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

/** Whose transaction it is; empty: the server's own. */
function tenantOf({ messages, points, deletions, attributes, changes }: Transaction): string {
  const first = messages?.[0] ?? points?.[0] ?? deletions?.[0] ?? attributes?.[0] ?? changes?.[0]
  return first?.tenantId ?? ''
}
