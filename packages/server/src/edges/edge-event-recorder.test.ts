import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { defaultLimits, type Limits } from '../limits/limits.ts'
import type { EntityChange } from '../storage/storage.ts'
import { createEdgeEventRecorder, eventsAtOnce, waitingChangesMax } from './edge-event-recorder.ts'
import type { EdgeStore, NewEdgeEvent } from './edge-store.ts'

const change: EntityChange = {
  kind: 'updated',
  entity: entityId('ASSET', 'a'),
  tenantId: 't',
  customerId: NIL_UUID,
}

function openRecorder(
  hasAny: () => Promise<boolean>,
  { edges = ['e', 'f'], limits = defaultLimits as Pick<Limits, 'of' | 'count' | 'measure'> } = {},
) {
  const live = createProcessChangeStream()
  const noted: NewEdgeEvent[] = []
  const batches: number[] = []
  const logged: string[] = []
  let requested = 0
  const store = {
    hasAny() {
      requested++
      return hasAny()
    },
    edgesOfMany: async () => new Map([['a', ['e']]]),
    edgeIds: async () => edges,
    eventCounts: async () => new Map([['counted', 3]]),
    insertEvents(events: readonly NewEdgeEvent[]) {
      noted.push(...events)
      batches.push(events.length)
      return []
    },
  } as unknown as EdgeStore
  const commit = Object.assign(async () => ({ messages: [], rowsChanged: [] }), {
    isSaturated: false,
    inFlight: 0,
    whenRelieved: async () => undefined,
    resume: () => undefined,
  })
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  const eventRecorder = createEdgeEventRecorder({ store, live, commit, clock: { nowMs: () => 1 }, limits, log })
  const publish = (...changes: EntityChange[]) => live.publish({ points: [], attributes: [], changes })
  return { eventRecorder, publish, noted, batches, logged, requested: () => requested }
}

test('forgets and counts what comes faster than it can be noted', async () => {
  let answer = (_: boolean) => {}
  const { eventRecorder, publish, noted, logged } = openRecorder(() => new Promise((resolve) => (answer = resolve)))
  publish(change)
  await new Promise(setImmediate)
  publish(...Array.from({ length: waitingChangesMax.tenant + 4 }, () => change))
  answer(true)
  await eventRecorder.idle()
  assert.equal(noted.length, waitingChangesMax.tenant)
  assert.match(logged.join(''), /"forgotten":5/)
  await eventRecorder.stop()
})

test('without an edge nothing is asked any more, until there is one', async () => {
  let has = false
  const { eventRecorder, publish, noted, requested } = openRecorder(async () => has)
  publish(change)
  await eventRecorder.idle()
  publish(change)
  await eventRecorder.idle()
  assert.deepEqual([requested(), noted.length], [1, 0])
  has = true
  publish({ ...change, kind: 'created', entity: entityId('EDGE', 'e') }, change)
  await eventRecorder.idle()
  assert.deepEqual(
    noted.map(({ edgeId, action }) => [edgeId, action]),
    [['e', 'UPDATED']],
  )
  await eventRecorder.stop()
})

test('deletions and what every edge has go to all edges of the tenant', async () => {
  const { eventRecorder, publish, noted } = openRecorder(async () => true)
  publish({ ...change, kind: 'deleted' }, { ...change, entity: entityId('DEVICE_PROFILE', 'p') })
  publish({ ...change, aspect: 'alarm' }, { ...change, aspect: 'edge' }, { ...change, entity: entityId('ALARM', 'x') })
  publish({ ...change, aspect: 'credentials' }, { ...change, aspect: 'assignment' })
  await eventRecorder.idle()
  assert.deepEqual(
    noted.map(({ edgeId, type, action }) => `${edgeId} ${type} ${action}`),
    [
      'e ASSET DELETED',
      'f ASSET DELETED',
      'e DEVICE_PROFILE UPDATED',
      'f DEVICE_PROFILE UPDATED',
      'e ASSET CREDENTIALS_UPDATED',
      'e ASSET UNASSIGNED_FROM_CUSTOMER',
    ],
  )
  await eventRecorder.stop()
})

test('a deletion is noted for many edges in small transactions, and tenants take turns', async () => {
  const edges = Array.from({ length: 2 * eventsAtOnce + 7 }, (_, i) => `e${i}`)
  const { eventRecorder, publish, noted, batches } = openRecorder(async () => true, { edges })
  const deleted: EntityChange = { ...change, kind: 'deleted' }
  publish(deleted, { ...change, tenantId: 'other' })
  await eventRecorder.idle()
  assert.deepEqual(batches, [eventsAtOnce, 1, eventsAtOnce, 7])
  assert.equal(noted.length, edges.length + 1)
  await eventRecorder.stop()
})

test('a tenant with as many events as it may have gets no more', async () => {
  const rejected: string[] = []
  const limits: Pick<Limits, 'of' | 'count' | 'measure'> = {
    ...defaultLimits,
    of: () => 5,
    count: (tenantId, key) => void rejected.push(`${tenantId} ${key}`),
  }
  const { eventRecorder, publish, noted } = openRecorder(async () => true, { limits })
  const deleted: EntityChange = { ...change, kind: 'deleted' }
  publish({ ...deleted, tenantId: 'counted' }, { ...deleted, tenantId: 'counted' }, deleted)
  await eventRecorder.idle()
  assert.deepEqual(noted.map(({ tenantId, edgeId }) => `${tenantId} ${edgeId}`).sort(), [
    'counted e',
    'counted f',
    't e',
    't f',
  ])
  publish({ ...deleted, tenantId: 'counted' })
  await eventRecorder.idle()
  assert.deepEqual([noted.length, new Set(rejected)], [4, new Set(['counted edgeEvents'])])
  await eventRecorder.stop()
})
