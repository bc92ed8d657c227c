/**
 * Reads of the series store: latest values from the memory of the main thread, ranges through the reader worker.
 *
 * A request covers many series, up to a limit, because the storage worker copies their heads between two commits.
 */

import type { Point } from '@sonde/model/telemetry/values'
import type { Clock } from '../../clock.ts'
import type { Turns } from '../../turns/turns.ts'
import { type Columns, pointAt } from '../series/columns.ts'
import type { JsonForm } from '../series/range-json.ts'
import type { SeriesRange } from '../series/series-range.ts'
import type { LatestPoint, RangeSpec, SeriesPoints, SeriesStore, SeriesText } from '../series.ts'
import type { SeriesIndex, SeriesSlot } from './series-index.ts'
import { type SeriesReader, SeriesTooLarge } from './series-reader.ts'

/** Maximum number of series per request; more are split into consecutive requests. */
export const seriesPerQuestion = 100
/** Approximate maximum number of raw points per request, which the reader processes in one step. */
const pointsPerQuestion = 100_000
/** Approximate size of a point or latest value in a response. */
const pointBytes = 48
/** Maximum number of text characters per request. */
export const questionCharactersMax = 16 * 1024 * 1024
/** Number of entities loaded at first; then it is adapted so that loading takes about this many ms. */
const entitiesFirst = 16
const loadMs = 2

export interface SeriesReadsDeps {
  readonly index: SeriesIndex
  readonly reader: SeriesReader
  readonly clock: Clock
  readonly turns: Pick<Turns, 'isOver' | 'next' | 'budget'>
}

