/** Test doubles: a live client that records commands and lets tests send responses, and animation frames. */

import type { EntityDataCallbacks, EntityDataParts, HistoryRange, LiveClient } from '@sonde/client'
import type { AlarmDataCallbacks } from '@sonde/client/live/live-client'
import type { AlarmData, AlarmDataQuery, EntityData, TsValue } from '@sonde/model/entity-query/entity-query'
import type { EntityId } from '@sonde/model/ids'
import type { Frames } from './frame-scheduler.ts'

export interface FakeSubscription {
  /** Commands in the order in which they were sent. */
  readonly sent: EntityDataParts[]
  readonly callbacks: EntityDataCallbacks
  isOpen: boolean
  /** Simulates a reconnect: sends both commands again, merged into one. */
  reconnect(): void
}

export interface FakeHistory {
  readonly entity: EntityId
  readonly keys: readonly string[]
  readonly range: HistoryRange
  readonly isAborted: () => boolean
  readonly resolve: (values: Record<string, TsValue[]>) => void
  readonly reject: (error: Error) => void
}

export interface FakeAlarms {
  /** Evaluates the query as a reconnection does. */
  readonly query: () => AlarmDataQuery
  readonly callbacks: AlarmDataCallbacks
  isOpen: boolean
}

export function createFakeLive() {
  const subscriptions: FakeSubscription[] = []
  const alarms: FakeAlarms[] = []
  const histories: FakeHistory[] = []
  const live: Pick<LiveClient, 'subscribeEntityData' | 'subscribeEntityCount' | 'subscribeAlarmData' | 'history'> = {
    subscribeAlarmData(query, callbacks) {
      const subscription: FakeAlarms = { query, callbacks, isOpen: true }
      alarms.push(subscription)
      return () => {
        subscription.isOpen = false
      }
    },
    history: (entity, keys, range, options) =>
      new Promise((resolve, reject) => {
        histories.push({ entity, keys, range, isAborted: () => options?.signal?.aborted === true, resolve, reject })
      }),
    subscribeEntityData(command, callbacks) {
      let base = command
      let streaming: (() => EntityDataParts) | null = null
      const subscription: FakeSubscription = {
        sent: [command()],
        callbacks,
        isOpen: true,
        reconnect: () => void subscription.sent.push({ ...base(), ...streaming?.() }),
      }
      subscriptions.push(subscription)
      return {
        update(next) {
          const parts = next()
          if (parts.query) {
            base = next
            streaming = null
          } else streaming = next
          subscription.sent.push(parts)
        },
        unsubscribe: () => {
          subscription.isOpen = false
        },
      }
    },
    subscribeEntityCount(_query, onCount) {
      onCount(3)
      return () => {}
    },
  }
  return { live, subscriptions, histories, alarms }
}

const uuid = (index: number) => `6f8d5ad0-1111-4222-8333-${String(index).padStart(12, '0')}`

/** Row of a page for the device with number `index`. */
export const rowOf = (index: number, more: Partial<EntityData> = {}): EntityData => ({
  entityId: { entityType: 'DEVICE', id: uuid(index) },
  latest: { ENTITY_FIELD: { name: { ts: 1, value: `Device ${index}` }, label: { ts: 1, value: '' } } },
  timeseries: {},
  ...more,
})

/** Active, unacknowledged critical alarm number `index` of the device with that number. */
export const alarmOf = (index: number, more: Partial<AlarmData> = {}): AlarmData => ({
  id: { entityType: 'ALARM', id: uuid(1000 + index) },
  createdTime: 1000 * index,
  tenantId: { entityType: 'TENANT', id: uuid(1) },
  customerId: { entityType: 'CUSTOMER', id: uuid(2) },
  type: `Alarm ${index}`,
  name: `Alarm ${index}`,
  originator: { entityType: 'DEVICE', id: uuid(index) },
  originatorName: `Device ${index}`,
  severity: 'CRITICAL',
  status: 'ACTIVE_UNACK',
  startTs: 1000 * index,
  endTs: 1000 * index,
  ackTs: 0,
  clearTs: 0,
  details: null,
  propagate: false,
  propagateToOwner: false,
  propagateToTenant: false,
  propagateRelationTypes: [],
  entityId: { entityType: 'DEVICE', id: uuid(index) },
  latest: {},
  ...more,
})

export const pageOf = <Row extends AlarmData | EntityData>(...rows: Row[]) => ({
  data: rows,
  totalPages: 1,
  totalElements: rows.length,
  hasNext: false,
})

export const seriesUpdate = (index: number, timeseries: Record<string, TsValue[]>) => ({
  entityId: { entityType: 'DEVICE', id: uuid(index) } as const,
  latest: null,
  timeseries,
})

/** Animation frames that the test triggers with `next`. */
export function createFakeFrames() {
  let waiting: (() => void)[] = []
  const frames: Frames = {
    request: (run) => waiting.push(run),
    cancel: () => {
      waiting = []
    },
  }
  return {
    frames,
    next() {
      const runs = waiting
      waiting = []
      for (const run of runs) run()
      return runs.length
    },
  }
}

/** Derived window of averages over a fixed time range. Epoch ms. */
export const averagesBetween = (startTs: number, endTs: number) =>
  ({
    kind: 'history',
    agg: 'AVG',
    interval: 1000,
    limit: 9,
    fetchLatestPreviousPoint: false,
    zone: 'UTC',
    startTs,
    endTs,
    stretches: [{ startTs, endTs, interval: 1000 }],
  }) as const
