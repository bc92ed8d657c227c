/**
 * Turns on the main thread: everything that works for a tenant for more than a moment does so here, in slices of some
 * milliseconds, and between two slices others go on: messages of devices at once, other tenants by their share of the
 * measured time, the users of a tenant likewise.
 *
 *     await turns.run({ tenantId, userId }, async () => {
 *       for (const row of rows) {
 *         if (turns.isOver) await turns.next()
 *         …
 *       }
 *     })
 *
 * `run` waits for the owner's turn and calls the work; what the work calls finds its owner by itself, across `await`. A
 * slice is what runs until the event loop gets control back, so waiting for a disk or another thread uses nothing. When
 * the work goes on after such a wait it is outside of its slices: `isOver` is true then, and `next` brings it back. Call
 * it before anything that takes more than a millisecond. `each` is the loop above; `soon` is for short jobs without a
 * result.
 *
 * Outside of `run`, in what the server does for itself, `isOver` and `next` let others go on every few milliseconds.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { createContext, guarded } from '../guard/work.ts'
import { createFairRounds, type Owner, type Taken } from './fair-rounds.ts'

/** A slice ends after so many ms, at the next look. */
export const sliceMs = 6
/** Ms of slices between two looks of the event loop at what came in from devices and clients. */
const roundMs = 8
/** Slices that are prepared at most for one go of the event loop. */
const slotsMax = 16
/** A slice of so many ms is counted as a long one. */
export const longSliceMs = 25

/** Bounds what one work may hold in memory, and all of its owner's. Throws when it is too much. */
export interface Budget {
  spend(bytes: number): void
  /** What was spent is held no longer. */
  giveBack(bytes: number): void
  /** What may still be spent, as far as this work alone is concerned. */
  readonly left: number
  /** Waits, where the work has become a large one, until few other large ones go on. */
  place(): Promise<void> | undefined
  /** Aborted when the work is to end: no further step of it begins. Absent: it never is. */
  readonly signal?: AbortSignal | undefined
}

/** Called between two steps of what may take long; to be awaited where it answers a promise. */
export type Rest = () => Promise<void> | undefined

export interface TurnFigures {
  /** Time of all slices, ms. */
  readonly usedMs: number
  readonly slices: number
  readonly longSlices: number
  /** Works that wait for their next slice. */
  readonly waiting: number
  /** For how long the one that was taken last had waited, ms. */
  readonly waitedMs: number
}

export interface Turns {
  /** Runs the work in the owner's turns; within a work of the same owner it is part of that. */
  run<T>(owner: Owner, work: () => T | Promise<T>, budget?: Budget): Promise<T>
  /** Runs a short job in the owner's turn, as part of the caller's work (guard/work.ts). */
  soon(owner: Owner, job: () => void): void
  /** Whether the caller's slice is used up, or it has none. Cheap, but no look per item where an item is nothing. */
  readonly isOver: boolean
  /** Resolves in the caller's next slice. */
  next(): Promise<void>
  /** What `of` makes of each item, in as many slices as that takes. */
  each<T, R>(items: readonly T[], of: (item: T, at: number) => R): Promise<R[]>
  /** Counts time that was used for an owner outside of its slices, ms. */
  charge(owner: Owner, ms: number): void
  /** Runs what another budget pays for, or none, in the turns of the work that calls. */
  spending<T>(budget: Budget | undefined, work: () => T): T
  /**
   * Runs one step of a work that takes many and answers little of what it reads: what the step spends is given back at
   * its end. What it keeps beyond that end counts for nobody, and has to be bounded otherwise. Throws `WorkEnded` instead
   * when the work is to end.
   */
  step<T>(work: () => Promise<T>): Promise<T>
  /** Of the work that calls; undefined outside of any. */
  readonly owner: Owner | undefined
  readonly budget: Budget | undefined
  /** Works and jobs that wait for a slice. */
  waitingOf(tenantId: string): number
  waitingOfUser(owner: Owner): number
  readonly figures: TurnFigures
}

/** The work was ended before its next step; `cause` says why. */
export class WorkEnded extends Error {
  constructor(cause: unknown) {
    super('The work has ended.', { cause })
    this.name = 'WorkEnded'
  }
}

interface Work {
  readonly owner: Owner
  /** The how-manieth it is. */
  readonly begun: number
}

interface Context {
  readonly work: Work
  readonly budget: Budget | undefined
}

interface Waiting {
  readonly work: Work
  readonly sinceMs: number
  start(): void
}

interface Slice {
  readonly work: Work
  readonly taken: Taken<Waiting>
  readonly startedMs: number
}

