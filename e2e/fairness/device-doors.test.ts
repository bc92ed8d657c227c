/**
 * Effect on another tenant while unauthenticated clients and one tenant flood the transports, at default settings:
 * connections that never sign in, provisioning, claims, persistent RPC calls.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectAsync } from 'mqtt'
import { figureOf } from '../platform/metrics.ts'
import { type Platform, temporaryFolder } from '../platform/start-platform.ts'
import { createWorld, reopenWorld, signIn } from '../platform/world.ts'
import type { CallFloodFigures, ConnectionFlood, ConnectionFloodFigures } from './device-door-load.ts'
import { floodKinds } from './device-door-load.ts'
import { copyRows } from './filled-tenant.ts'
import { startOwnProcess } from './own-process.ts'
import { assertUnharmed, attackMs, startMeasured, startProbe } from './probe.ts'
import { shareStage } from './shared-stage.ts'

const flood = 4_500
/** Limits after the first second of a connection: defaults of `unsignedConnections` and `allUnsignedConnections`. */
const perAddressMax = 50
const allMax = 1_000

/** Devices with the maximum of waiting calls, and devices that receive some more. */
const fullDevices = 95
const emptyDevices = 8
const waitingMax = 100
const tenantWaitingMax = 10_000
const rpcPath = (id: string) => `/api/rpc/oneway/${id}`
const rpcBody = { method: 'later', params: { text: 'x'.repeat(1_000) }, persistent: true }
const expiring = () => ({ ...rpcBody, expirationTime: Date.now() + 600_000 })

/** A server, a tenant whose waiting calls nearly use up its limit, and the probe of another tenant. */
const stageFor = shareStage(async (t) => {
  const dataFolder = temporaryFolder(t)
  const first = await startMeasured(t, { dataFolder })
  const good = await createWorld(first, 'Good')
  const calling = await createWorld(first, 'Calling')
  const count = 1 + fullDevices + emptyDevices
  const devices = await Promise.all(Array.from({ length: count }, (_, i) => calling.device(`Away ${i}`)))
  const full = devices.slice(1, 1 + fullDevices)
  await calling.call('POST', rpcPath(full[0]?.id ?? ''), expiring())
  await first.stop()
  const change = (n: number) => ({ device_id: full[Math.floor((n + 1) / waitingMax)]?.id ?? '' })
  copyRows(dataFolder, [{ table: 'rpc', where: 'true', count: fullDevices * waitingMax - 1, change }])

  const platform = await startMeasured(t, { dataFolder })
  const probe = await startProbe(t, platform, await reopenWorld(platform, good), { everyMs: 20 })
  const load = startOwnProcess(t, './device-door-load.ts', 'load')
  const calls = (path: string, body: object, count: number, atOnce: number, token: string | null) =>
    load.ask<CallFloodFigures>('calls', {
      baseUrl: platform.baseUrl,
      token,
      path,
      body: JSON.stringify(body),
      calls: count,
      atOnce,
    })
  return { platform, probe, load, calls, calling: await reopenWorld(platform, calling), devices }
})

/** A device that signs in, sends a message and disconnects. */
async function visit(port: number, username: string): Promise<void> {
  const client = await connectAsync({ host: '127.0.0.1', port, username })
  // Without a listener, an error after a disconnect by the server would be unhandled.
  const failed = new Promise<never>((_, reject) => client.on('error', reject))
  await Promise.race([failed, client.publishAsync('v1/devices/me/telemetry', '{"in":"time"}', { qos: 1 })])
  await Promise.race([failed, client.endAsync()])
}

/** Connections closed because of their number or their packets' size, not because of a timeout. */
async function cutAtOnce(platform: Platform): Promise<number> {
  const ended = (kind: string) => figureOf(platform, 'sonde_transport_errors_total', `kind="${kind}"`)
  return (await ended('limit')) + (await ended('oversized'))
}

