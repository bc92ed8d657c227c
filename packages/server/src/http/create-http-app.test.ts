import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { type TestContext, test } from 'node:test'
import { badRequest, unauthenticated } from '@sonde/model/errors'
import { uuid } from '@sonde/model/schema-parts'
import { jsonDepthMax } from '@sonde/model/storable-text'
import { pino } from 'pino'
import Type from 'typebox'
import type { Authority, Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { StoreFailed } from '../storage/storage.ts'
import { bodyBytesMax } from './create-http-app.ts'
import { startTestApp, type TestAppOptions } from './http-testing.ts'

interface WireError {
  readonly status: number
  readonly message: string
  readonly errorCode: number
  readonly timestamp: string
}

/** The token is the name of the authority. */
async function scopeOfToken(token: string): Promise<Scope> {
  if (!['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'].includes(token)) throw unauthenticated('The token isn’t valid.')
  return testScope('t', {
    userId: token,
    authority: token as Authority,
    customerId: 'c',
    email: `${token}@example.org`,
  })
}

const start = (t: TestContext, options: Partial<TestAppOptions> = {}) =>
  startTestApp(t, {
    scopeOfToken,
    register(routes) {
      routes.add({
        method: 'POST',
        path: '/api/thing/:thingId',
        authorities: ['TENANT_ADMIN'],
        summary: 'A thing',
        tag: 'things',
        audit: 'none: a test',
        schema: {
          params: Type.Object({ thingId: uuid }),
          query: Type.Object({
            count: Type.Optional(Type.Integer({ minimum: 1 })),
            deep: Type.Optional(Type.Boolean()),
            ids: Type.Optional(Type.Array(Type.String())),
            keys: Type.Optional(Type.String()),
            order: Type.Optional(Type.Enum(['ASC', 'DESC'])),
          }),
          body: Type.Object({ name: Type.String({ minLength: 1, maxLength: 5 }), info: Type.Optional(Type.Unknown()) }),
        },
        handle: ({ scope, params, query, body }) => ({ by: scope.authority, params, query, body }),
      })
      routes.add({
        method: 'POST',
        path: '/api/text',
        authorities: 'anyone',
        summary: 'Text',
        tag: 'things',
        audit: 'none: a test',
        bodyText: true,
        handle: ({ scope, body }) => ({ by: scope?.authority ?? null, body }),
      })
      routes.add({
        method: 'GET',
        path: '/api/:kind',
        authorities: 'anyone',
        summary: 'Answers',
        tag: 'things',
        schema: { params: Type.Object({ kind: Type.String() }) },
        handle({ params: { kind } }) {
          if (kind === 'nothing') return undefined
          if (kind === 'string') return 'text'
          if (kind === 'mistake') throw badRequest('That was wrong.')
          throw new Error('the secret path /etc/sonde')
        },
      })
    },
    ...options,
  })

const id = '11111111-2222-4333-8444-AAAAAAAAAAAA'
const path = `/api/thing/${id}`

test('a request gets in with the right authority, by either header, and not otherwise', async (t) => {
  const { call } = await start(t)
  const body = { name: 'pump' }
  const rejected = async (token: string | undefined) => {
    const { status, body: error } = await call<WireError>('POST', path, { token, body })
    assert.match(error.timestamp, /^\d{4}-/)
    assert.equal(error.status, status)
    return [status, error.errorCode]
  }
  assert.deepEqual(await rejected(undefined), [401, 10])
  assert.deepEqual(await rejected('garbage'), [401, 10])
  assert.deepEqual(await rejected('SYS_ADMIN'), [403, 20])
  assert.deepEqual(await rejected('CUSTOMER_USER'), [403, 20])
  assert.equal((await call('POST', path, { token: 'TENANT_ADMIN', body })).status, 200)
  assert.equal((await call('POST', path, { headers: { authorization: 'Bearer TENANT_ADMIN' }, body })).status, 200)
})

test('an open route knows who calls, and takes a wrong token for nobody', async (t) => {
  const { call } = await start(t)
  const by = async (token?: string) => (await call<{ by: string }>('POST', '/api/text', { token, text: 'x' })).body.by
  assert.deepEqual([await by(), await by('garbage'), await by('SYS_ADMIN')], [null, null, 'SYS_ADMIN'])
})

test('query and path become what the schema says; empty values count as absent', async (t) => {
  const { call } = await start(t)
  const query = '?count=7&deep=true&ids=a,b&keys=x&keys=y&order='
  const { body } = await call<object>('POST', path + query, { token: 'TENANT_ADMIN', body: { name: 'p' } })
  assert.deepEqual(body, {
    by: 'TENANT_ADMIN',
    params: { thingId: id.toLowerCase() },
    query: { count: 7, deep: true, ids: ['a', 'b'], keys: 'x,y' },
    body: { name: 'p' },
  })
})

test('what does not fit the schema is refused with the name of the field', async (t) => {
  const { call } = await start(t)
  const rejection = async (at: string, body: unknown) => {
    const answer = await call<WireError>('POST', at, { token: 'TENANT_ADMIN', body })
    assert.deepEqual([answer.status, answer.body.errorCode], [400, 31])
    return answer.body.message
  }
  assert.match(await rejection('/api/thing/7', { name: 'p' }), /^thingId has the wrong format/)
  assert.match(await rejection(`${path}?count=many`, { name: 'p' }), /^count must be integer/)
  assert.match(await rejection(`${path}?count=0`, { name: 'p' }), /^count must be >= 1/)
  assert.match(await rejection(`${path}?order=up`, { name: 'p' }), /^order must be one of ASC, DESC/)
  assert.match(await rejection(path, {}), /^name is missing/)
  assert.match(await rejection(path, { name: '' }), /^name is empty/)
  assert.match(await rejection(path, { name: 'sixsix' }), /^name has more than 5 characters/)
  assert.match(await rejection(path, { name: 7 }), /^name must be string/, 'bodies are not coerced')
  assert.match(await rejection(path, undefined), /^body must be object/)
})

test('hostile text is refused with the name of the field', async (t) => {
  const { call } = await start(t)
  const rejection = async (text: string | Uint8Array<ArrayBuffer>, at = path) => {
    const answer = await call<WireError>('POST', at, { token: 'TENANT_ADMIN', text })
    assert.deepEqual([answer.status, answer.body.errorCode], [400, 31], answer.text)
    return answer.body.message
  }
  assert.match(await rejection('{"name":'), /isn’t valid JSON/)
  assert.match(await rejection('{"name":"a\\u0000"}'), /^name contains a NUL/)
  assert.match(await rejection('{"name":"a","info":{"x":["\\ud800"]}}'), /^info\.x\[0\] contains half/)
  assert.match(await rejection('{"name":"a","info":{"__proto__":{"x":1}}}'), /info\.__proto__ isn’t allowed/)
  assert.match(await rejection('{"name":"a","info":{"\\u005f_proto__":1}}'), /__proto__ isn’t allowed/)
  assert.match(await rejection(new Uint8Array([0x7b, 0xff, 0x7d])), /isn’t valid UTF-8/)
  assert.match(await rejection('{"name":"a"}', `${path}?keys=a%00b`), /^keys contains a NUL/)
  const nested = (depth: number) => `{"name":"a","info":${'['.repeat(depth)}${']'.repeat(depth)}}`
  assert.match(await rejection(nested(jsonDepthMax)), /nests deeper than 200/)
  assert.match(await rejection(nested(100_000)), /nests deeper than 200/)
  const deepest = await call('POST', path, { token: 'TENANT_ADMIN', text: nested(jsonDepthMax - 1) })
  assert.equal(deepest.status, 200)
})

test('JSON that a route reads as text is held to the same, and comes as it was written', async (t) => {
  const { call } = await start(t)
  const read = async (text: string) => (await call<WireError>('POST', '/api/text', { text })).body
  assert.match((await read('{"name":["a\\u0000"]}')).message, /^name\[0\] contains a NUL/)
  assert.match((await read('{"name":"\\ud800"}')).message, /^name contains half/)
  assert.match((await read('{"name":{"__proto__":{"x":1}}}')).message, /name\.__proto__ isn’t allowed/)
  assert.match((await read('{"\\u005f_proto__":1}')).message, /__proto__ isn’t allowed/)
  assert.match((await read(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).message, /nests deeper than 200/)
  for (const text of ['{"v":21.0,"e":"\\u00e9"}', `{"v":"${'['.repeat(1_000)}"}`, '{"v":"\\u0000', '[['.repeat(300)]) {
    assert.deepEqual(await read(text), { by: null, body: text })
  }
})

test('a body up to the limit is taken, one byte more is refused', async (t) => {
  const { call } = await start(t)
  const send = async (bytes: number) => (await call<WireError>('POST', '/api/text', { text: 'x'.repeat(bytes) })).status
  assert.equal(await send(bodyBytesMax), 200)
  assert.equal(await send(bodyBytesMax + 1), 413)
})

test('JSON is wanted as JSON; text is taken as any type', async (t) => {
  const { call } = await start(t)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await call('POST', path, { token: 'TENANT_ADMIN', text: 'name=a', headers })).status, 415)
  const taken = await call('POST', '/api/text', { text: '{"a":21.0', headers })
  assert.deepEqual(taken.body, { by: null, body: '{"a":21.0' })
})

