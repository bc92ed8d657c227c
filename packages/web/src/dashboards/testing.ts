/** A live client that tests lead: what was asked is seen, what is answered is decided. */

import type { EntityDataCallbacks, EntityDataParts, LiveClient } from '@sonde/client'
import type { EntityData, TsValue } from '@sonde/model/entity-query/entity-query'
import type { Frames } from './frame-scheduler.ts'

export interface FakeSubscription {
  /** The commands in the order in which they were sent. */
  readonly sent: EntityDataParts[]
  readonly callbacks: EntityDataCallbacks
  isOpen: boolean
  /** A new connection: both commands again, as one. */
  reconnect(): void
}

export function createFakeLive() {
  const subscriptions: FakeSubscription[] = []
  const live: Pick<LiveClient, 'subscribeEntityData' | 'subscribeEntityCount'> = {
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
  return { live, subscriptions }
}

const uuid = (index: number) => `6f8d5ad0-1111-4222-8333-${String(index).padStart(12, '0')}`

/** The `index`th device, as rows of pages carry it. */
export const rowOf = (index: number, more: Partial<EntityData> = {}): EntityData => ({
  entityId: { entityType: 'DEVICE', id: uuid(index) },
  latest: { ENTITY_FIELD: { name: { ts: 1, value: `Device ${index}` }, label: { ts: 1, value: '' } } },
  timeseries: {},
  ...more,
})

export const pageOf = (...rows: EntityData[]) => ({
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

/** Frames that come when the test says so. */
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

/** The averages that a chart of a fixed time shows. Epoch ms. */
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
  }) as const
