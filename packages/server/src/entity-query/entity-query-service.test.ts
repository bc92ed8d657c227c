import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { EntityDataQuery, EntityKey, KeyFilter, KeyFilterPredicate } from '@sonde/model/entity-query/entity-query'
import { entityId } from '@sonde/model/ids'
import { newId } from '../ids.ts'
import { walkLevelsMax } from './relation-walk.ts'
import { addCustomer, addDevice, addTenant, attributeOf, openQueries, pointOf, scopeOf } from './testing.ts'

const T0 = 1_600_000_000_000
const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })
const series = (key: string): EntityKey => ({ type: 'TIME_SERIES', key })
const byName = { key: field('name'), direction: 'ASC' } as const

/** Five devices, Q0 to Q4: three meters, two pumps; temp 0, 10, … 40; floor 0 … 4. */
async function world(t: TestContext) {
  const clock = { nowMs: () => T0 + 1_000_000 }
  const { storage, entityQuery } = await openQueries(t, clock)
  const tenant = await addTenant(storage, 'Tenant')
  const other = await addTenant(storage, 'Other')
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    const id = await addDevice(storage, tenant, {
      name: `Q${i}`,
      type: i < 3 ? 'meter' : 'pump',
      label: `L${i}`,
      createdTime: T0 + i,
    })
    ids.push(id)
    await storage.transact({
      points: [pointOf(tenant, id, 'temp', T0, 10 * i), pointOf(tenant, id, 'mode', T0, i % 2 ? 'auto' : 'manual')],
      attributes: [
        attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', i),
        attributeOf(tenant, id, 'SERVER_SCOPE', 'active', i > 2),
      ],
    })
  }
  const names = async (query: Partial<EntityDataQuery>, scope = tenant.scope) => {
    const page = await entityQuery.find(scope, {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      pageLink: { page: 0, pageSize: 10, sortOrder: byName },
      entityFields: [field('name')],
      ...query,
    })
    return page.data.map(({ latest }) => latest.ENTITY_FIELD?.name?.value)
  }
  return { storage, entityQuery, tenant, other, ids, names }
}

const filterOf = (key: EntityKey, predicate: KeyFilterPredicate): KeyFilter => ({ key, predicate })

