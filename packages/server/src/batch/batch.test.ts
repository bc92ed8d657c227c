/** Batches of a whole platform, called like a page does. */

import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { batchAnswerBytesMax, batchAnswersBytesMax, batchCallsMax } from '@sonde/model/batch/batch-limits'
import { startTestPlatform as start } from '../platform-testing.ts'
import { until } from '../until-testing.ts'

type World = Awaited<ReturnType<typeof start>>

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: bodies of any call
  readonly body?: any
}

const batch = async ({ call }: World, token: string, requests: readonly object[], more: object = {}) => {
  const { status, body } = await call<{ responses: readonly Answer[]; message: string }>(
    'POST',
    '/api/v2/batch',
    token,
    { requests, ...more },
  )
  return { status, message: body.message, responses: body.responses }
}
const statuses = (responses: readonly Answer[]) => responses.map(({ status }) => status)

test('answers in the order of the requests, each with its own status', async (t) => {
  const world = await start(t)
  const { token, device } = await world.tenant({})
  const save = (name: string) => ({ method: 'POST', path: '/api/device', body: { name, type: 'default' } })
  const { status, responses } = await batch(world, token, [
    save('a'),
    save('d'),
    { method: 'GET', path: `/api/device/${device.id.id}` },
    { method: 'GET', path: '/api/device/not-an-id' },
    { method: 'GET', path: '/api/nothing' },
    { method: 'POST', path: '/api/device', body: { label: 'without a name' } },
    { method: 'DELETE', path: `/api/device/${device.id.id}` },
  ])
  assert.equal(status, 200)
  assert.equal(responses[0]?.body.name, 'a')
  // The name is taken.
  assert.equal(responses[1]?.status, 400)
  assert.match(responses[1]?.body.message, /exists/)
  assert.deepEqual(statuses(responses.slice(3)), [400, 404, 400, 200])
  assert.match(responses[5]?.body.message, /name is missing/)
  assert.deepEqual(Object.keys(responses[6] ?? {}), ['status'], 'an empty body is absent')
})

test('in order, each call sees what the one before it did', async (t) => {
  const world = await start(t)
  const { token, device } = await world.tenant({})
  const rename = (label: string) => ({
    method: 'POST',
    path: '/api/device',
    body: { ...device, label },
  })
  const read = { method: 'GET', path: `/api/device/${device.id.id}` }
  const requests = ['1', '2', '3', '4', '5'].flatMap((label) => [rename(label), read])
  const { responses } = await batch(world, token, requests, { inOrder: true })
  assert.deepEqual(
    responses.filter((_, i) => i % 2 === 1).map(({ body }) => body.label),
    ['1', '2', '3', '4', '5'],
  )
})

test('each call needs the permission that it needs alone, and writes its audit log entry', async (t) => {
  const world = await start(t)
  const own = await world.tenant({})
  const other = await world.tenant({}, 'admin@other.example')
  const { body: customer } = await world.call('POST', '/api/customer', own.token, { title: 'C' })
  const member = await world.user(own.token, {
    authority: 'CUSTOMER_USER',
    customerId: customer.id,
    email: 'c@customer.example',
  })
  const { body: given } = await world.call('POST', '/api/device', own.token, { name: 'given', type: 'default' })
  await world.call('POST', `/api/customer/${customer.id.id}/device/${given.id.id}`, own.token)
  const read = (id: string) => ({ method: 'GET', path: `/api/device/${id}` })
  const { responses } = await batch(world, member.token, [
    read(given.id.id),
    read(own.device.id.id),
    read(other.device.id.id),
    { method: 'DELETE', path: `/api/device/${given.id.id}` },
    { method: 'GET', path: '/api/tenants?pageSize=1&page=0' },
  ])
  assert.deepEqual(statuses(responses), [200, 403, 404, 403, 403])

  const remove = (id: string) => ({ method: 'DELETE', path: `/api/device/${id}` })
  const deleted = await batch(world, own.token, [remove(given.id.id), remove(other.device.id.id)])
  assert.deepEqual(statuses(deleted.responses), [200, 404])
  const { body: logs } = await world.call<{ data: { actionType: string; actionStatus: string; userName: string }[] }>(
    'GET',
    '/api/audit/logs?pageSize=100&page=0&actionTypes=DELETED',
    own.token,
  )
  assert.deepEqual(logs.data.map(({ userName, actionStatus }) => `${userName} ${actionStatus}`).sort(), [
    'admin@acme.example FAILURE',
    'admin@acme.example SUCCESS',
  ])
  assert.equal((await world.call('POST', '/api/v2/batch', '', { requests: [read(given.id.id)] })).status, 401)
})

test('each call counts against the rate limit of its tenant', async (t) => {
  const world = await start(t, { SONDE_TENANT_REST_LIMIT: '60:3600' })
  const { token, device } = await world.tenant({})
  const read = { method: 'GET', path: `/api/device/${device.id.id}` }
  const { responses } = await batch(world, token, Array(80).fill(read))
  const rejected = responses.filter(({ status }) => status === 429)
  assert.ok(rejected.length >= 21, `${rejected.length} of 80 were rejected`)
  assert.equal(responses.filter(({ status }) => status === 200).length, 80 - rejected.length)
  assert.match(rejected[0]?.body.message, /60/)
  assert.equal((await world.call('GET', `/api/device/${device.id.id}`, token)).status, 429)
})

