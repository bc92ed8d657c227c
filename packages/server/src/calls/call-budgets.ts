/**
 * What calls and commands may hold in memory until they are answered: each of them, all of a tenant, and all at once.
 *
 * A budget is opened for a call and closed when its answer was taken. What reads rows for the call
 * spends from it before the next row is read (`Turns.budget`), so that an answer that is too large is refused before it is
 * built. Characters and values are counted as they come from the store; in memory they take a few times as much.
 *
 * A call may read far more than it holds: an import, the deletion of a tenant. Each of its steps gives back what it read
 * (`Turns.step`), so what is bounded is what it holds at once.
 *
 * Calls that have become large go on one after the other, one per tenant and a few in all: as long as they run, what they
 * allocate slows the garbage collector and so everybody. Those that are no longer large make room.
 */

import type { LimitKey } from '@sonde/model/limits/limits'
import type { Limits } from '../limits/limits.ts'
import { raise } from '../limits/peaks.ts'
import { createFairPlaces } from '../turns/fair-places.ts'
import { createShares, type SharedBy } from '../turns/shares.ts'
import type { Budget } from '../turns/turns.ts'

/** For the answers of all tenants together. */
const answerBytesOfAll = 64 * 1024 * 1024
/** Taken from the shares in steps of so many bytes. */
const stepBytes = 64 * 1024
/** A call that holds so much is a large one. */
const largeBytes = 1024 * 1024
/** Large calls of all that go on at once, and of a tenant. */
const largeAtOnce = { all: 3, tenant: 1 } as const

export interface CallBudget extends Budget {
  /** Spent so far, less what was given back. */
  readonly bytes: number
  /** What is left to do is done by the client: the place of a large call is another's. */
  leave(): void
  /** Gives everything back. What is spent afterwards counts for nothing. */
  close(): void
}

export interface CallBudgets {
  /** The signal of `call` is aborted when the call is to end. */
  open(owner: SharedBy, call?: Pick<Budget, 'signal'>): CallBudget
  /** In use by a tenant's calls. */
  used(tenantId: string): number
  readonly usedByAll: number
}

/** The part of `Limits` that is asked. */
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
          // Not each time: the next step needs as much.
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
