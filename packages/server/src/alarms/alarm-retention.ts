/**
 * Background maintenance of alarms: removes the links to deleted entities, and deletes alarms that ended before the
 * retention time of the tenant profile.
 */

import type { Alarm } from '@sonde/model/alarms/alarm'
import type { Logger } from 'pino'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import type { Message } from '../messages/message.ts'
import type { AlarmStore } from './alarm-store.ts'
import type { PendingAlarms } from './pending-alarms.ts'

/**
 * Interval of the retention check, and maximum number and bytes of alarms deleted per commit. An alarm can have several
 * hundred KB of details.
 */
export const alarmExpiryMs = 2 * 3_600_000
const batchMax = 3000
export const batchBytesMax = 4 * 1024 * 1024
const dayMs = 86_400_000

export interface AlarmRetentionDeps {
  readonly store: AlarmStore
  readonly plans: PendingAlarms
  readonly commit: Commit
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'error' | 'info'>
}

export type AlarmRetention = ReturnType<typeof createAlarmRetention>

export function createAlarmRetention({ store, plans, commit, live, clock, log }: AlarmRetentionDeps) {
  const unwatch = live.watchAll({
    change({ kind, entity }) {
      if (kind !== 'deleted' || entity.entityType === 'ALARM') return
      commit({ statements: [store.unlink(entity.id)] }).catch((error: unknown) =>
        log.error({ err: error, entity }, 'Failed to delete the alarm links of a deleted entity.'),
      )
    },
  })

  /** Deletes alarms older than the retention time. Returns their number. */
  async function expire(): Promise<number> {
    let count = 0
    for (const { tenantId, days } of await store.keepingDays()) {
      for (;;) {
        const old = await store.endedBefore(tenantId, clock.nowMs() - days * dayMs, batchMax, batchBytesMax)
        if (old.length === 0) break
        const planned = await Promise.all(old.map((alarm) => plans.remove(alarm, { mustExist: false })))
        await commit({
          records: planned.flatMap(({ records }) => records),
          changes: planned.flatMap(({ changes }) => changes),
          messages: old.map((alarm) => deletionOf(alarm, clock.nowMs())),
        })
        count += old.length
      }
    }
    if (count > 0) log.info({ count }, 'Old alarms were deleted.')
    return count
  }

  return { expire, stop: unwatch }
}

const deletionOf = (alarm: Alarm, nowMs: number): Message => ({
  id: newId(nowMs),
  ts: nowMs,
  type: 'ALARM_DELETE',
  tenantId: alarm.tenantId.id,
  originator: alarm.originator,
  customerId: alarm.customerId.id,
  metadata: {},
  dataType: 'JSON',
  data: JSON.stringify(alarm),
  queueName: 'Main',
  ruleChainId: null,
  ruleNodeId: null,
})