test('refuses what has to be sent alone, and says so', async (t) => {
  const world = await start(t)
  const { token, accessToken, device } = await world.tenant({})
  const attributes = `/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`
  const refused = [
    { method: 'POST', path: '/api/v2/batch', body: { requests: [{ method: 'GET', path: '/api/v2/home' }] } },
    { method: 'POST', path: '/api/auth/login', body: { username: 'root@example.org', password: world.password } },
    { method: 'POST', path: '/api/auth/token', body: { refreshToken: token } },
    { method: 'POST', path: '/api/auth/logout' },
    { method: 'GET', path: '/api/auth/user' },
    { method: 'GET', path: '/api/noauth/userPasswordPolicy' },
    { method: 'POST', path: `/api/v1/${accessToken}/telemetry`, body: { a: 1 } },
    { method: 'POST', path: `/api/rpc/twoway/${device.id.id}`, body: { method: 'm', params: {} } },
    { method: 'POST', path: attributes, body: { a: 1 } },
  ]
  for (const [i, { status, body }] of (await batch(world, token, refused)).responses.entries()) {
    assert.equal(status, 421, refused[i]?.path)
    assert.match(body.message, /on its own/, refused[i]?.path)
  }
  const elsewhere = [
    '/health',
    '/api/../health',
    '/api/v2/../../metrics',
    'http://example.org/api/v2/home',
    '//a/api/b',
  ]
  const requests = elsewhere.map((path) => ({ method: 'GET', path }))
  for (const [i, { status, body }] of (await batch(world, token, requests)).responses.entries()) {
    assert.equal(status, 400, elsewhere[i])
    assert.match(body.message, /must start with \/api\//, elsewhere[i])
  }
  assert.equal((await world.call('GET', '/api/auth/user', token)).status, 200, 'the caller is still signed in')

  const one = { method: 'GET', path: '/api/v2/home' }
  const tooMany = await batch(world, token, Array(batchCallsMax + 1).fill(one))
  assert.deepEqual([tooMany.status, tooMany.responses], [400, undefined])
  assert.match(tooMany.message, /requests has more than 100 items; send the others separately/)
  assert.equal((await batch(world, token, Array(batchCallsMax).fill(one))).status, 200)
  assert.equal((await batch(world, token, [])).status, 400)
  assert.equal((await batch(world, token, [{ ...one, path: `/api/${'x'.repeat(5000)}` }])).status, 400)
  assert.equal((await batch(world, token, [{ ...one, method: 'PATCH' }])).status, 400)
  const large = { method: 'POST', path: '/api/device', body: { name: 'x'.repeat(1024 * 1024) } }
  assert.equal((await batch(world, token, [large])).status, 413)
})

test('responses are bounded: what is too long is to be read alone, and what was changed says so', async (t) => {
  const world = await start(t)
  const { token, device } = await world.tenant({})
  const text = 'x'.repeat(batchAnswerBytesMax)
  const long = { ...device, name: 'd', additionalInfo: { description: text } }
  const save = { method: 'POST', path: '/api/device', body: long }
  const read = { method: 'GET', path: `/api/device/${device.id.id}` }
  const { responses } = await batch(world, token, [save, read], { inOrder: true })
  assert.deepEqual(responses[0], { status: 200 })
  assert.equal(responses[1]?.status, 421)
  assert.match(responses[1]?.body.message, /Send this call on its own/)
  const stored = await world.call<typeof long>('GET', read.path, token)
  assert.equal(stored.body.additionalInfo.description, text)

  const fitting = { ...long, additionalInfo: { description: 'x'.repeat(batchAnswerBytesMax - 4096) } }
  await world.call('POST', '/api/device', token, fitting)
  const many = await batch(world, token, Array(20).fill(read), { inOrder: true })
  const whole = many.responses.filter(({ status }) => status === 200).length
  assert.equal(whole, Math.ceil(batchAnswersBytesMax / (batchAnswerBytesMax - 4096)))
  assert.equal(many.responses.filter(({ status }) => status === 421).length, 20 - whole)
})

test('when the client goes away, no further call begins', async (t) => {
  const world = await start(t)
  const { token } = await world.tenant({})
  const requests = Array.from({ length: batchCallsMax }, (_, i) => ({
    method: 'POST',
    path: '/api/device',
    body: { name: `left ${i}`, type: 'default' },
  }))
  const count = async () =>
    (await world.call<{ totalElements: number }>('GET', '/api/tenant/devices?pageSize=1&page=0&textSearch=left', token))
      .body.totalElements
  const sent = httpRequest(`${world.httpUrl}/api/v2/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${token}` },
  })
  sent.on('error', () => {})
  sent.end(JSON.stringify({ requests, inOrder: true }))
  await until(async () => (await count()) > 0)
  sent.destroy()
  // Calls that were begun end; the count then stays.
  let before = -1
  await until(async () => {
    const now = await count()
    const isStill = now === before
    before = now
    return isStill
  })
  assert.ok(before < batchCallsMax, `${before} devices were created`)
})
