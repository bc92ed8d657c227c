import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import type { EntityChange } from '../storage/storage.ts'
import { createEdgeEventRecorder, waitingChangesMax } from './edge-event-recorder.ts'
import type { EdgeStore, NewEdgeEvent } from './edge-store.ts'

const change: EntityChange = {
  kind: 'updated',
  entity: entityId('ASSET', 'a'),
  tenantId: 't',
  customerId: NIL_UUID,
}

function openNews(hasAny: () => Promise<boolean>) {
  const live = createProcessChangeStream()
  const noted: NewEdgeEvent[] = []
  const logged: string[] = []
  let asked = 0
  const store = {
    hasAny() {
      asked++
      return hasAny()
    },
    edgesOfMany: async () => new Map([['a', ['e']]]),
    edgeIds: async () => ['e', 'f'],
    insertEvents(events: readonly NewEdgeEvent[]) {
      noted.push(...events)
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
  const news = createEdgeEventRecorder({ store, live, commit, clock: { nowMs: () => 1 }, log })
  const publish = (...changes: EntityChange[]) => live.publish({ points: [], attributes: [], changes })
  return { news, publish, noted, logged, asked: () => asked }
}

test('forgets and counts what comes faster than it can be noted', async () => {
  let answer = (_: boolean) => {}
  const { news, publish, noted, logged } = openNews(() => new Promise((resolve) => (answer = resolve)))
  publish(change)
  await new Promise(setImmediate)
  publish(...Array.from({ length: waitingChangesMax + 4 }, () => change))
  answer(true)
  await news.idle()
  assert.equal(noted.length, waitingChangesMax)
  assert.match(logged.join(''), /"forgotten":5/)
  await news.stop()
})

test('without an edge nothing is asked any more, until there is one', async () => {
  let has = false
  const { news, publish, noted, asked } = openNews(async () => has)
  publish(change)
  await news.idle()
  publish(change)
  await news.idle()
  assert.deepEqual([asked(), noted.length], [1, 0])
  has = true
  publish({ ...change, kind: 'created', entity: entityId('EDGE', 'e') }, change)
  await news.idle()
  assert.deepEqual(
    noted.map(({ edgeId, action }) => [edgeId, action]),
    [['e', 'UPDATED']],
  )
  await news.stop()
})

test('deletions and what every edge has go to all edges of the tenant', async () => {
  const { news, publish, noted } = openNews(async () => true)
  publish({ ...change, kind: 'deleted' }, { ...change, entity: entityId('DEVICE_PROFILE', 'p') })
  publish({ ...change, aspect: 'alarm' }, { ...change, aspect: 'edge' }, { ...change, entity: entityId('ALARM', 'x') })
  publish({ ...change, aspect: 'credentials' }, { ...change, aspect: 'assignment' })
  await news.idle()
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
  await news.stop()
})
