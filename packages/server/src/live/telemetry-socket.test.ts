import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SubscriptionUpdate } from '@sonde/model/entity-query/live-updates'
import { entityId } from '@sonde/model/ids'
import { WebSocket } from 'ws'
import { addCustomer, addDevice, attributeOf, pointOf, scopeOf } from '../entity-query/testing.ts'
import { createTestGuard } from '../guard/guard-testing.ts'
import { newId } from '../ids.ts'
import { until } from '../until-testing.ts'
import { entityData, key, latestKeys, ofDevices, startLive, T0 } from './testing.ts'

const values = (subscriptionId: number, data: object, latestValues: object) => ({
  subscriptionId,
  errorCode: 0,
  errorMsg: null,
  data,
  latestValues,
})
test('without a valid token the handshake is refused with 401', async (t) => {
  const { port } = await startLive(t)
  for (const query of ['', '?token=', '?token=garbage']) {
    const client = new WebSocket(`ws://127.0.0.1:${port}/api/ws/plugins/telemetry${query}`)
    const error = await new Promise<Error>((resolve) => client.once('error', resolve))
    assert.match(error.message, /401/)
  }
})

test('tells latest telemetry, then what comes, until unsubscribed', async (t) => {
  const { storage, commit, tenant, connect, live } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 1), pointOf(tenant, id, 'temp', T0 + 1000, 2)] })
  const client = await connect()
  const e = { entityType: 'DEVICE', entityId: id, cmdId: 1 }
  client.send({ tsSubCmds: [{ ...e, scope: 'LATEST_TELEMETRY', keys: 'temp' }] })
  await client.received(1)
  await commit({ points: [pointOf(tenant, id, 'temp', T0 + 2000, 3), pointOf(tenant, id, 'other', T0 + 2000, 3)] })
  assert.deepEqual(await client.received(1, 2), [
    values(1, { temp: [[T0 + 1000, '2']] }, { temp: T0 + 1000 }),
    values(1, { temp: [[T0 + 2000, '3']] }, { temp: T0 + 2000 }),
  ])
  client.send({ tsSubCmds: [{ ...e, unsubscribe: true }] })
  await client.settled()
  const listeners = live.listenerCount
  await commit({ points: [pointOf(tenant, id, 'temp', T0 + 3000, 4)] })
  await client.settled()
  assert.equal((await client.received(1)).length, 2)
  client.send({ tsSubCmds: [{ ...e, scope: 'LATEST_TELEMETRY', keys: 'temp' }] })
  await client.settled()
  assert.equal(live.listenerCount, listeners + 1)
})

test('a named key without a value is answered with null; its first value is news, however old', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const client = await connect()
  client.send({
    tsSubCmds: [{ entityType: 'DEVICE', entityId: id, cmdId: 1, scope: 'LATEST_TELEMETRY', keys: 'temp' }],
  })
  const [first] = (await client.received(1)) as SubscriptionUpdate[]
  assert.deepEqual(
    first?.data?.temp?.map(([, value]) => value),
    [null],
  )
  await commit({ points: [pointOf(tenant, id, 'temp', 1000, 3)] })
  assert.deepEqual((await client.received(1, 2))[1], values(1, { temp: [[1000, '3']] }, { temp: 1000 }))
})

