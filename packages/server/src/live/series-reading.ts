/** Stretches of series for answers: many entities at once, bounded. */

import type { TsValue } from '@sonde/model/entity-query/entity-query'
import { badRequest } from '@sonde/model/errors'
import { type Point, valueText } from '@sonde/model/telemetry/values'
import type { SeriesStore } from '../storage/series.ts'
import type { SeriesAsked } from './command-parsing.ts'
import { pointsPerReplyMax } from './socket-limits.ts'

/** Reads on their way at once for one answer. */
const readsAtOnce = 8
const previousWithinMs = 365 * 86_400_000

export type SeriesByKey = Record<string, readonly TsValue[]>

export const tsValue = (point: Point): TsValue => ({ ts: point.ts, value: valueText(point) })

/**
 * Points of each key, every key present. Raw points come newest first, buckets oldest first; with the previous point
 * everything newest first.
 */
export async function readSeries(series: SeriesStore, entityId: string, asked: SeriesAsked): Promise<SeriesByKey> {
  const { keys, startTs, endTs, limit, aggregation, intervalMs, withPrevious } = asked
  const range = (from: number, to: number, max: number) =>
    series.range({
      entityId,
      keys,
      startTs: from,
      endTs: to,
      limit: max,
      order: 'DESC',
      aggregation: 'NONE',
      intervalMs: 0,
    })
  const [found, previous] = await Promise.all([
    endTs <= startTs
      ? new Map<string, Point[]>()
      : aggregation === 'NONE'
        ? range(startTs, endTs, limit)
        : series.range({ entityId, keys, startTs, endTs, limit, order: 'ASC', aggregation, intervalMs }),
    withPrevious ? range(Math.max(0, startTs - previousWithinMs), startTs, 1) : null,
  ])
  const byKey: SeriesByKey = {}
  for (const key of keys) {
    const points = (found.get(key) ?? []).map(tsValue)
    if (!previous) {
      byKey[key] = points
      continue
    }
    const before = (previous.get(key) ?? []).map(tsValue)
    byKey[key] = [...points, ...before].sort((a, b) => b.ts - a.ts)
  }
  return byKey
}

/** The same for many entities, by id. Throws 400 when the answer would hold too many points. */
export async function readSeriesOfMany(
  series: SeriesStore,
  entityIds: readonly string[],
  asked: SeriesAsked,
): Promise<Map<string, SeriesByKey>> {
  const found = new Map<string, SeriesByKey>()
  let count = 0
  for (let at = 0; at < entityIds.length; at += readsAtOnce) {
    const ids = entityIds.slice(at, at + readsAtOnce)
    const batch = await Promise.all(ids.map((id) => readSeries(series, id, asked)))
    batch.forEach((byKey, i) => {
      found.set(ids[i] as string, byKey)
      for (const points of Object.values(byKey)) count += points.length
    })
    if (count > pointsPerReplyMax) {
      throw badRequest(`The answer has more than ${pointsPerReplyMax} points; ask for fewer entities, keys or points.`)
    }
  }
  return found
}