test('thousands of connections that do not sign in are cut, and no one else notices', async (t) => {
  const { platform, probe, load } = stageFor(t)
  const world = await createWorld(platform, 'Stormed')
  const device = await world.device('Punctual')
  for (const kind of floodKinds) {
    await probe.restart()
    const cutBefore = await cutAtOnce(platform)
    const about = { port: platform.mqttPort, kind, connections: flood }
    const requested: ConnectionFlood = { ...about, ms: attackMs, openMax: allMax }
    const storm = load.ask<ConnectionFloodFigures>('connections', requested)
    // A device that signs in at once isn't blocked.
    const visits = async () => {
      for (let i = 0; i < 5; i++) await visit(platform.mqttPort, device.token)
    }
    const [stormed] = await Promise.all([storm, visits()])
    t.diagnostic(`${kind}: ${JSON.stringify(stormed)}`)
    assert.ok(stormed.opened > allMax, `${kind}: ${stormed.opened} were opened`)
    assert.ok(stormed.open <= allMax, `${kind}: ${stormed.open} stayed open`)
    const cut = (await cutAtOnce(platform)) - cutBefore
    const waitForTheirTime = perAddressMax
    assert.ok(cut >= stormed.opened - allMax - waitForTheirTime, `${kind}: of ${stormed.opened} were cut ${cut}`)
    assertUnharmed(t, await probe.look(), kind)

    const patient: ConnectionFlood = { ...requested, openMax: perAddressMax, ms: 60_000 }
    const waited = await load.ask<ConnectionFloodFigures>('patience', patient)
    assert.ok(waited.open <= perAddressMax, `${kind}: ${waited.open} stay open`)
  }
  assertUnharmed(t, await probe.look(), 'connections')
})

test('a storm of provisioning requests is cut to its rate, right ones and wrong ones', async (t) => {
  const { platform, probe, calls } = stageFor(t)
  const world = await createWorld(platform, 'Provisioning')
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
  const wanted = 2_000
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
  const figures = await probe.look()
  const { totalElements } = await world.call<{ totalElements: number }>('GET', '/api/tenant/devices?pageSize=1&page=0')
  // A minute's quota at once, then one per second.
  const mayBe = 60 + Math.ceil(seconds)
  assert.ok((made.SUCCESS ?? 0) >= 60 && (made.SUCCESS ?? 0) <= mayBe, `${made.SUCCESS} of ${mayBe} were provisioned`)
  assert.equal(totalElements, made.SUCCESS)
  assert.ok((made['429'] ?? 0) + (rejected['429'] ?? 0) >= 2 * wanted - 130 - 2 * seconds)
  assertUnharmed(t, figures, 'provisioning')
})

test('a storm of claims is cut after a handful', async (t) => {
  const { platform, probe, calls } = stageFor(t)
  const world = await createWorld(platform, 'Claimed')
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
  const guesses = 2_000
  const answers = await calls('/api/customer/device/Wanted/claim', { secretKey: 'guess #' }, guesses, 20, token)
  t.diagnostic(JSON.stringify(answers))
  // Five at once, then one after 1, 2, 4 … seconds.
  assert.ok((answers['400'] ?? 0) <= 12, `${answers['400']} guesses were looked at`)
  assert.equal((answers['400'] ?? 0) + (answers['429'] ?? 0), guesses)
  assertUnharmed(t, await probe.look(), 'claims')
})

test('a storm of persistent RPC calls is cut per device and per tenant', async (t) => {
  const { probe, calls, calling, devices } = stageFor(t)
  const { accessToken } = calling
  await probe.restart()
  const storm = 1_000
  const toOne = await calls(rpcPath(devices[0]?.id ?? ''), expiring(), storm, 20, accessToken)
  t.diagnostic(JSON.stringify(toOne))
  assert.deepEqual(toOne, { 200: waitingMax, 429: storm - waitingMax })
  const full = await calls(rpcPath(devices[1]?.id ?? ''), expiring(), 10, 5, accessToken)
  assert.deepEqual(full, { 429: 10 }, 'calls that wait since before the start count')
  let waiting = waitingMax * (1 + fullDevices)
  assert.ok(waiting + waitingMax * emptyDevices > tenantWaitingMax, 'the devices have more room than the tenant')
  for (const { id } of devices.slice(1 + fullDevices)) {
    waiting += (await calls(rpcPath(id), expiring(), waitingMax + 10, 5, accessToken))['200'] ?? 0
  }
  assert.ok(waiting <= tenantWaitingMax, `${waiting} calls wait`)
  assert.ok(waiting > 0.99 * tenantWaitingMax, `${waiting} calls wait`)
  assertUnharmed(t, await probe.look(), 'persistent RPC calls')
})
