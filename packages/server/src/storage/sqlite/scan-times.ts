/**
 * How long scans worked, by tenant, statement and the size of what they were asked: what is known to be quick runs on the
 * main thread, which saves the way to another one; everything else runs beside it. What was slow stays there for a while,
 * because the next question may be as slow, whatever the last one was.
 */

import type { SqlValue } from '../relational.ts'

/** A scan on the main thread is given up after so many ms. */
export const nearMsMax = 4
/** Beside the main thread so quick, it is quick here. */
const quickMs = 1.5
/** What was slow stays away from the main thread for so long, ms. */
const slowForMs = 10 * 60_000
const knownMax = 20_000

export interface ScanTime {
  /** Whether it may run on the main thread. */
  readonly isQuick: boolean
  /** Whether it was slow not long ago. */
  readonly isSlow: boolean
  recordNear(ms: number): void
  recordFar(ms: number): void
}

interface Known {
  isQuick: boolean
  /** Slow before this time, as of `performance.now()`. */
  slowUntil: number
}

export function createScanTimes(now: () => number = () => performance.now()) {
  const known = new Map<string, Known>()

  function remember(name: string): Known {
    const made: Known = { isQuick: false, slowUntil: 0 }
    if (known.size >= knownMax) known.delete(known.keys().next().value as string)
    known.set(name, made)
    return made
  }

  return {
    of(tenantId: string | undefined, sql: string, values: readonly SqlValue[]): ScanTime {
      const name = `${tenantId ?? ''} ${sizesOf(values)} ${sql}`
      const one = known.get(name) ?? remember(name)
      const slow = () => {
        one.isQuick = false
        one.slowUntil = now() + slowForMs
      }
      return {
        isQuick: one.isQuick,
        isSlow: now() < one.slowUntil,
        recordNear(ms) {
          if (ms >= nearMsMax) slow()
        },
        recordFar(ms) {
          if (ms >= nearMsMax) slow()
          else if (ms <= quickMs && now() >= one.slowUntil) one.isQuick = !looksAtAll(sql)
        },
      }
    },
    get size() {
      return known.size
    },
  }
}

/** How long it takes says nothing of the next text that is looked for. */
const looksAtAll = (sql: string): boolean => sql.includes(' like ')

/** Limits, offsets and lists of ids, roughly. */
function sizesOf(values: readonly SqlValue[]): string {
  let sizes = ''
  for (const value of values) {
    if (typeof value === 'number') sizes += Math.trunc(Math.log2(Math.abs(value) + 1) / 3)
    else if (typeof value === 'string') sizes += value.length > 256 ? Math.trunc(Math.log2(value.length)) : 't'
    else sizes += value === null ? 'n' : 'x'
    sizes += ' '
  }
  return sizes
}
