/** Counts what commits have stored (points, alarms and new entities), regardless of the source. */

import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import type { CommitHook } from '../journal/commit.ts'
import type { Causers } from '../limits/causers.ts'
import { limitOfType } from '../limits/entity-counts.ts'
import type { EntityChange, PointWrite } from '../storage/storage.ts'
import type { ApiUsage } from './api-usage.ts'

const daySeconds = 24 * 60 * 60
/** Text length that counts as one point. */
const textPerPoint = 512

/** A point counts once per day of its retention, or once if it is stored forever. */
function weightOf({ ttlSeconds, type, value }: PointWrite): number {
  const days = Math.max(1, Math.floor(ttlSeconds / daySeconds))
  if (type !== ValueType.STRING && type !== ValueType.JSON) return days
  return days * Math.max(1, Math.ceil(String(value).length / textPerPoint))
}

type Stored = (tenantId: string, entity: EntityId, points: number) => void

/** Counts once per run of points of the same entity and customer, because this runs for every message. */
function countPoints(points: readonly PointWrite[], usage: Pick<ApiUsage, 'count'>, stored: Stored | undefined): void {
  let first: PointWrite | null = null
  let sum = 0
  const end = () => {
    if (first === null || sum === 0) return
    usage.count(first.tenantId, 'storageDataPointsCount', sum, first.customerId)
    stored?.(first.tenantId, first.entity, sum)
  }
  for (const point of points) {
    // Points of the usage itself aren't counted.
    if (point.entity.entityType === 'API_USAGE_STATE') continue
    if (first === null || !isSameRun(first, point)) {
      end()
      first = point
      sum = 0
    }
    sum += weightOf(point)
  }
  end()
}

const isSameRun = (a: PointWrite, b: PointWrite): boolean =>
  a.entity.id === b.entity.id && a.tenantId === b.tenantId && a.customerId === b.customerId

export interface CountedCausers {
  readonly causers: Pick<Causers, 'add' | 'pending'>
  /** Id of the user who makes the current call. */
  readonly callerId: () => string | undefined
}

/** `usage` is called for each transaction. Null: not available yet. */
export function createMetering(usage: () => Pick<ApiUsage, 'count'> | null, by?: CountedCausers): CommitHook {
  const stored = by?.causers.pending('maxDPStorageDays').add

  /** The `aspect` of an alarm change is the id of its originator, which is also listed among the changes. */
  function countAlarm(changes: readonly EntityChange[], { tenantId, customerId, aspect }: EntityChange) {
    usage()?.count(tenantId, 'createdAlarmsCount', 1, customerId)
    const originator = changes.find(({ entity }) => entity.id === aspect)?.entity
    if (originator) by?.causers.add(tenantId, 'maxCreatedAlarms', originator, 1)
  }

  function countCreated({ entity, tenantId }: EntityChange) {
    const key = limitOfType(entity.entityType)
    const userId = key && by?.callerId()
    if (key && userId && tenantId !== NIL_UUID) by?.causers.add(tenantId, key, entityId('USER', userId), 1)
  }

  return (next) => async (transaction) => {
    const result = await next(transaction)
    const { points, changes, isUncounted } = transaction
    const counted = !isUncounted && (points?.length || changes?.length) ? usage() : null
    if (!counted) return result
    if (points) countPoints(points, counted, stored)
    for (const change of changes ?? []) {
      if (change.kind !== 'created') continue
      if (change.entity.entityType === 'ALARM') countAlarm(changes ?? [], change)
      else countCreated(change)
    }
    return result
  }
}