test('answers: nothing is empty, a string is JSON, an unknown path is the wire’s 404', async (t) => {
  const { call } = await start(t)
  const nothing = await call('GET', '/api/nothing')
  assert.deepEqual([nothing.status, nothing.text], [200, ''])
  const string = await call('GET', '/api/string')
  assert.deepEqual([string.text, string.headers.get('content-type')], ['"text"', 'application/json; charset=utf-8'])
  const unknown = await call<WireError>('GET', '/api/no/such/thing')
  assert.deepEqual([unknown.status, unknown.body.errorCode], [404, 32])
  assert.equal((await call('GET', '/api/mistake')).status, 400)
  assert.equal((await call('GET', '/api/%E0%A4')).status, 400)
})

test('an unknown path is answered before its body is there', async (t) => {
  const { baseUrl } = await start(t)
  const request = httpRequest(`${baseUrl}/nothing`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': bodyBytesMax },
  })
  request.on('error', () => {})
  request.write('{')
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  // Destroyed here instead of after the test: the server would first wait for the rest of the body.
  request.destroy()
  assert.equal(answer.statusCode, 404)
})

test('a defect is logged under an id, and answered with the id and nothing else', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const { call } = await start(t, { log })
  const { status, body } = await call<WireError>('GET', '/api/defect')
  assert.deepEqual([status, body.errorCode], [500, 2])
  assert.doesNotMatch(body.message, /secret/)
  const [line] = lines.map((each) => JSON.parse(each) as { correlationId: string; err: { message: string } })
  assert.match(line?.err.message ?? '', /secret/)
  assert.ok(body.message.includes(line?.correlationId ?? 'none'))
})

