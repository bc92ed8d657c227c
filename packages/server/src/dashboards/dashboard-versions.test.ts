import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DashboardVersion } from '@sonde/model/dashboards/dashboard-version'
import { dashboardVersionsMax } from '@sonde/model/dashboards/dashboard-version'
import type { PageData } from '@sonde/model/paging'
import { createPurge } from '../deleted-entities/purge.ts'
import { openDeviceRooms, rejection } from '../devices/testing.ts'
import { openDeviceHttp } from '../devices/testing-http.ts'
import { createDashboardService } from './dashboard-service.ts'
import { createDashboardStore } from './dashboard-store.ts'
import { createDashboardVersionStore } from './dashboard-version-store.ts'

const link = { pageSize: 100, page: 0, sortProperty: 'number', sortOrder: 'DESC' as const }
const listed = '?pageSize=100&page=0&sortProperty=number&sortOrder=DESC'
const withWidgets = (...titles: string[]) => ({
  widgets: Object.fromEntries(titles.map((title) => [title, { config: { title } }])),
})

test('each save that changes something is a version that can be read and restored', async (t) => {
  const { get, post, del } = await openDeviceHttp(t)
  const board = (await post('/api/dashboard', { title: 'Board', configuration: withWidgets('a', 'b') })).body as {
    id: { id: string }
  }
  const path = `/api/v2/dashboards/${board.id.id}/versions`
  const versions = async () => (await get<PageData<DashboardVersion>>(path + listed)).body.data
  await post('/api/dashboard', { ...board, configuration: withWidgets('b', 'c'), title: 'Plant' })
  await post('/api/dashboard', { ...board, configuration: withWidgets('b', 'c'), title: 'Plant' })
  const [newest, first] = await versions()
  assert.deepEqual([newest?.number, first?.number], [2, 1], 'the third save changed nothing')
  assert.deepEqual(
    [first?.changes, newest?.changes?.widgetsAdded, newest?.changes?.widgetsRemoved, newest?.changes?.settings],
    [null, 1, 1, 1],
  )
  assert.ok(newest?.author?.name && newest.bytes > 20)
  assert.deepEqual((await get(`${path}/1`)).body, (await get(`${path}/1`)).body)
  assert.deepEqual((await get(`${path}/1`)).at('configuration'), withWidgets('a', 'b'))
  assert.deepEqual((await get(`${path}/2`)).at('configuration'), withWidgets('b', 'c'))
  const restored = await post(`${path}/1/restore`)
  assert.deepEqual([restored.at('title'), restored.headers.get('etag')], ['Board', '"3"'])
  assert.deepEqual((await get(`/api/dashboard/${board.id.id}`)).at('configuration'), withWidgets('a', 'b'))
  assert.deepEqual([(await versions())[0]?.restoredFrom, (await versions()).length], [1, 3])
  assert.deepEqual((await get(`${path}/2`)).at('title'), 'Plant')
  for (const number of [4, 99]) assert.equal((await get(`${path}/${number}`)).status, 404)
  assert.equal((await get(`${path}/x`)).status, 400)
  for (const other of ['user', 'sys'] as const) assert.equal((await get(path + listed, other)).status, 403)

  await del(`/api/dashboard/${board.id.id}`)
  assert.equal((await get(path + listed)).status, 404)
})

test('a save based on an older version is rejected, and names who saved when', async (t) => {
  const { get, post, call } = await openDeviceHttp(t)
  const board = (await post('/api/dashboard', { title: 'Board' })).body as { id: { id: string } }
  const path = `/api/dashboard/${board.id.id}`
  const save = (title: string, match?: string) =>
    call('POST', '/api/dashboard', 'admin', { ...board, title }, match === undefined ? {} : { 'if-match': match })
  assert.equal((await get(path)).headers.get('etag'), '"1"')
  assert.equal((await save('Second', '"1"')).headers.get('etag'), '"2"')
  const late = await save('Late', '"1"')
  assert.deepEqual([late.status, late.at('errorCode'), late.at('newest.number')], [412, 31, 2])
  assert.equal(typeof late.at('newest.createdTime'), 'number')
  assert.match(String(late.at('message')), new RegExp(`^${late.at('newest.author.name')} changed this dashboard`))
  assert.equal((await get(path)).at('title'), 'Second')
  const restore = `/api/v2/dashboards/${board.id.id}/versions/1/restore`
  assert.equal((await call('POST', restore, 'admin', undefined, { 'if-match': '"1"' })).status, 412)
  for (const match of ['*', '"7", "3"', undefined]) assert.equal((await save(`m ${match}`, match)).status, 200)
  assert.equal((await save('Other', 'nonsense')).status, 412)
})

