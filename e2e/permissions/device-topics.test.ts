/**
 * Devices × topics: the topics of the device API only affect the connected device; a token that is no longer valid is
 * rejected by all transports; gateway topics have no effect for a device that isn't a gateway.
 */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { connectAsync, type MqttClient } from 'mqtt'
import { until } from '../../packages/server/src/until-testing.ts'
import { openScene, type Scene } from './scene.ts'
import type { Side } from './side.ts'

interface Device {
  readonly id: string
  readonly name: string
  readonly token: string
}

async function newDevice(side: Side, more: object = {}): Promise<Device> {
  const name = side.newName('device')
  const { id } = await side.call<{ id: { id: string } }>('POST', '/api/device', { name, type: 'default', ...more })
  const { credentialsId: token } = await side.call<{ credentialsId: string }>('GET', `/api/device/${id.id}/credentials`)
  return { id: id.id, name, token }
}

/** MQTT client that records received messages and when the server closes the connection. */
interface Client {
  readonly mqtt: MqttClient
  readonly received: readonly { readonly topic: string; readonly text: string }[]
  readonly gone: Promise<void>
}

async function connect(t: TestContext, { mqttPort }: Scene, token: string): Promise<Client> {
  const mqtt = await connectAsync({
    host: '127.0.0.1',
    port: mqttPort,
    username: token,
    reconnectPeriod: 0,
    protocolVersion: 4,
  })
  t.after(() => mqtt.endAsync(true))
  mqtt.on('error', () => undefined)
  const received: { topic: string; text: string }[] = []
  mqtt.on('message', (topic, payload) => received.push({ topic, text: String(payload) }))
  return { mqtt, received, gone: new Promise((resolve) => mqtt.once('close', () => resolve())) }
}

/** CONNACK code of a rejected connection. */
async function rejection({ mqttPort }: Scene, token: string): Promise<number> {
  try {
    const options = { username: token, reconnectPeriod: 0 }
    const client = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options, false)
    await client.endAsync(true)
    return 0
  } catch (error) {
    return (error as { code: number }).code
  }
}

const notAuthorized = 5

/** Every call of the device API over HTTP. */
const httpCalls = (token: string): readonly (readonly [method: string, path: string, body?: object])[] => [
  ['POST', `/api/v1/${token}/telemetry`, { a: 1 }],
  ['POST', `/api/v1/${token}/attributes`, { a: 1 }],
  ['POST', `/api/v1/${token}/claim`, {}],
  ['GET', `/api/v1/${token}/attributes`],
  ['GET', `/api/v1/${token}/attributes/updates?timeout=1`],
  ['GET', `/api/v1/${token}/rpc?timeout=1`],
  ['POST', `/api/v1/${token}/rpc/1`, {}],
  ['POST', `/api/v1/${token}/rpc?timeout=1`, { method: 'm', params: {} }],
  ['GET', `/api/v1/${token}/firmware?title=x&version=1`],
  ['GET', `/api/v1/${token}/software?title=x&version=1`],
]

async function rejectedEverywhere(scene: Scene, token: string) {
  assert.equal(await rejection(scene, token), notAuthorized)
  for (const [method, path, body] of httpCalls(token)) {
    const { status, text } = await scene.call(undefined, method, path, { body })
    assert.equal(status, 401, `${method} ${path}: ${text}`)
  }
}

/** Data of a device on the server, as its tenant administrator sees it. */
const seen = async (side: Side, { id }: Device): Promise<string> => {
  const values = `/api/plugins/telemetry/DEVICE/${id}/values`
  return JSON.stringify([
    await side.call('GET', `${values}/timeseries`),
    await side.call('GET', `${values}/attributes/CLIENT_SCOPE`),
    await side.call('GET', `${values}/attributes/SHARED_SCOPE`),
  ])
}

test('the calls of the device API are all walked', async (t) => {
  const { platform } = await openScene(t)
  const registered = platform.routes
    .list()
    .filter(({ path }) => path.startsWith('/api/v1/') && path !== '/api/v1/provision')
    .map(({ method, path }) => `${method} ${path}`)
  const walked = httpCalls(':token').map(
    ([method, path]) => `${method} ${(path.split('?')[0] as string).replace('/rpc/1', '/rpc/:requestId')}`,
  )
  assert.deepEqual(walked.sort(), registered.sort())
})

