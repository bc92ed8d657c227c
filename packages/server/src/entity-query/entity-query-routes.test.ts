/** Entity and alarm queries over HTTP: results, access and error messages. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import { registerAlarmQueryRoutes } from '../alarms/alarm-query-routes.ts'
import { systemClock } from '../clock.ts'
import { startTestApp } from '../http/http-testing.ts'
import { registerEntityQueryRoutes } from './entity-query-routes.ts'
import { addCustomer, addDevice, addTenant, attributeOf, openAlarmQueries, pointOf, scopeOf } from './testing.ts'

const field = (key: string) => ({ type: 'ENTITY_FIELD', key })
const alarmField = (key: string) => ({ type: 'ALARM_FIELD', key })
const devices = { type: 'entityType', entityType: 'DEVICE' }
const byName = { key: field('name'), direction: 'ASC' }
const pageLink = { page: 0, pageSize: 10, sortOrder: byName }

/** Two devices of the tenant, Mine of its customer; each with a temperature and an alarm; one of another tenant. */
async function world(t: TestContext) {
  const { commit, storage, entityQuery, alarms, alarmQuery } = await openAlarmQueries(t, { clock: systemClock })

  const tenant = await addTenant(storage, 'Tenant')
  const other = await addTenant(storage, 'Other')
  const customerId = await addCustomer(storage, tenant, 'Customer')
  const mine = await addDevice(storage, tenant, { name: 'Mine', customerId, label: 'L' })
  const theirs = await addDevice(storage, tenant, { name: 'Theirs' })
  const foreign = await addDevice(storage, other, { name: 'Foreign' })
  const callers: Record<string, Scope> = {
    admin: tenant.scope,
    user: scopeOf({ tenantId: tenant.tenantId, authority: 'CUSTOMER_USER', customerId }),
    stranger: other.scope,
    sys: scopeOf({ tenantId: NIL_UUID, authority: 'SYS_ADMIN' }),
  }
  let value = 20
  for (const [id, of] of [[mine, tenant] as const, [theirs, tenant] as const, [foreign, other] as const]) {
    await commit({
      points: [pointOf(of, id, 'temp', 1_600_000_000_000, value++)],
      attributes: [attributeOf(of, id, 'SERVER_SCOPE', 'floor', value)],
    })
    await alarms.service.save(of.scope, {
      originator: entityId('DEVICE', id),
      type: `Hot ${value}`,
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
      propagateToTenant: true,
    })
  }
  const { call } = await startTestApp(t, {
    async scopeOfToken(token) {
      const scope = callers[token]
      if (!scope) throw unauthenticated('Unknown token.')
      return scope
    },
    register(routes) {
      registerEntityQueryRoutes(routes, { entityQuery })
      registerAlarmQueryRoutes(routes, { alarmQuery })
    },
  })
  const post = (path: string, body: unknown, token = 'admin') =>
    call<{
      data: { entityId: { id: string }; type: string; latest: Record<string, Record<string, { value: string }>> }[]
      totalElements: number
      message: string
    }>('POST', path, { body, ...(token === 'nobody' ? {} : { token }) })
  const names = async (query: object, token = 'admin') => {
    const { body, text } = await post('/api/entitiesQuery/find', { entityFields: [field('name')], ...query }, token)
    assert.ok(body.data, text)
    return body.data.map(({ latest }) => latest.ENTITY_FIELD?.name?.value)
  }
  return { post, names, tenant, other, mine, theirs, foreign, customerId }
}

test('each caller finds the own entities, whatever way the query takes', async (t) => {
  const { names, post, foreign, theirs } = await world(t)
  const ways: object[] = [
    { entityFilter: devices, pageLink },
    { entityFilter: devices, pageLink: { ...pageLink, textSearch: 'e' } },
    { entityFilter: devices, pageLink: { ...pageLink, sortOrder: { key: field('label') } } },
    { entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: '' }, pageLink },
  ]
  for (const query of ways) {
    assert.deepEqual((await names(query)).sort(), ['Mine', 'Theirs'])
    assert.deepEqual(await names(query, 'user'), ['Mine'])
    assert.deepEqual(await names(query, 'stranger'), ['Foreign'])
  }
  const single = (id: string) => ({ type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id } })
  assert.deepEqual(await names({ entityFilter: single(foreign), pageLink }), [])
  assert.deepEqual(await names({ entityFilter: single(theirs), pageLink }, 'user'), [])
  for (const [token, status] of [['sys', 403] as const, ['nobody', 401] as const]) {
    for (const path of ['entitiesQuery/find', 'entitiesQuery/count', 'alarmsQuery/find']) {
      assert.equal((await post(`/api/${path}`, { entityFilter: devices, pageLink }, token)).status, status)
    }
  }
})

