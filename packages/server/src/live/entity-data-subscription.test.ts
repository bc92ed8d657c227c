import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { addDevice, attributeOf, pointOf } from '../entity-query/testing.ts'
import { entityData, latestKeys, ofDevices, startLive, T0 } from './testing.ts'

test('a page of entities first, then only what is new of it', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  await commit({
    points: [pointOf(tenant, id, 'temp', T0, 4)],
    attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', 2, T0)],
  })
  const client = await connect()
  client.send({ entityDataCmds: [{ cmdId: 10, query: ofDevices() }] })
  const [first] = await client.received(10)
  assert.ok(first && 'cmdUpdateType' in first && first.cmdUpdateType === 'ENTITY_DATA')
  const ts = first.data?.data[0]?.latest.ENTITY_FIELD?.name?.ts
  assert.deepEqual(
    first,
    entityData(
      10,
      {
        data: [
          {
            entityId: entityId('DEVICE', id),
            latest: {
              ENTITY_FIELD: { name: { ts, value: 'Live' } },
              TIME_SERIES: { temp: { ts: T0, value: '4' } },
              ATTRIBUTE: { floor: { ts: T0, value: '2' } },
            },
            timeseries: {},
          },
        ],
        totalPages: 1,
        totalElements: 1,
        hasNext: false,
      },
      null,
    ),
  )
  client.send({ entityDataCmds: [{ cmdId: 10, latestCmd: { keys: latestKeys } }] })
  await client.settled()
  assert.equal(client.messages.filter((m) => 'cmdId' in m).length, 1, 'what is known is not told again')
  await commit({ points: [pointOf(tenant, id, 'temp', T0 - 1, 3)] })
  await commit({ points: [pointOf(tenant, id, 'temp', T0 + 1000, 6)] })
  assert.deepEqual(
    (await client.received(10, 2))[1],
    entityData(10, null, [
      {
        entityId: entityId('DEVICE', id),
        latest: { TIME_SERIES: { temp: { ts: T0 + 1000, value: '6' } } },
        timeseries: null,
      },
    ]),
  )
  await commit({ attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', 3, T0 + 1)] })
  assert.deepEqual(
    (await client.received(10, 3))[2],
    entityData(10, null, [
      {
        entityId: entityId('DEVICE', id),
        latest: { ATTRIBUTE: { floor: { ts: T0 + 1, value: '3' } } },
        timeseries: null,
      },
    ]),
  )
  client.send({ entityDataUnsubscribeCmds: [{ cmdId: 10 }] })
  await client.settled()
  await commit({ points: [pointOf(tenant, id, 'temp', T0 + 2000, 7)] })
  await client.settled()
  assert.equal((await client.received(10)).length, 3)
})

test('a latestCmd tells what the page did not hold', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 4)] })
  const client = await connect()
  client.send({ entityDataCmds: [{ cmdId: 1, query: ofDevices({ latestValues: [] }) }] })
  await client.received(1)
  client.send({ entityDataCmds: [{ cmdId: 1, latestCmd: { keys: latestKeys } }] })
  assert.deepEqual(
    (await client.received(1, 2))[1],
    entityData(1, null, [
      { entityId: entityId('DEVICE', id), latest: { TIME_SERIES: { temp: { ts: T0, value: '4' } } }, timeseries: null },
    ]),
  )
})

