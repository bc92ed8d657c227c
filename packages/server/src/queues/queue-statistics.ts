/**
 * Stores statistics of the rule engine's queues once a minute, as telemetry of one asset per tenant and queue.
 *
 * A queue without messages in a minute isn't written. The asset is created when it's first needed and later found by
 * its
 * name; if it's deleted, the next minute with messages creates a new one. The statistics are server-generated: they
 * don't
 * run through rule chains or count towards the tenant's usage. A minute that can't be stored is lost, as are the counts
 * at
 * shutdown.
 */

import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { QueueName } from '@sonde/model/queues/queue'
import {
  type QueueFigures,
  queueAssetName,
  queueStatisticsKeys,
  ruleEngineExceptionKey,
} from '@sonde/model/queues/queue-statistics'
import { ValueType } from '@sonde/model/telemetry/values'
import type { Logger } from 'pino'
import type { PlainService } from '../assignables/plain-service.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/commit.ts'
import type { Statement } from '../storage/relational.ts'
import { type EntityChange, type PointWrite, StoreFailed } from '../storage/storage.ts'
import type { createQueueCounts, DrainedCounts } from './queue-counts.ts'

/** How long a tenant's messages are counted before the statistics are stored, ms. */
export const queueMinuteMs = 60_000
/** Interval of the check for tenants whose minute ended, ms. A tenant's first minute begins with its first message. */
export const queueLookMs = 10_000
/** Maximum retention of statistics in days, if the tenant's telemetry isn't deleted earlier. */
export const queueStatisticsDaysMax = 90

export interface QueueStatisticsDeps {
  readonly counts: Pick<ReturnType<typeof createQueueCounts>, 'drain' | 'forget'>
  readonly assets: Pick<PlainService<'ASSET'>, 'findByName' | 'ofPlatform'>
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly serviceId: string
  /** Retention of a tenant's points in seconds; 0: forever. */
  readonly ttlSecondsOf: (tenantId: string) => number
  readonly log: Logger
}

export type QueueStatistics = ReturnType<typeof createQueueStatistics>

export function createQueueStatistics(deps: QueueStatisticsDeps) {
  const { counts, assets, commit, live, clock, serviceId, ttlSecondsOf, log } = deps
  /** Asset IDs by tenant and name. */
  const known = new Map<string, Map<string, string>>()
  let storing: Promise<void> = Promise.resolve()

  const stopWatching = live.watchAll({
    change({ entity: { entityType, id }, kind, tenantId }) {
      if (kind === 'created') return
      if (entityType === 'ASSET') {
        const ids = known.get(tenantId)
        // The asset may have been renamed or deleted, so it's looked up again.
        if (ids && [...ids.values()].includes(id)) known.delete(tenantId)
      } else if (entityType === 'TENANT' && kind === 'deleted') {
        known.delete(id)
        counts.forget(id)
      }
    },
  })

  /** Asset with the name, and what creates it if it doesn't exist. `id`: its ID, if known. */
  async function assetOf(tenantId: string, name: string, id: string | undefined) {
    const existing = id ?? (await assets.findByName(tenantId, name))?.id.id
    return existing === undefined
      ? assets.ofPlatform(tenantId, name, clock.nowMs())
      : { id: existing, statements: [], changes: [] }
  }

  async function storePast(tenantId: string, queue: QueueName, past: ReadonlyMap<number, QueueFigures>): Promise<void> {
    const { id, statements, changes } = await assetOf(tenantId, queueAssetName(queue, serviceId), undefined)
    const common = { tenantId, entity: entityId('ASSET', id), ttlSeconds: retentionSeconds(ttlSecondsOf(tenantId)) }
    const points = [...past].flatMap(([ts, figures]) => pointsOf(common, ts, figures))
    await commit({ points, statements, changes, isUncounted: true })
  }

  async function storeAll(): Promise<void> {
    for (const taken of counts.drain(queueMinuteMs - queueLookMs / 2)) {
      try {
        await storeOne(taken)
      } catch (error) {
        known.delete(taken.tenantId)
        // The store has already logged the failure, once for all tenants.
        if (!(error instanceof StoreFailed)) {
          log.warn({ err: error, tenantId: taken.tenantId }, 'Failed to save queue statistics.')
        }
      }
    }
  }

  async function storeOne({ tenantId, queues, errors }: DrainedCounts): Promise<void> {
    // Messages of the system tenant run through no chains.
    if (tenantId === NIL_UUID) return
    const nowMs = clock.nowMs()
    const points: PointWrite[] = []
    const statements: Statement[] = []
    const changes: EntityChange[] = []
    const ids = known.get(tenantId) ?? new Map<string, string>()
    const ttlSeconds = retentionSeconds(ttlSecondsOf(tenantId))
    for (const { queue, counts: figures } of queues) {
      const name = queueAssetName(queue, serviceId)
      const asset = await assetOf(tenantId, name, ids.get(name))
      ids.set(name, asset.id)
      statements.push(...asset.statements)
      changes.push(...asset.changes)
      const common = { tenantId, entity: entityId('ASSET', asset.id), ttlSeconds }
      points.push(...pointsOf(common, nowMs, figures))
      let after = 0
      for (const { ts, exception } of errors.filter((error) => error.queue === queue)) {
        // Errors need distinct timestamps, because a key holds one value per timestamp.
        after = Math.max(ts, after + 1)
        const value = JSON.stringify(exception)
        points.push({ ...common, key: ruleEngineExceptionKey, ts: after, type: ValueType.JSON, value })
      }
    }
    if (points.length === 0) return
    await commit({ points, statements, changes, isUncounted: true })
    known.set(tenantId, ids)
  }

  /** Stores the statistics of tenants whose minute ended. Called periodically. Never rejects. */
  function store(): Promise<void> {
    storing = storing.then(storeAll)
    return storing
  }

  return {
    store,

    /** Stores statistics of the past, by the time at which they would have been stored. */
    addPast(tenantId: string, queue: QueueName, past: ReadonlyMap<number, QueueFigures>): Promise<void> {
      const done = storing.then(() => storePast(tenantId, queue, past))
      storing = done.catch(() => {})
      return done
    },

    async stop(): Promise<void> {
      stopWatching()
      await storing
    },
  }
}

const pointsOf = (
  common: Pick<PointWrite, 'tenantId' | 'entity' | 'ttlSeconds'>,
  ts: number,
  figures: QueueFigures,
): PointWrite[] => queueStatisticsKeys.map((key) => ({ ...common, key, ts, type: ValueType.LONG, value: figures[key] }))

function retentionSeconds(ttlSeconds: number): number {
  const most = queueStatisticsDaysMax * 24 * 60 * 60
  return ttlSeconds > 0 ? Math.min(ttlSeconds, most) : most
}
