/**
 * Every command of the telemetry socket × every caller: allowed callers get data, others an error in the API's format,
 * and no frame names foreign entities. When permissions end, so do their subscriptions.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { liveCommandLists } from '@sonde/model/entity-query/live-commands'
import type { EntityId } from '@sonde/model/ids'
import { type Caller, callers, isSignedIn, type SignedIn, signedIn } from './callers.ts'
import { alarmQueryOf, filters, queryOf } from './examples/queries.ts'
import { handshake, type LiveClient, openLive } from './live-client.ts'
import { createOwnership } from './ownership.ts'
import { type About, aboutsOf, type RouteClassName, rejectionOf } from './route-classes.ts'
import { openScene, ownerOf, password, type Scene } from './scene.ts'

const rejected = { errorCode: 1, data: null, latestValues: {} }
const point = (value: string) => ({ word: value })
const seriesPath = ({ entityType, id }: EntityId) => `/api/plugins/telemetry/${entityType}/${id}/timeseries/ANY`

/** Command about one entity, or one that queries entities. */
interface CommandCase {
  readonly list: (typeof liveCommandLists)[number]
  readonly is: RouteClassName
  readonly command: (entity: EntityId) => object
}

const ofEntity = ({ entityType, id }: EntityId) => ({ entityType, entityId: id })
const range = { startTs: 0, endTs: 4_000_000_000_000, limit: 100 }

/** Commands about specific entities; the test fails for a command in none of these lists. */
const entityCommands: readonly CommandCase[] = [
  { list: 'attrSubCmds', is: 'device: read attributes', command: ofEntity },
  { list: 'tsSubCmds', is: 'device: read telemetry', command: ofEntity },
  {
    list: 'tsSubCmds',
    is: 'device: read telemetry',
    command: (entity) => ({ ...ofEntity(entity), keys: 'word', startTs: 0, timeWindow: 4_000_000_000_000 }),
  },
  {
    list: 'historyCmds',
    is: 'device: read telemetry',
    command: (entity) => ({ ...ofEntity(entity), keys: 'word', ...range }),
  },
]

interface QueryCase {
  readonly list: (typeof liveCommandLists)[number]
  readonly command: (filter: object) => object
}

/** Commands that respond to all callers, with their own entities only. */
const queryCommands: readonly QueryCase[] = [
  {
    list: 'entityDataCmds',
    command: (filter) => ({
      query: queryOf(filter),
      latestCmd: { keys: [{ type: 'TIME_SERIES', key: 'word' }] },
      historyCmd: { keys: ['word'], ...range },
    }),
  },
  { list: 'alarmDataCmds', command: (filter) => ({ query: alarmQueryOf(filter) }) },
  { list: 'entityCountCmds', command: (filter) => ({ query: { entityFilter: filter, keyFilters: [] } }) },
]

/** Commands that only end subscriptions of the same session. */
const endings = ['entityDataUnsubscribeCmds', 'alarmDataUnsubscribeCmds', 'entityCountUnsubscribeCmds']

