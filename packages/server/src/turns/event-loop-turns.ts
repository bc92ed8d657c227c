/**
 * Schedules work on the event loop that comes from devices and cannot be split: reading a packet, parsing a payload.
 * Calls and queries, which can be split, are scheduled in turns.ts.
 *
 * While the current round of the loop has time left, work runs at once; that is nearly always the case. Otherwise it
 * waits for the next round, where tenants share the time (time-shares.ts). Without this, a round would last until all
 * data of all sockets is read, and the heaviest sender would take most of it.
 */

import { asNobody } from '../guard/work.ts'
import { Fifo } from './fifo.ts'
import { type Sharer, TimeShares } from './time-shares.ts'

/** Time for device work per round of the event loop, ms. */
const roundMs = 5

/** Owner of work: a tenant, or all unauthenticated clients. */
export interface TurnOwner extends Sharer {
  readonly waiting: Fifo<() => void>
}

export interface EventLoopTurns {
  owner(id: string): TurnOwner
  /** True when work may run at once; otherwise it must wait with `queue`. */
  mayGo(owner: TurnOwner): boolean
  /** Reports the duration of work that ran at once. */
  spent(owner: TurnOwner, ms: number): void
  /** Runs the work when the owner is scheduled, after the work that the owner has already queued. */
  queue(owner: TurnOwner, work: () => void): void
  /** Resolves when the owner is scheduled; the code that follows in the same tick counts as its work. */
  turn(owner: TurnOwner): Promise<void>
}

/** Maximum number of cached owners; at the limit, owners without waiting work are evicted. */
const ownersMax = 10_000

export function createEventLoopTurns(clock: () => number = () => performance.now()): EventLoopTurns {
  const owners = new Map<string, TurnOwner>()
  const shares = new TimeShares<TurnOwner>()
  let spentMs = 0
  let isScheduled = false

  const scheduleRound = () => void setImmediate(round)

  function schedule() {
    if (isScheduled) return
    isScheduled = true
    asNobody(scheduleRound)
  }

  function round() {
    isScheduled = false
    spentMs = 0
    while (spentMs < roundMs) {
      const owner = shares.next()
      if (!owner) return
      const started = clock()
      try {
        owner.waiting.shift()?.()
      } finally {
        // An exception must not end the round of other owners.
        const ms = clock() - started
        spentMs += ms
        shares.charge(owner, ms)
        if (owner.waiting.length > 0) shares.add(owner)
        schedule()
      }
    }
    schedule()
  }

  function queue(owner: TurnOwner, work: () => void) {
    owner.waiting.push(work)
    shares.add(owner)
    schedule()
  }

  function forgetIdle() {
    for (const [id, owner] of owners) if (owner.place < 0) owners.delete(id)
  }

  const mayGo = (owner: TurnOwner) => spentMs < roundMs && owner.place < 0

  return {
    owner(id) {
      let owner = owners.get(id)
      if (!owner) {
        if (owners.size >= ownersMax) forgetIdle()
        owner = { waiting: new Fifo(), virtualMs: 0, place: -1 }
        owners.set(id, owner)
      }
      return owner
    },
    mayGo,
    spent(owner, ms) {
      spentMs += ms
      shares.charge(owner, ms)
      schedule()
    },
    queue,
    turn: (owner) => (mayGo(owner) ? Promise.resolve() : new Promise((resolve) => queue(owner, resolve))),
  }
}
