/** Users receive nothing that they may no longer see, however the permission was lost; tests of the whole server. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type EntityType, entityId } from '@sonde/model/ids'
import { startTestPlatform } from '../platform-testing.ts'
import { until } from '../until-testing.ts'

const series = 1
const attributes = 2
const entities = 3
const alarms = 4
const count = 5

const keys = [{ type: 'TIME_SERIES', key: 't' }]
const isSeen = (update: unknown, value: number) => JSON.stringify(update).includes(`"${value}"`)

/** One command of each kind, all about one entity. */
function commandsFor(entityType: EntityType, id: string) {
  const entityFilter = { type: 'singleEntity', singleEntity: entityId(entityType, id) }
  const alarmsFirst = { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' }
  return {
    tsSubCmds: [{ cmdId: series, entityType, entityId: id, keys: 't' }],
    attrSubCmds: [{ cmdId: attributes, entityType, entityId: id, scope: 'SERVER_SCOPE' }],
    entityDataCmds: [
      {
        cmdId: entities,
        query: { entityFilter, pageLink: { page: 0, pageSize: 1 }, latestValues: keys },
        latestCmd: { keys },
      },
    ],
    alarmDataCmds: [
      {
        cmdId: alarms,
        query: { entityFilter, pageLink: { page: 0, pageSize: 10, timeWindow: 1e9, sortOrder: alarmsFirst } },
      },
    ],
    entityCountCmds: [{ cmdId: count, query: { entityFilter } }],
  }
}

async function open(t: TestContext) {
  const platform = await startTestPlatform(t, { SONDE_SOCKET_REFRESH: '1' })
  const { call, connect } = platform
  const tenant = await platform.tenant({})
  const { token } = tenant
  const { body: customer } = await call('POST', '/api/customer', token, { title: 'Customer' })
  const member = (email: string) => platform.user(token, { authority: 'CUSTOMER_USER', customerId: customer.id, email })

  /** Writes a value as time series and as attribute. */
  async function write(entityType: EntityType, id: string, value: number) {
    const path = `/api/plugins/telemetry/${entityType}/${id}`
    assert.equal((await call('POST', `${path}/timeseries/ANY`, token, { t: value })).status, 200)
    assert.equal((await call('POST', `${path}/SERVER_SCOPE`, token, { a: value })).status, 200)
  }
  async function raise(entityType: EntityType, id: string, type: string) {
    const alarm = { originator: entityId(entityType, id), type, severity: 'MAJOR', status: 'ACTIVE_UNACK' }
    assert.equal((await call('POST', '/api/alarm', token, alarm)).status, 200)
  }

  /** Opens a socket with every kind of subscription to the entity. */
  async function follow(as: string, entityType: EntityType, id: string) {
    const client = await connect(as)
    client.send(commandsFor(entityType, id))
    await until(() => [series, attributes, entities, alarms, count].every((cmdId) => client.of(cmdId).length > 0))
    await write(entityType, id, 1)
    await raise(entityType, id, 'Before')
    await until(() => [series, attributes, entities].every((cmdId) => isSeen(client.of(cmdId).at(-1), 1)))
    await until(() => JSON.stringify(client.of(alarms).at(-1)).includes('Before'))
    return client
  }
  return { ...platform, ...{ tenant, token, customerId: customer.id.id, member, write, raise, follow } }
}

type World = Awaited<ReturnType<typeof open>>

const makeEntity = {
  DEVICE: async ({ call, token }: World, name = 'D') => (await call('POST', '/api/device', token, { name })).body,
  ASSET: async ({ call, token }: World, name = 'A') =>
    (await call('POST', '/api/asset', token, { name, type: 'x' })).body,
}

/** Requires that the subscriptions have ended: old-style ones with an error, alarms and counts with zero results. */
async function requireEnded(client: Awaited<ReturnType<World['follow']>>) {
  const last = (cmdId: number) => client.of(cmdId).at(-1)
  await until(() => last(series)?.errorCode === 3 && last(attributes)?.errorCode === 3)
  await until(() => JSON.stringify(last(alarms)).includes('"totalElements":0'))
  await until(() => JSON.stringify(last(count)).includes('"count":0'))
}

test('flows end when what they tell of goes, or the right to see it', async (t) => {
  const world = await open(t)
  const { call, root, token, tenant, customerId, member, write, raise, follow, connect } = world
  const user = await member('user@customer.example')
  const assigned = (word: string, id: string) => call('POST', `/api/customer/${customerId}/${word}/${id}`, token)
  const id = tenant.device.id.id
  await assigned('device', id)

  for (const entityType of ['DEVICE', 'ASSET'] as const) {
    const word = entityType.toLowerCase()
    await t.test(`${word} unassigned: the customer's users hear of it no more, the administrator goes on`, async () => {
      const { id } = await makeEntity[entityType](world)
      await assigned(word, id.id)
      const theirs = await follow(user.token, entityType, id.id)
      const ours = await follow(token, entityType, id.id)
      assert.equal((await call('DELETE', `/api/customer/${word}/${id.id}`, token)).status, 200)
      await requireEnded(theirs)
      await write(entityType, id.id, 2)
      await raise(entityType, id.id, 'After')
      await until(() => [series, attributes, entities].every((cmdId) => isSeen(ours.of(cmdId).at(-1), 2)))
      const received = [series, attributes, entities, alarms].map((cmdId) => theirs.of(cmdId))
      assert.doesNotMatch(JSON.stringify(received), /"2"|After/)
    })

    await t.test(`${word} deleted: its flows end for everybody`, async () => {
      const { id } = await makeEntity[entityType](world, 'Deleted')
      const ours = await follow(token, entityType, id.id)
      assert.equal((await call('DELETE', `/api/${word}/${id.id}`, token)).status, 200)
      await requireEnded(ours)
    })
  }

  await t.test('user disabled: signed out, and the others of the customer are not', async () => {
    const other = await member('other@customer.example')
    const theirs = await follow(other.token, 'DEVICE', id)
    const others = await follow(user.token, 'DEVICE', id)
    await call('POST', `/api/user/${other.id}/userCredentialsEnabled?userCredentialsEnabled=false`, token)
    assert.equal(await theirs.closed, 1008)
    await write('DEVICE', id, 3)
    await until(() => isSeen(others.of(series).at(-1), 3))
  })

  await t.test('customer deleted: its users are signed out, what the administrator follows of it ends', async () => {
    const theirs = await follow(user.token, 'DEVICE', id)
    const ours = await follow(token, 'DEVICE', id)
    const ofCustomer = await connect(token)
    ofCustomer.send({
      attrSubCmds: [{ cmdId: attributes, entityType: 'CUSTOMER', entityId: customerId, scope: 'SERVER_SCOPE' }],
    })
    await until(() => ofCustomer.of(attributes).length === 1)
    assert.equal((await call('DELETE', `/api/customer/${customerId}`, token)).status, 200)
    assert.equal(await theirs.closed, 1008)
    await until(() => ofCustomer.of(attributes).at(-1)?.errorCode === 3)
    await write('DEVICE', id, 4)
    await until(() => isSeen(ours.of(series).at(-1), 4))
  })

  await t.test('tenant deleted: everybody of it is signed out', async () => {
    const { body: customer } = await call('POST', '/api/customer', token, { title: 'Another' })
    const theirs = await world.user(token, {
      authority: 'CUSTOMER_USER',
      customerId: customer.id,
      email: 'a@b.example',
    })
    const sockets = [await connect(theirs.token), await follow(token, 'DEVICE', id)]
    assert.equal((await call('DELETE', `/api/tenant/${tenant.id}`, root)).status, 200)
    assert.deepEqual(await Promise.all(sockets.map(({ closed }) => closed)), [1008, 1008])
  })
})

test('sessions and subscriptions are limited by the settings', async (t) => {
  const { tenant: makeTenant, connect } = await startTestPlatform(t, {
    SONDE_SOCKET_SESSIONS: 'user:1,tenant:5',
    SONDE_SOCKET_SUBSCRIPTIONS: 'tenant:1',
  })
  const { token, device } = await makeTenant({})
  const first = await connect(token)
  assert.equal(await (await connect(token)).closed, 1008)
  const values = { entityType: 'DEVICE', entityId: device.id.id }
  first.send({ attrSubCmds: [{ ...values, cmdId: 1 }] })
  await until(() => first.of(1).length === 1)
  first.send({ attrSubCmds: [{ ...values, cmdId: 1 }] })
  await until(() => first.of(1).length === 2)
  first.send({ tsSubCmds: [{ ...values, cmdId: 2 }] })
  assert.equal(await first.closed, 1008)
})