test('every command answers everybody as the table says', async (t) => {
  const scene = await openScene(t)
  const ownership = await createOwnership(scene)

  await t.test('every command of the wire has an expectation', () => {
    const expected = new Set<string>(
      [...entityCommands, ...queryCommands].map(({ list }) => list).concat(endings as never),
    )
    assert.deepEqual([...expected].sort(), [...liveCommandLists].sort())
  })
  for (const caller of callers) {
    await t.test(`${caller}: at the door`, async () => {
      assert.equal(await handshake(scene, scene.tokens[caller]), isSignedIn(caller) ? 101 : 401)
    })
  }
  for (const caller of signedIn) {
    await t.test(`${caller}: commands about an entity`, async (t) => {
      const client = await openLive(t, scene, scene.tokens[caller] ?? '')
      let cmdId = 0
      for (const { list, is, command } of entityCommands) {
        for (const about of aboutsOf(is)) {
          const device = scene.acme.has[about as Exclude<About, 'none'>].device
          client.send({ [list]: [{ cmdId: ++cmdId, ...command(device.id) }] })
          const [frame] = await client.of(cmdId)
          const text = JSON.stringify(frame)
          const label = `${list} about ${about} as ${caller}: ${text}`
          const isRejected = rejectionOf(is, about, caller) !== null
          if (isRejected) assert.partialDeepStrictEqual(frame, { subscriptionId: cmdId, ...rejected }, label)
          else {
            assert.equal(frame?.errorCode, 0, label)
            assert.match(text, new RegExp(`"Acme\\.${about}\\.(point|attribute)\\.\\d+"`), label)
          }
          const named = isRejected ? device.id.id : ''
          assert.deepEqual(await ownership.leaks(caller, text, named), [], label)
        }
      }
      await label(client, caller)
    })
    await t.test(`${caller}: queries`, async (t) => {
      const client = await openLive(t, scene, scene.tokens[caller] ?? '')
      let cmdId = 0
      for (const { list, command } of queryCommands) {
        for (const { named, filter, shows } of filters) {
          client.send({ [list]: [{ cmdId: ++cmdId, ...command(filter(scene)) }] })
          const [frame] = await client.of(cmdId)
          const text = JSON.stringify(frame)
          const label = `${list}, ${named}, as ${caller}: ${text}`
          assert.deepEqual(await ownership.leaks(caller, text), [], label)
          const kind = list === 'alarmDataCmds' ? (shows === 'device' ? 'alarm' : undefined) : shows
          if (!kind || list === 'entityCountCmds' || caller === 'system') continue
          assert.match(
            text,
            new RegExp(`"${scene.sideOf(caller).name}\\.${ownerOf[caller] ?? '\\w+'}\\.${kind}\\.`),
            label,
          )
        }
      }
    })
  }

  /** Sends points to all devices and checks that the session only receives those that the caller may see. */
  async function label(client: LiveClient, caller: SignedIn) {
    const before = client.frames.length
    for (const side of [scene.acme, scene.bolt]) {
      for (const [owner, { device }] of Object.entries(side.has)) {
        await side.call('POST', seriesPath(device.id), point(`${side.name}.${owner}.point.0`))
      }
    }
    await client.fence()
    const text = JSON.stringify(client.frames.slice(before))
    assert.deepEqual(await ownership.leaks(caller, text), [], text)
    const hears = caller === 'tenant' ? 'Acme.customer.point.0' : `Acme.${ownerOf[caller]}.point.0`
    const expects = caller === 'tenant' || caller === 'customer' || caller === 'visitor'
    assert.equal(text.includes(hears), expects, `${caller} hears of points: ${text}`)
  }
})

/** Creates a customer of Acme with a user who subscribes to a device in every way. */
async function follower(t: TestContext, scene: Scene) {
  const { acme } = scene
  const customer = await acme.make('customer')
  const device = await acme.make('device')
  await acme.call('POST', `/api/customer/${customer.id.id}/device/${device.id.id}`)
  await acme.call('POST', seriesPath(device.id), point('first'))
  const email = `${device.id.id}@acme.example`
  const user = await scene.user(acme.admin.token, { authority: 'CUSTOMER_USER', customerId: customer.id, email })
  const client = await openLive(t, scene, user.token)
  const all = { type: 'entityType', entityType: 'DEVICE' }
  const alarm = { originator: device.id, type: 'Hot', severity: 'MAJOR', status: 'ACTIVE_UNACK' }
  await acme.call('POST', '/api/alarm', alarm)
  client.send({
    attrSubCmds: [{ cmdId: 1, ...ofEntity(device.id) }],
    tsSubCmds: [{ cmdId: 2, ...ofEntity(device.id) }],
    entityDataCmds: [{ cmdId: 3, query: queryOf(all), latestCmd: { keys: [{ type: 'TIME_SERIES', key: 'word' }] } }],
    alarmDataCmds: [{ cmdId: 4, query: alarmQueryOf(all) }],
  })
  for (const cmdId of [1, 2, 3, 4]) await client.of(cmdId)
  await client.fence()
  assert.match(JSON.stringify(client.frames), /"first"/)
  return { customer, device, alarm, user, email, client }
}

type Follower = Awaited<ReturnType<typeof follower>>

