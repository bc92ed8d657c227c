import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDeviceRooms, rejection } from '../devices/testing.ts'

const link = { pageSize: 10, page: 0, sortProperty: 'title', sortOrder: 'ASC' as const }
const configuration = { description: 'x', widgets: {}, states: { default: { name: 'Main', root: true } } }

test('saves, reads, lists and deletes', async (t) => {
  const { dashboards, admin, stranger, messages } = await openDeviceRooms(t)
  const saved = await dashboards.save(admin, { title: 'Board', mobileOrder: 2, configuration })
  assert.deepEqual(await dashboards.get(admin, saved.id.id), saved)
  assert.deepEqual([saved.name, saved.assignedCustomers, saved.configuration], ['Board', [], configuration])
  assert.equal(JSON.parse(messages.at(-1)?.data ?? '').configuration, '')
  const info = await dashboards.getInfo(admin, saved.id.id)
  assert.ok(!('configuration' in info))
  await dashboards.save(admin, { title: 'a hidden one', mobileHide: true })
  await dashboards.save(admin, { title: 'First', mobileOrder: 1 })
  const titles = async (mobile: boolean, extra: object = {}) =>
    (await dashboards.list(admin, mobile, { ...link, ...extra })).data.map(({ title }) => title)
  assert.deepEqual(await titles(false), ['a hidden one', 'Board', 'First'])
  assert.deepEqual(await titles(true), ['First', 'Board'])
  assert.deepEqual(await titles(false, { textSearch: 'bOa' }), ['Board'])
  assert.equal((await rejection(titles(false, { sortProperty: 'image' }))).code, 31)
  assert.equal((await rejection(dashboards.get(stranger, saved.id.id))).status, 403)
  assert.equal((await rejection(dashboards.save(admin, { title: ' ' }))).code, 31)
  assert.equal((await rejection(dashboards.save(admin, { title: 't'.repeat(256) }))).code, 31)
  assert.equal((await dashboards.save(admin, { title: 't'.repeat(255) })).title.length, 255)
  await dashboards.remove(admin, saved.id.id)
  assert.equal((await rejection(dashboards.remove(admin, saved.id.id))).status, 404)
})

test('assigned to customers and to everybody; saving keeps it so', async (t) => {
  const { dashboards, customerId, admin, user, messages } = await openDeviceRooms(t)
  const { id } = await dashboards.save(admin, { title: 'Board', configuration })
  messages.length = 0
  const assigned = await dashboards.assign(admin, id.id, customerId)
  assert.deepEqual(
    assigned.assignedCustomers?.map(({ title, public: isPublic }) => [title, isPublic]),
    [['Acme', false]],
  )
  await dashboards.assign(admin, id.id, customerId)
  assert.deepEqual(
    messages.map(({ type, metadata }) => [type, metadata.assignedCustomerName]),
    [['ENTITY_ASSIGNED', 'Acme']],
    'a second time changes nothing',
  )
  assert.equal((await dashboards.listOfCustomer(user, customerId, false, link)).totalElements, 1)
  const open = await dashboards.makePublic(admin, id.id)
  assert.equal(open.assignedCustomers?.length, 2)
  const saved = await dashboards.save(admin, { id, title: 'Renamed', configuration })
  assert.equal(saved.assignedCustomers?.length, 2)
  assert.equal((await dashboards.makePrivate(admin, id.id)).assignedCustomers?.length, 1)
  assert.deepEqual((await dashboards.setCustomers(admin, id.id, [])).assignedCustomers, [])
  assert.equal((await dashboards.setCustomers(admin, id.id, [customerId])).assignedCustomers?.length, 1)
  assert.deepEqual((await dashboards.unassign(admin, id.id, customerId)).assignedCustomers, [])
  const nobody = '00000000-0000-0000-0000-000000000001'
  assert.equal((await rejection(dashboards.assign(admin, id.id, nobody))).status, 404)
})

test('home is the first dashboard that may be read: the customer’s before the tenant’s', async (t) => {
  const { dashboards, storage, commit, customerId, admin, stranger } = await openDeviceRooms(t)
  const { relational } = storage
  const info = (homeDashboardId: string, homeDashboardHideToolbar?: boolean) =>
    JSON.stringify({ homeDashboardId, homeDashboardHideToolbar })
  const board = await dashboards.save(admin, { title: 'Board', configuration })
  assert.equal(await dashboards.getHome(admin), undefined)
  const set = (table: 'tenant' | 'customer', id: string, additional_info: string) =>
    commit({
      statements: [
        relational.statement(relational.build.updateTable(table).set({ additional_info }).where('id', '=', id)),
      ],
    })
  await set('tenant', admin.tenantId, info(board.id.id, false))
  assert.deepEqual(await dashboards.getHomeInfo(admin), { dashboardId: board.id, hideDashboardToolbar: false })
  const home = await dashboards.getHome(admin)
  assert.deepEqual([home?.title, home?.hideDashboardToolbar], ['Board', false])
  await set('customer', customerId, info('00000000-0000-0000-0000-000000000001'))
  assert.equal((await dashboards.getHome({ ...admin, customerId }))?.title, 'Board', 'what cannot be read is skipped')
  await set('tenant', stranger.tenantId, info(board.id.id))
  assert.equal(await dashboards.getHome(stranger), undefined)
  assert.equal(await dashboards.getHome({ ...admin, authority: 'SYS_ADMIN' }), undefined)
})