test('health says 503 when a part failed', async (t) => {
  let isWell = true
  const { call } = await start(t, {
    checkHealth: async () => {
      if (!isWell) throw new Error('disk')
    },
  })
  assert.equal((await call('GET', '/health')).status, 200)
  isWell = false
  assert.deepEqual((await call<{ status: string }>('GET', '/health')).body.status, 'DOWN')
  assert.equal((await call('GET', '/health')).status, 503)
})

test('health and refused writes say in the words of the store why it takes none', async (t) => {
  const full = new StoreFailed('The disk is full.')
  const { call } = await start(t, {
    checkHealth: () => Promise.reject(full),
    register(routes) {
      routes.add({
        method: 'POST',
        path: '/api/v2/refused',
        authorities: 'anyone',
        summary: 'test',
        tag: 'test',
        audit: 'none: a test',
        handle: () => Promise.reject(full),
      })
    },
  })
  const health = await call<{ message: string }>('GET', '/health')
  assert.deepEqual([health.status, health.body.message], [503, full.message])
  const rejected = await call<{ status: number; message: string; errorCode: number }>('POST', '/api/v2/refused', {
    body: {},
  })
  assert.equal(rejected.status, 503)
  assert.deepEqual([rejected.body.status, rejected.body.errorCode, rejected.body.message], [503, 2, full.message])
})

