/**
 * Turns on the event loop for work that comes from devices and cannot be cut: reading a packet, parsing a payload. Calls
 * and queries, which can, have theirs in turns.ts.
 *
 * While there is time left in this round of the loop, work is done as it comes; that is nearly always. Above that, it
 * waits for the next round, where tenants share the time (time-shares.ts). Without this, one round of the loop lasts as
 * long as it takes to read all that all sockets have, and the heaviest sender has most of it.
 */

import { asNobody } from '../guard/work.ts'
import { Fifo } from './fifo.ts'
import { type Sharer, TimeShares } from './time-shares.ts'

/** Time for such work in one round of the event loop, ms. */
const roundMs = 5

/** Whose work it is: a tenant, or all who have not signed in. */
export interface TurnOwner extends Sharer {
  readonly waiting: Fifo<() => void>
}

export interface EventLoopTurns {
  owner(id: string): TurnOwner
  /** Whether work may be done at once; else it is to wait with `queue`. */
  mayGo(owner: TurnOwner): boolean
  /** Says how long work took that was done at once. */
  spent(owner: TurnOwner, ms: number): void
  /** Does the work when it is its turn, behind what the owner has waiting already. */
  queue(owner: TurnOwner, work: () => void): void
  /** Resolves when it is the owner's turn; what follows in the same tick belongs to it. */
  turn(owner: TurnOwner): Promise<void>
}

/** Owners remembered without work; more are forgotten. */
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
        // What throws ends nobody else's turn.
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
