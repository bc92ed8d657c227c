/**
 * Histogram of latencies: two significant digits from 1 µs to 100 s in a fixed-size array, so that recording is cheap.
 */

export interface Latencies {
  /** Records a latency in nanoseconds. */
  note(nanoseconds: bigint | number): void
  readonly count: number
  /** Percentile in ms: `share` (0 to 1) of all latencies are at or below it. */
  percentileMs(share: number): number
}

const perDecade = 90

export function createLatencies(): Latencies {
  const buckets = new Uint32Array(perDecade * 8 + 1)
  let count = 0
  const indexOf = (us: number): number => {
    if (us < 10) return Math.max(0, Math.floor(us) - 1)
    const decade = Math.floor(Math.log10(us))
    return Math.min(buckets.length - 1, decade * perDecade + Math.floor(us / 10 ** (decade - 1)) - 10)
  }
  const upperUs = (index: number): number => {
    const decade = Math.floor(index / perDecade)
    return decade === 0 ? index + 2 : ((index % perDecade) + 11) * 10 ** (decade - 1)
  }
  return {
    note(nanoseconds) {
      const index = indexOf(Number(nanoseconds) / 1000)
      buckets[index] = (buckets[index] as number) + 1
      count++
    },
    get count() {
      return count
    },
    percentileMs(share) {
      let seen = 0
      for (let i = 0; i < buckets.length; i++) {
        seen += buckets[i] as number
        if (seen >= share * count && seen > 0) return upperUs(i) / 1000
      }
      return 0
    },
  }
}
