/** Nothing of a changed entity is sent until it is known whether the caller may still see it. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { addCustomer, addDevice, attributeOf, pointOf, scopeOf } from '../entity-query/testing.ts'
import { latestKeys, ofDevices, startLive, T0 } from './testing.ts'

/** A value with digits that no time and no ID contains by chance. */
const secret = 471_100_004_711_471
const secretText = new RegExp(String(secret))
const series = { keys: ['temp'], startTs: T0, timeWindow: 3_600_000 }

/** A customer user with every kind of subscription to a device. */
async function openFollower(t: TestContext) {
  /** Permission checks of customer users wait for this promise. */
  let gate = Promise.resolve()
  const { storage, commit, tenant, scopes, connect, alarms, onNextRead } = await startLive(t, {}, (access) => ({
    ...access,
    async requireEntity(scope, ...requested) {
      if (scope.authority === 'CUSTOMER_USER') await gate
      return access.requireEntity(scope, ...requested)
    },
    async requireValues(scope, ...requested) {
      if (scope.authority === 'CUSTOMER_USER') await gate
      return access.requireValues(scope, ...requested)
    },
  }))
  const customerId = await addCustomer(storage, tenant, 'Customer')
  scopes.set('customer', scopeOf({ tenantId: tenant.tenantId, authority: 'CUSTOMER_USER', customerId }))
  const id = await addDevice(storage, tenant, { name: 'Mine', customerId })
  const raise = (type: string) =>
    alarms.save(tenant.scope, {
      originator: entityId('DEVICE', id),
      type,
      severity: 'MAJOR',
      status: 'ACTIVE_UNACK',
    })
  await raise('Before')
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 1)] })
  const client = await connect('customer')
  const e = { entityType: 'DEVICE', entityId: id }
  const alarmLink = { page: 0, pageSize: 10, startTs: 0, endTs: 4_000_000_000_000 }
  client.send({
    tsSubCmds: [{ ...e, cmdId: 1, keys: 'temp' }],
    attrSubCmds: [{ ...e, cmdId: 2 }],
    entityDataCmds: [{ cmdId: 3, query: ofDevices(), latestCmd: { keys: latestKeys }, tsCmd: series }],
    alarmDataCmds: [{ cmdId: 4, query: { ...ofDevices(), pageLink: alarmLink, alarmFields: [] } }],
  })
  await client.settled()

  const { build, statement } = storage.relational
  const valuesOf = (value: number, ts = T0 + value) => ({
    points: [pointOf(tenant, id, 'temp', ts, value)],
    attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', value, ts)],
  })
  /** Runs in one commit, so that all changes are published before the permission checks. */
  const change = (customer: string, value?: number) =>
    commit({
      statements: [statement(build.updateTable('device').set({ customer_id: customer }).where('id', '=', id))],
      changes: [
        {
          kind: 'updated',
          entity: entityId('DEVICE', id),
          tenantId: tenant.tenantId,
          customerId,
          aspect: 'assignment',
        },
      ],
      ...(value === undefined ? {} : valuesOf(value)),
    })
  const write = (value: number, ts?: number) => commit(valuesOf(value, ts))
  const receivedText = () => JSON.stringify(client.messages)
  const administrator = await connect()
  administrator.send({ tsSubCmds: [{ ...e, cmdId: 1, keys: 'temp' }] })
  await administrator.settled()
  /**
   * Makes the change while permission checks are held; resolves once other users received it, with the function that
   * releases the checks.
   */
  async function undecided(change: () => Promise<unknown>): Promise<() => void> {
    let open = () => {}
    gate = new Promise((resolve) => {
      open = resolve
    })
    await change()
    await administrator.received(1, 2)
    return open
  }
  return { client, tenant, customerId, change, write, raise, undecided, receivedText, onNextRead }
}

test('nothing of what is lost is told while the rights are looked at', async (t) => {
  const { client, tenant, change, raise, undecided, receivedText } = await openFollower(t)
  const decide = await undecided(() => change(tenant.tenantId, secret))
  await raise('Secret')
  decide()
  await client.settled()
  assert.doesNotMatch(receivedText(), new RegExp(`${secret}|Secret`))
  for (const cmdId of [1, 2]) assert.equal((await client.received(cmdId, 2)).at(-1)?.errorCode, 3)
})

test('what came meanwhile is told when the answer is yes', async (t) => {
  const { client, customerId, change, undecided, receivedText } = await openFollower(t)
  const decide = await undecided(() => change(customerId, secret))
  assert.doesNotMatch(receivedText(), secretText)
  decide()
  await client.settled()
  for (const cmdId of [1, 2, 3, 4]) {
    assert.match(JSON.stringify(await client.received(cmdId, 2)), secretText, `command ${cmdId}`)
  }
})

test('a page that is used again has lost what is no longer the caller’s', async (t) => {
  const { client, tenant, change, write, receivedText } = await openFollower(t)
  await change(tenant.tenantId)
  await client.settled()
  await write(secret)
  client.send({ entityDataCmds: [{ cmdId: 3, historyCmd: { ...series, endTs: T0 + 3_600_000 }, tsCmd: series }] })
  await client.settled()
  await write(secret, T0 + secret + 1)
  await client.settled()
  assert.doesNotMatch(receivedText(), secretText)
})

test('a device that goes to others while a page is read is on it no more, and nothing later is told of it', async (t) => {
  const { client, tenant, change, write, receivedText, onNextRead } = await openFollower(t)
  onNextRead(() => change(tenant.tenantId))
  client.send({ entityDataCmds: [{ cmdId: 5, query: ofDevices(), latestCmd: { keys: latestKeys } }] })
  await client.settled()
  const [first] = await client.received(5)
  assert.deepEqual((first as { data?: { data: unknown[] } }).data?.data, [])
  await write(secret)
  await client.settled()
  assert.doesNotMatch(receivedText(), secretText)
})
