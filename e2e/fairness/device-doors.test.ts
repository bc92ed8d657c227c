/**
 * What another tenant notices while strangers and one tenant storm the doors that devices use, at the default settings:
 * connections that never sign in, provisioning, claims, persistent RPC calls.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { connectAsync } from 'mqtt'
import { createWorld, signIn } from '../platform/world.ts'
import type { CallFloodFigures, ConnectionFlood, ConnectionFloodFigures } from './device-door-load.ts'
import { floodKinds } from './device-door-load.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, startMeasured, startProbe } from './probe.ts'

const flood = 4_500
/** Past their first second; by the defaults of `unsignedConnections` and `allUnsignedConnections`. */
const perAddressMax = 50
const allMax = 1_000

/** A server, a tenant that storms or is stormed, and the probe of another one. */
async function openScene(t: TestContext) {
  const platform = await startMeasured(t)
  const world = await createWorld(platform, 'Evil')
  const probe = await startProbe(t, platform, await createWorld(platform, 'Good'), { everyMs: 20 })
  const load = startOwnProcess(t, './device-door-load.ts', 'load')
  const calls = (path: string, body: object, count: number, atOnce: number, token: string | null = world.accessToken) =>
    load.ask<CallFloodFigures>('calls', {
      baseUrl: platform.baseUrl,
      token,
      path,
      body: JSON.stringify(body),
      calls: count,
      atOnce,
    })
  return { platform, world, probe, load, calls }
}

test('thousands of connections that do not sign in are cut, and nobody else notices', async (t) => {
  const { platform, world, probe, load } = await openScene(t)
  const device = await world.device('Punctual')
  for (const kind of floodKinds) {
    await probe.restart()
    const requested: ConnectionFlood = { port: platform.mqttPort, kind, connections: flood, ms: 4_000, openMax: allMax }
    const storm = load.ask<ConnectionFloodFigures>('connections', requested)
    // Who signs in at once gets through.
    for (let i = 0; i < 5; i++) {
      const client = await connectAsync({ host: '127.0.0.1', port: platform.mqttPort, username: device.token })
      await client.publishAsync('v1/devices/me/telemetry', '{"in":"time"}', { qos: 1 })
      await client.endAsync()
    }
    const stormed = await storm
    t.diagnostic(`${kind}: ${JSON.stringify(stormed)}`)
    assert.ok(stormed.opened > allMax, `${kind}: ${stormed.opened} were opened`)
    assert.ok(stormed.open <= allMax, `${kind}: ${stormed.open} stayed open`)
    assertUnharmed(t, await probe.look(), kind)

    const patient: ConnectionFlood = { ...requested, openMax: perAddressMax, ms: 60_000 }
    const waited = await load.ask<ConnectionFloodFigures>('patience', patient)
    assert.ok(waited.open <= perAddressMax, `${kind}: ${waited.open} stay open`)
  }
  assertUnharmed(t, await probe.stop(), 'connections')
})

test('a storm of provisioning requests is cut to its rate, right ones and wrong ones', async (t) => {
  const { world, probe, calls } = await openScene(t)
  const provisionDeviceKey = 'key of evil'
  const provisionDeviceSecret = 'secret of evil'
  await world.call('POST', '/api/deviceProfile', {
    name: 'Provisioned',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'ALLOW_CREATE_NEW_DEVICES',
    provisionDeviceKey,
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret },
      alarms: null,
    },
  })
  await probe.restart()
  const wanted = 5_000
  const started = performance.now()
  const made = await calls(
    '/api/v1/provision',
    { deviceName: 'P#', provisionDeviceKey, provisionDeviceSecret },
    wanted,
    50,
    null,
  )
  const wrong = { deviceName: 'W#', provisionDeviceKey, provisionDeviceSecret: 'wrong' }
  const rejected = await calls('/api/v1/provision', wrong, wanted, 20, null)
  t.diagnostic(JSON.stringify({ made, rejected }))
  const seconds = (performance.now() - started) / 1000
  const figures = await probe.stop()
  const { totalElements } = await world.call<{ totalElements: number }>('GET', '/api/tenant/devices?pageSize=1&page=0')
  // A minute's worth at once, and one a second since.
  const mayBe = 60 + Math.ceil(seconds)
  assert.ok((made.SUCCESS ?? 0) >= 60 && (made.SUCCESS ?? 0) <= mayBe, `${made.SUCCESS} of ${mayBe} were provisioned`)
  assert.equal(totalElements, made.SUCCESS)
  assert.ok((made['429'] ?? 0) + (rejected['429'] ?? 0) >= 2 * wanted - 130 - 2 * seconds)
  assertUnharmed(t, figures, 'provisioning')
})

test('a storm of claims is cut after a handful', async (t) => {
  const { platform, world, probe, calls } = await openScene(t)
  await world.device('Wanted')
  const customer = await world.call<{ id: object }>('POST', '/api/customer', { title: 'Thieves' })
  const email = 'thief@example.org'
  const user = await world.call<{ id: { id: string } }>('POST', '/api/user?sendActivationMail=false', {
    authority: 'CUSTOMER_USER',
    customerId: customer.id,
    email,
  })
  const link = await world.call<string>('GET', `/api/user/${user.id.id}/activationLink`)
  const activateToken = new URL(link).searchParams.get('activateToken')
  await world.call('POST', '/api/noauth/activate?sendActivationMail=false', { activateToken, password: 'a-password' })
  const token = await signIn(platform, email, 'a-password')
  await probe.restart()
  const guesses = 5_000
  const answers = await calls('/api/customer/device/Wanted/claim', { secretKey: 'guess #' }, guesses, 20, token)
  t.diagnostic(JSON.stringify(answers))
  // Five, and one after a second, two, four …
  assert.ok((answers['400'] ?? 0) <= 12, `${answers['400']} guesses were looked at`)
  assert.equal((answers['400'] ?? 0) + (answers['429'] ?? 0), guesses)
  assertUnharmed(t, await probe.stop(), 'claims')
})

test('a storm of persistent RPC calls is cut per device and per tenant', async (t) => {
  const { world, probe, calls } = await openScene(t)
  const devices = []
  for (let i = 0; i < 120; i++) devices.push(await world.device(`Away ${i}`))
  const body = { method: 'later', params: { text: 'x'.repeat(1_000) }, persistent: true }
  await probe.restart()
  const path = (id: string) => `/api/rpc/oneway/${id}`
  const toOne = await calls(path(devices[0]?.id ?? ''), { ...body, expirationTime: Date.now() + 600_000 }, 3_000, 20)
  t.diagnostic(JSON.stringify(toOne))
  assert.deepEqual(toOne['200'], 100)
  assert.equal(toOne['429'], 2_900)
  const rest = devices.slice(1)
  let stored = 100
  for (const { id } of rest) {
    stored += (await calls(path(id), { ...body, expirationTime: Date.now() + 600_000 }, 110, 5))['200'] ?? 0
  }
  assert.ok(stored <= 10_000, `${stored} calls wait`)
  assert.ok(stored > 9_000, `${stored} calls wait`)
  assertUnharmed(t, await probe.stop(), 'persistent RPC calls')
})
