/**
 * Limits failed claims per user: some failures are free, after each further one the wait doubles. A successful claim
 * resets them.
 *
 * An attempt counts when it begins, so that parallel attempts can't bypass the limit.
 */

import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Limits } from '../limits/limits.ts'
import { raise } from '../limits/peaks.ts'

const firstWaitMs = 1_000
const longestWaitMs = 15 * 60_000
/** Maximum tracked users; the one with the oldest attempt is evicted. */
const usersMax = 10_000

interface Attempts {
  count: number
  /** No attempt is allowed before, epoch ms. */
  untilMs: number
  lastMs: number
}

export interface ClaimAttemptDeps {
  readonly limits: Pick<Limits, 'of' | 'reject' | 'peaksOf'>
  readonly clock: Clock
}

export type ClaimAttempts = ReturnType<typeof createClaimAttempts>

export function createClaimAttempts({ limits, clock }: ClaimAttemptDeps) {
  const byUser = new Map<string, Attempts>()
  const failures = limits.peaksOf('failedClaims')

  return {
    /** Throws 429 while the user must wait. */
    begin({ userId, tenantId }: Scope): void {
      const nowMs = clock.nowMs()
      const before = byUser.get(userId)
      if (before && nowMs < before.untilMs) limits.reject(tenantId, 'failedClaims')
      // Ordered from the oldest to the most recent attempt.
      byUser.delete(userId)
      if (byUser.size >= usersMax) byUser.delete(byUser.keys().next().value as string)
      const isForgiven = !before || nowMs - before.lastMs > longestWaitMs
      const count = (isForgiven ? 0 : before.count) + 1
      const beyond = count - limits.of(tenantId, 'failedClaims')
      const waitMs = beyond < 0 ? 0 : Math.min(firstWaitMs * 2 ** beyond, longestWaitMs)
      byUser.set(userId, { count, untilMs: nowMs + waitMs, lastMs: nowMs })
    },
    succeeded({ userId }: Scope): void {
      byUser.delete(userId)
    },
    failed({ userId, tenantId }: Scope): void {
      const count = byUser.get(userId)?.count ?? 0
      raise(failures(tenantId), count / limits.of(tenantId, 'failedClaims'))
    },
  }
}
