/**
 * Delays after failed attempts: the first failures are free, then each failure doubles the wait before the next
 * attempt.
 *
 * Attempts in progress count as failed, so that parallel attempts can't bypass the delay. Failures are forgotten one by
 * one, at a rate that clears the free ones within the limit's time.
 */

import type { Clock } from '../clock.ts'

export const firstDelayMs = 1_000
export const delayMsMax = 5 * 60 * 1_000
/** Doublings from the first delay to the longest one. */
const doublingsMax = Math.ceil(Math.log2(delayMsMax / firstDelayMs))

export interface AttemptDelaysOptions {
  /** Number of failures without a delay, and the time in which they are forgotten, s. Read on every use. */
  readonly free: () => { readonly count: number; readonly seconds: number }
  /** Maximum remembered keys; the one with the oldest attempt is evicted. */
  readonly keysMax: number
  readonly clock: Clock
}

export interface AttemptDelays {
  /** Ms until an attempt may be made; 0: now. */
  waitMs(key: string): number
  /** Starts an attempt, which counts as failed while it is in progress. */
  begin(key: string): void
  end(key: string, outcome: 'failed' | 'succeeded' | 'open'): void
  /** Counts a failure without `begin`, so that attempts in progress cause no delay. */
  fail(key: string): void
  /** Failures as a share of the free ones; above 1 while attempts are delayed. */
  share(key: string): number
}

interface Attempts {
  failures: number
  /** End of the delay, epoch ms; failures are forgotten from then on. */
  untilMs: number
  underWay: number
}

export function createAttemptDelays({ free, keysMax, clock }: AttemptDelaysOptions): AttemptDelays {
  /** Ordered by last attempt, oldest first. */
  const byKey = new Map<string, Attempts>()

  function forget(attempts: Attempts, nowMs: number) {
    const { count, seconds } = free()
    const forgottenMs = (seconds * 1_000) / count
    const forgotten = Math.floor(Math.max(0, nowMs - attempts.untilMs) / forgottenMs)
    if (forgotten === 0) return
    attempts.failures = Math.max(0, attempts.failures - forgotten)
    attempts.untilMs += forgotten * forgottenMs
  }

  function touched(key: string): Attempts {
    const existing = byKey.get(key)
    if (existing) byKey.delete(key)
    else if (byKey.size >= keysMax) byKey.delete(byKey.keys().next().value as string)
    const attempts = existing ?? { failures: 0, untilMs: clock.nowMs(), underWay: 0 }
    byKey.set(key, attempts)
    return attempts
  }

  function fail(key: string) {
    const attempts = touched(key)
    const { count } = free()
    const nowMs = clock.nowMs()
    forget(attempts, nowMs)
    attempts.failures = Math.min(attempts.failures + 1, count + doublingsMax)
    const doublings = attempts.failures - count
    attempts.untilMs = nowMs + (doublings < 0 ? 0 : Math.min(firstDelayMs * 2 ** doublings, delayMsMax))
  }

  return {
    share(key) {
      const attempts = byKey.get(key)
      if (!attempts) return 0
      forget(attempts, clock.nowMs())
      return attempts.failures / free().count
    },
    waitMs(key) {
      const attempts = byKey.get(key)
      if (!attempts) return 0
      const nowMs = clock.nowMs()
      forget(attempts, nowMs)
      const { failures, underWay, untilMs } = attempts
      if (failures + underWay < free().count) return 0
      // The outcome of the attempt in progress decides the actual delay.
      if (underWay > 0) return firstDelayMs
      return Math.max(0, Math.min(untilMs - nowMs, delayMsMax))
    },
    begin(key) {
      touched(key).underWay++
    },
    end(key, outcome) {
      const attempts = byKey.get(key)
      if (!attempts) return
      attempts.underWay = Math.max(0, attempts.underWay - 1)
      if (outcome === 'succeeded') attempts.failures = 0
      if (outcome === 'failed') fail(key)
      else if (attempts.failures === 0 && attempts.underWay === 0) byKey.delete(key)
    },
    fail,
  }
}
