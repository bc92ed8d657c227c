import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { type TestContext, test } from 'node:test'
import { DomainError, ErrorCode } from '@sonde/model/errors'
import Type from 'typebox'
import { createCallerWatches } from '../access/caller-watch.ts'
import type { Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { newId } from '../ids.ts'
import { startTestApp } from './http-testing.ts'
import { changesNothing } from './route-audit.ts'
import { sendJsonPieces } from './streamed-answer.ts'

const ended = new DomainError(ErrorCode.JWT_TOKEN_EXPIRED, 'The session has ended. Sign in again.')
const authorities = ['TENANT_ADMIN'] as const

/** Calls of one user, which wait until the test lets them continue. */
async function openWorld(t: TestContext) {
  const live = createProcessChangeStream()
  let scope: Scope | null = testScope(newId())
  const caller = scope
  const grantOfToken = async () => {
    if (!scope) throw ended
    return { scope, expiresMs: Number.POSITIVE_INFINITY }
  }
  const begun = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  let handled = 0
  const work = async () => {
    begun.resolve()
    await going.promise
    handled++
    return { secret: 1 }
  }
  const route = { authorities, summary: 's', tag: 't', schema: { response: Type.Unknown() } } as const
  const app = await startTestApp(t, {
    scopeOfToken: async () => (await grantOfToken()).scope,
    callers: createCallerWatches({ live, grantOfToken }),
    register(routes) {
      routes.add({ ...route, method: 'GET', path: '/api/read', handle: work })
      routes.add({ ...route, method: 'POST', path: '/api/read', audit: changesNothing, handle: work })
      routes.add({ ...route, method: 'POST', path: '/api/change', audit: 'none: of a test', handle: work })
      routes.add({ ...route, method: 'POST', path: '/api/wait', audit: 'none: of a test', waits: true, handle: work })
      routes.add({
        ...route,
        method: 'GET',
        path: '/api/stream',
        handle({ reply }) {
          async function* pieces() {
            yield Buffer.from('[1,')
            yield Buffer.from('2,')
            begun.resolve()
            await going.promise
            yield Buffer.from('3]')
          }
          return sendJsonPieces(reply, pieces())
        },
      })
    },
  })
  const { userId, tenantId, customerId } = caller
  const change = () =>
    live.publish({
      points: [],
      attributes: [],
      changes: [{ kind: 'updated', entity: { entityType: 'USER', id: userId }, tenantId, customerId }],
    })
  return {
    ...app,
    live,
    begun: begun.promise,
    goOn: going.resolve,
    handled: () => handled,
    become(next: Scope | null) {
      scope = next
      change()
    },
    caller,
  }
}

test('what was read is not answered to who was signed out meanwhile; what changed something is', async (t) => {
  for (const [method, path, status] of [
    ['GET', '/api/read', 401],
    ['POST', '/api/read', 401],
    ['POST', '/api/change', 200],
  ] as const) {
    const world = await openWorld(t)
    const answer = world.call<{ errorCode?: number }>(method, path, { token: 'token' })
    await world.begun
    world.become(null)
    world.goOn()
    const { status: answered, body } = await answer
    assert.deepEqual([answered, body.errorCode], [status, status === 401 ? 11 : undefined], path)
    assert.equal(world.live.listenerCount, 0)
  }
})

test('a call that waits ends at once with the session, and with the rights of its caller', async (t) => {
  const world = await openWorld(t)
  const answer = world.call('POST', '/api/wait', { token: 'token' })
  await world.begun
  world.become(world.caller)
  world.become(null)
  assert.equal((await answer).status, 401)
  assert.equal(world.handled(), 0)
  world.goOn()

  const other = await openWorld(t)
  const changed = other.call('POST', '/api/wait', { token: 'token' })
  await other.begun
  other.become({ ...other.caller, authority: 'CUSTOMER_USER' })
  assert.equal((await changed).status, 403)
  other.goOn()
})

test('an answer on its way is broken off', async (t) => {
  const world = await openWorld(t)
  const answer = fetch(`${world.baseUrl}/api/stream`, { headers: { 'x-authorization': 'Bearer token' } })
  await world.begun
  const { body } = await answer
  world.become(null)
  await assert.rejects(new Response(body).text())
  world.goOn()
})

test('a call whose body came after the session had ended does not begin', async (t) => {
  const world = await openWorld(t)
  const text = JSON.stringify({ a: 1 })
  const request = httpRequest(`${world.baseUrl}/api/change`, {
    method: 'POST',
    headers: { 'x-authorization': 'Bearer token', 'content-type': 'application/json', 'content-length': text.length },
  })
  const status = new Promise((resolve, reject) => {
    request.once('response', (response) => resolve(response.resume().statusCode))
    request.once('error', reject)
  })
  const signedIn = new Promise<void>((resolve) => world.app.server.once('request', () => setImmediate(resolve)))
  request.write(text.slice(0, 3))
  await signedIn
  world.become(null)
  request.end(text.slice(3))
  assert.equal(await status, 401)
  assert.equal(world.handled(), 0)
})
