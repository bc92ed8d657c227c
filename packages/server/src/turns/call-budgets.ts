/**
 * What calls and commands may hold in memory until they are answered: each of them, all of a tenant, and all at once.
 *
 * A budget is opened for a call and closed when its answer was taken. Whoever reads rows for the call spends from it
 * before the next row is read (`Turns.budget`), so that what is too large is refused and not first put together. What is
 * counted are characters and values as they come from the store; in memory they are a few times as much.
 */

import type { LimitKey } from '@sonde/model/limits/limits'
import { createShares, type SharedBy } from './shares.ts'
import type { Budget } from './turns.ts'

/** For the answers of all tenants together. */
const answerBytesOfAll = 64 * 1024 * 1024
/** Taken from the shares in steps of so many bytes. */
const stepBytes = 64 * 1024

export interface CallBudget extends Budget {
  /** Spent so far. */
  readonly bytes: number
  /** Gives everything back. What is spent afterwards counts for nothing. */
  close(): void
}

export interface CallBudgets {
  open(owner: SharedBy): CallBudget
  /** In use by a tenant's calls. */
  used(tenantId: string): number
  readonly usedByAll: number
}

/** The part of `Limits` that is asked. */
export interface CallLimits {
  of(tenantId: string | null, key: LimitKey): number
  refuse(tenantId: string | null, key: LimitKey): never
}

export function createCallBudgets(limits: CallLimits): CallBudgets {
  const shares = createShares(answerBytesOfAll, {
    tenantMax: (tenantId) => limits.of(tenantId, 'answersInFlight'),
  })

  return {
    open(owner) {
      const { tenantId } = owner
      const max = limits.of(tenantId, 'answerBytes')
      let bytes = 0
      let taken = 0
      let isClosed = false
      return {
        spend(more) {
          if (isClosed) return
          bytes += more
          if (bytes > max) limits.refuse(tenantId, 'answerBytes')
          if (bytes <= taken) return
          const step = Math.ceil((bytes - taken) / stepBytes) * stepBytes
          if (!shares.take(owner, step)) limits.refuse(tenantId, 'answersInFlight')
          taken += step
        },
        get bytes() {
          return bytes
        },
        get left() {
          return isClosed ? max : max - bytes
        },
        close() {
          if (isClosed) return
          isClosed = true
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
