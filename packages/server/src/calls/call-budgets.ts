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
import { createFairPlaces } from '../turns/fair-places.ts'
import { createShares, type SharedBy } from '../turns/shares.ts'
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

export function createCallBudgets(limits: CallLimits): CallBudgets {
  const places = createFairPlaces(largeAtOnce.all, largeAtOnce.tenant)
  const shares = createShares(answerBytesOfAll, {
    tenantMax: (tenantId) => limits.of(tenantId, 'answersInFlight'),
  })
  limits.measure('answersInFlight', shares.used)
  const answers = limits.peaksOf('answerBytes')

  return {
    open(owner, call) {
      const { tenantId } = owner
      const max = limits.of(tenantId, 'answerBytes')
      let bytes = 0
      let peak = 0
      let taken = 0
      let isClosed = false
      let place: Promise<() => void> | null = null
      const leave = () => {
        void place?.then((out) => out())
        place = null
      }
      return {
        spend(more) {
          if (isClosed) return
          bytes += more
          if (bytes > peak) peak = bytes
          if (bytes > max) limits.reject(tenantId, 'answerBytes')
          if (bytes <= taken) return
          const step = Math.ceil((bytes - taken) / stepBytes) * stepBytes
          if (!shares.tryAcquire(owner, step)) limits.reject(tenantId, 'answersInFlight')
          taken += step
        },
        giveBack(less) {
          if (isClosed) return
          bytes -= less
          if (bytes < largeBytes) leave()
          // Not released in small amounts, because the next step needs as much again.
          const unused = taken - Math.ceil(bytes / stepBytes) * stepBytes
          if (unused < largeBytes) return
          taken -= unused
          shares.give(owner, unused)
        },
        get bytes() {
          return bytes
        },
        get left() {
          return isClosed ? max : max - bytes
        },
        place() {
          if (bytes < largeBytes || isClosed) return undefined
          place ??= places.enter(tenantId)
          return place.then(() => undefined)
        },
        leave,
        get signal() {
          return call?.signal
        },
        close() {
          if (isClosed) return
          isClosed = true
          leave()
          raise(answers(tenantId), peak)
          if (taken > 0) shares.give(owner, taken)
        },
      }
    },
    used: shares.used,
    get usedByAll() {
      return shares.usedByAll
    },
  }
}
