/**
 * A client that stops reading: the data buffered for it stays limited for every kind of subscription, and it gets the
 * latest values when it reads again.
 */

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { LiveUpdate } from '@sonde/model/entity-query/live-updates'
import { entityId } from '@sonde/model/ids'
import { addDevice, attributeOf, pointOf } from '../entity-query/testing.ts'
import { readerRoom } from './socket-limits.ts'
import { key, latestKeys, ofDevices, startLive, T0 } from './testing.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const heapBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Characters of each value; the socket uses no compression. */
const valueCharacters = 16_000
/** Updates after the buffers of the kernel and the socket are full: 16 MB, in pairs. */
const roundsBehind = 1_000

/** Command with ID 1 of a subscription kind. */
interface Kind {
  readonly name: string
  command(deviceId: string): object
}

const ofDevice = (id: string) => ({ entityType: 'DEVICE', entityId: id, cmdId: 1 })
const alarmQuery = (id: string) => ({
  entityFilter: { type: 'singleEntity', singleEntity: entityId('DEVICE', id) },
  pageLink: {
    page: 0,
    pageSize: 10,
    timeWindow: 86_400_000,
    sortOrder: { key: key('ALARM_FIELD', 'createdTime'), direction: 'DESC' },
  },
  latestValues: latestKeys,
})

const kinds: readonly Kind[] = [
  { name: 'attributes', command: (id) => ({ attrSubCmds: [{ ...ofDevice(id), scope: 'SERVER_SCOPE' }] }) },
  { name: 'latest series', command: (id) => ({ tsSubCmds: [{ ...ofDevice(id), keys: 'temp' }] }) },
  {
    name: 'a window of series',
    command: (id) => ({ tsSubCmds: [{ ...ofDevice(id), keys: 'temp', startTs: T0, timeWindow: 1e9, limit: 10 }] }),
  },
  {
    name: 'latest values of entities',
    command: () => ({ entityDataCmds: [{ cmdId: 1, query: ofDevices(), latestCmd: { keys: latestKeys } }] }),
  },
  {
    name: 'series of entities',
    command: () => ({
      entityDataCmds: [{ cmdId: 1, query: ofDevices(), tsCmd: { keys: ['temp'], startTs: T0, timeWindow: 1e9 } }],
    }),
  },
  { name: 'alarms with latest values', command: (id) => ({ alarmDataCmds: [{ cmdId: 1, query: alarmQuery(id) }] }) },
]

async function openSlow(t: TestContext, { command }: Kind) {
  // No pings: they add to the buffered bytes, and a client that doesn't read would be disconnected after half a minute.
  const world = await startLive(t, { updateRates: [], pingTimeoutMs: 3_600_000 })
  const { storage, tenant, alarms, connect } = world
  const id = await addDevice(storage, tenant, { name: 'Live' })
  const originator = entityId('DEVICE', id)
  await alarms.save(tenant.scope, { originator, type: 'Hot', severity: 'MAJOR', status: 'ACTIVE_UNACK' })
  const client = await connect()
  client.send(command(id))
  await client.received(1)
  await client.settled()
  const publish = (round: number, change: boolean) => {
    const text = `${round} ${'x'.repeat(valueCharacters)}`
    world.live.publish({
      points: [pointOf(tenant, id, 'temp', T0 + round, text)],
      attributes: [attributeOf(tenant, id, 'SERVER_SCOPE', 'floor', text, T0 + round)],
      // Changes of the entity trigger a permission check.
      changes: change
        ? [{ kind: 'updated', entity: originator, tenantId: tenant.tenantId, customerId: tenant.scope.customerId }]
        : [],
    })
  }
  return { ...world, client, publish }
}

const knows = (update: LiveUpdate | undefined, round: number) => JSON.stringify(update ?? '').includes(`"${round} x`)

for (const kind of kinds) {
  test(`${kind.name}: kept within bounds for a client that does not read, and the latest when it does`, async (t) => {
    const { client, publish, waitingBytes } = await openSlow(t, kind)
    client.socket.pause()
    const before = heapBytes()
    let most = 0
    const { bufferedBytes, heldCharacters } = readerRoom(1)
    let rounds = 0
    for (let behind = 0; behind < roundsBehind; ) {
      publish(++rounds, rounds % 4 === 0)
      if (rounds % 2 !== 0) continue
      await new Promise((resolve) => setImmediate(resolve))
      if (rounds % 20 === 0) most = Math.max(most, await waitingBytes())
      if (most > bufferedBytes) behind += 2
      else assert.ok(rounds < 10_000, `only ${most} bytes waited: the client read on`)
    }
    // A single message may exceed the limit of the socket's buffer.
    const bound = bufferedBytes + 3 * heldCharacters
    assert.ok(most < bound, `${most} bytes waited`)
    const grown = heapBytes() - before
    assert.ok(grown < 2 * bound, `the heap grew by ${grown} bytes`)
    client.socket.resume()
    while (!knows(client.messages.at(-1), rounds)) await once(client.socket, 'message')
    assert.ok(client.messages.length < rounds / 2, `${client.messages.length} messages`)
    publish(rounds + 1, false)
    while (!knows(client.messages.at(-1), rounds + 1)) await once(client.socket, 'message')
    assert.equal(client.messages.filter(({ errorCode }) => errorCode !== 0).length, 1, 'the marker of the test alone')
  })
}

test('pages of alarms and counts: read again once, however much changed meanwhile', async (t) => {
  const { client, publish, storage, tenant, alarms, waitingBytes } = await openSlow(t, kinds[4] as Kind)
  const device = await addDevice(storage, tenant, { name: 'Alarms' })
  client.send({
    alarmDataCmds: [{ cmdId: 2, query: alarmQuery(device) }],
    entityCountCmds: [{ cmdId: 3, query: { entityFilter: { type: 'entityType', entityType: 'DEVICE' } } }],
  })
  await client.received(3)
  client.socket.pause()
  for (let round = 1; (await waitingBytes()) < readerRoom(1).bufferedBytes; round++) {
    publish(round, false)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const waiting = await waitingBytes()
  const raised = 200
  for (let i = 0; i < raised; i++) {
    const originator = entityId('DEVICE', device)
    await alarms.save(tenant.scope, { originator, type: `Alarm ${i}`, severity: 'MAJOR', status: 'ACTIVE_UNACK' })
  }
  assert.equal(await waitingBytes(), waiting, 'nothing was added')
  client.socket.resume()
  const total = (update: LiveUpdate | undefined) =>
    update && 'cmdUpdateType' in update && update.cmdUpdateType === 'ALARM_DATA' ? update.data?.totalElements : 0
  for (let count = 1; ; count++) {
    const pages = await client.received(2, count)
    if (total(pages.at(-1)) !== raised) continue
    assert.ok(pages.length < 20, `${pages.length} pages`)
    break
  }
})
