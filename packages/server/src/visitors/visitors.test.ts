/**
 * Tests what visitors of public entities may do, on a whole platform: read, and write what an administrator permitted.
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EntityId, entityId } from '@sonde/model/ids'
import { connectAsync } from 'mqtt'
import { startTestPlatform } from '../platform-testing.ts'

type World = Awaited<ReturnType<typeof openWorld>>

/** Creates a tenant with a public device, a public asset and a visitor. */
async function openWorld(t: Parameters<typeof startTestPlatform>[0], settings: Record<string, string> = {}) {
  const platform = await startTestPlatform(t, settings)
  const { call, tenant } = platform
  const { token, device, accessToken } = await tenant({})
  const asset = (await call('POST', '/api/asset', token, { name: 'a', type: 'plant' })).body
  const publish = async (path: string) =>
    (await call<{ customerId: { id: string } }>('POST', `/api/customer/public/${path}`, token)).body.customerId.id
  const publicId = await publish(`device/${device.id.id}`)
  await publish(`asset/${asset.id.id}`)
  const visitor = (await call('POST', '/api/auth/login/public', '', { publicId })).body.token
  const allow = (kind: 'DEVICE' | 'ASSET', id: string, rights: object) =>
    call<object>('POST', `/api/v2/visitor-rights/${kind}/${id}`, token, {
      rpcMethods: [],
      sharedAttributes: [],
      serverAttributes: [],
      ...rights,
    })
  return { ...platform, token, accessToken, visitor, device: device.id.id, asset: asset.id.id, publish, allow }
}

/** All write requests that a visitor could try on a public device. */
function attempts({ device, asset }: World): readonly (readonly [method: string, path: string, body?: object])[] {
  const telemetry = `/api/plugins/telemetry/DEVICE/${device}`
  const relation = { from: entityId('DEVICE', device), to: entityId('ASSET', asset), type: 'Contains' }
  const ends = `fromId=${device}&fromType=DEVICE&relationType=Contains&toId=${asset}&toType=ASSET`
  return [
    ['POST', `${telemetry}/SERVER_SCOPE`, { note: 1 }],
    ['POST', `${telemetry}/SHARED_SCOPE`, { target: 1 }],
    ['POST', `/api/plugins/telemetry/${device}/SHARED_SCOPE`, { target: 1 }],
    ['DELETE', `${telemetry}/SHARED_SCOPE?keys=target`],
    ['POST', `${telemetry}/timeseries/ANY`, { t: 1 }],
    ['DELETE', `${telemetry}/timeseries/delete?keys=t&deleteAllDataForKeys=true`],
    ['POST', `/api/rpc/oneway/${device}`, { method: 'blink', params: {} }],
    ['POST', `/api/rpc/twoway/${device}`, { method: 'blink', params: {}, persistent: true }],
    ['POST', '/api/device', { id: entityId('DEVICE', device), name: 'renamed', label: 'x' }],
    ['POST', '/api/asset', { id: entityId('ASSET', asset), name: 'renamed', type: 'plant' }],
    [
      'POST',
      '/api/alarm',
      { originator: entityId('DEVICE', device), type: 'x', severity: 'MAJOR', status: 'ACTIVE_UNACK' },
    ],
    ['POST', '/api/relation', relation],
    ['DELETE', `/api/relation?${ends}`],
    ['DELETE', `/api/relations?entityId=${device}&entityType=DEVICE`],
    ['GET', `/api/device/${device}/credentials`],
    ['GET', `/api/v2/visitor-rights/DEVICE/${device}`],
    ['POST', `/api/v2/visitor-rights/DEVICE/${device}`, { rpcMethods: [], sharedAttributes: [], serverAttributes: [] }],
  ]
}

test('visitors read what is public and write nothing', async (t) => {
  const world = await openWorld(t)
  const { call, visitor, device } = world
  const found = await call('POST', '/api/entitiesQuery/find', visitor, {
    entityFilter: { type: 'singleEntity', singleEntity: entityId('DEVICE', device) },
    pageLink: { page: 0, pageSize: 1 },
  })
  assert.match(found.text, new RegExp(device))
  assert.equal((await call('GET', `/api/plugins/telemetry/DEVICE/${device}/values/attributes`, visitor)).status, 200)
  for (const [method, path, body] of attempts(world)) {
    const { status, text } = await call(method, path, visitor, body)
    assert.equal(status, 403, `${method} ${path}: ${text}`)
  }
})