test('saves at the same time are all recorded', async (t) => {
  const { dashboards, dashboardVersions, admin } = await openDeviceRooms(t)
  const { id } = await dashboards.save(admin, { title: 'Board' })
  const titles = ['a', 'b', 'c', 'd']
  await Promise.all(titles.map((title) => dashboards.save(admin, { id, title })))
  const { data } = await dashboardVersions.list(admin, id.id, link)
  const contents = await Promise.all(data.map(({ number }) => dashboardVersions.get(admin, id.id, number)))
  assert.deepEqual(contents.map(({ title }) => title).sort(), ['Board', ...titles])
})

test('a dashboard saved by a former version of the server has its content as the first version', async (t) => {
  const { dashboards, dashboardVersions, storage, commit, admin } = await openDeviceRooms(t)
  const { relational } = storage
  const { id } = await dashboards.save(admin, { title: 'Old', configuration: withWidgets('a') })
  await commit({ statements: [relational.statement(relational.build.deleteFrom('dashboard_version'))] })
  assert.equal((await dashboards.getVersioned(admin, id.id)).version, 1)
  assert.equal((await dashboardVersions.get(admin, id.id, 1)).title, 'Old')
  assert.equal((await dashboards.saveVersion(admin, { id, title: 'New' }, { isBasedOn: (n) => n === 1 })).version, 2)
  const { data } = await dashboardVersions.list(admin, id.id, link)
  assert.deepEqual(
    data.map(({ number, author }) => [number, author?.name ?? null]),
    [
      [2, admin.email],
      [1, null],
    ],
  )
  assert.deepEqual((await dashboardVersions.get(admin, id.id, 1)).configuration, withWidgets('a'))
})

test('the oldest versions go above the limits of a dashboard and of a tenant, the newest never', async (t) => {
  const rooms = await openDeviceRooms(t)
  const { dashboards, dashboardVersions, lists, relational, admin, clock } = rooms
  const numbers = async (id: string) => (await dashboardVersions.list(admin, id, link)).data.map(({ number }) => number)
  const { id } = await dashboards.save(admin, { title: 'Board' })
  for (let at = 0; at < dashboardVersionsMax + 2; at++) await dashboards.save(admin, { id, title: `t${at}` })
  const held = await numbers(id.id)
  assert.deepEqual([held.length, held[0], held.at(-1)], [dashboardVersionsMax, dashboardVersionsMax + 3, 4])

  const small = createDashboardService({
    ...rooms,
    store: createDashboardStore(lists),
    versions: createDashboardVersionStore(relational, 1),
  })
  clock.now += 1_000
  const other = await small.save(admin, { title: 'Other' })
  assert.deepEqual([await numbers(id.id), await numbers(other.id.id)], [[dashboardVersionsMax + 3], [1]])
})

test('versions stay while the dashboard is in the trash, and are deleted permanently with it or the tenant', async (t) => {
  const { dashboards, dashboardVersions, trash, storage, relational, owners, commit, clock, admin } =
    await openDeviceRooms(t)
  const purge = createPurge({ relational, series: storage.series, owners, commit, clock })
  const rows = async () =>
    (await relational.all(relational.build.selectFrom('dashboard_version').select('number'))).length
  const { id } = await dashboards.save(admin, { title: 'Board', configuration: withWidgets('a') })
  await dashboards.save(admin, { id, title: 'Second' })
  await dashboards.remove(admin, id.id)
  await purge.run()
  await trash.restore(admin, id.id, {})
  assert.deepEqual((await dashboardVersions.get(admin, id.id, 1)).configuration, withWidgets('a'))
  assert.equal((await rejection(dashboardVersions.get(admin, id.id, 3))).status, 404)
  await dashboards.remove(admin, id.id)
  await trash.remove(admin, id.id)
  assert.equal(await rows(), 2)
  await purge.run()
  assert.equal(await rows(), 0)

  await dashboards.save(admin, { title: 'Third' })
  await commit({
    statements: [relational.statement(relational.build.deleteFrom('tenant').where('id', '=', admin.tenantId))],
  })
  assert.equal(await rows(), 0)
})