test('credentials are handed to whoever knows key and secret of a profile, and to nobody else', async (t) => {
  const scene = await openScene(t)
  const { acme } = scene
  const provisionDeviceKey = 'key of acme'
  const provisionConfiguration = { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret: 'secret of acme' }
  const plain = { type: 'DEFAULT' }
  await acme.call('POST', '/api/deviceProfile', {
    name: 'Provisioned',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'ALLOW_CREATE_NEW_DEVICES',
    provisionDeviceKey,
    profileData: { configuration: plain, transportConfiguration: plain, provisionConfiguration, alarms: null },
  })
  const ask = async (provisionDeviceSecret: string) => {
    const body = { provisionDeviceKey, provisionDeviceSecret, deviceName: 'Provisioned' }
    const { status, text } = await scene.call(undefined, 'POST', '/api/v1/provision', { body })
    assert.equal(status, 200, text)
    return (JSON.parse(text) as { status: string }).status
  }
  assert.equal(await ask('secret of bolt'), 'NOT_FOUND')
  assert.equal(await ask('secret of acme'), 'SUCCESS')
  assert.equal(await ask('secret of acme'), 'FAILURE', 'the name is taken')
})

test('topics are those of the device that is connected', async (t) => {
  const scene = await openScene(t)
  const { acme, bolt } = scene
  const mine = await newDevice(acme)
  const other = await newDevice(acme)
  const foreign = await newDevice(bolt)
  const others = [
    [acme, other],
    [bolt, foreign],
  ] as const
  for (const [side, device] of others) {
    await side.call('POST', `/api/plugins/telemetry/DEVICE/${device.id}/SHARED_SCOPE`, { target: 'theirs' })
    await side.call('POST', `/api/v1/${device.token}/attributes`, { client: 'theirs' })
    await until(async () => (await seen(side, device)).includes('"client"'))
  }
  const before = await Promise.all(others.map(([side, device]) => seen(side, device)))
  const client = await connect(t, scene, mine.token)

  await t.test('whatever it publishes is its own', async () => {
    for (const topic of ['v1/devices/me/telemetry', 'v2/t', 'v2/t/j']) {
      await client.mqtt.publishAsync(topic, JSON.stringify({ [`by ${topic}`]: 'mine' }), { qos: 1 })
    }
    for (const topic of ['v1/devices/me/attributes', 'v2/a', 'v2/a/j']) {
      await client.mqtt.publishAsync(topic, JSON.stringify({ [`of ${topic}`]: 'mine' }), { qos: 1 })
    }
    // Topics that name another device are unknown topics: acknowledged without an effect.
    for (const { id, name, token } of [other, foreign]) {
      for (const who of [id, name, token]) {
        await client.mqtt.publishAsync(`v1/devices/${who}/telemetry`, '{"stolen":1}', { qos: 1 })
        await client.mqtt.publishAsync(`v1/devices/${who}/attributes`, '{"stolen":1}', { qos: 1 })
      }
    }
    await until(async () => (await seen(acme, mine)).includes('of v2/a/j'))
    assert.doesNotMatch(await seen(acme, mine), /stolen/)
    assert.deepEqual(await Promise.all(others.map(([side, device]) => seen(side, device))), before)
  })

  await t.test('it hears of its own attributes and calls alone', async () => {
    const filters = ['v1/devices/me/attributes', 'v1/devices/me/attributes/response/+', 'v1/devices/me/rpc/request/+']
    for (const filter of filters) await client.mqtt.subscribeAsync(filter, { qos: 1 })
    // A subscription to everything, or to another device, is rejected with code 128.
    for (const filter of ['#', '+/devices/+/attributes', 'v1/#', `v1/devices/${other.id}/attributes`]) {
      const granted = await client.mqtt.subscribeAsync(filter, { qos: 1 }).catch(() => 'refused')
      assert.equal(granted, 'refused', filter)
    }
    for (const [side, { id }] of others) {
      await side.call('POST', `/api/plugins/telemetry/DEVICE/${id}/SHARED_SCOPE`, { target: 'theirs again' })
      const call = { method: 'theirs', params: {}, persistent: true }
      await side.call('POST', `/api/rpc/oneway/${id}`, call)
    }
    await acme.call('POST', `/api/plugins/telemetry/DEVICE/${mine.id}/SHARED_SCOPE`, { target: 'mine' })
    await client.mqtt.publishAsync('v1/devices/me/attributes/request/1', '{"sharedKeys":"target"}', { qos: 1 })
    await until(async () => client.received.some(({ topic }) => topic.endsWith('response/1')))
    assert.doesNotMatch(JSON.stringify(client.received), /theirs/)
    assert.match(JSON.stringify(client.received), /mine/)
  })

  await t.test('it answers no call of another device', async () => {
    const call = { method: 'ask', params: {}, persistent: true }
    const { rpcId } = await acme.call<{ rpcId: string }>('POST', `/api/rpc/twoway/${other.id}`, call)
    const theirs = await connect(t, scene, other.token)
    await theirs.mqtt.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
    await until(async () => theirs.received.some(({ text }) => text.includes('"ask"')))
    const topic = theirs.received.find(({ text }) => text.includes('"ask"'))?.topic ?? ''
    const answer = topic.replace('request', 'response')
    await client.mqtt.publishAsync(answer, '{"forged":true}', { qos: 1 })
    const requestId = answer.split('/').at(-1)
    await scene.call(undefined, 'POST', `/api/v1/${mine.token}/rpc/${requestId}`, { body: { forged: true } })
    await theirs.mqtt.publishAsync(answer, '{"real":true}', { qos: 1 })
    const rpc = () => acme.call<{ status: string; response: unknown }>('GET', `/api/rpc/persistent/${rpcId}`)
    await until(async () => (await rpc()).status === 'SUCCESSFUL')
    assert.deepEqual((await rpc()).response, { real: true })
  })

  await t.test('topics of gateways do nothing for a device that is none', async () => {
    const topics = ['connect', 'disconnect', 'telemetry', 'attributes', 'attributes/request', 'rpc', 'claim']
    const devices = () => acme.call<{ totalElements: number }>('GET', '/api/tenant/devices?pageSize=1&page=0')
    const { totalElements } = await devices()
    for (const topic of topics) {
      const payload = topic === 'telemetry' ? { [other.name]: [{ stolen: 1 }] } : { device: other.name, stolen: 1 }
      // Gateway messages aren't acknowledged, as in ThingsBoard; at QoS 0 the client doesn't wait.
      client.mqtt.publish(`v1/gateway/${topic}`, JSON.stringify(payload), { qos: 0 })
    }
    client.mqtt.publish('v1/gateway/attributes', JSON.stringify({ [other.name]: { stolen: 1 } }), { qos: 0 })
    await client.mqtt.publishAsync('v1/devices/me/telemetry', '{"after":"gateway"}', { qos: 1 })
    await until(async () => (await seen(acme, mine)).includes('"after"'))
    assert.doesNotMatch(await seen(acme, other), /stolen/)
    assert.equal((await devices()).totalElements, totalElements)
  })
})

