import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EntityView } from '@sonde/model/entity-views/entity-view'
import { NIL_UUID } from '@sonde/model/ids'
import { limitOf, rejectionText } from '@sonde/model/limits/limits'
import type { PageData } from '@sonde/model/paging'
import { type Caller, openEntities, unknownId } from '../assignables/testing-http.ts'
import type { PointWrite } from '../storage/storage.ts'

const noKeys = { timeseries: [], attributes: { cs: [], sh: [], ss: [] } }

async function openViews(t: Parameters<typeof openEntities>[0]) {
  const entities = await openEntities(t)
  const device = await entities.makeDevice('Source')
  const makeView = async (name: string, more: object = {}) => {
    const body = { name, type: 'v', entityId: device.id, keys: noKeys, ...more }
    const answer = await entities.post<EntityView>('/api/entityView', body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const telemetryOf = (view: EntityView, query: string) =>
    entities.get<Record<string, { ts: number; value: string }[]>>(
      `/api/plugins/telemetry/ENTITY_VIEW/${view.id.id}/values/timeseries?${query}`,
    )
  const write = (ts: number, values: object) =>
    entities.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, { ts, values })
  return { ...entities, device, makeView, telemetryOf, write }
}

test('a view over its calls: made, changed, read, listed, assigned, deleted', async (t) => {
  const { get, post, del, makeView, device, customerId, messages } = await openViews(t)
  messages.length = 0
  const view = await makeView('View', { keys: { timeseries: ['t', 't'] }, additionalInfo: { description: 'x' } })
  const { id } = view.id
  assert.deepEqual(view.keys, { timeseries: ['t'], attributes: { cs: [], sh: [], ss: [] } })
  assert.deepEqual([view.startTimeMs, view.endTimeMs, view.customerId.id], [0, 0, NIL_UUID])
  assert.equal((await post('/api/entityView', { ...view, name: 'Renamed' })).at('name'), 'Renamed')
  assert.deepEqual((await get(`/api/entityView/${id}`)).at('entityId'), device.id)
  assert.equal((await get(`/api/entityView/info/${id}`)).at('customerIsPublic'), false)
  assert.equal((await get('/api/tenant/entityViews?entityViewName=Renamed')).at('id.id'), id)
  assert.deepEqual((await get('/api/entityView/types')).at('0.entityType'), 'ENTITY_VIEW')
  assert.equal((await get('/api/tenant/entityViewInfos?pageSize=9&page=0&type=v')).at('totalElements'), 1)
  assert.equal((await get('/api/tenant/entityViews?pageSize=9&page=0&type=w')).at('totalElements'), 0)
  assert.equal((await post(`/api/customer/${customerId}/entityView/${id}`)).at('customerId.id'), customerId)
  assert.equal(
    (await get(`/api/customer/${customerId}/entityViewInfos?pageSize=9&page=0`, 'user')).at('data.0.customerTitle'),
    'Acme',
  )
  assert.equal((await del(`/api/customer/entityView/${id}`)).at('customerId.id'), NIL_UUID)
  assert.equal((await del(`/api/entityView/${id}`)).status, 200)
  assert.deepEqual(
    [(await get(`/api/entityView/${id}`)).status, (await del(`/api/entityView/${id}`)).status],
    [404, 404],
  )
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ENTITY_CREATED', 'ENTITY_UPDATED', 'ENTITY_ASSIGNED', 'ENTITY_UNASSIGNED', 'ENTITY_DELETED'],
  )
})

test('refuses what is not a view and names the field', async (t) => {
  const { post, device, makeView, stranger, devices } = await openViews(t)
  const plain = { name: 'a', type: 'v', entityId: device.id, keys: noKeys }
  for (const [more, named] of [
    [{ name: undefined }, /name is missing/],
    [{ name: ' ' }, /a name/],
    [{ type: undefined }, /type is missing/],
    [{ name: 'x'.repeat(256) }, /name/],
    [{ entityId: undefined }, /entityId is missing/],
    [{ entityId: { entityType: 'CUSTOMER', id: unknownId } }, /entityId.entityType/],
    [{ startTimeMs: 2, endTimeMs: 1 }, /startTimeMs/],
    [{ startTimeMs: -1 }, /startTimeMs/],
    [{ keys: { timeseries: ['x'.repeat(256)] } }, /keys.timeseries/],
  ] as const) {
    const answer = await post('/api/entityView', { ...plain, ...more })
    assert.deepEqual([answer.status, answer.at('errorCode')], [400, 31], JSON.stringify(more).slice(0, 80))
    assert.match(String(answer.at('message')), named)
  }
  await makeView('Taken')
  assert.equal((await post('/api/entityView', { ...plain, name: 'Taken' })).at('errorCode'), 31)
  assert.equal((await post('/api/entityView', { ...plain, entityId: { ...device.id, id: unknownId } })).status, 404)
  const foreign = await devices.save(stranger, { name: 'Foreign', type: 'x' }, null)
  assert.equal((await post('/api/entityView', { ...plain, entityId: foreign.id })).status, 404)
})