test('tells what took the place of deleted latest values, to both kinds of subscriptions', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const points = ['temp', 'gone'].flatMap((name) => [1, 2].map((v) => pointOf(tenant, id, name, T0 + v, v)))
  await commit({ points })
  const client = await connect()
  client.send({ tsSubCmds: [{ entityType: 'DEVICE', entityId: id, cmdId: 1, scope: 'LATEST_TELEMETRY' }] })
  const latest = [key('TIME_SERIES', 'temp'), key('TIME_SERIES', 'gone')]
  client.send({
    entityDataCmds: [{ cmdId: 2, query: ofDevices({ latestValues: latest }), latestCmd: { keys: latest } }],
  })
  await client.received(1)
  await client.received(2)
  const [{ tenantId, entity } = { tenantId: '', entity: entityId('DEVICE', id) }] = points
  const range = { startTs: T0 + 2, endTs: T0 + 3 }
  await commit({
    deletions: [
      { tenantId, entity, keys: ['temp'], range, rewriteLatest: true },
      { tenantId, entity, keys: ['gone'], range: null, rewriteLatest: true },
    ],
  })
  const reported = values(1, { temp: [[T0 + 1, '1']], gone: [[0, '']] }, { temp: T0 + 1, gone: 0 })
  assert.deepEqual((await client.received(1, 2))[1], reported)
  const update = (await client.received(2, 2))[1]
  assert.ok(update && 'cmdUpdateType' in update && update.cmdUpdateType === 'ENTITY_DATA')
  assert.deepEqual(
    update.update?.map((one) => one.latest),
    [{ TIME_SERIES: { temp: { ts: T0 + 1, value: '1' }, gone: { ts: 0, value: '' } } }],
  )
})

test('tells every value of a turn, newest first', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const client = await connect()
  client.send({ tsSubCmds: [{ entityType: 'DEVICE', entityId: id, cmdId: 1, keys: 'temp' }] })
  await client.received(1)
  await commit({ points: [1, 2, 3].map((v) => pointOf(tenant, id, 'temp', T0 + v, v)) })
  const temp = [3, 2, 1].map((v) => [T0 + v, String(v)])
  assert.deepEqual((await client.received(1, 2))[1], values(1, { temp }, { temp: T0 + 3 }))
})

test('tells attributes of a scope, also when one is deleted', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  await commit({ attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', 1, T0)] })
  const client = await connect()
  client.send({ attrSubCmds: [{ entityType: 'DEVICE', entityId: id, cmdId: 2, scope: 'SERVER_SCOPE' }] })
  await client.received(2)
  await commit({ attributes: [attributeOf(tenant, id, 'SHARED_SCOPE', 'floor', 9, T0 + 1)] })
  await commit({ attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', 2, T0 + 2)] })
  await client.received(2, 2)
  await commit({ attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', null, T0 + 3)] })
  assert.deepEqual(await client.received(2, 3), [
    values(2, { floor: [[T0, '1']] }, { floor: T0 }),
    values(2, { floor: [[T0 + 2, '2']] }, { floor: T0 + 2 }),
    values(2, { floor: [[0, '']] }, { floor: 0 }),
  ])
})

test('answers history once, and a window before what comes', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  await commit({ points: [0, 1, 2].map((i) => pointOf(tenant, id, 'temp', T0 + i * 1000, i)) })
  const client = await connect()
  const requested = {
    entityType: 'DEVICE',
    entityId: id,
    keys: 'temp',
    startTs: T0,
    interval: 1000,
    limit: 100,
    agg: 'NONE',
  }
  client.send({
    historyCmds: [
      { ...requested, cmdId: 3, endTs: T0 + 10_000 },
      { ...requested, cmdId: 4, endTs: T0 + 4000, interval: 2000, agg: 'AVG' },
      { ...requested, cmdId: 5, keys: '', endTs: T0 + 10_000 },
    ],
    tsSubCmds: [{ ...requested, cmdId: 6, timeWindow: 10_000 }],
  })
  const points = [2, 1, 0].map((i) => [T0 + i * 1000, String(i)])
  assert.deepEqual(await client.received(3), [values(3, { temp: points }, { temp: T0 })])
  assert.deepEqual(await client.received(4), [
    values(
      4,
      {
        temp: [
          [T0 + 1000, '0.5'],
          [T0 + 3000, '2.0'],
        ],
      },
      { temp: T0 + 3000 },
    ),
  ])
  assert.equal((await client.received(5))[0]?.errorCode, 2)
  assert.deepEqual(await client.received(6), [values(6, { temp: points }, { temp: T0 })])
  // A late point of the window is sent too.
  await commit({ points: [pointOf(tenant, id, 'temp', T0 + 500, 7)] })
  assert.deepEqual((await client.received(6, 2))[1], values(6, { temp: [[T0 + 500, '7']] }, { temp: T0 + 500 }))
})

test('what is deleted, or no longer mine, is told of no more', async (t) => {
  const { storage, commit, tenant, scopes, connect } = await startLive(t)
  const customerId = await addCustomer(storage, tenant, 'Customer')
  scopes.set('customer', scopeOf({ tenantId: tenant.tenantId, authority: 'CUSTOMER_USER', customerId }))
  const id = await addDevice(storage, tenant, { name: 'Mine', customerId })
  const client = await connect('customer')
  const e = { entityType: 'DEVICE', entityId: id, keys: 'temp' }
  const query = ofDevices({}, { dynamic: true })
  client.send({
    tsSubCmds: [{ ...e, cmdId: 1, scope: 'LATEST_TELEMETRY' }],
    entityDataCmds: [{ cmdId: 2, query, latestCmd: { keys: latestKeys } }],
  })
  await client.received(2)
  const { build, statement } = storage.relational
  await commit({
    statements: [statement(build.updateTable('device').set({ customer_id: tenant.tenantId }).where('id', '=', id))],
    changes: [
      { kind: 'updated', entity: entityId('DEVICE', id), tenantId: tenant.tenantId, customerId, aspect: 'assignment' },
    ],
  })
  assert.equal((await client.received(1, 2))[1]?.errorCode, 3)
  const page = (await client.received(2, 2))[1]
  assert.ok(page && 'cmdUpdateType' in page && page.cmdUpdateType === 'ENTITY_DATA')
  assert.deepEqual(page.data?.data, [])
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 4)] })
  await client.settled()
  assert.equal(client.messages.length, 5)
})