export function createTurns(now: () => number = () => performance.now()): Turns {
  const context = createContext<Context>()
  /** Slots belong to no tenant. */
  const outside = AsyncLocalStorage.snapshot()
  const rounds = createFairRounds<Waiting>()
  let slice: Slice | null = null
  /** Slots that the event loop is going to come to. */
  let slots = 0
  /** Time of slices since the event loop looked at its sockets. */
  let spentMs = 0
  /** When what the server does for itself went on last. */
  let ownMs = Number.NEGATIVE_INFINITY
  let works = 0
  let usedMs = 0
  let slices = 0
  let longSlices = 0
  let waitedMs = 0

  /**
   * A slot is two immediates in a row. Between them the event loop does what the first one started, which are promises
   * that resolve, and nothing else: so the time between them is the slice.
   */
  function arm(count: number) {
    for (let i = 0; i < count; i++) {
      slots++
      setImmediate(begin)
      setImmediate(end)
    }
  }

  function begin() {
    if (spentMs >= roundMs) return
    const taken = rounds.take()
    if (!taken) return
    const startedMs = now()
    slice = { work: taken.item.work, taken, startedMs }
    waitedMs = startedMs - taken.item.sinceMs
    taken.item.start()
  }

  function end() {
    slots--
    if (slice) {
      const ms = now() - slice.startedMs
      slice.taken.charge(ms)
      spentMs += ms
      usedMs += ms
      slices++
      if (ms > longSliceMs) longSlices++
      slice = null
    }
    if (slots === 0 && rounds.size > 0) open()
  }

  /** Slots for all that waits; the event loop looks at its sockets first where this is one of its own immediates. */
  function open() {
    setImmediate(renew)
    arm(Math.min(rounds.size, slotsMax))
  }

  function renew() {
    spentMs = 0
  }

  function add(waiting: Waiting, goesOn: boolean) {
    const { owner, begun } = waiting.work
    rounds.add(owner, waiting, goesOn ? begun : undefined)
    if (slots === 0) outside(open)
    else if (slots < slotsMax) outside(arm, 1)
  }

  const isInSlice = (work: Work) => slice !== null && slice.work === work

  function isOver(): boolean {
    const work = context.getStore()?.work
    if (!work) return now() - ownMs > sliceMs
    return !isInSlice(work) || now() - (slice as Slice).startedMs > sliceMs
  }

  function next(): Promise<void> {
    const work = context.getStore()?.work
    if (!work) {
      return new Promise((resolve) =>
        setImmediate(() => {
          ownMs = now()
          resolve()
        }),
      )
    }
    return new Promise((resolve) => add({ work, sinceMs: now(), start: resolve }, true))
  }

  return {
    async run(owner, work, budget) {
      const existing = context.getStore()?.work
      if (existing && existing.owner.tenantId === owner.tenantId && existing.owner.userId === owner.userId)
        return work()
      const made: Work = { owner, begun: ++works }
      await new Promise<void>((resolve) => add({ work: made, sinceMs: now(), start: resolve }, false))
      return context.run({ work: made, budget }, work)
    },
    soon(owner, job) {
      const made: Work = { owner, begun: ++works }
      const start = guarded(() => context.run({ work: made, budget: undefined }, job))
      add({ work: made, sinceMs: now(), start }, false)
    },
    get isOver() {
      return isOver()
    },
    next,
    async each(items, of) {
      const made: ReturnType<typeof of>[] = []
      for (let at = 0; at < items.length; at++) {
        if (isOver()) await next()
        made.push(of(items[at] as (typeof items)[number], at))
      }
      return made
    },
    charge: rounds.charge,
    spending(budget, work) {
      const existing = context.getStore()
      return existing ? context.run({ work: existing.work, budget }, work) : work()
    },
    async step(work) {
      const existing = context.getStore()
      if (!existing?.budget) return work()
      const { signal } = existing.budget
      if (signal?.aborted) throw new WorkEnded(signal.reason)
      const part = partOf(existing.budget)
      try {
        return await context.run({ work: existing.work, budget: part }, work)
      } finally {
        part.close()
      }
    },
    get owner() {
      return context.getStore()?.work.owner
    },
    get budget() {
      return context.getStore()?.budget
    },
    waitingOf: rounds.waitingOf,
    waitingOfUser: rounds.waitingOfUser,
    get figures() {
      return { usedMs, slices, longSlices, waiting: rounds.size, waitedMs }
    },
  }
}

function partOf(whole: Budget): Budget & { close(): void } {
  let spent = 0
  let isClosed = false
  const giveBack = (bytes: number) => {
    // What the step began and does not wait for comes too late: the whole may go on for long.
    if (isClosed) return
    spent -= bytes
    whole.giveBack(bytes)
  }
  return {
    spend(bytes) {
      if (isClosed) return
      // What is refused was counted as well: the steps that follow must not pay for it.
      spent += bytes
      whole.spend(bytes)
    },
    giveBack,
    get left() {
      return whole.left
    },
    place: () => whole.place(),
    signal: whole.signal,
    close() {
      giveBack(spent)
      isClosed = true
    },
  }
}
