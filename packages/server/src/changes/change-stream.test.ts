/** Guarantees of every change stream, tested on each implementation. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import type { AttributeWrite, EntityChange, PointWrite } from '../storage/storage.ts'
import { createLoggedChangeStream } from './change-stream-testing.ts'
import { createProcessChangeStream } from './process-change-stream.ts'

const [a, b, c] = ['a', 'b', 'c'].map((id) => entityId('DEVICE', id))
type Device = NonNullable<typeof a>

const point = (entity: Device | undefined, ts: number): PointWrite => ({
  tenantId: NIL_UUID,
  entity: entity as Device,
  key: 'k',
  ts,
  type: ValueType.LONG,
  value: ts,
  ttlSeconds: 0,
})
const attribute = (entity: Device | undefined, key: string): AttributeWrite => ({
  tenantId: NIL_UUID,
  entity: entity as Device,
  scope: 'SERVER_SCOPE',
  key,
  lastUpdateTs: 1,
  value: null,
  notifyDevice: false,
})
const change = (entity: Device | undefined, kind: EntityChange['kind']): EntityChange => ({
  kind,
  entity: entity as Device,
  tenantId: NIL_UUID,
  customerId: NIL_UUID,
})
const nothing = { points: [], attributes: [], changes: [] }

const streams = [
  ['of one process', createProcessChangeStream],
  ['from a log', createLoggedChangeStream],
] as const

for (const [name, make] of streams) {
  test(`${name}: a listener of an entity hears what is of that entity, in order, and nothing else`, () => {
    const live = make()
    const received: string[] = []
    live.watchEntity('a', {
      points: (points) => received.push(`points ${points.map(({ ts }) => ts)}`),
      attributes: (attributes) => received.push(`attributes ${attributes.map(({ key }) => key)}`),
      change: ({ kind }) => received.push(`change ${kind}`),
    })
    live.publish({
      points: [point(a, 1), point(a, 2), point(b, 3), point(a, 4)],
      attributes: [attribute(b, 'x'), attribute(a, 'y')],
      changes: [change(a, 'created'), change(a, 'updated'), change(c, 'deleted')],
    })
    assert.deepEqual(received, ['points 1,2', 'points 4', 'attributes y', 'change created', 'change updated'])
  })

  test(`${name}: a listener of everything hears all entities; one that has no word for a kind is left alone`, () => {
    const live = make()
    const received: number[] = []
    live.watchAll({ points: (points) => received.push(points.length) })
    live.watchAll({})
    live.watchEntity('a', {})
    live.publish({
      points: [point(a, 1), point(b, 2)],
      attributes: [attribute(a, 'x')],
      changes: [change(a, 'updated')],
    })
    live.publish(nothing)
    assert.deepEqual(received, [2])
  })

  test(`${name}: a listener that stopped hears nothing, and nothing is kept of it`, () => {
    const live = make()
    const received: string[] = []
    const first = live.watchEntity('a', { points: () => received.push('first') })
    const second = live.watchEntity('a', { points: () => received.push('second') })
    const all = live.watchAll({ points: () => received.push('all') })
    assert.equal(live.listenerCount, 3)
    first()
    live.publish({ ...nothing, points: [point(a, 1)] })
    assert.deepEqual(received, ['all', 'second'])
    second()
    all()
    second()
    assert.equal(live.listenerCount, 0)
    const again = live.watchEntity('a', {})
    second()
    assert.equal(live.listenerCount, 1, 'stopping twice does not stop another')
    again()
  })

  test(`${name}: a listener may stop itself while it is called`, () => {
    const live = make()
    const received: string[] = []
    const stop = live.watchEntity('a', {
      points: () => {
        received.push('once')
        stop()
      },
    })
    live.watchEntity('a', { points: () => received.push('always') })
    live.publish({ ...nothing, points: [point(a, 1)] })
    live.publish({ ...nothing, points: [point(a, 2)] })
    assert.deepEqual(received, ['once', 'always', 'always'])
  })

  test(`${name}: each commit has the next position, which listeners see while they are called`, () => {
    const live = make()
    const received: string[] = []
    live.watchEntity('b', { change: ({ kind }) => received.push(`b ${kind} ${live.position}`) })
    live.watchAll({ change: ({ entity, kind }) => received.push(`all ${entity.id} ${kind} ${live.position}`) })
    assert.equal(live.position, 0)
    live.publish({ ...nothing, changes: [change(a, 'created'), change(b, 'created')] })
    live.publish({ ...nothing, points: [point(c, 1)] })
    live.publish({ ...nothing, changes: [change(b, 'deleted')] })
    assert.deepEqual(received, ['all a created 1', 'all b created 1', 'b created 1', 'all b deleted 3', 'b deleted 3'])
    assert.deepEqual([live.position, live.lagMs], [3, 0])
  })

  test(`${name}: deleted latest values are published before the points of the same commit`, () => {
    const live = make()
    const received: string[] = []
    const listener = { deletedLatest: () => received.push('deleted'), points: () => received.push('points') }
    live.watchAll(listener)
    live.watchEntity('a', listener)
    const deletedLatest = [{ tenantId: NIL_UUID, entity: a as Device, key: 'k', latest: null }]
    live.publish({ ...nothing, deletedLatest, points: [point(a, 1)] })
    assert.deepEqual(received, ['deleted', 'deleted', 'points', 'points'])
  })
}

test('from a log: what is held reaches listeners late, in order, as it was when it was published', () => {
  const live = createLoggedChangeStream()
  const received: RawValue[] = []
  live.watchEntity('a', { points: (points) => received.push(...points.map(({ value }) => value)) })
  live.hold(500)
  const points = [point(a, 1)]
  live.publish({ ...nothing, points })
  points[0] = point(a, 7)
  live.publish({ ...nothing, points: [point(a, 2)] })
  assert.deepEqual([received, live.position, live.lagMs], [[], 0, 500])
  live.release()
  assert.deepEqual([received, live.position, live.lagMs], [[1, 2], 2, 0])
})