test('history and live series of a page, several entities in one message', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const a = await addDevice(storage, tenant, { name: 'A' })
  const b = await addDevice(storage, tenant, { name: 'B' })
  await commit({ points: [pointOf(tenant, a, 'temp', T0, 2), pointOf(tenant, a, 'temp', T0 + 1000, 3)] })
  const client = await connect()
  const historyCmd = { keys: ['temp', 'none'], startTs: T0, endTs: T0 + 10_000, interval: 0, limit: 100, agg: 'NONE' }
  const tsCmd = { keys: ['temp'], startTs: T0 + 500, timeWindow: 60_000, interval: 1000, limit: 100, agg: 'NONE' }
  client.send({ entityDataCmds: [{ cmdId: 11, query: ofDevices(), historyCmd }] })
  const [history] = await client.received(11)
  assert.ok(history && 'cmdUpdateType' in history && history.cmdUpdateType === 'ENTITY_DATA')
  assert.deepEqual(
    history.data?.data.map(({ timeseries }) => timeseries),
    [
      {
        temp: [
          { ts: T0 + 1000, value: '3' },
          { ts: T0, value: '2' },
        ],
        none: [],
      },
      { temp: [], none: [] },
    ],
  )
  client.send({
    entityDataCmds: [{ cmdId: 12, query: ofDevices(), tsCmd: { ...tsCmd, fetchLatestPreviousPoint: true } }],
  })
  const [window] = await client.received(12)
  assert.ok(window && 'cmdUpdateType' in window && window.cmdUpdateType === 'ENTITY_DATA')
  assert.deepEqual(window.data?.data[0]?.timeseries, {
    temp: [
      { ts: T0 + 1000, value: '3' },
      { ts: T0, value: '2' },
    ],
  })
  await commit({ points: [pointOf(tenant, a, 'temp', T0 + 2000, 5), pointOf(tenant, b, 'temp', T0 + 2000, 6)] })
  assert.deepEqual(
    (await client.received(12, 2))[1],
    entityData(12, null, [
      { entityId: entityId('DEVICE', a), latest: null, timeseries: { temp: [{ ts: T0 + 2000, value: '5' }] } },
      { entityId: entityId('DEVICE', b), latest: null, timeseries: { temp: [{ ts: T0 + 2000, value: '6' }] } },
    ]),
  )
  client.send({ entityDataCmds: [{ cmdId: 12, tsCmd }] })
  const again = (await client.received(12, 3))[2]
  assert.ok(again && 'cmdUpdateType' in again && again.cmdUpdateType === 'ENTITY_DATA')
  assert.equal(again.data, null)
  assert.deepEqual(
    again.update?.map(({ timeseries }) => timeseries?.temp?.length),
    [2, 1],
  )
})

test('a dynamic page follows what comes and goes', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t, { refreshMs: 30 })
  const a = await addDevice(storage, tenant, { name: 'A' })
  const client = await connect()
  const count = { entityFilter: { type: 'entityType', entityType: 'DEVICE' } }
  client.send({
    entityDataCmds: [{ cmdId: 1, query: ofDevices({}, { dynamic: true }), latestCmd: { keys: latestKeys } }],
    entityCountCmds: [{ cmdId: 2, query: count }],
  })
  await client.received(2)
  const b = await addDevice(storage, tenant, { name: 'B' })
  const page = (await client.received(1, 2))[1]
  assert.ok(page && 'cmdUpdateType' in page && page.cmdUpdateType === 'ENTITY_DATA')
  assert.deepEqual(
    page.data?.data.map(({ entityId: { id } }) => id),
    [a, b],
  )
  assert.deepEqual((await client.received(2, 2))[1], {
    cmdId: 2,
    count: 2,
    errorCode: 0,
    errorMsg: null,
    cmdUpdateType: 'COUNT_DATA',
  })
  await commit({ points: [pointOf(tenant, b, 'temp', T0, 6)] })
  const update = (await client.received(1, 3))[2]
  assert.ok(update && 'cmdUpdateType' in update && update.cmdUpdateType === 'ENTITY_DATA')
  assert.equal(update.update?.[0]?.entityId.id, b)
})

test('many changes of one turn are one message', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const ids: string[] = []
  for (let i = 0; i < 20; i++) ids.push(await addDevice(storage, tenant, { name: `D${i}` }))
  const client = await connect()
  client.send({
    entityDataCmds: [{ cmdId: 1, query: ofDevices({}, { pageSize: 100 }), latestCmd: { keys: latestKeys } }],
  })
  await client.received(1)
  await commit({ points: ids.flatMap((id) => [1, 2, 3].map((v) => pointOf(tenant, id, 'temp', T0 + v, v))) })
  const update = (await client.received(1, 2))[1]
  assert.ok(update && 'cmdUpdateType' in update && update.cmdUpdateType === 'ENTITY_DATA')
  assert.equal(update.update?.length, 20)
  assert.ok(update.update?.every(({ latest }) => latest?.TIME_SERIES?.temp?.value === '3'))
})

test('the same latestCmd again tells only what is new since', async (t) => {
  const { storage, commit, tenant, connect } = await startLive(t)
  const id = await addDevice(storage, tenant, { name: 'Live' })
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 4)] })
  const client = await connect()
  client.send({ entityDataCmds: [{ cmdId: 1, query: ofDevices(), latestCmd: { keys: latestKeys } }] })
  await client.received(1)
  await commit({ points: [pointOf(tenant, id, 'temp', T0 + 1, 5)] })
  await client.received(1, 2)
  client.send({ entityDataCmds: [{ cmdId: 1, latestCmd: { keys: latestKeys } }] })
  await client.settled()
  await commit({ attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', 3, T0)] })
  assert.deepEqual(
    (await client.received(1, 3))[2],
    entityData(1, null, [
      { entityId: entityId('DEVICE', id), latest: { ATTRIBUTE: { floor: { ts: T0, value: '3' } } }, timeseries: null },
    ]),
  )
})
