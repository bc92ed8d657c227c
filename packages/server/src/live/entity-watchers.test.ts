import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { createTestGuard } from '../guard/guard-testing.ts'
import { runAs } from '../guard/work.ts'
import type { AttributeWrite, EntityChange, PointWrite } from '../storage/storage.ts'
import { createTurns } from '../turns/turns.ts'
import { until } from '../until-testing.ts'
import { createEntityWatchers, sentAtOnceMax } from './entity-watchers.ts'

const entity = entityId('DEVICE', 'd')
const tenantId = 't'

const point = (key: string, ts: number, value: number): PointWrite => ({
  tenantId,
  entity,
  key,
  ts,
  type: ValueType.LONG,
  value,
  ttlSeconds: 0,
})
const attribute = (key: string, value: string): AttributeWrite => ({
  tenantId,
  entity,
  scope: 'SERVER_SCOPE',
  key,
  lastUpdateTs: 1,
  value: { type: ValueType.STRING, value },
  notifyDevice: false,
})
const change = (aspect?: string): EntityChange => ({
  kind: 'updated',
  entity,
  tenantId,
  customerId: 'c',
  ...(aspect === undefined ? {} : { aspect }),
})

function open() {
  const live = createProcessChangeStream()
  const watchers = createEntityWatchers({ live, turns: createTurns() })
  /** Watches the entity and records the received changes as texts. */
  function listen() {
    const received: string[] = []
    const stop = watchers.watchEntity(tenantId, entity.id, {
      points: (points) => received.push(...points.map(({ key, ts, value }) => `${key}@${ts}=${value}`)),
      attributes: (writes) => received.push(...writes.map(({ key, value }) => `${key}=${value?.value}`)),
      deletedLatest: (deleted) => received.push(...deleted.map(({ key }) => `-${key}`)),
      change: ({ aspect }) => received.push(`changed ${aspect ?? ''}`),
    })
    return { received, stop }
  }
  const settled = async () => {
    await until(() => watchers.waiting === 0)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const none = { points: [], attributes: [], changes: [] }
  return { live, watchers, listen, settled, none }
}

test('few are told at once, and nobody who has stopped', () => {
  const { live, listen, none } = open()
  const [a, b] = [listen(), listen()]
  live.publish({ ...none, points: [point('k', 1, 1)] })
  b.stop()
  live.publish({ points: [point('k', 2, 2)], attributes: [attribute('x', 'y')], changes: [change()] })
  assert.deepEqual(a.received, ['k@1=1', 'k@2=2', 'x=y', 'changed '])
  assert.deepEqual(b.received, ['k@1=1'])
  a.stop()
  assert.equal(live.listenerCount, 1, 'that of tenants')
})

test('many are told in turns, all of it in its order', async () => {
  const { live, listen, settled, none } = open()
  const all = Array.from({ length: sentAtOnceMax + 5 }, listen)
  const [first] = all
  live.publish({ ...none, changes: [change('assignment')] })
  live.publish({ ...none, points: [point('k', 1, 1)] })
  assert.deepEqual(first?.received, [])
  all[1]?.stop()
  const late = listen()
  live.publish({ ...none, points: [point('k', 2, 2)] })
  await settled()
  for (const { received } of all.toSpliced(1, 1)) assert.deepEqual(received, ['changed assignment', 'k@1=1', 'k@2=2'])
  assert.deepEqual(all[1]?.received, [])
  assert.deepEqual(late.received, ['k@2=2'], 'what was before it came is no news')
  // With few listeners, changes are delivered at once again.
  for (const { stop } of all) stop()
  live.publish({ ...none, points: [point('k', 3, 3)] })
  assert.deepEqual(late.received, ['k@2=2', 'k@3=3'])
})

test('what comes faster than it is told is merged: the newest of each key, deletions where they were', async () => {
  const { live, watchers, listen, settled, none } = open()
  const all = Array.from({ length: sentAtOnceMax + 1 }, listen)
  for (let i = 1; i <= 1000; i++) {
    live.publish({
      points: [point('a', i, i), point('b', 1000 - i, i)],
      attributes: [attribute('x', `${i}`)],
      changes: [change('assignment')],
    })
  }
  live.publish({ ...none, deletedLatest: [{ tenantId, entity, key: 'a', latest: null }] })
  live.publish({ ...none, points: [point('a', 5, 5)] })
  assert.ok(watchers.waiting <= 100, `${watchers.waiting} wait`)
  await settled()
  for (const { received } of all) {
    assert.ok(received.length < 400, `${received.length} were told`)
    assert.deepEqual(received.filter((each) => /^-?a/.test(each)).slice(-3), ['a@1000=1000', '-a', 'a@5=5'])
    assert.ok(received.includes('b@999=1') && received.includes('x=1000'))
    assert.ok(received.includes('changed assignment'))
  }
  assert.ok(watchers.merged > 2000)
})

test('changes of a tenant’s entities are heard by those who watch it', async () => {
  const { live, watchers, settled, none } = open()
  const received: string[] = []
  const stops = Array.from({ length: sentAtOnceMax + 1 }, (_, i) =>
    watchers.watchTenant(tenantId, { change: ({ aspect }) => i === 0 && received.push(aspect ?? '') }),
  )
  live.publish({ ...none, changes: [change('alarm'), { ...change('other'), tenantId: 'u' }] })
  await settled()
  assert.deepEqual(received, ['alarm'])
  for (const stop of stops) stop()
  live.publish({ ...none, changes: [change('alarm')] })
  await settled()
  assert.deepEqual(received, ['alarm'])
})

for (const count of [3, sentAtOnceMax + 3]) {
  test(`a listener that fails ends what it belongs to; the other ${count - 1} are told`, async () => {
    const guard = createTestGuard()
    const live = createProcessChangeStream(guard)
    const watchers = createEntityWatchers({ live, turns: createTurns(), guard })
    let isEnded = false
    const work = guard.work({
      part: 'live connection',
      end() {
        isEnded = true
      },
    })
    let told = 0
    for (let i = 0; i < count; i++) {
      const points = () => {
        if (i === 0) throw new Error('a session')
        told++
      }
      runAs(work, () => watchers.watchEntity(tenantId, entity.id, { points }))
    }
    live.publish({ points: [point('a', 1, 1)], attributes: [], changes: [] })
    await until(() => told === count - 1)
    assert.deepEqual(guard.caught, ['live connection: a session'])
    assert.ok(isEnded)
    live.publish({ points: [point('a', 2, 2)], attributes: [], changes: [] })
    await until(() => told === 2 * (count - 1))
  })
}
