/** Queries on in-memory copies: committed changes are visible to the next query. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { EntityDataQuery, EntityKey, KeyFilter } from '@sonde/model/entity-query/entity-query'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { addCustomer, addDevice, addTenant, attributeOf, openQueries, pointOf, scopeOf } from './testing.ts'
import { createTopRows } from './top-rows.ts'

const T0 = 1_600_000_000_000
const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key })
const temp: EntityKey = { type: 'TIME_SERIES', key: 'temp' }
const floor: EntityKey = { type: 'ATTRIBUTE', key: 'floor' }
const byName = { key: field('name'), direction: 'ASC' } as const

async function world(t: TestContext) {
  const { commit, storage, entityQuery } = await openQueries(t, { nowMs: () => T0 })
  const tenant = await addTenant(storage, 'Tenant')
  const names = async (query: Partial<EntityDataQuery>, scope: Scope = tenant.scope) => {
    const { data } = await entityQuery.find(scope, {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      pageLink: { page: 0, pageSize: 100, sortOrder: byName },
      entityFields: [field('name')],
      ...query,
    })
    return data.map(({ latest }) => latest.ENTITY_FIELD?.name?.value)
  }
  const searched = (textSearch: string, scope?: Scope) =>
    names({ pageLink: { page: 0, pageSize: 100, textSearch, sortOrder: byName } }, scope)
  const above = (key: EntityKey, defaultValue: number, scope?: Scope) => {
    const filter: KeyFilter = { key, predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue } } }
    return names({ keyFilters: [filter] }, scope)
  }
  const changeOf = (id: string, kind: 'updated' | 'deleted') => ({
    kind,
    entity: entityId('DEVICE', id),
    tenantId: tenant.tenantId,
    customerId: NIL_UUID,
  })
  return { storage, commit, tenant, entityQuery, names, searched, above, changeOf }
}

test('devices that come, change their name and go', async (t) => {
  const { storage, commit, tenant, searched, changeOf } = await world(t)
  const { build, statement } = storage.relational
  const a = await addDevice(storage, tenant, { name: 'Pump A' })
  assert.deepEqual(await searched('PUMP'), ['Pump A'])
  const b = await addDevice(storage, tenant, { name: 'Pump B' })
  assert.deepEqual(await searched('pump'), ['Pump A', 'Pump B'])
  await commit({
    statements: [statement(build.updateTable('device').set({ name: 'Fan A' }).where('id', '=', a))],
    changes: [changeOf(a, 'updated')],
  })
  assert.deepEqual(await searched('pump'), ['Pump B'])
  assert.deepEqual(await searched('fan'), ['Fan A'])
  await commit({
    statements: [statement(build.deleteFrom('device').where('id', '=', b))],
    changes: [changeOf(b, 'deleted')],
  })
  assert.deepEqual(await searched('pump'), [])
  assert.deepEqual(await searched('a'), ['Fan A'])
})

test('values that are written, overtaken by older ones, and deleted', async (t) => {
  const { storage, commit, tenant, above } = await world(t)
  const a = await addDevice(storage, tenant, { name: 'A' })
  await addDevice(storage, tenant, { name: 'B' })
  assert.deepEqual(await above(temp, 10), [])
  await commit({ points: [pointOf(tenant, a, 'temp', T0, 20)] })
  assert.deepEqual(await above(temp, 10), ['A'])
  await commit({ points: [pointOf(tenant, a, 'temp', T0 - 1, 5)] })
  assert.deepEqual(await above(temp, 10), ['A'], 'an older point is not the latest')
  await commit({ points: [pointOf(tenant, a, 'temp', T0 + 1, 5)] })
  assert.deepEqual(await above(temp, 10), [])
  await commit({ points: [pointOf(tenant, a, 'temp', T0 + 2, 30)] })
  const deletion = { tenantId: tenant.tenantId, entity: entityId('DEVICE', a), keys: ['temp'], range: null }
  await commit({ deletions: [{ ...deletion, rewriteLatest: false }] })
  assert.deepEqual(await above(temp, 10), [])

  assert.deepEqual(await above(floor, 1), [])
  await commit({ attributes: [attributeOf(tenant, a, 'SHARED_SCOPE', 'floor', 2, T0)] })
  assert.deepEqual(await above(floor, 1), ['A'])
  await commit({ attributes: [attributeOf(tenant, a, 'SERVER_SCOPE', 'floor', 0, T0 + 1)] })
  assert.deepEqual(await above(floor, 1), [], 'of several scopes the newest counts')
  await commit({ attributes: [attributeOf(tenant, a, 'SERVER_SCOPE', 'floor', null, T0 + 2)] })
  assert.deepEqual(await above(floor, 1), ['A'])
  const c = await addDevice(storage, tenant, { name: 'C' })
  await commit({ attributes: [attributeOf(tenant, c, 'SERVER_SCOPE', 'floor', 9, T0)] })
  assert.deepEqual(await above(floor, 1), ['A', 'C'])
})

test('a device that changes its customer, and a customer that goes', async (t) => {
  const { storage, commit, tenant, searched, changeOf } = await world(t)
  const { build, statement } = storage.relational
  const customerId = await addCustomer(storage, tenant, 'Customer')
  const scope = scopeOf({ tenantId: tenant.tenantId, authority: 'CUSTOMER_USER', customerId })
  const id = await addDevice(storage, tenant, { name: 'Pump' })
  assert.deepEqual(await searched('pump', scope), [])
  await commit({
    statements: [statement(build.updateTable('device').set({ customer_id: customerId }).where('id', '=', id))],
    changes: [{ ...changeOf(id, 'updated'), aspect: 'assignment' }],
  })
  assert.deepEqual(await searched('pump', scope), ['Pump'])
  await commit({
    statements: [statement(build.updateTable('device').set({ customer_id: NIL_UUID }).where('id', '=', id))],
    changes: [{ ...changeOf(id, 'deleted'), entity: entityId('CUSTOMER', customerId) }],
  })
  assert.deepEqual(await searched('pump', scope), [])
  assert.deepEqual(await searched('pump'), ['Pump'])
})

test('a profile’s new name is its devices’ type', async (t) => {
  const { storage, commit, tenant, names } = await world(t)
  const { build, statement } = storage.relational
  await addDevice(storage, tenant, { name: 'Pump', type: 'old' })
  const ofType = (deviceType: string) =>
    names({ entityFilter: { type: 'deviceType', deviceType, deviceNameFilter: 'PU' } })
  assert.deepEqual(await ofType('old'), ['Pump'])
  const profile = entityId('DEVICE_PROFILE', tenant.profileId)
  await commit({
    statements: [statement(build.updateTable('device').set({ type: 'new' }))],
    changes: [{ kind: 'updated', entity: profile, tenantId: tenant.tenantId, customerId: NIL_UUID }],
  })
  assert.deepEqual(await ofType('old'), [])
  assert.deepEqual(await ofType('new'), ['Pump'])
})

test('queries that read at once, while devices come, end with the same', async (t) => {
  const { storage, commit, tenant, searched, above } = await world(t)
  const many = Array.from({ length: 50 }, (_, i) => `Pump ${String(i).padStart(2, '0')}`)
  await Promise.all(
    many.flatMap((name) => [
      addDevice(storage, tenant, { name }).then((id) =>
        commit({ attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', 7)] }),
      ),
      searched('pump'),
      above(floor, 5),
    ]),
  )
  assert.deepEqual(await searched('pump'), many)
  assert.deepEqual(await above(floor, 5), many)
})

test('a read that fails midway fails its own query only; those that wait behind it see every value', async (t) => {
  const { storage, commit, tenant, above } = await world(t)
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push(await addDevice(storage, tenant, { name: `Pump ${i}` }))
  await commit({ points: ids.map((id) => pointOf(tenant, id, 'temp', T0, 20)) })
  const { latestOfMany } = storage.series
  let calls = 0
  const failing: typeof latestOfMany = (...of) =>
    calls++ === 0 ? Promise.reject(new Error('the reader ended')) : latestOfMany(...of)
  Object.assign(storage.series, { latestOfMany: failing })
  const [first, second] = await Promise.allSettled([above(temp, 10), above(temp, 10)])
  assert.equal(first?.status, 'rejected')
  assert.deepEqual(second?.status === 'fulfilled' && second.value, ['Pump 0', 'Pump 1', 'Pump 2'])
  assert.deepEqual(await above(temp, 10), ['Pump 0', 'Pump 1', 'Pump 2'])
})

test('a tenant never sees another’s copy', async (t) => {
  const { storage, tenant, searched } = await world(t)
  const other = await addTenant(storage, 'Other')
  await addDevice(storage, tenant, { name: 'Pump mine' })
  await addDevice(storage, other, { name: 'Pump theirs' })
  assert.deepEqual(await searched('pump'), ['Pump mine'])
  assert.deepEqual(await searched('pump', other.scope), ['Pump theirs'])
})

test('a text may reach over fields, and marks of patterns stand for themselves', async (t) => {
  const { storage, tenant, names } = await world(t)
  await addDevice(storage, tenant, { name: 'Pump (A)', label: 'Hall 1' })
  await addDevice(storage, tenant, { name: 'Pump B', label: 'Ünit 2' })
  const found = (textSearch: string) =>
    names({
      pageLink: { page: 0, pageSize: 10, textSearch, sortOrder: byName },
      entityFields: [field('name'), field('label')],
    })
  assert.deepEqual(await found('(a) HALL'), ['Pump (A)'])
  assert.deepEqual(await found('b hall'), [])
  assert.deepEqual(await found('.*'), [])
  assert.deepEqual(await found('ÜNIT'), ['Pump B'])
  assert.deepEqual(await found('   '), ['Pump (A)', 'Pump B'])
})

test('the first rows are those of a full sort', async () => {
  const turns = { isOver: false, next: async () => {} }
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed % below
  }
  for (let round = 0; round < 50; round++) {
    const rows = Array.from({ length: random(400) }, (_, i) => ({
      entityId: entityId('DEVICE', String(random(1e9)).padStart(10, '0') + i),
      value: random(4) === 0 ? undefined : random(5) === 0 ? `t${random(9)}` : random(20),
    }))
    const direction = random(2) === 0 ? 'ASC' : 'DESC'
    const max = 1 + random(100)
    const reader = ({ value }: (typeof rows)[number]) =>
      value === undefined
        ? undefined
        : typeof value === 'string'
          ? { type: 3 as const, value }
          : { type: 1 as const, value }
    const first = createTopRows({ reader, direction, isField: false }, max, turns)
    const all = createTopRows({ reader, direction, isField: false }, rows.length + 1, turns)
    for (const row of rows) {
      first.add(row)
      all.add(row)
    }
    const sorted = await all.rows()
    assert.equal(sorted.length, rows.length)
    assert.deepEqual(await first.rows(), sorted.slice(0, max), `round ${round}`)
  }
})
