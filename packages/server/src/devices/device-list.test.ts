import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import type { PageLink } from '@sonde/model/paging'
import { ValueType } from '@sonde/model/telemetry/values'
import { createResultCache } from '../entity-query/result-cache.ts'
import { createDeviceList, type DeviceFilter } from './device-list-store.ts'
import { openDeviceRooms } from './testing.ts'

const names = [
  'Pump 1',
  'pump 2',
  'PUMP_3',
  'Ünder',
  'ünder',
  '100% valve',
  'a\\b',
  'Fan 😀',
  'Fan \uff5e',
  'Fan ab',
  'Fan a',
]

async function openLists(t: Parameters<typeof openDeviceRooms>[0]) {
  const rooms = await openDeviceRooms(t)
  const { devices, admin, customerId, live } = rooms
  for (const [i, name] of names.entries()) {
    const owner = i % 3 === 0 ? { customerId: { id: customerId } } : {}
    const label = i % 4 === 0 ? null : `line ${i % 2}`
    await devices.save(admin, { name, type: i % 2 ? 'meter' : 'pump', label, ...owner }, null)
  }
  const counts = createResultCache<number>({ live, weightOf: () => 1, weightMax: 0 })
  const bySql = createDeviceList({ ...rooms.lists, counts, searchNames: async () => null })
  const list = async (link: Partial<PageLink>, filter: Omit<DeviceFilter, 'tenantId'> = {}) =>
    devices.list(admin, filter, { page: 0, pageSize: 100, ...link })
  return { ...rooms, bySql, list }
}

test('a text search in memory finds what SQL finds, in the same order', async (t) => {
  const { admin, customerId, bySql, list, devices } = await openLists(t)
  const profile = (await devices.getByName(admin, 'Pump 1')).deviceProfileId.id
  const filters: Omit<DeviceFilter, 'tenantId'>[] = [
    {},
    { type: 'pump' },
    { customerId },
    { customerId, type: 'meter' },
    { deviceProfileId: profile },
    { deviceProfileId: profile, type: 'meter' },
    { active: false },
  ]
  const texts = ['p', 'pump', 'PUMP', 'ünder', 'Ünd', '_', '\\', '%', '0% v', 'fan', 'line 1', 'an a', 'cust', 'zzz']
  const sorts = ['createdTime', 'name', 'type', 'label', 'deviceProfileName', 'customerTitle']
  for (const filter of filters) {
    for (const textSearch of texts) {
      for (const [at, sortProperty] of sorts.entries()) {
        const sortOrder = (at + textSearch.length) % 2 ? 'ASC' : 'DESC'
        for (const link of [
          { page: 0, pageSize: 100 },
          { page: 1, pageSize: 2 },
        ]) {
          const requested = { ...link, textSearch, sortProperty, sortOrder } as const
          const expected = await bySql.page({ ...filter, tenantId: admin.tenantId }, requested)
          assert.deepEqual(await list(requested, filter), expected, JSON.stringify([filter, requested]))
        }
      }
    }
  }
})

test('a list shows what was saved before it was asked for', async (t) => {
  const { devices, admin, customerId, commit, list } = await openLists(t)
  const pumps = async () => (await list({ textSearch: 'pump 1', sortProperty: 'name' })).data
  const all = async (filter: Omit<DeviceFilter, 'tenantId'> = {}) => (await list({}, filter)).totalElements
  const total = await all()
  assert.deepEqual(
    (await pumps()).map(({ name }) => name),
    ['Pump 1'],
  )
  const made = await devices.save(admin, { name: 'pump 10', type: 'pump' }, null)
  assert.equal((await pumps()).length, 2)
  assert.equal(await all(), total + 1)
  await devices.save(admin, { ...made, name: 'other' }, null)
  assert.equal((await pumps()).length, 1)
  await devices.save(admin, { ...made, name: 'pump 11' }, null)
  assert.equal((await pumps())[1]?.customerId.id, NIL_UUID)
  const owned = await all({ customerId })
  await devices.assign(admin, customerId, made.id.id)
  assert.equal((await pumps())[1]?.customerId.id, customerId)
  assert.equal(await all({ customerId }), owned + 1)
  assert.equal((await pumps())[1]?.active, false)
  await commit({
    attributes: [
      {
        tenantId: admin.tenantId,
        entity: made.id,
        scope: 'SERVER_SCOPE',
        key: 'active',
        lastUpdateTs: 1,
        value: { type: ValueType.BOOLEAN, value: true },
        notifyDevice: false,
      },
    ],
  })
  assert.equal((await pumps())[1]?.active, true)
  await devices.remove(admin, made.id.id)
  assert.equal((await pumps()).length, 1)
  assert.equal(await all(), total)
})

test('a search knows the titles of customers, and their new ones', async (t) => {
  const { storage, live, admin, customerId, list } = await openLists(t)
  const { build, statement } = storage.relational
  const found = async (textSearch: string) => (await list({ textSearch })).totalElements
  const rename = async (title: string) => {
    await storage.transact({
      statements: [statement(build.updateTable('customer').set({ title }).where('id', '=', customerId))],
    })
    const entity = { entityType: 'CUSTOMER', id: customerId } as const
    live.publish({
      points: [],
      attributes: [],
      changes: [{ kind: 'updated', entity, tenantId: admin.tenantId, customerId }],
    })
  }
  await rename('Quayside')
  assert.equal(await found('quay'), 4)
  await rename('Hillside')
  assert.equal(await found('quay'), 0)
  assert.equal(await found('hills'), 4)
})
