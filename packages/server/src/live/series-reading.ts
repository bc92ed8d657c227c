/** Reads ranges of series for responses: many entities in one pass, with a limit on the points. */

import type { TsValue } from '@sonde/model/entity-query/entity-query'
import { badRequest } from '@sonde/model/errors'
import { type Point, valueText } from '@sonde/model/telemetry/values'
import type { RangeSpec, SeriesStore } from '../storage/series.ts'
import type { SeriesRequest } from './command-parsing.ts'
import { pointsPerReplyMax } from './socket-limits.ts'

const previousWithinMs = 365 * 86_400_000

export type SeriesByKey = Record<string, readonly TsValue[]>

export const tsValue = (point: Point): TsValue => ({ ts: point.ts, value: valueText(point) })

/**
 * Returns the points of each key of an entity; every key is present. Raw points are ordered from newest to oldest,
 * aggregated ones from oldest to newest; with the previous point, all are ordered from newest to oldest. Throws 400
 * when the response would have too many points.
 */
export async function readSeries(series: SeriesStore, entityId: string, request: SeriesRequest): Promise<SeriesByKey> {
  const { keys, withPrevious } = request
  const found = await series.rangesOfMany([entityId], keys, rangesOf(request), pointsPerReplyMax)
  if (!found) throw tooManyPoints()
  const byKey: Record<string, TsValue[]> = Object.fromEntries(keys.map((key) => [key, []]))
  for (const { key, ranges } of found) {
    const points = ranges.flatMap((range) => range.map(tsValue))
    if (withPrevious) points.sort((a, b) => b.ts - a.ts)
    byKey[key] = points
  }
  return byKey
}

/** Series of an entity as JSON text of a response: `{"key":[{"ts":1,"value":"2"}]}`. */
export interface SeriesAnswer {
  readonly text: string
  /** True if the response contains a point of this time. */
  has(key: string, ts: number): boolean
}

/** Reads series of many entities, by ID, as text that is inserted into the response unchanged. */
export async function readSeriesOfMany(
  series: SeriesStore,
  entityIds: readonly string[],
  request: SeriesRequest,
): Promise<Map<string, SeriesAnswer>> {
  const { keys, withPrevious } = request
  const found = await series.textsOfMany(entityIds, keys, rangesOf(request), {
    newestFirst: withPrevious,
    pointsMax: pointsPerReplyMax,
  })
  if (!found) throw tooManyPoints()
  const byId = new Map(
    entityIds.map((id): [string, Record<string, string>] => [id, Object.fromEntries(keys.map((key) => [key, '[]']))]),
  )
  for (const { entityId, key, text } of found) {
    const ofEntity = byId.get(entityId)
    if (ofEntity) ofEntity[key] = text
  }
  return new Map([...byId].map(([id, byKey]) => [id, answerOf(byKey)]))
}

function answerOf(byKey: Readonly<Record<string, string>>): SeriesAnswer {
  const members = Object.entries(byKey).map(([key, text]) => `${JSON.stringify(key)}:${text}`)
  return {
    text: `{${members.join(',')}}`,
    // Within a value the quotes would be escaped.
    has: (key, ts) => byKey[key]?.includes(`{"ts":${ts},`) ?? false,
  }
}

const tooManyPoints = () =>
  badRequest(`The response has more than ${pointsPerReplyMax} points. Request fewer entities, keys or points.`)

/** Returns the requested range, and the range of the newest point before it. */
function rangesOf({ startTs, endTs, limit, aggregation, intervalMs, withPrevious }: SeriesRequest): RangeSpec[] {
  const raw = { order: 'DESC', aggregation: 'NONE', intervalMs: 0 } as const
  const ranges: RangeSpec[] = []
  if (startTs < endTs) {
    ranges.push(
      aggregation === 'NONE'
        ? { startTs, endTs, limit, ...raw }
        : { startTs, endTs, limit, order: 'ASC', aggregation, intervalMs },
    )
  }
  if (withPrevious) {
    ranges.push({ startTs: Math.max(0, startTs - previousWithinMs), endTs: startTs, limit: 1, ...raw })
  }
  return ranges
}
