import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { limitOf } from '@sonde/model/limits/limits'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { defaultLimits } from '../limits/limits.ts'
import type { PointWrite } from '../storage/storage.ts'
import { createViewIndex, type IndexedView } from './view-index.ts'
import { createViewEcho, echoesMax } from './viewed-series.ts'

const view = (id: string, source: string, timeseries: string[] = [], tenant = 't'): IndexedView => ({
  id: entityId('ENTITY_VIEW', id),
  tenantId: entityId('TENANT', tenant),
  entityId: entityId('DEVICE', source),
  name: id,
  keys: { timeseries },
  startTimeMs: 0,
  endTimeMs: 0,
})

async function* each(views: readonly IndexedView[]) {
  yield* views
}

const open = (views: readonly IndexedView[] = []) =>
  createViewIndex({ views: each(views), live: createProcessChangeStream() })

test('a device has so many views, and a tenant so many bytes of them', async () => {
  const index = await open()
  const max = limitOf('entityViews').default
  for (let i = 0; i < max; i++) index.put(view(`v${i}`, 'd'))
  assert.equal(index.mostOf('t'), max)
  assert.throws(() => index.requireRoom(view('more', 'd'), defaultLimits), /Entity views per device or asset/)
  index.requireRoom(view('v0', 'd', ['k']), defaultLimits)
  index.requireRoom(view('more', 'other'), defaultLimits)

  const keys = Array.from({ length: 1000 }, (_, i) => String(i).padEnd(255, 'k'))
  const before = index.bytesOf('t')
  index.put(view('heavy', 'e0', keys))
  const one = index.bytesOf('t') - before
  assert.ok(one > keys.length * 255)
  for (let i = 0; index.bytesOf('t') + one <= limitOf('entityViewBytes').default; i++) {
    index.put(view(`h${i}`, `s${i}`, keys))
  }
  assert.throws(() => index.requireRoom(view('last', 'e1', keys), defaultLimits), /Memory for entity views per tenant/)
  // A replacement of the same size fits.
  index.requireRoom(view('heavy', 'e0', keys), defaultLimits)
  index.requireRoom(view('theirs', 'x', keys, 'u'), defaultLimits)
})

test('views that are more than a server holds are left out when it starts', async () => {
  const most = limitOf('entityViews').max
  const stored = Array.from({ length: most + 3 }, (_, i) => view(`v${i}`, 'd'))
  const index = await open([...stored, view('w', 'e')])
  assert.deepEqual([index.left, index.of('d').length, index.of('e').length], [3, most, 1])
})

test('a view that is deleted takes no room', async () => {
  const live = createProcessChangeStream()
  const index = await createViewIndex({ views: each([view('v', 'd', ['a', 'b'])]), live })
  const entity = entityId('ENTITY_VIEW', 'v')
  live.publish({ points: [], attributes: [], changes: [{ kind: 'deleted', entity, tenantId: 't', customerId: '' }] })
  assert.deepEqual([index.bytesOf('t'), index.mostOf('t'), index.isEmpty], [0, 0, true])
})

const pointsOf = (count: number): PointWrite[] =>
  Array.from({ length: count }, (_, i) => ({
    tenantId: 't',
    entity: entityId('DEVICE', 'd'),
    key: i % 2 === 0 ? 'a' : 'b',
    ts: i,
    type: 0,
    value: i,
    ttlSeconds: 0,
  }))

function heard(live: ReturnType<typeof createProcessChangeStream>) {
  const counts = new Map<string, number>()
  let newest = 0
  live.watchAll({
    points(points) {
      for (const { entity, ts } of points) {
        counts.set(entity.id, (counts.get(entity.id) ?? 0) + 1)
        newest = Math.max(newest, ts)
      }
    },
  })
  return { counts, newest: () => newest }
}

test('what a commit is published as for views is bounded; each view still gets the newest values', async () => {
  const live = createProcessChangeStream()
  const index = await createViewIndex({ views: each(Array.from({ length: 5 }, (_, i) => view(`v${i}`, 'd'))), live })
  const { counts } = heard(live)
  const points = pointsOf(echoesMax / 2)
  createViewEcho({ live, index }).publish({ points, attributes: [], changes: [] })
  assert.deepEqual(
    ['d', 'v0', 'v1', 'v2', 'v3', 'v4'].map((id) => counts.get(id)),
    [points.length, points.length, points.length, 2, 2, 2],
  )
})

test('many keys and views end at the bound', async () => {
  const live = createProcessChangeStream()
  const index = await createViewIndex({ views: each(Array.from({ length: 100 }, (_, i) => view(`v${i}`, 'd'))), live })
  const { counts } = heard(live)
  const points = pointsOf(2000).map((point, i) => ({ ...point, key: `k${i}` }))
  createViewEcho({ live, index }).publish({ points, attributes: [], changes: [] })
  const echoed = [...counts.values()].reduce((sum, count) => sum + count, -points.length)
  assert.equal(echoed, 2 * echoesMax)
})
