import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlarmDataUpdate, LiveUpdate } from '@sonde/model/entity-query/live-updates'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { addCustomer, addDevice, pointOf, scopeOf } from '../entity-query/testing.ts'
import { key, startLive, T0 } from './testing.ts'

const alarmsOf = (entityFilter: object, link: object = {}, parts: object = {}) => ({
  entityFilter,
  pageLink: {
    page: 0,
    pageSize: 10,
    timeWindow: 86_400_000,
    sortOrder: { key: key('ALARM_FIELD', 'createdTime'), direction: 'DESC' },
    ...link,
  },
  ...parts,
})
const devices = { type: 'entityType', entityType: 'DEVICE' }

function asAlarms(update: LiveUpdate | undefined): AlarmDataUpdate {
  assert.ok(update && 'cmdUpdateType' in update && update.cmdUpdateType === 'ALARM_DATA', JSON.stringify(update))
  return update
}
const typesOf = (update: LiveUpdate | undefined) => asAlarms(update).data?.data.map(({ type }) => type)

async function openAlarms(t: Parameters<typeof startLive>[0], limits: Parameters<typeof startLive>[1] = {}) {
  const live = await startLive(t, limits)
  const { storage, tenant, alarms, scopes } = live
  const customerId = await addCustomer(storage, tenant, 'Customer')
  scopes.set('customer', scopeOf({ tenantId: tenant.tenantId, authority: 'CUSTOMER_USER', customerId }))
  const raise = (id: string, type: string, parts: object = {}) =>
    alarms.save(tenant.scope, {
      originator: entityId('DEVICE', id),
      type,
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
      ...parts,
    })
  const changeOf = (id: string, kind: 'updated' | 'deleted') => ({
    kind,
    entity: entityId('DEVICE', id),
    tenantId: tenant.tenantId,
    customerId,
    aspect: 'assignment',
  })
  return { ...live, customerId, raise, changeOf }
}

test('begins with the alarms shown, then tells each new value of their entities', async (t) => {
  const { storage, commit, tenant, raise, connect } = await openAlarms(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 4)] })
  await raise(id, 'Hot')
  const client = await connect()
  const query = alarmsOf(devices, {}, { latestValues: [key('TIME_SERIES', 'temp')] })
  client.send({ alarmDataCmds: [{ cmdId: 1, query }] })
  const [page, first] = await client.received(1, 2)
  assert.deepEqual(typesOf(page), ['Hot'])
  assert.deepEqual(asAlarms(first).update?.[0]?.latest, { TIME_SERIES: { temp: { ts: T0, value: '4' } } })
  await commit({ points: [pointOf(tenant, id, 'temp', T0 + 1, 5)] })
  const next = asAlarms((await client.received(1, 3))[2])
  assert.deepEqual(next.update?.[0]?.latest.TIME_SERIES?.temp, { ts: T0 + 1, value: '5' })
})

