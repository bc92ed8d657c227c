/** Main thread side of a transaction's deletions: maps keys to series, and responses to latest values. */

import { ValueType } from '@sonde/model/telemetry/values'
import type { LatestAfter, SegmentDeletion } from '../series/series-deletion.ts'
import type { DeletedLatest, SeriesDeletion } from '../storage.ts'
import type { SeriesIndex, SeriesSlot } from './series-index.ts'

export interface PendingDeletion {
  readonly deletion: SeriesDeletion
  /** Series of the keys; keys that were never written have none. */
  readonly slots: readonly SeriesSlot[]
}

/** `group`: number of the group that contains the deletions; its entities stay in memory until the response. */
export function pendingDeletions(
  deletions: readonly SeriesDeletion[],
  index: SeriesIndex,
  group: number,
): PendingDeletion[] {
  return deletions.map((deletion) => {
    const entity = index.entity(deletion.entity.id)
    entity.lastGroup = group
    const { keys } = deletion
    if (keys === null) return { deletion, slots: [...entity.slots.values()] }
    return { deletion, slots: [...new Set(keys)].flatMap((key) => entity.slots.get(key) ?? []) }
  })
}

/**
 * Deletions as sent to the worker. All earlier groups must be answered, because this contains current latest values.
 */
export const segmentDeletions = (pending: readonly PendingDeletion[]): SegmentDeletion[] =>
  pending.map(({ deletion: { range, rewriteLatest }, slots }) => ({
    series: slots.map(({ series, latest }) => ({ series, latestTs: latest?.ts ?? null })),
    startTs: range?.startTs ?? Number.NEGATIVE_INFINITY,
    endTs: range?.endTs ?? Number.POSITIVE_INFINITY,
    rewriteLatest,
  }))

/** Applies the latest values that remain after the deletions, and returns them. */
export function takeDeleted(
  index: SeriesIndex,
  pending: readonly PendingDeletion[],
  latestAfter: readonly (readonly LatestAfter[])[],
): DeletedLatest[] {
  const deleted: DeletedLatest[] = []
  for (const [i, { deletion, slots }] of pending.entries()) {
    for (const [k, slot] of slots.entries()) {
      const after = latestAfter[i]?.[k]
      if (after === undefined) continue
      index.setLatest(slot, after === null ? undefined : fromStored(after))
      const { tenantId, entity } = deletion
      deleted.push({ tenantId, entity, key: slot.key, latest: after === null ? null : fromStored(after) })
    }
  }
  return deleted
}

/** Slots whose points were all deleted, even if points are written later. */
export const emptied = (pending: readonly PendingDeletion[]): SeriesSlot[] =>
  pending.flatMap(({ deletion: { range }, slots }) => (range === null ? slots : []))

function fromStored({ ts, type, value }: NonNullable<LatestAfter>) {
  // Booleans are stored as 0 and 1.
  return { ts, type, value: type === ValueType.BOOLEAN ? value === 1 : value }
}