export function createSeriesReads({ index, reader, clock, turns }: SeriesReadsDeps): Omit<SeriesStore, 'deleteRange'> {
  function latestOf(entityId: string, keys?: readonly string[]): LatestPoint[] {
    const { slots } = index.entity(entityId)
    const found: LatestPoint[] = []
    if (keys) {
      for (const key of keys) {
        const slot = slots.get(key)
        const latest = slot && index.latest(slot)
        if (latest) found.push(latest)
      }
      return found
    }
    for (const slot of slots.values()) {
      const latest = index.latest(slot)
      if (latest) found.push(latest)
    }
    return found
  }

  const rangeOf = ({ order, timesOnly, bucketsEndTs, ...range }: RangeSpec): SeriesRange => ({
    startTs: range.startTs,
    endTs: range.endTs,
    limit: range.limit,
    descending: order === 'DESC',
    aggregation: range.aggregation,
    intervalMs: range.intervalMs,
    nowMs: clock.nowMs(),
    ...(timesOnly && { timesOnly }),
    ...(bucketsEndTs !== undefined && { bucketsEndTs }),
  })

  function known(entityId: string, keys: readonly string[]): SeriesSlot[] {
    const { slots } = index.entity(entityId)
    return keys.flatMap((key) => slots.get(key) ?? [])
  }

  /** Calls `of` for each entity; missing entities are loaded a few at a time. */
  async function ofEach<T>(entityIds: readonly string[], of: (entityId: string) => T): Promise<T[]> {
    const found: T[] = []
    for (let at = 0, count = entitiesFirst; at < entityIds.length; ) {
      if (turns.isOver) await turns.next()
      const started = performance.now()
      const some = entityIds.slice(at, at + count)
      index.load(some)
      for (const id of some) found.push(of(id))
      at += some.length
      count = performance.now() - started < loadMs ? count * 2 : Math.max(1, count >> 1)
    }
    return found
  }

  function spent(points: Point[]): Point[] {
    let bytes = points.length * pointBytes
    for (const { value } of points) if (typeof value === 'string') bytes += value.length
    turns.budget?.spend(bytes)
    return points
  }

  /** Runs a request with the number of characters that its response may have. */
  async function inRoom<T>(ask: (charactersMax: number) => Promise<T>): Promise<T> {
    const { budget } = turns
    try {
      return await ask(Math.min(questionCharactersMax, budget?.left ?? questionCharactersMax))
    } catch (error) {
      // Throws the budget's own error.
      if (error instanceof SeriesTooLarge) budget?.spend(budget.left + 1)
      throw error
    }
  }

  return {
    async latest(entityId, keys) {
      const found = latestOf(entityId, keys)
      turns.budget?.spend(found.length * pointBytes)
      return found
    },
    latestOfMany: (entityIds, keys) => ofEach(entityIds, (id) => latestOf(id, keys)),
    async keys(entityId) {
      const keys: string[] = []
      for (const { key, latest } of index.entity(entityId).slots.values()) if (latest) keys.push(key)
      return keys
    },

    async range(query) {
      const result = new Map<string, Point[]>(query.keys.map((key) => [key, []]))
      const ranges = [rangeOf(query)]
      for (const slots of questions(known(query.entityId, [...result.keys()]), ranges)) {
        const [columns] = (await inRoom((most) => reader.columns(slots.map(seriesOf), ranges, most))) ?? []
        for (const [i, { key }] of slots.entries()) result.set(key, spent(pointsOf(columns?.[i])))
      }
      return result
    },

    async *rangeText(query, isStrict) {
      // Order of object members, in which integer-like names come first.
      const names = Object.keys(Object.fromEntries(query.keys.map((key) => [key, true])))
      const range = rangeOf(query)
      const wanted = questions(known(query.entityId, names))
      let follows = false
      if (wanted.length === 0) yield Buffer.from('{}')
      for (const [i, slots] of wanted.entries()) {
        const form: JsonForm = {
          kind: 'object',
          names: slots.map(({ key }) => key),
          isStrict,
          follows,
          closes: i === wanted.length - 1,
        }
        for await (const piece of reader.text(slots.map(seriesOf), range, form)) {
          follows = true
          yield piece
        }
      }
    },

    async textsOfMany(entityIds, keys, stretches, { newestFirst, pointsMax }) {
      const ranges = stretches.map(rangeOf)
      const series: SeriesText[] = []
      let left = pointsMax
      for (const slots of questions((await ofEach(entityIds, (id) => known(id, keys))).flat(), ranges)) {
        const found = await inRoom((most) =>
          reader.texts(slots.map(seriesOf), ranges, { kind: 'arrays', newestFirst }, most, left),
        )
        if (!found) return null
        for (const [i, { text, points }] of found.entries()) {
          const slot = slots[i] as SeriesSlot
          turns.budget?.spend(text.length)
          series.push({ entityId: slot.entity.id, key: slot.key, text, points })
          left -= points
        }
      }
      return series
    },

    async rangesOfMany(entityIds, keys, stretches, pointsMax) {
      const ranges = stretches.map(rangeOf)
      const points: SeriesPoints[] = []
      let left = pointsMax
      for (const slots of questions((await ofEach(entityIds, (id) => known(id, keys))).flat(), ranges)) {
        const found = await inRoom((most) => reader.columns(slots.map(seriesOf), ranges, most, left))
        if (!found) return null
        for (const [i, { key, entity }] of slots.entries()) {
          for (const columns of found) left -= columns[i]?.length ?? 0
          points.push({ entityId: entity.id, key, ranges: found.map((columns) => spent(pointsOf(columns[i]))) })
        }
      }
      return points
    },
  }
}

const seriesOf = ({ series }: SeriesSlot): number => series

/** Splits the slots into requests. `ranges`: ranges that are answered in one step. */
function questions(slots: readonly SeriesSlot[], ranges: readonly SeriesRange[] = []): (readonly SeriesSlot[])[] {
  let points = 1
  for (const { aggregation, limit } of ranges) if (aggregation === 'NONE') points += limit
  const size = Math.max(1, Math.min(seriesPerQuestion, Math.floor(pointsPerQuestion / points)))
  return Array.from({ length: Math.ceil(slots.length / size) }, (_, i) => slots.slice(i * size, (i + 1) * size))
}

function pointsOf(columns: Columns | undefined): Point[] {
  if (!columns) return []
  return Array.from({ length: columns.length }, (_, i) => pointAt(columns, i))
}