test('counts and keys', async (t) => {
  const { post } = await world(t)
  assert.equal((await post('/api/entitiesQuery/count', { entityFilter: devices })).body as unknown, 2)
  const above = {
    key: { type: 'TIME_SERIES', key: 'temp' },
    valueType: 'NUMERIC',
    predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 20 } },
  }
  assert.equal(
    (await post('/api/entitiesQuery/count', { entityFilter: devices, keyFilters: [above] })).body as unknown,
    1,
  )
  const keys = '/api/entitiesQuery/find/keys?timeseries=true&attributes=false'
  assert.deepEqual((await post(keys, { entityFilter: devices, pageLink })).body, {
    entityTypes: ['DEVICE'],
    timeseries: ['temp'],
    attribute: [],
  })
  const without = await post('/api/entitiesQuery/find/keys?attributes=false', { entityFilter: devices, pageLink })
  assert.deepEqual([without.status, /timeseries/.test(without.body.message)], [400, true])
})

test('alarms of entities, in their own order or in that of the entities', async (t) => {
  const { post, mine, tenant } = await world(t)
  const find = async (link: object, filter: object = devices, token = 'admin') => {
    const query = {
      entityFilter: filter,
      pageLink: { page: 0, pageSize: 10, ...link },
      alarmFields: [alarmField('type')],
      entityFields: [field('name')],
    }
    const { status, body, text } = await post('/api/alarmsQuery/find', query, token)
    assert.equal(status, 200, text)
    return body.data
  }
  const types = async (...requested: Parameters<typeof find>) => (await find(...requested)).map(({ type }) => type)
  assert.deepEqual(await types({ sortOrder: { key: alarmField('type'), direction: 'DESC' } }), ['Hot 22', 'Hot 21'])
  assert.deepEqual(await types({ sortOrder: { key: field('name'), direction: 'ASC' } }), ['Hot 21', 'Hot 22'])
  const warmest = { key: { type: 'TIME_SERIES', key: 'temp' }, direction: 'DESC' }
  assert.deepEqual(await types({ sortOrder: warmest }), ['Hot 22', 'Hot 21'])
  assert.deepEqual(await types({}, devices, 'user'), ['Hot 21'])
  assert.deepEqual(await types({ textSearch: ' hot 21' }), ['Hot 21'])
  assert.deepEqual(await types({ statusList: ['CLEARED'] }), [])
  assert.deepEqual(await types({ severityList: ['MAJOR'], statusList: ['ACTIVE', 'UNACK'], typeList: ['Hot 21'] }), [
    'Hot 21',
  ])
  assert.deepEqual(await types({ endTs: 1 }), [])
  assert.deepEqual(await types({ timeWindow: 60_000, endTs: 1 }), ['Hot 22', 'Hot 21'])
  assert.deepEqual(await types({ pageSize: 1, page: 1, sortOrder: { key: alarmField('type'), direction: 'ASC' } }), [
    'Hot 22',
  ])
  const ofTenant = { type: 'singleEntity', singleEntity: entityId('TENANT', tenant.tenantId) }
  assert.deepEqual(await types({}, ofTenant), [])
  const [propagated] = await find({ searchPropagatedAlarms: true, typeList: ['Hot 21'] }, ofTenant)
  assert.equal(propagated?.entityId.id, tenant.tenantId, 'the entity through which it is seen')
  const [own] = await find({ searchPropagatedAlarms: true, typeList: ['Hot 21'] })
  assert.deepEqual([own?.entityId.id, own?.latest.ENTITY_FIELD?.name?.value], [mine, 'Mine'])
})

test('from several roots each row says which one it was found from', async (t) => {
  const { post, mine, theirs } = await world(t)
  const walk = { type: 'relationsQuery', direction: 'FROM', multiRoot: true, multiRootEntitiesType: 'DEVICE' }
  const find = (entityFilter: object) =>
    post('/api/entitiesQuery/find', { entityFilter, pageLink, entityFields: [field('name'), field('parentId')] })
  const none = await find({ ...walk, multiRootEntityIds: [mine, theirs] })
  assert.deepEqual([none.status, none.body.totalElements], [200, 0])
  const rejected = await find(walk)
  assert.deepEqual([rejected.status, /multiRootEntityIds/.test(rejected.body.message)], [400, true])
})