test('foreign and unknown entities are refused, foreign ones are not found', async (t) => {
  const { storage, tenant, scopes, connect } = await startLive(t)
  scopes.set('other', scopeOf({ tenantId: '00000000-0000-0000-0000-0000000000aa', authority: 'TENANT_ADMIN' }))
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const client = await connect('other')
  const ts = { entityType: 'DEVICE', scope: 'LATEST_TELEMETRY', keys: 'temp' }
  client.send({
    tsSubCmds: [
      { ...ts, entityId: id, cmdId: 1 },
      { ...ts, entityId: '00000000-0000-0000-0000-000000000001', cmdId: 2 },
    ],
    entityDataCmds: [
      { cmdId: 3, query: ofDevices({ entityFilter: { type: 'singleEntity', singleEntity: entityId('DEVICE', id) } }) },
    ],
  })
  for (const cmdId of [1, 2]) {
    const [rejected] = await client.received(cmdId)
    assert.ok(rejected && 'subscriptionId' in rejected)
    assert.deepEqual(
      { ...rejected, errorMsg: '' },
      {
        subscriptionId: cmdId,
        errorCode: 1,
        errorMsg: '',
        data: null,
        latestValues: {},
      },
    )
  }
  const empty = { data: [], totalPages: 0, totalElements: 0, hasNext: false }
  assert.deepEqual(await client.received(3), [entityData(3, empty, null)])
})

test('what a command cannot mean is refused under its id, broken JSON under 0', async (t) => {
  const { connect } = await startLive(t)
  const client = await connect()
  client.send({ entityDataCmds: [{ cmdId: 25, query: null }] })
  client.send({ entityDataCmds: [{ cmdId: 26, query: ofDevices({ entityFilter: { type: 'nope' } }) }] })
  client.send({ entityDataCmds: [{ cmdId: 27, query: ofDevices({}, { pageSize: 0 }) }] })
  client.send({ attrSubCmds: [{ cmdId: 28 }] })
  for (const cmdId of [25, 26, 27, 28]) assert.equal((await client.received(cmdId))[0]?.errorCode, 2)
  for (const frame of ['{"tsSubCmds":', '[]', ' null ', '{"tsSubCmds":[1]}', '{"tsSubCmds":{}}']) client.send(frame)
  assert.deepEqual(
    (await client.received(0, 4)).map(({ errorCode }) => errorCode),
    [2, 2, 2, 2],
    'null asks for nothing',
  )
  client.send('x'.repeat(32_769))
  assert.equal((await client.closed()).code, 1009)
})