test('finds by every filter, within the own tenant', async (t) => {
  const { names, ids, other } = await world(t)
  assert.deepEqual(await names({}), ['Q0', 'Q1', 'Q2', 'Q3', 'Q4'])
  assert.deepEqual(await names({ entityFilter: { type: 'deviceType', deviceType: 'pump' } }), ['Q3', 'Q4'])
  const named = { type: 'deviceType', deviceType: 'meter', deviceNameFilter: 'q1' } as const
  assert.deepEqual(await names({ entityFilter: named }), ['Q1'])
  const single = { type: 'singleEntity', singleEntity: entityId('DEVICE', ids[2] as string) } as const
  assert.deepEqual(await names({ entityFilter: single }), ['Q2'])
  const list: EntityFilter = {
    type: 'entityList',
    entityType: 'DEVICE',
    entityList: [4, 0].map((i) => ids[i] as string),
  }
  assert.deepEqual(await names({ entityFilter: list }), ['Q0', 'Q4'])
  const prefix = { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Q' } as const
  assert.equal((await names({ entityFilter: prefix })).length, 5)
  const wildcard = { type: 'entityName', entityType: 'DEVICE', entityNameFilter: '%' } as const
  assert.deepEqual(await names({ entityFilter: wildcard }), [])
  assert.deepEqual(await names({ entityFilter: { type: 'entityType', entityType: 'ASSET' } }), [])
  assert.deepEqual(await names({ entityFilter: single }, other.scope), [])
  assert.deepEqual(await names({ entityFilter: { type: 'entityType', entityType: 'TENANT' } }), ['Tenant'])
})

test('a customer user finds what is assigned to the customer', async (t) => {
  const { storage, names, tenant } = await world(t)
  const customerId = await addCustomer(storage, tenant, 'Customer')
  await addDevice(storage, tenant, { name: 'Assigned', customerId })
  const scope = scopeOf({ tenantId: tenant.tenantId, authority: 'CUSTOMER_USER', customerId })
  assert.deepEqual(await names({}, scope), ['Assigned'])
  assert.deepEqual(await names({ entityFilter: { type: 'entityType', entityType: 'CUSTOMER' } }, scope), ['Customer'])
  assert.deepEqual(await names({ entityFilter: { type: 'entityType', entityType: 'RULE_CHAIN' } }, scope), [])
})

test('answers values as text, what is missing as ts 0', async (t) => {
  const { entityQuery, tenant, ids } = await world(t)
  const page = await entityQuery.find(tenant.scope, {
    entityFilter: { type: 'singleEntity', singleEntity: entityId('DEVICE', ids[3] as string) },
    pageLink: { page: 0, pageSize: 10 },
    entityFields: [field('name'), field('label'), field('email')],
    latestValues: [series('temp'), { type: 'ATTRIBUTE', key: 'floor' }, { type: 'SHARED_ATTRIBUTE', key: 'floor' }],
  })
  const now = T0 + 1_000_000
  assert.deepEqual(page, {
    data: [
      {
        entityId: entityId('DEVICE', ids[3] as string),
        latest: {
          ENTITY_FIELD: {
            name: { ts: now, value: 'Q3' },
            label: { ts: now, value: 'L3' },
            email: { ts: now, value: '' },
          },
          TIME_SERIES: { temp: { ts: T0, value: '30' } },
          ATTRIBUTE: { floor: { ts: T0, value: '3' } },
          SHARED_ATTRIBUTE: { floor: { ts: 0, value: '' } },
        },
        timeseries: {},
      },
    ],
    totalPages: 1,
    totalElements: 1,
    hasNext: false,
  })
})

test('filters by series, attributes and fields; counts agree', async (t) => {
  const { names, entityQuery, tenant } = await world(t)
  const above20 = filterOf(series('temp'), { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 20 } })
  const low = filterOf(
    { type: 'ATTRIBUTE', key: 'floor' },
    { type: 'NUMERIC', operation: 'LESS', value: { defaultValue: 4 } },
  )
  const labelled = filterOf(field('label'), { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'L2' } })
  const on = filterOf(
    { type: 'SERVER_ATTRIBUTE', key: 'active' },
    { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
  )
  const foreign = filterOf(field('email'), { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'x' } })
  assert.deepEqual(await names({ keyFilters: [above20] }), ['Q3', 'Q4'])
  assert.deepEqual(await names({ keyFilters: [above20, low] }), ['Q3'])
  assert.deepEqual(await names({ keyFilters: [labelled] }), ['Q2'])
  assert.deepEqual(await names({ keyFilters: [on] }), ['Q3', 'Q4'])
  assert.equal((await names({ keyFilters: [foreign] })).length, 5)
  const entityFilter = { type: 'entityType', entityType: 'DEVICE' } as const
  assert.equal(await entityQuery.count(tenant.scope, { entityFilter, keyFilters: [above20] }), 2)
  assert.equal(await entityQuery.count(tenant.scope, { entityFilter }), 5)
})

test("a filter's dynamic value is the tenant's server attribute", async (t) => {
  const { storage, names, tenant, entityQuery } = await world(t)
  const limit = filterOf(series('temp'), {
    type: 'NUMERIC',
    operation: 'GREATER_OR_EQUAL',
    value: { defaultValue: 0, dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute: 'limit' } },
  })
  assert.equal((await names({ keyFilters: [limit] })).length, 5)
  const write = attributeOf(tenant, tenant.tenantId, 'SERVER_SCOPE', 'limit', 30)
  await storage.transact({ attributes: [{ ...write, entity: entityId('TENANT', tenant.tenantId) }] })
  assert.deepEqual(await names({ keyFilters: [limit] }), ['Q3', 'Q4'])
  const [source] = entityQuery.dynamicSources(tenant.scope, [limit])
  assert.deepEqual(source?.entity, entityId('TENANT', tenant.tenantId))
})

test('searches fields and values, sorts by values, pages', async (t) => {
  const { names, entityQuery, tenant } = await world(t)
  const link = { page: 0, pageSize: 10, sortOrder: byName }
  assert.deepEqual(await names({ pageLink: { ...link, textSearch: 'q3' } }), ['Q3'])
  const withMode = { latestValues: [series('mode')], pageLink: { ...link, textSearch: 'AUTO' } }
  assert.deepEqual(await names(withMode), ['Q1', 'Q3'])
  const warmest = { page: 1, pageSize: 2, sortOrder: { key: series('temp'), direction: 'DESC' } } as const
  assert.deepEqual(await names({ pageLink: warmest }), ['Q2', 'Q1'])
  assert.deepEqual(await names({ pageLink: { page: 0, pageSize: 2 } }), ['Q4', 'Q3'])
  const { totalPages, totalElements, hasNext } = await entityQuery.find(tenant.scope, {
    entityFilter: { type: 'entityType', entityType: 'DEVICE' },
    pageLink: warmest,
  })
  assert.deepEqual({ totalPages, totalElements, hasNext }, { totalPages: 3, totalElements: 5, hasNext: true })
})