test('an administrator names what visitors may write: that, and nothing else', async (t) => {
  const world = await openWorld(t)
  const { call, token, visitor, device, asset, accessToken, allow, mqttUrl } = world
  const rights = { rpcMethods: ['blink', 'blink'], sharedAttributes: ['target'], serverAttributes: ['note'] }
  assert.deepEqual((await allow('DEVICE', device, rights)).body, { ...rights, rpcMethods: ['blink'] })
  assert.deepEqual((await call('GET', `/api/v2/visitor-rights/DEVICE/${device}`, token)).body, {
    ...rights,
    rpcMethods: ['blink'],
  })
  assert.deepEqual((await allow('ASSET', asset, rights)).body, {
    rpcMethods: [],
    sharedAttributes: [],
    serverAttributes: ['note'],
  })
  const write = async (kind: 'DEVICE' | 'ASSET', scope: string, body: object) =>
    (await call('POST', `/api/plugins/telemetry/${kind}/${kind === 'DEVICE' ? device : asset}/${scope}`, visitor, body))
      .status
  assert.equal(await write('DEVICE', 'SHARED_SCOPE', { target: 5 }), 200)
  assert.equal(await write('DEVICE', 'SERVER_SCOPE', { note: 'x' }), 200)
  assert.equal(await write('ASSET', 'SERVER_SCOPE', { note: 'x' }), 200)
  assert.equal(await write('DEVICE', 'SERVER_SCOPE', { target: 5 }), 403, 'another scope')
  assert.equal(await write('DEVICE', 'SHARED_SCOPE', { target: 5, other: 1 }), 403, 'one name more')
  const deletion = `/api/plugins/telemetry/DEVICE/${device}/SHARED_SCOPE?keys=target`
  assert.equal((await call('DELETE', deletion, visitor)).status, 403)

  const client = await connectAsync(mqttUrl, { username: accessToken, reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 })
  client.on('message', (topic) => void client.publishAsync(topic.replace('request', 'response'), '{"done":true}'))
  const rpc = (body: object) => call<{ done?: boolean }>('POST', `/api/rpc/twoway/${device}`, visitor, body)
  assert.deepEqual((await rpc({ method: 'blink', params: {} })).body, { done: true })
  assert.equal((await rpc({ method: 'reboot', params: {} })).status, 403)
  assert.equal((await rpc({ method: 'blink', params: {}, persistent: true })).status, 403)
  assert.equal((await rpc({ params: {} })).status, 403)
})

test('who may not make the entity public does not set what visitors may do', async (t) => {
  const world = await openWorld(t)
  const { call, token, root, tenant, user, device } = world
  const customer = (await call('POST', '/api/customer', token, { title: 'C' })).body
  const member = await user(token, { authority: 'CUSTOMER_USER', customerId: customer.id, email: 'c@acme.example' })
  const stranger = await tenant({}, 'admin@bolt.example')
  const path = `/api/v2/visitor-rights/DEVICE/${device}`
  const rights = { rpcMethods: ['blink'], sharedAttributes: [], serverAttributes: [] }
  for (const [as, status] of [
    [member.token, 403],
    [root, 403],
    [stranger.token, 404],
  ] as const) {
    assert.equal((await call('GET', path, as)).status, status)
    assert.equal((await call('POST', path, as, rights)).status, status)
  }
  assert.equal((await call('POST', '/api/v2/visitor-rights/DASHBOARD/x', token, rights)).status, 400)
  const tooMany = { ...rights, rpcMethods: Array.from({ length: 51 }, (_, i) => `m${i}`) }
  assert.equal((await call('POST', path, token, tooMany)).status, 400)
})

test('rights end when the entity is private again', async (t) => {
  const { call, token, visitor, device, publish, allow } = await openWorld(t)
  const write = async () =>
    (await call('POST', `/api/plugins/telemetry/DEVICE/${device}/SHARED_SCOPE`, visitor, { target: 1 })).status
  await allow('DEVICE', device, { sharedAttributes: ['target'] })
  assert.equal(await write(), 200)
  await call('DELETE', `/api/customer/device/${device}`, token)
  assert.equal(await write(), 403)
  await publish(`device/${device}`)
  assert.equal(await write(), 403, 'public again, without the old rights')
})

test('visitors who write too often get 429, and others go on', async (t) => {
  const { call, token, visitor, device, allow } = await openWorld(t, { SONDE_LIMITS: 'visitorWrites:3' })
  await allow('DEVICE', device, { serverAttributes: ['note'] })
  const path = `/api/plugins/telemetry/DEVICE/${device}/SERVER_SCOPE`
  for (let i = 0; i < 3; i++) assert.equal((await call('POST', path, visitor, { note: i })).status, 200)
  const { status, body } = await call<{ message: string }>('POST', path, visitor, { note: 3 })
  assert.equal(status, 429)
  assert.match(body.message, /^Writes and RPC calls of public visitors per tenant: the limit is 3 in 60 s\./)
  assert.equal((await call('POST', path, token, { note: 4 })).status, 200)
})

test('setting what visitors may do stands in the audit log', async (t) => {
  const { call, token, device, allow } = await openWorld(t)
  await allow('DEVICE', device, { rpcMethods: ['blink'] })
  type Entries = { data: { actionType: string; entityName: string; entityId: EntityId; actionData: object }[] }
  const { body } = await call<Entries>('GET', `/api/audit/logs/entity/DEVICE/${device}?pageSize=10&page=0`, token)
  const entry = body.data.find(({ actionType }) => actionType === 'UPDATED')
  assert.equal(entry?.entityName, 'd')
  assert.match(JSON.stringify(entry?.actionData), /"visitorRights":\{"rpcMethods":\["blink"\]/)
})