test('metrics hold the times of requests by route, never by path', async (t) => {
  const { call } = await start(t, { metricsAccess: () => 'allowed' })
  await call('POST', path, { token: 'TENANT_ADMIN', body: { name: 'p' } })
  const { text } = await call('GET', '/metrics')
  assert.match(
    text,
    /sonde_http_request_duration_seconds_count\{method="POST",route="\/api\/thing\/:thingId",status="200"/,
  )
  assert.ok(!text.includes(id))
  assert.match(text, /nodejs_eventloop_lag_p99_seconds/)
})

test('the client is who calls, or whom a trusted proxy names', async (t) => {
  const addressSeen = async (trustedProxies: string[] | null, headers: Record<string, string>) => {
    const { call } = await start(t, {
      trustedProxies,
      register(routes) {
        routes.add({
          method: 'GET',
          path: '/api/v2/address',
          authorities: 'anyone',
          summary: 'test',
          tag: 'test',
          handle: ({ request }) => ({ address: request.ip, at: `${request.protocol}://${request.host}` }),
        })
      },
    })
    return (await call<{ address: string; at: string }>('GET', '/api/v2/address', { headers })).body
  }
  const named = { 'x-forwarded-for': '203.0.113.7, 198.51.100.9', 'x-forwarded-host': 'evil.example' }
  for (const trusted of [null, ['10.0.0.0/8', '::1']]) {
    const { address, at } = await addressSeen(trusted, { ...named, 'x-forwarded-proto': 'https' })
    assert.equal(address, '127.0.0.1')
    assert.match(at, /^http:\/\/127/)
  }
  const { address } = await addressSeen(['127.0.0.0/8'], named)
  assert.equal(address, '198.51.100.9', 'the last one that is no trusted proxy; what stands before it anyone can write')
  const seen = async (forwarded: string) =>
    (await addressSeen(['127.0.0.0/8'], { 'x-forwarded-for': forwarded })).address
  assert.equal(await seen('203.0.113.7, 198.51.100.9:40123'), '198.51.100.9', 'a port makes nobody another client')
  assert.equal(await seen('[2001:db8::1]:40123'), '2001:db8::1')
  assert.equal(await seen('who knows'), '127.0.0.1')
})

test('only answers over TLS insist on TLS, and not where only this machine calls', async (t) => {
  const insists = async (isLocalOnly: boolean, scheme: string) => {
    const { call } = await start(t, { trustedProxies: ['127.0.0.1'], isLocalOnly })
    const { headers } = await call('GET', '/health', { headers: { 'x-forwarded-proto': scheme } })
    return headers.get('strict-transport-security')
  }
  assert.equal(await insists(false, 'https'), 'max-age=31536000')
  assert.equal(await insists(false, 'http'), null)
  assert.equal(await insists(true, 'https'), null)
})

test('no text of a request comes back in a header', async (t) => {
  const { baseUrl } = await start(t)
  const { hostname, port } = new URL(baseUrl)
  const mark = 'sent-mark'
  for (const target of ['/', '/health', `/${mark}`, '/api/text', '/api/v2/openapi.json', `/docs/${mark}`]) {
    const headers = await new Promise<unknown>((resolve, reject) => {
      httpRequest(
        {
          hostname,
          port,
          path: `${target}?q=${mark}`,
          headers: {
            host: `x; script-src-elem ${mark}`,
            accept: `text/html, ${mark}/*`,
            origin: `https://${mark}.example`,
            'x-forwarded-host': mark,
            'x-forwarded-for': mark,
            'accept-encoding': mark,
            'if-none-match': mark,
            range: `bytes=${mark}`,
          },
        },
        (response) => resolve(response.resume().rawHeaders),
      )
        .once('error', reject)
        .end()
    })
    assert.ok(!JSON.stringify(headers).includes(mark), `${target}: ${JSON.stringify(headers)}`)
  }
})

test('the OpenAPI document has every route with its schemas', async (t) => {
  const { call, routes } = await start(t)
  const { body } = await call<{ openapi: string; paths: Record<string, Record<string, Operation>> }>(
    'GET',
    '/api/v2/openapi.json',
  )
  assert.equal(body.openapi, '3.1.0')
  for (const route of routes.list()) {
    const operation = body.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    assert.deepEqual([operation?.summary, operation?.tags], [route.summary, [route.tag]], route.path)
  }
  const entity = body.paths['/api/thing/{thingId}']?.post
  assert.deepEqual(
    entity?.parameters.map((each) => `${each.in} ${each.name} ${each.required}`),
    [
      'path thingId true',
      'query count false',
      'query deep false',
      'query ids false',
      'query keys false',
      'query order false',
    ],
  )
  assert.ok(entity?.requestBody)
})

interface Operation {
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly required: boolean }[]
  readonly requestBody?: unknown
}
