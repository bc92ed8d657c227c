/** Stretches of series for answers: many entities in one pass, bounded. */

import type { TsValue } from '@sonde/model/entity-query/entity-query'
import { badRequest } from '@sonde/model/errors'
import { type Point, valueText } from '@sonde/model/telemetry/values'
import type { SeriesStore, Stretch } from '../storage/series.ts'
import type { SeriesAsked } from './command-parsing.ts'
import { pointsPerReplyMax } from './socket-limits.ts'

const previousWithinMs = 365 * 86_400_000

export type SeriesByKey = Record<string, readonly TsValue[]>

export const tsValue = (point: Point): TsValue => ({ ts: point.ts, value: valueText(point) })

/** The same as `readSeriesOfMany`, of one entity. */
export async function readSeries(series: SeriesStore, entityId: string, asked: SeriesAsked): Promise<SeriesByKey> {
  const found = await readSeriesOfMany(series, [entityId], asked)
  return found.get(entityId) ?? {}
}

/**
 * Points of each key by entity, every key present. Raw points come newest first, buckets oldest first; with the previous
 * point everything newest first. Throws 400 when the answer would hold too many points.
 */
export async function readSeriesOfMany(
  series: SeriesStore,
  entityIds: readonly string[],
  asked: SeriesAsked,
): Promise<Map<string, SeriesByKey>> {
  const { keys, withPrevious } = asked
  const byId = new Map(
    entityIds.map((id): [string, Record<string, TsValue[]>] => [id, Object.fromEntries(keys.map((key) => [key, []]))]),
  )
  const found = await series.rangesOfMany(entityIds, keys, stretchesOf(asked), pointsPerReplyMax)
  if (!found) {
    throw badRequest(`The answer has more than ${pointsPerReplyMax} points; ask for fewer entities, keys or points.`)
  }
  for (const { entityId, key, stretches } of found) {
    const points = stretches.flatMap((stretch) => stretch.map(tsValue))
    if (withPrevious) points.sort((a, b) => b.ts - a.ts)
    const ofEntity = byId.get(entityId)
    if (ofEntity) ofEntity[key] = points
  }
  return byId
}

/** What was asked for, and the newest point before it. */
function stretchesOf({ startTs, endTs, limit, aggregation, intervalMs, withPrevious }: SeriesAsked): Stretch[] {
  const raw = { order: 'DESC', aggregation: 'NONE', intervalMs: 0 } as const
  const stretches: Stretch[] = []
  if (startTs < endTs) {
    stretches.push(
      aggregation === 'NONE'
        ? { startTs, endTs, limit, ...raw }
        : { startTs, endTs, limit, order: 'ASC', aggregation, intervalMs },
    )
  }
  if (withPrevious) {
    stretches.push({ startTs: Math.max(0, startTs - previousWithinMs), endTs: startTs, limit: 1, ...raw })
  }
  return stretches
}