test('who may', async (t) => {
  const { get, post, del, makeView, customerId } = await openViews(t)
  const { id } = await makeView('View')
  const path = `/api/entityView/${id.id}`
  const statuses = async () => {
    const found: Record<string, number> = {}
    for (const as of ['nobody', 'sys', 'admin', 'stranger', 'user', 'neighbour', 'visitor'] as Caller[]) {
      found[as] = (await get(path, as)).status
    }
    return found
  }
  const none = { nobody: 401, sys: 403, admin: 200, stranger: 403, user: 403, neighbour: 403, visitor: 403 }
  assert.deepEqual(await statuses(), none)
  await post(`/api/customer/${customerId}/entityView/${id.id}`)
  assert.deepEqual(await statuses(), { ...none, user: 200 })
  assert.equal((await post('/api/entityView', {}, 'user')).status, 403)
  assert.equal((await del(path, 'user')).status, 403)
  assert.equal((await post(`/api/customer/public/entityView/${id.id}`, undefined, 'user')).status, 403)
  assert.equal((await post(`/api/customer/public/entityView/${id.id}`)).status, 200)
  assert.deepEqual(await statuses(), { ...none, visitor: 200 })
  assert.equal((await get(`/api/customer/${customerId}/entityViews?pageSize=9&page=0`, 'neighbour')).status, 403)
})

test('telemetry is the entity’s, with the keys and the times that the view shows', async (t) => {
  const { get, makeView, telemetryOf, write, post, del } = await openViews(t)
  await write(1000, { t: 1, h: 10 })
  await write(2000, { t: 2, h: 20 })
  await write(3000, { t: 3, h: 30 })
  const times = { startTimeMs: 1500, endTimeMs: 2000 }
  const one = await makeView('One key', { ...times, keys: { timeseries: ['t'] } })
  const all = await makeView('All keys', times)
  const open = await makeView('Open')
  const range = 'keys=t,h&startTs=0&endTs=9000'
  assert.deepEqual((await telemetryOf(one, range)).body, { t: [{ ts: 2000, value: '2' }] })
  assert.deepEqual((await telemetryOf(all, range)).body, {
    t: [{ ts: 2000, value: '2' }],
    h: [{ ts: 2000, value: '20' }],
  })
  assert.equal((await telemetryOf(open, range)).body.h?.length, 3)
  assert.deepEqual((await telemetryOf(one, 'keys=t&startTs=2001&endTs=9000')).body, {})
  assert.deepEqual(
    (await telemetryOf(open, 'keys=h&startTs=0&endTs=9000&agg=SUM&interval=9000')).body.h?.[0]?.value,
    '60',
  )
  // Latest values: the newest ones that the view shows, although the entity has newer ones.
  assert.deepEqual((await telemetryOf(one, 'keys=t,h')).body.t, [{ ts: 2000, value: '2' }])
  assert.deepEqual((await telemetryOf(one, 'keys=t,h')).body.h?.[0]?.value, null)
  assert.deepEqual((await telemetryOf(all, '')).body, { h: [{ ts: 2000, value: '20' }], t: [{ ts: 2000, value: '2' }] })
  const keys = `/api/plugins/telemetry/ENTITY_VIEW/${one.id.id}/keys/timeseries`
  assert.deepEqual((await get(keys)).body, ['t'])
  // Changed times apply at once.
  await post('/api/entityView', { ...one, startTimeMs: 0, endTimeMs: 1000 })
  assert.deepEqual((await telemetryOf(one, range)).body, { t: [{ ts: 1000, value: '1' }] })
  const rejected = await post(`/api/plugins/telemetry/ENTITY_VIEW/${one.id.id}/timeseries/ANY`, { t: 4 })
  assert.deepEqual([rejected.status, rejected.at('errorCode')], [400, 31])
  const deletion = `/api/plugins/telemetry/ENTITY_VIEW/${one.id.id}/timeseries/delete?keys=t&deleteAllDataForKeys=true`
  assert.equal((await del(deletion)).status, 400)
})

