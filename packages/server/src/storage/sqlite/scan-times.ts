/**
 * Records the duration of scans by tenant, statement and size of the parameters. Scans known to be quick run on the
 * main thread, which saves a round trip to another thread; all others run in the row reader. A slow scan stays there
 * until it was quick many times in a row, because the next one may be as slow even if the last one was quick.
 */

import type { SqlValue } from '../relational.ts'

/** A scan on the main thread is aborted after this time, ms. */
export const nearMsMax = 4
/** A scan that is this quick in the row reader may run on the main thread, ms. */
const quickMs = 1.5
/** How long a slow scan stays off the main thread, ms, unless it is quick `quickRunsMin` times in a row. */
const slowForMs = 10 * 60_000
/** A single slow run may be due to a cold start or a garbage collection. */
const quickRunsMin = 16
const knownMax = 20_000

export interface ScanTime {
  /** Whether the scan may run on the main thread. */
  readonly isQuick: boolean
  /** Whether the scan was slow recently. */
  readonly isSlow: boolean
  recordNear(ms: number): void
  recordFar(ms: number): void
}

interface Known {
  isQuick: boolean
  /** The scan counts as slow until this time of `performance.now()`. */
  slowUntil: number
  /** Number of quick runs in a row since the last slow one. */
  quickRuns: number
}

export function createScanTimes(now: () => number = () => performance.now()) {
  const known = new Map<string, Known>()

  function remember(name: string): Known {
    const made: Known = { isQuick: false, slowUntil: 0, quickRuns: 0 }
    if (known.size >= knownMax) known.delete(known.keys().next().value as string)
    known.set(name, made)
    return made
  }

  return {
    of(tenantId: string | undefined, sql: string, values: readonly SqlValue[]): ScanTime {
      const name = `${tenantId ?? ''} ${sizesOf(values)} ${sql}`
      const one = known.get(name) ?? remember(name)
      const isPredictable = !looksAtAll(sql)
      const slow = () => {
        one.isQuick = false
        one.slowUntil = now() + slowForMs
        one.quickRuns = 0
      }
      return {
        isQuick: one.isQuick,
        isSlow: now() < one.slowUntil,
        recordNear(ms) {
          if (ms >= nearMsMax) slow()
        },
        recordFar(ms) {
          if (ms >= nearMsMax) return slow()
          one.quickRuns = ms <= quickMs ? one.quickRuns + 1 : 0
          if (isPredictable && one.quickRuns >= quickRunsMin) one.slowUntil = 0
          if (one.quickRuns > 0 && now() >= one.slowUntil) one.isQuick = isPredictable
        },
      }
    },
    get size() {
      return known.size
    },
  }
}

/** Text searches: the duration of one search says nothing about the next search text. */
const looksAtAll = (sql: string): boolean => sql.includes(' like ')

/** Rough sizes of limits, offsets and lists of ids. */
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