/** Permission losses that keep the session open, with the action of the tenant administrator. */
const losses: Readonly<Record<string, (scene: Scene, of: Follower) => Promise<unknown>>> = {
  'the device is taken from the customer': ({ acme }, { device }) =>
    acme.call('DELETE', `/api/customer/device/${device.id.id}`),
  'the device is given to another customer': ({ acme }, { device }) =>
    acme.call('POST', `/api/customer/${acme.customers.neighbour}/device/${device.id.id}`),
  'the device moves to another tenant': async ({ acme, bolt }, { device }) => {
    await bolt.call('POST', '/api/v2/device-acceptance', { fromTenants: [acme.tenant.id] })
    await acme.call('POST', `/api/tenant/${bolt.tenant.id}/device/${device.id.id}`)
  },
}

/** Permission losses that end the session. */
const ends: Readonly<Record<string, (scene: Scene, of: Follower) => Promise<unknown>>> = {
  'the user is disabled': ({ acme }, { user }) =>
    acme.call('POST', `/api/user/${user.id}/userCredentialsEnabled?userCredentialsEnabled=false`),
  'the user is deleted': ({ acme }, { user }) => acme.call('DELETE', `/api/user/${user.id}`),
  'the customer is deleted': ({ acme }, { customer }) => acme.call('DELETE', `/api/customer/${customer.id.id}`),
  'the password is changed': async (scene, { user }) => {
    const body = { currentPassword: password, newPassword: 'another-password' }
    const { status } = await scene.call(user.token, 'POST', '/api/auth/changePassword', { body })
    assert.equal(status, 200)
  },
}

test('when rights end, nothing flows any more', async (t) => {
  const scene = await openScene(t)
  const { acme, bolt } = scene
  /** Later changes of the device by its owner. */
  const goOn = async (name: string, { device, alarm }: Follower) => {
    const side = name.includes('tenant') ? bolt : acme
    await side.call('POST', seriesPath(device.id), point('secret'))
    await side.call('POST', `/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`, point('secret'))
    await side.call('POST', '/api/alarm', { ...alarm, type: 'secret' })
  }
  for (const [name, lose] of Object.entries(losses)) {
    await t.test(`${name}: its user hears of it no more`, async (t) => {
      const of = await follower(t, scene)
      await lose(scene, of)
      await goOn(name, of)
      await of.client.fence()
      assert.doesNotMatch(JSON.stringify(of.client.frames), /secret/)
      // Old-style subscriptions report the loss: 3 is "unauthorized".
      for (const cmdId of [1, 2]) assert.equal((await of.client.of(cmdId, 2)).at(-1)?.errorCode, 3)
    })
  }
  for (const [name, end] of Object.entries(ends)) {
    await t.test(`${name}: the session ends`, async (t) => {
      const of = await follower(t, scene)
      await end(scene, of)
      assert.equal(await of.client.closed, 1008)
      await goOn(name, of)
      assert.doesNotMatch(JSON.stringify(of.client.frames), /secret/)
      assert.equal(await handshake(scene, of.user.token), 401)
    })
  }
  await t.test('the device is deleted: its subscriptions end', async (t) => {
    const { client, device } = await follower(t, scene)
    await acme.call('DELETE', `/api/device/${device.id.id}`)
    for (const cmdId of [1, 2]) assert.equal((await client.of(cmdId, 2)).at(-1)?.errorCode, 3)
  })
  await t.test('a device that is private again is no visitor’s', async (t) => {
    const device = await acme.make('device', 'public')
    const client = await openLive(t, scene, scene.tokens.visitor ?? '')
    client.send({ tsSubCmds: [{ cmdId: 1, ...ofEntity(device.id) }] })
    assert.equal((await client.of(1))[0]?.errorCode, 0)
    await acme.call('DELETE', `/api/customer/device/${device.id.id}`)
    await acme.call('POST', seriesPath(device.id), point('secret'))
    assert.equal((await client.of(1, 2)).at(-1)?.errorCode, 3)
    assert.doesNotMatch(JSON.stringify(client.frames), /secret/)
  })
  await t.test('the tenant is deleted: the sessions of all of its users end', async (t) => {
    const ended: Caller[] = ['tenant', 'customer', 'neighbour', 'visitor']
    const clients = await Promise.all(ended.map((caller) => openLive(t, scene, scene.tokens[caller] ?? '')))
    const other = await openLive(t, scene, scene.tokens.stranger ?? '')
    await scene.asRoot('DELETE', `/api/tenant/${acme.tenant.id}`)
    assert.deepEqual(await Promise.all(clients.map(({ closed }) => closed)), [1008, 1008, 1008, 1008])
    await other.fence()
  })
})
