/**
 * Counts what transactions have stored: points and alarms, whoever makes them. Stands between the commit and the store.
 */

import { ValueType } from '@sonde/model/telemetry/values'
import type { PointWrite, Storage } from '../storage/storage.ts'
import type { ApiUsage } from './api-usage.ts'

const daySeconds = 24 * 60 * 60
/** Characters of a text that count as one point. */
const textPerPoint = 512

/** A point counts once for every day that it is kept, and once when it is kept for ever. */
function weightOf({ ttlSeconds, type, value }: PointWrite): number {
  const days = Math.max(1, Math.floor(ttlSeconds / daySeconds))
  if (type !== ValueType.STRING && type !== ValueType.JSON) return days
  return days * Math.max(1, Math.ceil(String(value).length / textPerPoint))
}

/** One count for each run of points of a tenant and customer: this is on the way of every message. */
function countPoints(points: readonly PointWrite[], usage: Pick<ApiUsage, 'count'>): void {
  let tenantId = ''
  let customerId: string | undefined
  let sum = 0
  for (const point of points) {
    // The figures of the usage itself are not the tenant's.
    if (point.entity.entityType === 'API_USAGE_STATE') continue
    if (point.tenantId !== tenantId || point.customerId !== customerId) {
      if (sum > 0) usage.count(tenantId, 'storageDataPointsCount', sum, customerId)
      tenantId = point.tenantId
      customerId = point.customerId
      sum = 0
    }
    sum += weightOf(point)
  }
  if (sum > 0) usage.count(tenantId, 'storageDataPointsCount', sum, customerId)
}

export const countedStorage = (
  storage: Pick<Storage, 'transact'>,
  usage: () => Pick<ApiUsage, 'count'> | null,
): Pick<Storage, 'transact'> => ({
  async transact(transaction) {
    const result = await storage.transact(transaction)
    const { points, changes } = transaction
    const counted = points?.length || changes?.length ? usage() : null
    if (!counted) return result
    if (points && !transaction.isUncounted) countPoints(points, counted)
    for (const { kind, entity, tenantId, customerId } of changes ?? []) {
      if (kind === 'created' && entity.entityType === 'ALARM') {
        counted.count(tenantId, 'createdAlarmsCount', 1, customerId)
      }
    }
    return result
  },
})
