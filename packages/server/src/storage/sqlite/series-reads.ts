/**
 * What the series store answers: latest values out of the main thread's memory, ranges through the reader.
 *
 * Many series are asked for in one question, up to a bound: the storage worker copies their heads between two commits.
 */

import type { Point } from '@sonde/model/telemetry/values'
import type { Clock } from '../../clock.ts'
import type { LatestPoint, SeriesPoints, SeriesStore, SeriesText, Stretch } from '../series.ts'
import { type Columns, pointAt } from './columns.ts'
import type { JsonForm } from './range-json.ts'
import type { SeriesIndex, SeriesSlot } from './series-index.ts'
import type { SeriesRange } from './series-range.ts'
import type { SeriesReader } from './series-reader.ts'

/** Series in one question; more of them are asked for one question after the other. */
export const seriesPerQuestion = 100

export interface SeriesReadsParts {
  readonly index: SeriesIndex
  readonly reader: SeriesReader
  readonly clock: Clock
}

export function createSeriesReads({ index, reader, clock }: SeriesReadsParts): Omit<SeriesStore, 'deleteRange'> {
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

  const rangeOf = ({ startTs, endTs, limit, order, aggregation, intervalMs }: Stretch): SeriesRange => ({
    startTs,
    endTs,
    limit,
    descending: order === 'DESC',
    aggregation,
    intervalMs,
    nowMs: clock.nowMs(),
  })

  function known(entityId: string, keys: readonly string[]): SeriesSlot[] {
    const { slots } = index.entity(entityId)
    return keys.flatMap((key) => slots.get(key) ?? [])
  }

  return {
    latest: async (entityId, keys) => latestOf(entityId, keys),
    async latestOfMany(entityIds, keys) {
      index.load(entityIds)
      return entityIds.map((id) => latestOf(id, keys))
    },
    async keys(entityId) {
      const keys: string[] = []
      for (const { key, latest } of index.entity(entityId).slots.values()) if (latest) keys.push(key)
      return keys
    },

    async range(query) {
      const result = new Map<string, Point[]>(query.keys.map((key) => [key, []]))
      const ranges = [rangeOf(query)]
      for (const slots of questions(known(query.entityId, [...result.keys()]))) {
        const [columns] = (await reader.columns(slots.map(seriesOf), ranges)) ?? []
        for (const [i, { key }] of slots.entries()) result.set(key, pointsOf(columns?.[i]))
      }
      return result
    },

    async *rangeText(query, isStrict) {
      // In the order of an object's members, which puts names that are numbers first.
      const names = Object.keys(Object.fromEntries(query.keys.map((key) => [key, true])))
      const wanted = questions(known(query.entityId, names))
      const range = rangeOf(query)
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
      index.load(entityIds)
      const ranges = stretches.map(rangeOf)
      const series: SeriesText[] = []
      let left = pointsMax
      for (const slots of questions(entityIds.flatMap((entityId) => known(entityId, keys)))) {
        const found = await reader.texts(slots.map(seriesOf), ranges, { kind: 'arrays', newestFirst }, left)
        if (!found) return null
        for (const [i, { text, points }] of found.entries()) {
          const slot = slots[i] as SeriesSlot
          series.push({ entityId: slot.entity.id, key: slot.key, text, points })
          left -= points
        }
      }
      return series
    },

    async rangesOfMany(entityIds, keys, stretches, pointsMax) {
      index.load(entityIds)
      const ranges = stretches.map(rangeOf)
      const points: SeriesPoints[] = []
      let left = pointsMax
      for (const slots of questions(entityIds.flatMap((entityId) => known(entityId, keys)))) {
        const found = await reader.columns(slots.map(seriesOf), ranges, left)
        if (!found) return null
        for (const [i, { key, entity }] of slots.entries()) {
          for (const columns of found) left -= columns[i]?.length ?? 0
          points.push({ entityId: entity.id, key, stretches: found.map((columns) => pointsOf(columns[i])) })
        }
      }
      return points
    },
  }
}

const seriesOf = ({ series }: SeriesSlot): number => series

function questions(slots: readonly SeriesSlot[]): (readonly SeriesSlot[])[] {
  const count = Math.ceil(slots.length / seriesPerQuestion)
  return Array.from({ length: count }, (_, i) => slots.slice(i * seriesPerQuestion, (i + 1) * seriesPerQuestion))
}

function pointsOf(columns: Columns | undefined): Point[] {
  if (!columns) return []
  return Array.from({ length: columns.length }, (_, i) => pointAt(columns, i))
}
