/**
 * Memory budgets of calls and commands until they are answered: per call, per tenant and in total.
 *
 * A budget is opened for a call and closed when its response was sent. Code that reads rows for the call spends from
 * the budget before it reads the next row (`Turns.budget`), so that a response that is too large is rejected before it
 * is built. Characters and values are counted as they come from the store; in memory they take a few times as much.
 *
 * A call may read far more than it holds, for example an import or the deletion of a tenant. Each of its steps returns
 * what it read (`Turns.step`), so that the limit applies to what it holds at a time.
 *
 * Calls that have become large run one after the other, one per tenant and a few in total, because their allocations
 * slow down the garbage collector and so all other work. Calls that are no longer large release their slot.
 */

import type { LimitKey } from '@sonde/model/limits/limits'
import type { Limits } from '../limits/limits.ts'
import { raise } from '../limits/peaks.ts'
import { createFairPlaces, type FairPlaces } from '../turns/fair-places.ts'
import { createShares, type SharedBy, type Shares } from '../turns/shares.ts'
import type { Budget } from '../turns/turns.ts'

/** Maximum bytes of the responses of all tenants. */
const answerBytesOfAll = 64 * 1024 * 1024
/** Bytes are taken from the shares in steps of this size. */
const stepBytes = 64 * 1024
/** Calls that hold this many bytes are large. */
const largeBytes = 1024 * 1024
/** Maximum number of concurrent large calls, in total and per tenant. */
const largeAtOnce = { all: 3, tenant: 1 } as const

export interface CallBudget extends Budget {
  /** Bytes spent so far, minus returned ones. */
  readonly bytes: number
  /** Releases the slot of a large call, because the rest of the call only waits for the client. */
  leave(): void
  /** Returns everything. Later spending isn't counted. */
  close(): void
}

export interface CallBudgets {
  /** The signal of `call` is aborted when the call must end. */
  open(owner: SharedBy, call?: Pick<Budget, 'signal'>): CallBudget
  /** Bytes in use by a tenant's calls. */
  used(tenantId: string): number
  readonly usedByAll: number
}

/** Subset of `Limits` that is used here. */
export interface CallLimits {
  of(tenantId: string | null, key: LimitKey): number
  reject(tenantId: string | null, key: LimitKey): never
  measure: Limits['measure']
  peaksOf: Limits['peaksOf']
}

interface CallBudgetParts {
  readonly limits: CallLimits
  readonly places: FairPlaces
  readonly shares: Shares
  readonly answers: ReturnType<CallLimits['peaksOf']>
}

/**
 * A class, not an object literal with getters: V8 allocates the accessors of each such object in the old generation,
 * where they keep the getters' scopes, and so the whole request, until the next full collection.
 */
class CallBudgetOf implements CallBudget {
  readonly #parts: CallBudgetParts
  readonly #owner: SharedBy
  readonly #call: Pick<Budget, 'signal'> | undefined
  readonly #max: number
  #bytes = 0
  #peak = 0
  #taken = 0
  #isClosed = false
  #place: Promise<() => void> | null = null

  constructor(parts: CallBudgetParts, owner: SharedBy, call: Pick<Budget, 'signal'> | undefined) {
    this.#parts = parts
    this.#owner = owner
    this.#call = call
    this.#max = parts.limits.of(owner.tenantId, 'answerBytes')
  }

  get bytes(): number {
    return this.#bytes
  }

  get left(): number {
    return this.#isClosed ? this.#max : this.#max - this.#bytes
  }

  get signal(): AbortSignal | undefined {
    return this.#call?.signal
  }

  spend(more: number): void {
    if (this.#isClosed) return
    const { limits, shares } = this.#parts
    const { tenantId } = this.#owner
    this.#bytes += more
    if (this.#bytes > this.#peak) this.#peak = this.#bytes
    if (this.#bytes > this.#max) limits.reject(tenantId, 'answerBytes')
    if (this.#bytes <= this.#taken) return
    const step = Math.ceil((this.#bytes - this.#taken) / stepBytes) * stepBytes
    if (!shares.tryAcquire(this.#owner, step)) limits.reject(tenantId, 'answersInFlight')
    this.#taken += step
  }

  giveBack(less: number): void {
    if (this.#isClosed) return
    this.#bytes -= less
    if (this.#bytes < largeBytes) this.leave()
    // Not released in small amounts, because the next step needs as much again.
    const unused = this.#taken - Math.ceil(this.#bytes / stepBytes) * stepBytes
    if (unused < largeBytes) return
    this.#taken -= unused
    this.#parts.shares.give(this.#owner, unused)
  }

  place(): Promise<void> | undefined {
    if (this.#bytes < largeBytes || this.#isClosed) return undefined
    this.#place ??= this.#parts.places.enter(this.#owner.tenantId)
    return this.#place.then(() => undefined)
  }

  leave(): void {
    void this.#place?.then((out) => out())
    this.#place = null
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.leave()
    const { answers, shares } = this.#parts
    raise(answers(this.#owner.tenantId), this.#peak)
    if (this.#taken > 0) shares.give(this.#owner, this.#taken)
  }
}

export function createCallBudgets(limits: CallLimits): CallBudgets {
  const shares = createShares(answerBytesOfAll, {
    tenantMax: (tenantId) => limits.of(tenantId, 'answersInFlight'),
  })
  limits.measure('answersInFlight', shares.used)
  const parts: CallBudgetParts = {
    limits,
    places: createFairPlaces(largeAtOnce.all, largeAtOnce.tenant),
    shares,
    answers: limits.peaksOf('answerBytes'),
  }
  return {
    open: (owner, call) => new CallBudgetOf(parts, owner, call),
    used: shares.used,
    get usedByAll() {
      return shares.usedByAll
    },
  }
}