test('texts are sorted without regard to case and accents, whatever way the query takes', async (t) => {
  const { storage, names, tenant } = await world(t)
  const ids = new Map<string, string>()
  for (const name of ['Zange', 'apfel', 'Ärger', 'ZEBRA', 'Насос', 'насос 2', 'Беларусь']) {
    const id = await addDevice(storage, tenant, { name, type: 'tool', label: `x ${name}` })
    ids.set(name, id)
    await storage.transact({ points: [pointOf(tenant, id, 'word', T0, name)] })
  }
  const sorted = ['apfel', 'Ärger', 'Zange', 'ZEBRA', 'Беларусь', 'Насос', 'насос 2']
  const tools: EntityFilter = { type: 'deviceType', deviceType: 'tool', deviceNameFilter: '' }
  const list: EntityFilter = { type: 'entityList', entityType: 'DEVICE', entityList: [...ids.values()] }
  const filters: readonly EntityFilter[] = [tools, list]
  for (const direction of ['ASC', 'DESC'] as const) {
    for (const key of [field('name'), field('label'), series('word')]) {
      for (const filter of filters) {
        for (const textSearch of [null, 'x ']) {
          const pageLink = { page: 0, pageSize: 10, textSearch, sortOrder: { key, direction } }
          const found = await names({ entityFilter: filter, entityFields: [field('name'), field('label')], pageLink })
          const expected = direction === 'ASC' ? sorted : sorted.toReversed()
          assert.deepEqual(found, expected, JSON.stringify([direction, key, filter.type, textSearch]))
        }
      }
    }
  }
})

test('numbers that are stored as text are filtered and sorted as numbers, texts of digits in names are not', async (t) => {
  const { storage, names, tenant } = await world(t)
  const values = { A: '0.30000000000000004', B: 0.2, C: '123456789012345678901234567890', D: 7, E: 'text', F: '1.10' }
  for (const [name, value] of Object.entries(values)) {
    const id = await addDevice(storage, tenant, { name, type: 'long', label: String(value) })
    await storage.transact({ points: [pointOf(tenant, id, 'n', T0, value)] })
  }
  const entityFilter: EntityFilter = { type: 'deviceType', deviceType: 'long', deviceNameFilter: '' }
  const sorted = (key: EntityKey) =>
    names({ entityFilter, pageLink: { page: 0, pageSize: 10, sortOrder: { key, direction: 'ASC' } } })
  assert.deepEqual(await sorted(series('n')), ['B', 'A', 'D', 'C', 'F', 'E'])
  assert.deepEqual(await sorted(field('label')), ['B', 'A', 'F', 'C', 'D', 'E'])
  const above = filterOf(series('n'), { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 0.3 } })
  assert.deepEqual(await names({ entityFilter, keyFilters: [above] }), ['A', 'C', 'D'])
})

test('what has no value is sorted last in either direction', async (t) => {
  const { storage, names, tenant } = await world(t)
  await addDevice(storage, tenant, { name: 'New' })
  const sorted = (direction: 'ASC' | 'DESC') =>
    names({ pageLink: { page: 0, pageSize: 10, sortOrder: { key: series('temp'), direction } } })
  assert.equal((await sorted('ASC')).at(-1), 'New')
  assert.equal((await sorted('DESC')).at(-1), 'New')
})

test('walks relations, also in circles', async (t) => {
  const { storage, names, ids } = await world(t)
  const { build, statement } = storage.relational
  const [a, b, c, d] = ids as [string, string, string, string]
  const relate = (from: string, to: string, type: string) =>
    statement(
      build.insertInto('relation').values({
        from_type: 'DEVICE',
        from_id: from,
        to_type: 'DEVICE',
        to_id: to,
        type_group: 'COMMON',
        type,
        additional_info: null,
      }),
    )
  await storage.transact({
    statements: [relate(a, b, 'Contains'), relate(b, c, 'Contains'), relate(c, a, 'Contains'), relate(b, d, 'Manages')],
  })
  const walk = { type: 'relationsQuery', rootEntity: entityId('DEVICE', a), direction: 'FROM' } as const
  assert.deepEqual(await names({ entityFilter: { ...walk, maxLevel: 1 } }), ['Q1'])
  assert.deepEqual(await names({ entityFilter: walk }), ['Q1', 'Q2', 'Q3'])
  const managed = { ...walk, filters: [{ relationType: 'Manages', entityTypes: ['DEVICE' as const] }] }
  assert.deepEqual(await names({ entityFilter: managed }), ['Q3'])
  assert.deepEqual(await names({ entityFilter: { ...walk, direction: 'TO', maxLevel: 1 } }), ['Q2'])
  const pumps: EntityFilter = { ...walk, type: 'deviceSearchQuery', deviceTypes: ['pump'] }
  assert.deepEqual(await names({ entityFilter: pumps }), ['Q3'])
  assert.deepEqual(await names({ entityFilter: { ...walk, maxLevel: 2, fetchLastLevelOnly: true } }), ['Q2', 'Q3'])
})

