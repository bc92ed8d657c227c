/** Sorts many items without blocking other work: short runs are sorted at once and merged in time slices. */

import type { Turns } from '../turns/turns.ts'

const runLength = 1024
/** Items merged between two checks of the time slice. */
const itemsPerLook = 2048

/** Returns the first `max` items in sorted order. Doesn't change `items`. */
export async function pacedSort<T>(
  items: T[],
  compare: (a: T, b: T) => number,
  max: number,
  turns: Pick<Turns, 'isOver' | 'next'>,
): Promise<T[]> {
  let runs: T[][] = []
  for (let at = 0; at < items.length; at += runLength) {
    if (turns.isOver) await turns.next()
    runs.push(items.slice(at, at + runLength).sort(compare))
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [a = [], b] = [runs[at], runs[at + 1]]
      merged.push(b ? await merge(a, b, compare, max, turns) : a)
    }
    runs = merged
  }
  const [sorted = []] = runs
  return sorted.length > max ? sorted.slice(0, max) : sorted
}

async function merge<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  max: number,
  turns: Pick<Turns, 'isOver' | 'next'>,
): Promise<T[]> {
  const merged: T[] = []
  const length = Math.min(max, a.length + b.length)
  for (let fromA = 0, fromB = 0; merged.length < length; ) {
    if (merged.length % itemsPerLook === 0 && turns.isOver) await turns.next()
    const takesA = fromB >= b.length || (fromA < a.length && compare(a[fromA] as T, b[fromB] as T) <= 0)
    merged.push((takesA ? a[fromA++] : b[fromB++]) as T)
  }
  return merged
}