test('buckets that are wider than a view add up nothing beyond it', async (t) => {
  const { makeView, telemetryOf, write, series, get, device } = await openViews(t)
  for (let i = 0; i < 10; i++) await write(1000 * i, { n: 1 })
  const view = await makeView('Window', { startTimeMs: 2000, endTimeMs: 5000, keys: { timeseries: ['n'] } })
  const asked = async (query: string) => (await telemetryOf(view, `keys=n&${query}`)).body
  // The bucket has the same timestamp as without the view's end.
  for (const aggregation of ['COUNT', 'SUM']) {
    const wide = `agg=${aggregation}&interval=1000000000`
    assert.deepEqual(await asked(`startTs=0&endTs=9000&${wide}`), { n: [{ ts: 500_002_000, value: '4' }] })
    assert.deepEqual(await asked(`startTs=3000&endTs=3001&${wide}`), { n: [{ ts: 500_003_000, value: '3' }] })
  }
  assert.deepEqual(await asked('startTs=0&endTs=9000&agg=COUNT&interval=3000'), {
    n: [
      { ts: 3500, value: '3' },
      { ts: 6500, value: '1' },
    ],
  })
  for (const query of [
    'startTs=5001&endTs=9000',
    'startTs=0&endTs=2000',
    'startTs=5001&endTs=9000&agg=SUM&interval=9000',
  ])
    assert.deepEqual(await asked(query), {}, query)
  const whole = { startTs: 0, endTs: 9000, limit: 0, order: 'ASC', aggregation: 'SUM', intervalMs: 100_000 } as const
  const found = await series.rangesOfMany([view.id.id, device.id.id], ['n'], [whole], 100)
  assert.deepEqual(
    found?.map(({ ranges: [points] }) => points?.map(({ value }) => Number(value))),
    [[4], [10]],
  )
  assert.equal(
    (
      await get(
        `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=n&startTs=0&endTs=1&agg=SUM&interval=9000`,
      )
    ).at('n.0.value'),
    '9',
    'the last bucket of the entity is a whole one',
  )
})

test('views of many at once keep their order among other entities', async (t) => {
  const { makeView, write, series, device } = await openViews(t)
  await write(1000, { t: 1 })
  await write(2000, { t: 2 })
  const view = await makeView('View', { endTimeMs: 1000 })
  const latest = await series.latestOfMany([view.id.id, device.id.id, unknownId, view.id.id], ['t'])
  assert.deepEqual(
    latest.map((points) => points.map((point) => point.value)),
    [[1], [2], [], [1]],
  )
})

test('whoever watches the view hears of points that it shows, and of no others', async (t) => {
  const { makeView, write, live } = await openViews(t)
  const view = await makeView('View', { startTimeMs: 1000, endTimeMs: 2000, keys: { timeseries: ['t'] } })
  const received: PointWrite[] = []
  t.after(live.watchEntity(view.id.id, { points: (points) => void received.push(...points) }))
  await write(1000, { t: 1, h: 2 })
  await write(2001, { t: 3 })
  await write(2000, { t: 4 })
  assert.deepEqual(
    received.map(({ entity, key, ts, value }) => [entity.entityType, key, ts, value]),
    [
      ['ENTITY_VIEW', 't', 1000, 1],
      ['ENTITY_VIEW', 't', 2000, 4],
    ],
  )
})

test('attributes are copied when the view is saved, and what it no longer shows goes', async (t) => {
  const { post, get, makeView, device, clock } = await openViews(t)
  const write = (scope: string, values: object) =>
    post(`/api/plugins/telemetry/DEVICE/${device.id.id}/${scope}`, values)
  const early = clock.now
  await write('SERVER_SCOPE', { floor: 3, hidden: 1 })
  clock.now += 1000
  await write('SHARED_SCOPE', { rate: 5 })
  const keys = { timeseries: [], attributes: { cs: [], sh: ['rate'], ss: ['floor', 'none'] } }
  const view = await makeView('View', { keys })
  const shown = async () =>
    (
      await get<{ key: string; value: unknown; lastUpdateTs: number }[]>(
        `/api/plugins/telemetry/ENTITY_VIEW/${view.id.id}/values/attributes`,
      )
    ).body
  assert.deepEqual(
    (await shown()).map(({ key, value, lastUpdateTs }) => [key, value, lastUpdateTs]),
    [
      ['floor', 3, early],
      ['rate', 5, early + 1000],
    ],
  )
  await write('SERVER_SCOPE', { floor: 4 })
  assert.equal((await shown())[0]?.value, 3, 'nothing is copied until the view is saved')
  await post('/api/entityView', view)
  assert.equal((await shown())[0]?.value, 4)
  await post('/api/entityView', { ...view, keys: { timeseries: [], attributes: { cs: [], sh: ['rate'], ss: [] } } })
  assert.deepEqual(
    (await shown()).map(({ key }) => key),
    ['rate'],
  )
  await post('/api/entityView', { ...view, endTimeMs: early + 1 })
  assert.deepEqual(await shown(), [], 'written after the end')
})

