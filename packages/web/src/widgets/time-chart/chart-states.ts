/** States over time: each lasts until the next one. States that are words get one level each on the value axis. */

import type { Figure } from '@sonde/model/dashboards/figures'
import {
  type ColumnStatistics,
  columnStatistics,
  figureAt,
  type SeriesColumn,
} from '@sonde/model/dashboards/series-column'

/** Maximum number of words on an axis; further ones share a level. */
export const wordsMax = 40

/**
 * States within a range: the one before it begins at the start of the range, the last one lasts until `endMs`. The
 * device sent neither of these two points.
 */
export function statesWithin(column: SeriesColumn, startMs: number, endMs: number): SeriesColumn {
  const { ts } = column
  if (ts.length === 0) return column
  let first = 0
  while (first + 1 < ts.length && (ts[first + 1] as number) <= startMs) first++
  const indexes = Array.from({ length: ts.length - first }, (_, i) => first + i)
  const times = indexes.map((index) => Math.max(startMs, ts[index] as number))
  const last = ts.length - 1
  if ((times.at(-1) as number) < endMs) {
    indexes.push(last)
    times.push(endMs)
  }
  return {
    ...column,
    ts: Float64Array.from(times),
    values: Float64Array.from(indexes, (index) => column.values[index] as number),
    texts: column.texts && indexes.map((index) => column.texts?.[index] ?? null),
    longNumbers: column.longNumbers && longNumbersAt(column.longNumbers, indexes),
  }
}

function longNumbersAt(known: ReadonlyMap<number, string>, indexes: readonly number[]): ReadonlyMap<number, string> {
  return new Map(
    indexes.flatMap((index, at) => {
      const long = known.get(index)
      return long === undefined ? [] : [[at, long] as const]
    }),
  )
}

/** Statistics of states: the average counts how long each state lasted, the total what was received. */
export function stateStatistics(
  states: SeriesColumn,
  received: SeriesColumn,
  startMs: number,
  endMs: number,
): ColumnStatistics | null {
  const statistics = columnStatistics(states, startMs, endMs)
  if (!statistics) return null
  let sum = 0
  let lastedMs = 0
  for (let i = 0; i + 1 < states.ts.length; i++) {
    const value = states.values[i] as number
    if (Number.isNaN(value)) continue
    const ms = (states.ts[i + 1] as number) - (states.ts[i] as number)
    sum += value * ms
    lastedMs += ms
  }
  const avg = lastedMs > 0 ? sum / lastedMs : statistics.avg
  const own = columnStatistics(received, startMs, endMs)
  const total = own?.total ?? 0
  return {
    ...statistics,
    avg,
    total,
    count: own?.count ?? 0,
    figures: { ...statistics.figures, avg, total: own?.figures.total ?? 0 },
  }
}

/** Word of a point. `wordOf`: text of a number, or of on and off. */
export const wordAt = (
  column: SeriesColumn,
  index: number,
  wordOf: (figure: Figure, isBoolean: boolean) => string,
): string => column.texts?.[index] ?? wordOf(figureAt(column, index), column.isBoolean)

/** Words of an axis from the bottom up, in alphabetical order; `other` is the last one if there are too many. */
export function levelsOf(words: Iterable<string>, other: string): string[] {
  const sorted = [...new Set(words)].sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))
  return sorted.length <= wordsMax ? sorted : [...sorted.slice(0, wordsMax - 1), other]
}

/** The column with the level of each word in place of its value. */
export function withLevels(
  column: SeriesColumn,
  levels: readonly string[],
  wordOf: (figure: Figure, isBoolean: boolean) => string,
): SeriesColumn {
  const level = new Map(levels.map((word, index) => [word, index]))
  const values = Float64Array.from(
    column.ts,
    (_, index) => level.get(wordAt(column, index, wordOf)) ?? levels.length - 1,
  )
  return { ...column, values, longNumbers: null }
}
