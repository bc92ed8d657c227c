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
import { queueAssetName, queueStatisticsKeys, ruleEngineExceptionKey } from '@sonde/model/queues/queue-statistics'
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
      let id = ids.get(name) ?? (await assets.findByName(tenantId, name))?.id.id
      if (id === undefined) {
        const made = assets.ofPlatform(tenantId, name, nowMs)
        id = made.id
        statements.push(...made.statements)
        changes.push(...made.changes)
      }
      ids.set(name, id)
      const common = { tenantId, entity: entityId('ASSET', id), ttlSeconds }
      for (const key of queueStatisticsKeys) {
        points.push({ ...common, key, ts: nowMs, type: ValueType.LONG, value: figures[key] })
      }
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

    async stop(): Promise<void> {
      stopWatching()
      await storing
    },
  }
}

function retentionSeconds(ttlSeconds: number): number {
  const most = queueStatisticsDaysMax * 24 * 60 * 60
  return ttlSeconds > 0 ? Math.min(ttlSeconds, most) : most
}
