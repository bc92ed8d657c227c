import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import Type from 'typebox'
import { startTestApp } from './http-testing.ts'
import { spellsRoute } from './route-spelling.ts'

test('only what stands for a value may be encoded', () => {
  const spelled: readonly [string, string, boolean][] = [
    ['/metrics', '/metrics', true],
    ['/metrics', '/metrics?a=%20', true],
    ['/metrics', '/%6detrics', false],
    ['/metrics', '/%6Detrics?a=b', false],
    ['/api/auth/user', '/api/%61uth/user', false],
    ['/api/key/:key/values', '/api/key/a%20b/values', true],
    ['/api/key/:key/values', '/api/key/a%2fb/values', true],
    ['/api/key/:key/values', '/api/key/a%20b/value%73', false],
    ['/api/key/:key', '/ap%69/key/a', false],
    ['/files/*', '/files/a%20b/%63', true],
    ['/files/*', '/file%73/a', false],
    ['*', '/%61', true],
  ]
  for (const [pattern, url, expected] of spelled) assert.equal(spellsRoute(pattern, url), expected, `${pattern} ${url}`)
})

test('a route answers to its own spelling only', async (t) => {
  const { call } = await startTestApp(t, {
    scopeOfToken: async () => {
      throw unauthenticated('Nobody.')
    },
    metricsAccess: () => 'allowed',
    register(routes) {
      routes.add({
        method: 'GET',
        path: '/api/key/:key',
        authorities: 'anyone',
        summary: 'A key',
        tag: 'things',
        schema: { params: Type.Object({ key: Type.String() }) },
        handle: ({ params }) => params,
      })
    },
  })
  const statuses = async (...paths: string[]) =>
    Promise.all(paths.map(async (path) => (await call('GET', path)).status))
  assert.deepEqual(await statuses('/metrics', '/health', '/api/key/a'), [200, 200, 200])
  assert.deepEqual(await statuses('/%6detrics', '/%68ealth', '/api/ke%79/a'), [404, 404, 404])
  assert.deepEqual((await call('GET', '/api/key/%61%20b')).body, { key: 'a b' })
  assert.equal((await call('HEAD', '/%6detrics')).status, 404)
})