test('a token that is of nobody any more is refused everywhere, and its session ends', async (t) => {
  const scene = await openScene(t)
  const { acme } = scene
  await t.test('a token that never was', () => rejectedEverywhere(scene, 'no-such-token'))
  await t.test("a user's token is no device's", () => rejectedEverywhere(scene, acme.admin.token))
  await t.test('a device that is deleted', async (t) => {
    const device = await newDevice(acme)
    const client = await connect(t, scene, device.token)
    await acme.call('DELETE', `/api/device/${device.id}`)
    await client.gone
    await rejectedEverywhere(scene, device.token)
  })
  await t.test('a token that was replaced', async (t) => {
    const device = await newDevice(acme)
    const client = await connect(t, scene, device.token)
    const credentials = await acme.call<object>('GET', `/api/device/${device.id}/credentials`)
    await acme.call('POST', '/api/device/credentials', { ...credentials, credentialsId: `new ${device.token}` })
    await client.gone
    await rejectedEverywhere(scene, device.token)
  })
  await t.test('a device whose tenant is deleted', async (t) => {
    const device = await newDevice(acme)
    const client = await connect(t, scene, device.token)
    await scene.asRoot('DELETE', `/api/tenant/${acme.tenant.id}`)
    await client.gone
    await rejectedEverywhere(scene, device.token)
  })
})