test('what no longer matches, and what is deleted, is a new page', async (t) => {
  const { storage, tenant, alarms, raise, connect } = await openAlarms(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const hot = await raise(id, 'Hot')
  const cold = await raise(id, 'Cold')
  const client = await connect()
  client.send({ alarmDataCmds: [{ cmdId: 1, query: alarmsOf(devices, { statusList: ['UNACK'] }) }] })
  assert.deepEqual(typesOf((await client.received(1))[0])?.sort(), ['Cold', 'Hot'])
  await alarms.acknowledge(tenant.scope, hot.id.id)
  assert.deepEqual(typesOf((await client.received(1, 2))[1]), ['Cold'])
  await alarms.remove(tenant.scope, cold.id.id)
  assert.deepEqual(typesOf((await client.received(1, 3))[2]), [])
})

test('a propagated alarm is told through the entity that was asked about', async (t) => {
  const { storage, tenant, alarms, raise, connect } = await openAlarms(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const client = await connect()
  const ofTenant = { type: 'singleEntity', singleEntity: entityId('TENANT', tenant.tenantId) }
  client.send({ alarmDataCmds: [{ cmdId: 1, query: alarmsOf(ofTenant, { searchPropagatedAlarms: true }) }] })
  await client.received(1)
  const { id: alarmId } = await raise(id, 'Hot', { propagateToTenant: true })
  const [shown] = asAlarms((await client.received(1, 2))[1]).data?.data ?? []
  assert.deepEqual([shown?.type, shown?.entityId], ['Hot', entityId('TENANT', tenant.tenantId)])
  await alarms.clear(tenant.scope, alarmId.id)
  assert.deepEqual(
    asAlarms((await client.received(1, 3))[2]).update?.map(({ status }) => status),
    ['CLEARED_UNACK'],
  )
})

test('alarms of a device that goes to others are told of no more', async (t) => {
  const { storage, commit, tenant, customerId, raise, changeOf, connect } = await openAlarms(t)
  const { build, statement } = storage.relational
  const id = await addDevice(storage, tenant, { name: 'Mine', customerId })
  await raise(id, 'Hot')
  const client = await connect('customer')
  client.send({ alarmDataCmds: [{ cmdId: 1, query: alarmsOf(devices) }] })
  assert.deepEqual(typesOf((await client.received(1))[0]), ['Hot'])
  await commit({
    statements: [statement(build.updateTable('device').set({ customer_id: NIL_UUID }).where('id', '=', id))],
    changes: [changeOf(id, 'updated')],
  })
  const next = asAlarms((await client.received(1, 2))[1])
  assert.deepEqual([next.data?.data, next.totalEntities], [[], 0])
  await raise(id, 'Cold')
  await client.settled()
  assert.equal((await client.received(1, 2)).length, 2)
})

test('a device that goes to others while the first page is read is not on it', async (t) => {
  const { storage, commit, tenant, customerId, raise, changeOf, connect, onNextRead } = await openAlarms(t)
  const { build, statement } = storage.relational
  const [gone = '', stays = ''] = await Promise.all(
    ['Gone', 'Stays'].map((name) => addDevice(storage, tenant, { name, customerId })),
  )
  await raise(gone, 'Hot')
  await raise(stays, 'Cold')
  const client = await connect('customer')
  onNextRead(() =>
    commit({
      statements: [statement(build.updateTable('device').set({ customer_id: NIL_UUID }).where('id', '=', gone))],
      changes: [changeOf(gone, 'updated')],
    }),
  )
  client.send({ alarmDataCmds: [{ cmdId: 1, query: alarmsOf(devices) }] })
  const [first] = await client.received(1)
  assert.deepEqual([typesOf(first), asAlarms(first).totalEntities], [['Cold'], 1])
})

test('of a device that is deleted no alarm is told any more', async (t) => {
  const { storage, commit, tenant, raise, changeOf, connect } = await openAlarms(t)
  const { build, statement } = storage.relational
  const id = await addDevice(storage, tenant, { name: 'Live' })
  await raise(id, 'Hot')
  const client = await connect()
  client.send({ alarmDataCmds: [{ cmdId: 1, query: alarmsOf(devices) }] })
  await client.received(1)
  await commit({
    statements: [statement(build.deleteFrom('device').where('id', '=', id))],
    changes: [changeOf(id, 'deleted')],
  })
  assert.deepEqual(typesOf((await client.received(1, 2))[1]), [])
})

test('many changes are one page; an alarm that ages out of the window goes at the refresh', async (t) => {
  const { storage, tenant, raise, connect } = await openAlarms(t, { refreshMs: 50 })
  const ids = await Promise.all(Array.from({ length: 30 }, (_, i) => addDevice(storage, tenant, { name: `D${i}` })))
  const client = await connect()
  client.send({ alarmDataCmds: [{ cmdId: 1, query: alarmsOf(devices, { pageSize: 100 }) }] })
  client.send({ alarmDataCmds: [{ cmdId: 2, query: alarmsOf(devices, { pageSize: 100, timeWindow: 1000 }) }] })
  await client.received(2)
  await Promise.all(ids.map((id) => raise(id, 'Hot')))
  const sizes = async (cmdId: number, wanted: number) => {
    for (let count = 1; ; count++) {
      const updates = await client.received(cmdId, count)
      if (asAlarms(updates.at(-1)).data?.totalElements === wanted) return updates.length
    }
  }
  assert.ok((await sizes(1, 30)) < 30)
  await sizes(2, 0)
})

test('a query that is wrong is refused under its id, and ends with it', async (t) => {
  const { live, connect } = await openAlarms(t)
  const client = await connect()
  const listeners = live.listenerCount
  const sortOrder = { key: key('ALARM_FIELD', 'nothing'), direction: 'ASC' }
  client.send({
    alarmDataCmds: [
      { cmdId: 1, query: null },
      { cmdId: 2, query: alarmsOf({ type: 'nope' }) },
      { cmdId: 3, query: alarmsOf(devices, { pageSize: -1 }) },
      { cmdId: 4, query: alarmsOf(devices, { sortOrder }) },
    ],
  })
  const words = [/query/, /entityFilter/, /pageSize/, /sortOrder/]
  for (const [at, expected] of words.entries()) {
    const [rejected] = await client.received(at + 1)
    assert.equal(rejected?.errorCode, 2)
    assert.match(rejected?.errorMsg ?? '', expected)
  }
  assert.equal(live.listenerCount, listeners)
  client.send({ alarmDataUnsubscribeCmds: [{ cmdId: 9 }] })
  await client.settled()
})
