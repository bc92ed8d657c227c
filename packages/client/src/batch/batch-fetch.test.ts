import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClientCore } from '../client-core.ts'
import { createDeviceCalls } from '../devices/device-calls.ts'
import { ApiError } from '../rest/api-error.ts'
import { tokenOf } from '../testing.ts'
import { createBatchFetch } from './batch-fetch.ts'

interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: { readonly requests: readonly { readonly path: string; readonly body?: unknown }[] } | undefined
}

type Answers = (path: string) => { readonly status: number; readonly body?: unknown }

/** A server that answers calls and batches; `whole` answers batches instead. */
async function serverWith(answers: Answers, whole?: () => Response | undefined) {
  const sent: Sent[] = []
  const issued = Math.floor(Date.now() / 1000)
  let tokens = 0
  const token = () =>
    tokenOf({ userId: `${++tokens}`, sub: 'ada', scopes: ['TENANT_ADMIN'], iat: issued, exp: issued + 9000 })
  const fetch = (async (input: string, init: RequestInit = {}) => {
    const path = input.replace('http://server.example', '')
    if (path.startsWith('/api/auth/')) return Response.json({ token: token(), refreshToken: token() })
    const text = init.body as string | undefined
    const body = text === undefined ? undefined : JSON.parse(text)
    sent.push({ path, headers: init.headers as Record<string, string>, body })
    if (path !== '/api/v2/batch') {
      const { status, body: answer } = answers(path)
      return Response.json(answer ?? null, { status: status === 421 ? 200 : status })
    }
    return whole?.() ?? Response.json({ responses: body.requests.map((one: { path: string }) => answers(one.path)) })
  }) as typeof globalThis.fetch
  const core = createClientCore({ baseUrl: 'http://server.example', fetch })
  await core.session.login('ada', 'secret')
  sent.length = 0
  return { sent, devices: createDeviceCalls(core.rest), how: { fetch: createBatchFetch({ fetch }) } }
}

const messageOf = (error: unknown) => (error instanceof ApiError ? `${error.status} ${error.message}` : String(error))
const outcomes = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((one) => (one.status === 'fulfilled' ? one.value : messageOf(one.reason)))

test('calls that begin together are one request, each with its own result', async () => {
  const { sent, devices, how } = await serverWith((path) =>
    path.endsWith('/b')
      ? { status: 404, body: { message: 'DEVICE b was not found.' } }
      : { status: 200, body: { path } },
  )
  const results = await outcomes([devices.get('a', how), devices.get('b', how), devices.get('c', how)])
  assert.deepEqual(results, [{ path: '/api/device/a' }, '404 DEVICE b was not found.', { path: '/api/device/c' }])
  assert.equal(sent.length, 1)
  assert.match(sent[0]?.headers['X-Authorization'] ?? '', /^Bearer /)
  assert.deepEqual(sent[0]?.body, {
    requests: ['a', 'b', 'c'].map((id) => ({ method: 'GET', path: `/api/device/${id}` })),
  })
})

test('one call alone is sent as usual, and so are calls that can be aborted', async () => {
  const { sent, devices, how } = await serverWith(() => ({ status: 200 }))
  await devices.delete('a', how)
  const { signal } = new AbortController()
  await Promise.all(['b', 'c'].map((id) => devices.delete(id, { ...how, signal })))
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/api/device/a', '/api/device/b', '/api/device/c'],
  )
})

test('more than a hundred calls, and long ones, take several requests', async () => {
  const { sent, devices, how } = await serverWith(() => ({ status: 200 }))
  await Promise.all(Array.from({ length: 250 }, (_, i) => devices.delete(String(i), how)))
  assert.deepEqual(
    sent.map(({ body }) => body?.requests.length),
    [100, 100, 50],
  )
  sent.length = 0
  const save = (length: number) => devices.save({ name: 'x'.repeat(length) }, undefined, how)
  await Promise.all([save(100_000), save(100_000), save(100_000), save(300_000)])
  assert.deepEqual(sent.map(({ path, body }) => body?.requests?.length ?? path).sort(), [
    '/api/device',
    '/api/device',
    2,
  ])
})

test('what a batch does not make is sent alone', async () => {
  const { sent, devices, how } = await serverWith((path) =>
    path.endsWith('/long') ? { status: 421, body: 'whole' } : { status: 200, body: 'short' },
  )
  assert.deepEqual(await outcomes([devices.get('long', how), devices.get('a', how)]), ['whole', 'short'])
  assert.deepEqual(
    sent.map(({ path }) => path),
    ['/api/v2/batch', '/api/device/long'],
  )
})

test('an expired token is renewed once, and the calls are sent again together', async () => {
  let left = 1
  const expired = () =>
    left-- > 0 ? Response.json({ message: 'Token has expired', errorCode: 11 }, { status: 401 }) : undefined
  const { sent, devices, how } = await serverWith(() => ({ status: 200, body: 'done' }), expired)
  assert.deepEqual(await outcomes([devices.get('a', how), devices.get('b', how)]), ['done', 'done'])
  const [first, second] = sent
  assert.equal(sent.length, 2)
  assert.notEqual(first?.headers['X-Authorization'], second?.headers['X-Authorization'])
})

test('a batch that is rejected, or that never arrives, fails each of its calls', async () => {
  const rejected = await serverWith(
    () => ({ status: 200 }),
    () => Response.json({ message: 'Too many calls.' }, { status: 429 }),
  )
  assert.deepEqual(await outcomes(['a', 'b'].map((id) => rejected.devices.get(id, rejected.how))), [
    '429 Too many calls.',
    '429 Too many calls.',
  ])
  const lost = await serverWith(
    () => ({ status: 200 }),
    () => {
      throw new TypeError('network')
    },
  )
  assert.deepEqual(await outcomes(['a', 'b'].map((id) => lost.devices.get(id, lost.how))), [
    '0 Can’t reach the server.',
    '0 Can’t reach the server.',
  ])
})

test('whole numbers keep their digits', async () => {
  const { devices, how } = await serverWith(
    () => ({ status: 200 }),
    () => new Response('{"responses":[{"status":200,"body":{"n":9007199254740993}},{"status":200}]}'),
  )
  const [first] = await outcomes([devices.get('a', how), devices.get('b', how)])
  assert.deepEqual(first, { n: 9007199254740993n })
})
