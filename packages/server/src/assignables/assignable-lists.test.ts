import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageLink } from '@sonde/model/paging'
import { createEdgeStore } from '../edges/edge-store.ts'
import { createResultCache } from '../entity-query/result-cache.ts'
import { oddNames } from '../entity-query/testing.ts'
import { createEntityViewStore } from '../entity-views/entity-view-store.ts'
import type { AssignableFilter } from './assignable-rows.ts'
import { createPlainStore } from './plain-store.ts'
import { openEntities } from './testing-http.ts'

const names = [...oddNames, 'Fan a']
const link = { page: 0, pageSize: 100 }

/** Eleven entities of each kind with two types; some belong to a customer. */
async function openLists(t: TestContext) {
  const entities = await openEntities(t)
  const { admin, customerId, makeAsset, makeEdge, makeDevice, makeTemplateRoot, entityViews, live } = entities
  await makeTemplateRoot()
  const { id: viewed } = await makeDevice('Viewed')
  for (const [i, name] of names.entries()) {
    const type = i % 2 ? 'hall' : 'yard'
    const owner = i % 3 === 0 ? { customerId: entityId('CUSTOMER', customerId) } : {}
    const label = i % 4 === 0 ? null : `line ${i % 2}`
    await makeAsset(name, { type, label, ...owner })
    await makeEdge(name, { type, label, ...owner })
    await entityViews.save(admin, { name, type, entityId: viewed, ...owner })
  }
  const counts = createResultCache<number>({ live, weightOf: () => 1, weightMax: 0 })
  const plain = { ...entities.lists, counts, searchNames: async () => null }
  const stores = [
    [createPlainStore(entities.lists, 'ASSET'), createPlainStore(plain, 'ASSET'), ['label']],
    [createEdgeStore(entities.lists), createEdgeStore(plain), ['label']],
    [createEntityViewStore(entities.lists), createEntityViewStore(plain), []],
  ] as const
  return { ...entities, stores }
}

test('lists of assets, edges and entity views: a search in memory finds what SQL finds, in the same order', async (t) => {
  const { admin, customerId, stores } = await openLists(t)
  const filters: Omit<AssignableFilter, 'tenantId'>[] = [
    {},
    { type: 'hall' },
    { customerId },
    { customerId, type: 'yard' },
    { startTime: 1 },
  ]
  const texts = ['', 'h', 'hall', 'HALL', 'ünder', '_', '\\', '%', '0% h', 'fan', 'line 1', 'an a', 'cust', 'zzz']
  for (const [store, bySql, more] of stores) {
    const sorts = ['createdTime', 'name', 'type', 'customerTitle', 'customerId', ...more]
    for (const [textAt, textSearch] of texts.entries()) {
      for (const [at, sortProperty] of sorts.entries()) {
        const sortOrder = (at + textSearch.length) % 2 ? 'ASC' : 'DESC'
        // Combines each filter with each text and with each order, but not with all pairs of them.
        const filter = filters[(textAt + at) % filters.length]
        for (const each of [link, { page: 1, pageSize: 2 }]) {
          const requested: PageLink = { ...each, sortProperty, sortOrder, ...(textSearch && { textSearch }) }
          const expected = await bySql.page({ ...filter, tenantId: admin.tenantId }, requested)
          const found = await store.page({ ...filter, tenantId: admin.tenantId }, requested)
          assert.deepEqual(found, expected, JSON.stringify([filter, requested]))
        }
      }
    }
    const { data, totalElements } = await store.page({ tenantId: admin.tenantId }, { ...link, textSearch: 'HALL' })
    assert.deepEqual([data.length, totalElements], [7, 7])
    const byName = await store.page({ tenantId: admin.tenantId }, { ...link, sortProperty: 'name' })
    assert.deepEqual(
      byName.data.map(({ name }) => name.toLowerCase()).filter((name) => name !== 'template root'),
      ['100% hall', 'a\\b', 'fan a', 'fan ab', 'fan \uff5e', 'fan 😀', 'hall 1', 'hall 2', 'hall_3', 'ünder', 'ünder'],
    )
    await assert.rejects(
      async () => store.page({ tenantId: admin.tenantId }, { ...link, sortProperty: 'constructor' }),
      /can’t be sorted by constructor/,
    )
  }
})

test('a list shows what was saved before it was asked for', async (t) => {
  const { admin, customerId, customers, assets, stores, makeAsset } = await openLists(t)
  const [[store]] = stores
  const page = (requested: Partial<PageLink>, filter: Omit<AssignableFilter, 'tenantId'> = {}) =>
    store.page({ ...filter, tenantId: admin.tenantId }, { ...link, ...requested })
  const total = async (requested: Partial<PageLink> = {}, filter: Omit<AssignableFilter, 'tenantId'> = {}) =>
    (await page(requested, filter)).totalElements
  const before = await total()
  assert.equal(await total({ textSearch: 'dock' }), 0)
  const made = await makeAsset('Dock 1')
  assert.deepEqual([await total(), await total({ textSearch: 'dock' })], [before + 1, 1])
  await assets.save(admin, { ...made, name: 'Pier 1' })
  assert.deepEqual([await total({ textSearch: 'dock' }), await total({ textSearch: 'pier' })], [0, 1])
  const owned = await total({}, { customerId })
  await assets.assign(admin, customerId, made.id.id)
  assert.equal(await total({}, { customerId }), owned + 1)
  const { title } = await customers.get(admin, customerId)
  const shown = async () => (await page({ textSearch: 'pier' })).data[0]
  assert.equal((await shown())?.customerTitle, title)
  await customers.save(admin, { ...(await customers.get(admin, customerId)), title: 'Quayside' })
  assert.equal((await shown())?.customerTitle, 'Quayside')
  assert.equal(await total({ textSearch: 'quays' }), owned + 1)
  await customers.remove(admin, customerId)
  assert.deepEqual([(await shown())?.customerTitle, (await shown())?.customerId.id], [null, NIL_UUID])
  assert.equal(await total({ textSearch: 'quays' }), 0)
  await assets.remove(admin, made.id.id)
  assert.deepEqual([await total(), await total({ textSearch: 'pier' })], [before, 0])
})
