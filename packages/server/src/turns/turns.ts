/**
 * Turns on the main thread: longer work for a tenant runs here, in slices of a few milliseconds. Between two slices,
 * other work runs: device messages at once, other tenants according to their share of the measured time, and the users
 * of a tenant likewise.
 *
 *     await turns.run({ tenantId, userId }, async () => {
 *       for (const row of rows) {
 *         if (turns.isOver) await turns.next()
 *         …
 *       }
 *     })
 *
 * `run` waits until the owner is scheduled and calls the work; the code that it calls belongs to the same work item,
 * across `await`. A slice lasts until the event loop regains control, so waiting for a disk or another thread uses no
 * time. After such a wait the work runs outside of a slice: `isOver` is true then, and `next` waits for a new slice.
 * Call it before anything that takes more than a millisecond. `each` is the loop above; `soon` is for short jobs
 * without a result.
 *
 * Outside of `run`, in work of the server itself, `isOver` and `next` yield to other work every few milliseconds.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { createContext, guarded } from '../guard/work.ts'
import { createFairRounds, type Owner, type Taken } from './fair-rounds.ts'

/** Duration after which `isOver` ends a slice, ms. */
export const sliceMs = 6
/** Total duration of slices between two polls of the event loop for incoming data, ms. */
const roundMs = 8
/** Maximum number of slots that are prepared per iteration of the event loop. */
const slotsMax = 16
/** Slices above this duration are counted as long, ms. */
export const longSliceMs = 25

/** Limits the memory that a work item, and all work items of its owner, may hold. Throws when a limit is exceeded. */
export interface Budget {
  spend(bytes: number): void
  /** Returns memory that is no longer held. */
  giveBack(bytes: number): void
  /** Amount that this work item may still spend, without the limits of its owner. */
  readonly left: number
  /** If the work item has become large, waits until only few other large ones are running. */
  place(): Promise<void> | undefined
  /** Aborted when the work item must end: no further step of it begins. Absent: it is never aborted. */
  readonly signal?: AbortSignal | undefined
}

/** Called between two steps of long work; must be awaited when it returns a promise. */
export type Rest = () => Promise<void> | undefined

export interface TurnFigures {
  /** Total duration of all slices, ms. */
  readonly usedMs: number
  readonly slices: number
  readonly longSlices: number
  /** Number of work items that wait for their next slice. */
  readonly waiting: number
  /** Wait time of the work item that was scheduled last, ms. */
  readonly waitedMs: number
}

export interface Turns {
  /** Runs the work in the owner's turns; within a work item of the same owner it runs as part of that item. */
  run<T>(owner: Owner, work: () => T | Promise<T>, budget?: Budget): Promise<T>
  /** Runs a short job in the owner's turn, as part of the caller's guarded work (guard/work.ts). */
  soon(owner: Owner, job: () => void): void
  /**
   * True when the caller's slice is used up, or when it has none. A cheap check, but too expensive for each item of a
   * loop with trivial items.
   */
  readonly isOver: boolean
  /** Resolves in the caller's next slice. */
  next(): Promise<void>
  /** Maps the items with `of`, in as many slices as needed. */
  each<T, R>(items: readonly T[], of: (item: T, at: number) => R): Promise<R[]>
  /** Charges time that was used for an owner outside of its slices, ms. */
  charge(owner: Owner, ms: number): void
  /** Runs code with another budget, or without one, in the turns of the calling work item. */
  spending<T>(budget: Budget | undefined, work: () => T): T
  /**
   * Runs one step of a long work that returns little of what it reads: memory that the step spends is returned to the
   * budget at its end. Data kept beyond the step isn't counted and must be limited otherwise. Throws `WorkEnded` when
   * the work must end.
   */
  step<T>(work: () => Promise<T>): Promise<T>
  /** Owner of the calling work item; undefined outside of any. */
  readonly owner: Owner | undefined
  readonly budget: Budget | undefined
  /** Number of work items and jobs that wait for a slice. */
  waitingOf(tenantId: string): number
  waitingOfUser(owner: Owner): number
  readonly figures: TurnFigures
}

/** The work item was ended before its next step; `cause` is the reason. */
export class WorkEnded extends Error {
  constructor(cause: unknown) {
    super('The work has ended.', { cause })
    this.name = 'WorkEnded'
  }
}

interface Work {
  readonly owner: Owner
  /** Start order of the work item. */
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
  /** Runs slots outside of the context of any tenant. */
  const outside = AsyncLocalStorage.snapshot()
  const rounds = createFairRounds<Waiting>()
  let slice: Slice | null = null
  /** Slots that are scheduled on the event loop. */
  let slots = 0
  /** Duration of slices since the event loop last polled its sockets. */
  let spentMs = 0
  /** Time at which work of the server itself last yielded. */
  let ownMs = Number.NEGATIVE_INFINITY
  let works = 0
  let usedMs = 0
  let slices = 0
  let longSlices = 0
  let waitedMs = 0

  /**
   * A slot consists of two consecutive immediates. Between them the event loop runs only what the first one started,
   * which are promise callbacks, so the time between them is the duration of the slice.
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

  /**
   * Schedules slots for the waiting work items. If called from an immediate of its own, the event loop polls its
   * sockets first.
   */
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
      // Awaited here, because a promise that is returned takes two ticks more.
      return await context.run({ work: made, budget }, work)
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
      const part = new PartBudget(existing.budget)
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

/** A class, because a getter in an object literal costs too much here: see `CallBudgetOf` in call-budgets.ts. */
class PartBudget implements Budget {
  readonly #whole: Budget
  readonly signal: AbortSignal | undefined
  #spent = 0
  #isClosed = false

  constructor(whole: Budget) {
    this.#whole = whole
    this.signal = whole.signal
  }

  get left(): number {
    return this.#whole.left
  }

  spend(bytes: number): void {
    if (this.#isClosed) return
    // The whole budget counts a rejected amount too, so it must be returned for later steps.
    this.#spent += bytes
    this.#whole.spend(bytes)
  }

  giveBack(bytes: number): void {
    // Ignores late calls from operations that the step started without awaiting them; the work item may continue for
    // long.
    if (this.#isClosed) return
    this.#spent -= bytes
    this.#whole.giveBack(bytes)
  }

  place(): Promise<void> | undefined {
    return this.#whole.place()
  }

  close(): void {
    this.giveBack(this.#spent)
    this.#isClosed = true
  }
}
