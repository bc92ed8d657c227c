/** Moves between tenants of a complete server: the old tenant loses all access to the device. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageData } from '@sonde/model/paging'
import type { Rpc } from '@sonde/model/rpc/rpc'
import { connectAsync } from 'mqtt'
import { startTestPlatform } from '../platform-testing.ts'

async function openTenants(t: Parameters<typeof startTestPlatform>[0], settings: Record<string, string> = {}) {
  const platform = await startTestPlatform(t, settings)
  const acme = await platform.tenant({}, 'admin@acme.example')
  const bolt = await platform.tenant({}, 'admin@bolt.example')
  const accept = (...fromTenants: string[]) =>
    platform.call('POST', '/api/v2/device-acceptance', bolt.token, { fromTenants })
  const newDevice = async (name: string) => {
    const { body } = await platform.call('POST', '/api/device', acme.token, { name, type: 'default' })
    const credentials = await platform.call<{ credentialsId: string }>(
      'GET',
      `/api/device/${body.id.id}/credentials`,
      acme.token,
    )
    return { id: body.id.id, accessToken: credentials.body.credentialsId }
  }
  const move = (id: string) =>
    platform.call<{ message: string }>('POST', `/api/tenant/${bolt.id}/device/${id}`, acme.token)
  return { ...platform, acme, bolt, accept, newDevice, move }
}

test('the old token ends with the move, and so do its session and the calls that waited', async (t) => {
  const { call, acme, bolt, accept, newDevice, move, mqttUrl } = await openTenants(t)
  const { id, accessToken } = await newDevice('mover')
  await accept(acme.id)
  const rpc = { method: 'old', params: {}, persistent: true }
  await call('POST', `/api/rpc/oneway/${id}`, acme.token, rpc)
  const claimingData = JSON.stringify({ secretKey: 's', expirationTime: Date.now() + 3_600_000 })
  await call('POST', `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, acme.token, { claimingData, floor: 3 })
  const client = await connectAsync(mqttUrl, { username: accessToken, reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  assert.equal((await move(id)).status, 200)
  await closed
  assert.equal((await call('POST', `/api/v1/${accessToken}/telemetry`, '', { evil: 1 })).status, 401)
  assert.equal((await call('GET', `/api/device/${id}/credentials`, acme.token)).status, 404)
  const renewed = await call<{ credentialsId: string }>('GET', `/api/device/${id}/credentials`, bolt.token)
  assert.equal((await call('POST', `/api/v1/${renewed.body.credentialsId}/telemetry`, '', { good: 1 })).status, 200)
  const waiting = await call<PageData<Rpc>>('GET', `/api/rpc/persistent/device/${id}?pageSize=9&page=0`, bolt.token)
  assert.deepEqual(waiting.body.data, [])
  const attributes = await call('GET', `/api/plugins/telemetry/DEVICE/${id}/values/attributes/SERVER_SCOPE`, bolt.token)
  assert.match(attributes.text, /"floor"/)
  assert.doesNotMatch(attributes.text, /claimingData/)
})

test('a tenant that is full takes no device, and does not say how many it may have', async (t) => {
  const { call, acme, bolt, accept, newDevice, move } = await openTenants(t)
  const devices = await Promise.all(['one', 'two', 'three'].map(newDevice))
  await accept(acme.id)
  // The tenant already has one device.
  await bolt.allow({ maxDevices: 2 })
  const answers = await Promise.all(devices.map(({ id }) => move(id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
  const rejected = answers.find(({ status }) => status === 400)
  assert.equal(
    rejected?.body.message,
    'The other tenant has reached its device limit. Ask its administrator to delete a device.',
  )
  const { body } = await call<PageData<unknown>>('GET', '/api/tenant/devices?pageSize=9&page=0', bolt.token)
  assert.equal(body.totalElements, 2)
})

test('where the operator opened moves, no consent is asked', async (t) => {
  const { newDevice, move } = await openTenants(t, { SONDE_DEVICE_MOVES: 'open' })
  assert.equal((await move((await newDevice('mover')).id)).status, 200)
})