test('a walk goes no deeper than its bound, however many levels are asked for', async (t) => {
  const { storage, names, tenant, entityQuery } = await world(t)
  const { build, statement } = storage.relational
  const chain: string[] = []
  for (let i = 0; i <= walkLevelsMax + 5; i++) chain.push(await addDevice(storage, tenant, { name: `Link ${i}` }))
  await storage.transact({
    statements: chain.slice(1).map((to, i) =>
      statement(
        build.insertInto('relation').values({
          from_type: 'DEVICE',
          from_id: chain[i] as string,
          to_type: 'DEVICE',
          to_id: to,
          type_group: 'COMMON',
          type: 'Contains',
          additional_info: null,
        }),
      ),
    ),
  })
  const walk = {
    type: 'relationsQuery',
    rootEntity: entityId('DEVICE', chain[0] as string),
    direction: 'FROM',
  } as const
  const link = { page: 0, pageSize: 100, sortOrder: byName }
  const found = async (parts: object) => (await names({ entityFilter: { ...walk, ...parts }, pageLink: link })).length
  assert.equal(await found({ maxLevel: 3 }), 3)
  for (const maxLevel of [0, -1, 1000]) assert.equal(await found({ maxLevel }), walkLevelsMax)
  assert.equal(await found({ maxLevel: 3, fetchLastLevelOnly: true }), 1)
  const ids = [chain[0], chain[1]] as string[]
  const roots = { ...walk, rootEntity: null, multiRoot: true, multiRootEntitiesType: 'DEVICE', multiRootEntityIds: ids }
  const { data } = await entityQuery.find(tenant.scope, {
    entityFilter: { ...roots, maxLevel: 1 } as EntityFilter,
    pageLink: link,
    entityFields: [field('name'), field('parentId')],
  })
  assert.deepEqual(
    data.map(({ latest }) => [latest.ENTITY_FIELD?.name?.value, latest.ENTITY_FIELD?.parentId?.value]),
    [
      ['Link 1', ids[0]],
      ['Link 2', ids[1]],
    ],
  )
})

test('the usage state is the tenant’s, by its name', async (t) => {
  const { storage, names, tenant, other } = await world(t)
  const { build, statement } = storage.relational
  const row = { id: newId(), created_time: 1, tenant_id: tenant.tenantId, cycle_ts: 0, counts: '{}', states: '{}' }
  await storage.transact({ statements: [statement(build.insertInto('api_usage_state').values(row))] })
  const entityFilter: EntityFilter = { type: 'apiUsageState' }
  assert.deepEqual(await names({ entityFilter }), ['Tenant'])
  assert.deepEqual(await names({ entityFilter }, other.scope), [])
  const customerId = await addCustomer(storage, tenant, 'Customer')
  const user = scopeOf({ tenantId: tenant.tenantId, authority: 'CUSTOMER_USER', customerId })
  assert.deepEqual(await names({ entityFilter }, user), [])
  const ofCustomer = { type: 'apiUsageState', customerId: entityId('CUSTOMER', customerId) } as const
  assert.deepEqual(await names({ entityFilter: ofCustomer }), [])
})

test('collects the keys in use', async (t) => {
  const { entityQuery, tenant } = await world(t)
  const query: EntityDataQuery = {
    entityFilter: { type: 'deviceType', deviceType: 'meter' },
    pageLink: { page: 0, pageSize: 10 },
  }
  assert.deepEqual(await entityQuery.keys(tenant.scope, query, { timeseries: true, attributes: true }), {
    entityTypes: ['DEVICE'],
    timeseries: ['mode', 'temp'],
    attribute: ['active', 'floor'],
  })
})