test('what a query cannot mean is refused with the name of the field', async (t) => {
  const { post, customerId } = await world(t)
  const filter = (parts: object) => ({ entityFilter: { ...devices, ...parts }, pageLink })
  const predicate = (parts: object) => ({
    entityFilter: devices,
    pageLink,
    keyFilters: [{ key: field('name'), predicate: { type: 'STRING', operation: 'EQUAL', value: {}, ...parts } }],
  })
  const wrong: [unknown, RegExp][] = [
    [{}, /entityFilter/],
    [{ entityFilter: null, pageLink }, /entityFilter/],
    [{ entityFilter: {}, pageLink }, /type/],
    [{ entityFilter: devices }, /pageLink/],
    [filter({ type: 'nope' }), /entityFilter|nope/],
    [filter({ type: 'toString' }), /entityFilter|toString/],
    [filter({ entityType: 'CAT' }), /entityType/],
    [{ entityFilter: { type: 'singleEntity' }, pageLink }, /singleEntity/],
    [{ entityFilter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: 'x' } }, pageLink }, /id/],
    [{ entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: 'x' }, pageLink }, /entityList/],
    [{ entityFilter: { type: 'relationsQuery', direction: 'FROM' }, pageLink }, /rootEntity/],
    [{ entityFilter: { type: 'relationsQuery', direction: 'UP', rootEntity: null }, pageLink }, /direction/],
    [{ entityFilter: devices, pageLink: { page: -1, pageSize: 10 } }, /page/],
    [{ entityFilter: devices, pageLink: { page: 0, pageSize: 0 } }, /pageSize/],
    [{ entityFilter: devices, pageLink: { page: 0, pageSize: 1e99 } }, /pageSize/],
    [{ entityFilter: devices, pageLink: { page: 1e99, pageSize: 1 } }, /page/],
    [{ entityFilter: devices, pageLink: { ...pageLink, textSearch: '\u0000' } }, /textSearch/],
    [
      { entityFilter: devices, pageLink: { ...pageLink, sortOrder: { key: field('name'), direction: 'UP' } } },
      /direction/,
    ],
    [{ entityFilter: devices, pageLink, latestValues: [{ type: 'NOPE', key: 'x' }] }, /latestValues/],
    [predicate({ operation: 'LIKE' }), /keyFilters/],
    [predicate({ type: 'NOPE' }), /keyFilters/],
    [predicate({ value: { dynamicValue: { sourceType: 'CURRENT_USER' } } }), /keyFilters/],
  ]
  for (const [body, words] of wrong) {
    const answer = await post('/api/entitiesQuery/find', body)
    assert.equal(answer.status, 400, `${JSON.stringify(body)} → ${answer.text}`)
    assert.match(answer.body.message, words, JSON.stringify(body))
  }
  const sort = { key: alarmField('nothing'), direction: 'ASC' }
  const alarms = await post('/api/alarmsQuery/find', {
    entityFilter: devices,
    pageLink: { ...pageLink, sortOrder: sort },
  })
  assert.deepEqual([alarms.status, /sortOrder/.test(alarms.body.message)], [400, true])
  const status = await post('/api/alarmsQuery/find', {
    entityFilter: devices,
    pageLink: { ...pageLink, statusList: ['OLD'] },
  })
  assert.deepEqual([status.status, /statusList/.test(status.body.message)], [400, true])
  const usage = (id: string) => ({
    entityFilter: { type: 'apiUsageState', customerId: { entityType: 'CUSTOMER', id } },
    pageLink,
  })
  assert.equal((await post('/api/entitiesQuery/find', usage(NIL_UUID), 'user')).status, 403)
  assert.equal((await post('/api/entitiesQuery/find', usage(customerId), 'user')).status, 200)
})

test('texts of SQL, patterns and prototypes are texts', async (t) => {
  const { names, post } = await world(t)
  for (const text of ["' or 1=1 --", '%', '_', '\\', '.*', '__proto__']) {
    assert.deepEqual(await names({ entityFilter: devices, pageLink: { ...pageLink, textSearch: text } }), [], text)
  }
  const key = { type: 'ENTITY_FIELD', key: '__proto__' }
  const sorted = {
    entityFilter: devices,
    pageLink: { ...pageLink, sortOrder: { key } },
    entityFields: [key, field('name')],
  }
  const refused = await post('/api/entitiesQuery/find', sorted)
  assert.equal(refused.status, 400)
  assert.match(refused.text, /A key must not be __proto__/)
  const attribute = { type: 'ATTRIBUTE', key: 'constructor' }
  const requested = {
    entityFilter: devices,
    pageLink: { ...pageLink, sortOrder: { key: attribute } },
    latestValues: [attribute],
  }
  assert.equal((await post('/api/entitiesQuery/find', requested)).body.totalElements, 2)
})