test('alarms: a page, a new page for a new one, an update for a changed one', async (t) => {
  const { storage, tenant, alarms, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const client = await connect()
  const pageLink = {
    page: 0,
    pageSize: 10,
    timeWindow: 86_400_000,
    sortOrder: { key: key('ALARM_FIELD', 'createdTime'), direction: 'DESC' },
  }
  const entityFilter = { type: 'singleEntity', singleEntity: entityId('DEVICE', id) }
  client.send({ alarmDataCmds: [{ cmdId: 15, query: { entityFilter, pageLink, latestValues: [] } }] })
  const empty = { data: [], totalPages: 0, totalElements: 0, hasNext: false }
  const parts = { errorCode: 0, errorMsg: null, allowedEntities: 10_000, totalEntities: 1, cmdUpdateType: 'ALARM_DATA' }
  assert.deepEqual(await client.received(15), [{ cmdId: 15, data: empty, update: null, ...parts }])
  const alarm = await alarms.save(tenant.scope, {
    originator: entityId('DEVICE', id),
    type: 'Hot',
    severity: 'MAJOR',
    status: 'ACTIVE_UNACK',
  })
  const page = (await client.received(15, 2))[1]
  assert.ok(page && 'cmdUpdateType' in page && page.cmdUpdateType === 'ALARM_DATA')
  assert.deepEqual(page.data?.data[0], {
    ...alarm,
    originatorName: 'Live',
    entityId: entityId('DEVICE', id),
    latest: {},
  })
  await alarms.save(tenant.scope, { ...alarm, severity: 'CRITICAL' })
  const update = (await client.received(15, 3))[2]
  assert.ok(update && 'cmdUpdateType' in update && update.cmdUpdateType === 'ALARM_DATA')
  assert.equal(update.data, null)
  assert.deepEqual(
    update.update?.map(({ severity }) => severity),
    ['CRITICAL'],
  )
})

test('too many updates are announced once, then merged: the newest value arrives', async (t) => {
  const { storage, live, tenant, connect } = await startLive(t, { updateRates: [{ updates: 5, periodMs: 200 }] })
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const client = await connect()
  client.send({ tsSubCmds: [{ entityType: 'DEVICE', entityId: id, cmdId: 1, keys: 'temp' }] })
  await client.received(1)
  for (let i = 1; i <= 50; i++) {
    live.publish({ points: [pointOf(tenant, id, 'temp', T0 + i, i)], attributes: [], changes: [] })
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (let count = 2; ; count++) {
    const last = (await client.received(1, count)).at(-1)
    if (last && 'data' in last && JSON.stringify(last.data) === JSON.stringify({ temp: [[T0 + 50, '50']] })) break
  }
  assert.equal(client.messages.filter(({ errorCode }) => errorCode === 34).length, 1)
  assert.ok(client.messages.length < 20)
})

test('a changed right ends the session; the platform asks to come back', async (t) => {
  const { tenant, scopes, live, socket, connect } = await startLive(t)
  const client = await connect()
  const { userId, tenantId, customerId } = tenant.scope
  const change = { kind: 'updated', entity: entityId('USER', userId), tenantId, customerId } as const
  scopes.delete('tenant')
  live.publish({ points: [], attributes: [], changes: [change] })
  assert.equal((await client.closed()).code, 1008)
  scopes.set('tenant', tenant.scope)
  const next = await connect()
  await socket.close()
  assert.equal((await next.closed()).code, 1001)
  assert.equal(socket.sessionCount, 0)
})

test('sessions per user are limited where that is asked for', async (t) => {
  const limit = { tenant: 0, customer: 0, regularUser: 1, publicUser: 0 }
  const { connect } = await startLive(t, { sessions: limit })
  await connect()
  const second = await connect()
  const { code, reason } = await second.closed()
  assert.equal(code, 1008)
  assert.match(reason, /connections per user: the limit is 1/)
})

test('a client that answers no pings is closed with 4500', async (t) => {
  const { port } = await startLive(t, { pingTimeoutMs: 60 })
  const client = new WebSocket(`ws://127.0.0.1:${port}/api/ws/plugins/telemetry?token=tenant`, { autoPong: false })
  const code = await new Promise((resolve) => client.once('close', resolve))
  assert.equal(code, 4500)
})

test('an unexpected error closes the connection that it came from, and no other', async (t) => {
  const guard = createTestGuard()
  let broken: number | null = null
  const clock = {
    nowMs() {
      // Called once per connection.
      if (broken !== null && broken-- === 0) throw new Error('the clock')
      return Date.now()
    },
  }
  // The rounds of pings are made by hand: a slow computer would miss their time limit.
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { connect, socket } = await startLive(t, { guard, clock, pingTimeoutMs: 60 })
  const [first, second] = [await connect(), await connect()]
  broken = 0
  t.mock.timers.tick(20)
  assert.deepEqual(await first.closed(), { code: 1012, reason: 'Something went wrong. Connect again.' })
  await until(() => socket.sessionCount === 1)
  await second.settled()
  assert.deepEqual(guard.caught, ['live connection: the clock'])
})

test('a key by a name that nothing can have is refused, and the connection goes on', async (t) => {
  const { connect } = await startLive(t)
  const client = await connect()
  const entity = { entityType: 'DEVICE', entityId: newId() }
  const named = [key('TIME_SERIES', '__proto__')]
  client.send({
    tsSubCmds: [{ cmdId: 1, ...entity, keys: 'a,__proto__' }],
    entityDataCmds: [
      { cmdId: 2, query: ofDevices({ latestValues: named }) },
      { cmdId: 3, query: ofDevices(), latestCmd: { keys: named } },
      { cmdId: 4, query: ofDevices({}, { sortOrder: { key: named[0], direction: 'ASC' } }) },
      { cmdId: 5, query: ofDevices(), historyCmd: { keys: ['__proto__'], startTs: 0, endTs: 1 } },
    ],
  })
  for (const cmdId of [1, 2, 3, 4, 5]) {
    const update = (await client.received(cmdId)).at(-1)
    assert.equal(update?.errorMsg, 'A key must not be __proto__.', `command ${cmdId}`)
  }
  client.send({
    entityDataCmds: [{ cmdId: 6, query: ofDevices({ latestValues: [key('TIME_SERIES', 'constructor')] }) }],
  })
  assert.equal((await client.received(6))[0]?.errorCode, 0)
})

test('a key with commas in its name is meant by its whole name, and by lists of names', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Commas' })
  const names = ['a,b', 'a', 'b']
  await commit({
    points: names.map((name) => pointOf(tenant, id, name, T0, 1)),
    attributes: names.map((name) => attributeOf(tenant, id, 'SERVER_SCOPE', name, 1)),
  })
  const client = await connect()
  const e = { entityType: 'DEVICE', entityId: id }
  const window = { startTs: T0, endTs: T0 + 1000 }
  let cmdId = 0
  for (const [keys, meant] of [
    ['a,b', ['a,b']],
    ['b,a', ['a', 'b']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [['a,b'], ['a,b']],
  ] as const) {
    for (const [list, command] of [
      ['tsSubCmds', { scope: 'LATEST_TELEMETRY' }],
      ['tsSubCmds', { startTs: T0, timeWindow: 1000 }],
      ['historyCmds', window],
      ['attrSubCmds', { scope: 'SERVER_SCOPE' }],
    ] as const) {
      client.send({ [list]: [{ ...e, cmdId: ++cmdId, keys, ...command }] })
      const [answer] = (await client.received(cmdId)) as SubscriptionUpdate[]
      assert.deepEqual(Object.keys(answer?.data ?? {}).sort(), meant, `${list} ${keys}`)
    }
  }
})