test('what a view shows cannot be deleted or moved; the view goes with its relations', async (t) => {
  const { post, del, get, makeAsset, makeView, device, tenantIds } = await openViews(t)
  const asset = await makeAsset('Plant')
  const views = [await makeView('Of a device'), await makeView('Of an asset', { entityId: asset.id })]
  for (const path of [`/api/device/${device.id.id}`, `/api/asset/${asset.id.id}`]) {
    const rejected = await del(path)
    assert.deepEqual([rejected.status, rejected.at('errorCode')], [400, 31])
    assert.match(String(rejected.at('message')), /entity view "Of a/)
  }
  await post('/api/v2/device-acceptance', { fromTenants: [tenantIds.own.id] }, 'stranger')
  assert.equal((await post(`/api/tenant/${tenantIds.other.id}/device/${device.id.id}`)).status, 400)
  await post('/api/relation', { from: asset.id, to: views[0]?.id, type: 'Contains' })
  const search = {
    parameters: { rootId: asset.id.id, rootType: 'ASSET', direction: 'FROM', maxLevel: 1 },
    relationType: 'Contains',
    entityViewTypes: ['v'],
  }
  assert.equal((await post<EntityView[]>('/api/entityViews', search)).at('0.name'), 'Of a device')
  for (const view of views) assert.equal((await del(`/api/entityView/${view.id.id}`)).status, 200)
  assert.deepEqual((await get(`/api/relations?fromId=${asset.id.id}&fromType=ASSET`)).body, [])
  assert.equal((await del(`/api/device/${device.id.id}`)).status, 200)
  assert.equal((await del(`/api/asset/${asset.id.id}`)).status, 200)
  assert.equal((await get<PageData<EntityView>>('/api/tenant/entityViews?pageSize=9&page=0')).at('totalElements'), 0)
})

test('stretches of many, views among them, in their order and within the bound of all', async (t) => {
  const { makeView, write, series, device } = await openViews(t)
  for (const ts of [1000, 2000, 3000]) await write(ts, { t: ts, h: 1 })
  const view = await makeView('View', { endTimeMs: 2000, keys: { timeseries: ['t'] } })
  const plain = { limit: 100, order: 'ASC', aggregation: 'NONE', intervalMs: 0 } as const
  const ranges = [
    { startTs: 0, endTs: 1500, ...plain },
    { startTs: 1500, endTs: 9000, ...plain },
  ]
  const ask = (pointsMax: number) => series.rangesOfMany([view.id.id, device.id.id], ['t'], ranges, pointsMax)
  assert.deepEqual(
    (await ask(100))?.map((points) => [points.entityId, points.ranges.map((each) => each.map(({ ts }) => ts))]),
    [
      [view.id.id, [[1000], [2000]]],
      [device.id.id, [[1000], [2000, 3000]]],
    ],
  )
  assert.equal(await ask(4), null)
  const texts: string[] = []
  const query = { entityId: view.id.id, keys: ['t', 'h'], startTs: 0, endTs: 9000, ...plain }
  for await (const part of series.rangeText(query, true)) texts.push(Buffer.from(part).toString())
  assert.deepEqual(JSON.parse(texts.join('')), {
    t: [
      { ts: 1000, value: 1000 },
      { ts: 2000, value: 2000 },
    ],
  })
})

test('a device has so many views', async (t) => {
  const { post, del, device, makeView } = await openViews(t)
  const first = await makeView('View 0')
  for (let i = 1; i < limitOf('entityViews').default; i++) await makeView(`View ${i}`)
  const body = { name: 'One more', type: 'v', entityId: device.id, keys: noKeys }
  const refused = await post('/api/entityView', body)
  assert.deepEqual(
    [refused.status, refused.at('message')],
    [400, rejectionText('entityViews', limitOf('entityViews').default)],
  )
  assert.equal((await post('/api/entityView', { ...first, name: 'Renamed' })).status, 200)
  assert.equal((await del(`/api/entityView/${first.id.id}`)).status, 200)
  assert.equal((await post('/api/entityView', body)).status, 200)
})
