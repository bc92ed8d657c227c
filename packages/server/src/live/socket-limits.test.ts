/** Limits of the socket per session, user, customer and tenant, and the handling of slow clients. */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { addCustomer, addDevice, pointOf, scopeOf } from '../entity-query/testing.ts'
import { newId } from '../ids.ts'
import { until } from '../until-testing.ts'
import { noOwnerLimits, type OwnerLimits, subscriptionsPerSessionMax } from './socket-limits.ts'
import { latestKeys, ofDevices, startLive, T0 } from './testing.ts'

/** Two users of one customer, a public visitor, a device of that customer. */
async function openLimited(t: TestContext, limits: Parameters<typeof startLive>[1]) {
  const live = await startLive(t, limits)
  const { storage, tenant, scopes } = live
  const customerId = await addCustomer(storage, tenant, 'Customer')
  const user = (isPublic = false) =>
    scopeOf({ tenantId: tenant.tenantId, authority: 'CUSTOMER_USER', customerId, userId: newId(), isPublic })
  scopes.set('ada', user())
  scopes.set('bob', user())
  scopes.set('visitor', { ...user(true), userId: customerId })
  const id = await addDevice(storage, tenant, { name: 'Live', customerId })
  const series = (cmdId: number) => ({ tsSubCmds: [{ entityType: 'DEVICE', entityId: id, cmdId, keys: 'temp' }] })
  return { ...live, id, series }
}

test('sessions are limited per tenant, customer, user and visitor; a closed one makes room', async (t) => {
  const cases: [Partial<OwnerLimits>, readonly string[], string, RegExp][] = [
    [{ tenant: 2 }, ['tenant', 'ada'], 'bob', /connections per tenant: the limit is 2/],
    [{ customer: 1 }, ['ada', 'tenant'], 'bob', /connections per customer: the limit is 1/],
    [{ regularUser: 1 }, ['ada', 'bob'], 'ada', /connections per user: the limit is 1/],
    [
      { publicUser: 1 },
      ['visitor', 'ada', 'ada'],
      'visitor',
      /connections of visitors per public customer: the limit is 1/,
    ],
  ]
  for (const [limit, within, over, words] of cases) {
    const { connect, socket } = await openLimited(t, { sessions: { ...noOwnerLimits, ...limit } })
    const clients = []
    for (const token of within) clients.push(await connect(token))
    const rejected = await (await connect(over)).closed()
    assert.equal(rejected.code, 1008)
    assert.match(rejected.reason, words)
    const count = socket.sessionCount
    for (const client of clients) client.socket.close()
    await Promise.all(clients.map((client) => client.closed()))
    await until(() => socket.sessionCount < count)
    await (await connect(over)).settled()
  }
})

test('subscriptions of the old style are limited over all sessions of an owner', async (t) => {
  const { connect, series } = await openLimited(t, { subscriptions: { ...noOwnerLimits, customer: 3 } })
  const ada = await connect('ada')
  const bob = await connect('bob')
  for (const cmdId of [1, 2]) {
    ada.send(series(cmdId))
    await ada.received(cmdId)
  }
  bob.send(series(1))
  await bob.received(1)
  bob.send(series(2))
  const { code, reason } = await bob.closed()
  assert.equal(code, 1008)
  assert.match(reason, /subscriptions per customer/)
  ada.send({ tsSubCmds: [{ cmdId: 9, unsubscribe: true }] })
  await ada.settled()
  const again = await connect('bob')
  again.send(series(1))
  await again.received(1)
})

test('a session has a bound of its own, of all kinds together', async (t) => {
  const { connect, live } = await openLimited(t, {})
  const client = await connect()
  const before = live.listenerCount
  const query = { entityFilter: { type: 'entityType', entityType: 'DEVICE' } }
  const frame = 500
  for (let from = 0; from < subscriptionsPerSessionMax; from += frame) {
    const cmds = Array.from({ length: frame / 2 }, (_, i) => ({ cmdId: from + i, query }))
    client.send({ entityCountCmds: cmds })
    client.send({ entityCountCmds: cmds.map(({ cmdId }) => ({ cmdId: cmdId + frame / 2, query })) })
  }
  client.send({ entityCountCmds: [{ cmdId: subscriptionsPerSessionMax, query }] })
  const [rejected] = await client.received(subscriptionsPerSessionMax)
  assert.equal(rejected?.errorCode, 2)
  assert.match(rejected?.errorMsg ?? '', /5000 subscriptions/)
  client.socket.close()
  await client.closed()
  await until(() => live.listenerCount < before)
})

test('a client that does not read gets the newest when it reads again, and no more is kept for it', async (t) => {
  const { connect, live, tenant, id } = await openLimited(t, { updateRates: [] })
  const client = await connect()
  client.send({ entityDataCmds: [{ cmdId: 1, query: ofDevices(), latestCmd: { keys: latestKeys } }] })
  await client.received(1)
  client.socket.pause()
  const text = 'x'.repeat(10_000)
  const rounds = 3000
  for (let i = 1; i <= rounds; i++) {
    live.publish({ points: [pointOf(tenant, id, 'temp', T0 + i, `${i} ${text}`)], attributes: [], changes: [] })
    await new Promise((resolve) => setImmediate(resolve))
  }
  client.socket.resume()
  const newest = () => JSON.stringify(client.messages.at(-1) ?? '').includes(`"${rounds} `)
  while (!newest()) await once(client.socket, 'message')
  // 30 MB were published; only as much as fits into the buffers of the socket and the client was sent.
  assert.ok(client.messages.length < rounds / 2, `${client.messages.length} messages`)
})

test('the values that a subscription keeps count as its memory', async (t) => {
  const { connect, commit, tenant, id, series } = await openLimited(t, {
    serverLimits: { socketSubscriptionBytes: 150_000 },
  })
  await commit({ points: [pointOf(tenant, id, 'temp', T0, 'x'.repeat(50_000))] })
  const client = await connect()
  client.send(series(1))
  const [first] = await client.received(1)
  assert.equal(first?.errorCode, 0)
  client.send(series(2))
  const [second] = await client.received(2)
  assert.match(second?.errorMsg ?? '', /socketSubscriptionBytes/)
  client.send({ entityDataCmds: [{ cmdId: 3, query: ofDevices(), latestCmd: { keys: latestKeys } }] })
  const [page] = await client.received(3)
  assert.match(page?.errorMsg ?? '', /socketSubscriptionBytes/)
})
