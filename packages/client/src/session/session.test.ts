import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { SessionError } from '../rest/api-error.ts'
import { createRest, type RestDeps } from '../rest/rest.ts'
import { type Answering, manualTime, startPlatform, tokenOf } from '../testing.ts'
import { createSession } from './session.ts'
import { memoryStorage, type SessionLock } from './session-parts.ts'

/** Test server that accepts only its newest token for `/api/thing` and refreshes tokens. */
async function world(t: TestContext, answering: Answering = () => ({ body: 'ok' }), lock?: SessionLock) {
  const time = manualTime()
  const storage = memoryStorage()
  const forced: SessionError[] = []
  let issued = 0
  let rejectRefresh = 0
  let lost = 0
  let current = ''
  const pair = (userId = 'ada') => {
    const iat = Math.floor(time.clock.nowMs() / 1000)
    const claims = { sub: `${userId}@example.org`, userId, scopes: ['TENANT_ADMIN'], tenantId: 't', n: ++issued, iat }
    current = tokenOf({ ...claims, exp: iat + 100 })
    return { token: current, refreshToken: tokenOf({ ...claims, scopes: ['REFRESH_TOKEN'], exp: iat + 1000 }) }
  }
  const platform = await startPlatform(t, async (exchange) => {
    if (exchange.url === '/api/auth/login') {
      const { password, username } = exchange.body as { password: string; username: string }
      if (password !== 'right') return { status: 401, body: { status: 401, errorCode: 10, message: 'No.' } }
      return { body: pair(username) }
    }
    if (exchange.url === '/api/auth/token') {
      if (rejectRefresh)
        return { status: rejectRefresh, body: { status: rejectRefresh, errorCode: 10, message: 'No.' } }
      return { body: pair() }
    }
    if (exchange.url === '/api/auth/logout') return {}
    if (exchange.url === '/api/dashboard/serverTime') return { body: time.clock.nowMs() + 5000 }
    if (exchange.token !== current) return { status: 401, body: { status: 401, errorCode: 11, message: 'Expired.' } }
    return answering(exchange)
  })
  /** The server processes the request, but the response is lost. */
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const response = await globalThis.fetch(url, init)
    if (!String(url).endsWith('/api/auth/token') || lost === 0) return response
    lost--
    throw new TypeError('fetch failed')
  }
  const parts = { baseUrl: platform.baseUrl, fetch, clock: time.clock, lock, wait: async () => {} }
  const session = createSession({ ...parts, storage, onForcedLogout: (error) => forced.push(error) })
  const restWith = (more: Partial<RestDeps> = {}) => createRest({ ...parts, session, ...more })
  return {
    time,
    storage,
    forced,
    session,
    platform,
    restWith,
    rest: restWith(),
    pair,
    rejectRefresh: (status: number) => {
      rejectRefresh = status
    },
    loseAnswers: (count: number) => {
      lost = count
    },
    calls: (url: string) => platform.exchanges.filter((exchange) => exchange.url === url).length,
    /** Another session with the same storage, like a second tab. */
    otherTab: () => createSession({ ...parts, storage }),
  }
}

test('signs in, says who that is, and sends the token', async (t) => {
  const { session, rest, platform } = await world(t)
  const seen: (string | undefined)[] = []
  session.onChange((user) => seen.push(user?.sub))
  await session.login('ada', 'right')
  assert.deepEqual(session.user, {
    userId: 'ada',
    sub: 'ada@example.org',
    scopes: ['TENANT_ADMIN'],
    authority: 'TENANT_ADMIN',
    isPublic: false,
    tenantId: 't',
    customerId: null,
  })
  assert.equal(await rest.request('GET', '/api/thing'), 'ok')
  assert.equal(platform.exchanges.at(-1)?.token, await session.accessToken())
  await session.logout()
  assert.equal(session.user, null)
  assert.equal(await session.accessToken(), null)
  assert.deepEqual(seen, ['ada@example.org', undefined])
})

test('a wrong password is an ApiError with the code of the wire', async (t) => {
  const { session } = await world(t)
  await assert.rejects(session.login('ada', 'wrong'), { name: 'ApiError', status: 401, errorCode: 10, message: 'No.' })
  assert.equal(session.user, null)
})

test('a token without times, or with a span that is not positive, is not kept', async (t) => {
  const { session, storage } = await world(t)
  for (const times of [{}, { iat: 5 }, { exp: 5 }, { iat: 5, exp: 5 }, { iat: 6, exp: 5 }]) {
    assert.throws(() => session.loginWithTokens({ token: tokenOf({ userId: 'x', ...times }) }), { name: 'ApiError' })
    assert.equal(storage.get('jwt_token'), null)
  }
  assert.throws(() => session.loginWithTokens({ token: 'garbage' }))
  assert.equal(session.user, null)
})

test('a token is renewed when 2 s are left; one refresh serves all who wait', async (t) => {
  const { session, rest, time, calls } = await world(t)
  await session.login('ada', 'right')
  time.pass(97_999)
  assert.deepEqual(await Promise.all([rest.request('GET', '/api/a'), rest.request('GET', '/api/b')]), ['ok', 'ok'])
  assert.equal(calls('/api/auth/token'), 0)
  time.pass(1)
  const answers = await Promise.all(['/a', '/b', '/c'].map((path) => rest.request('GET', `/api${path}`)))
  assert.deepEqual(answers, ['ok', 'ok', 'ok'])
  assert.equal(calls('/api/auth/token'), 1)
})

test('code 11 renews the token and sends the request once more', async (t) => {
  const { session, rest, pair, calls } = await world(t)
  await session.login('ada', 'right')
  pair() // The server no longer accepts the token of the session.
  assert.deepEqual(await Promise.all([rest.request('GET', '/api/a'), rest.request('GET', '/api/b')]), ['ok', 'ok'])
  assert.equal(calls('/api/auth/token'), 1)
})

test('an expired refresh token ends the session', async (t) => {
  const { session, rest, time, storage, forced, calls } = await world(t)
  await session.login('ada', 'right')
  time.pass(1_000_000)
  await assert.rejects(rest.request('GET', '/api/a'), { name: 'SessionError', code: 'refreshTokenExpired' })
  assert.equal(session.user, null)
  assert.equal(storage.get('refresh_token'), null)
  assert.deepEqual(
    forced.map(({ code }) => code),
    ['refreshTokenExpired'],
  )
  assert.equal(calls('/api/auth/token'), 0)
})

test('a refused refresh ends the session, one that does not arrive does not', async (t) => {
  const { session, rest, time, rejectRefresh, forced } = await world(t)
  await session.login('ada', 'right')
  time.pass(99_000)
  rejectRefresh(503)
  await assert.rejects(rest.request('GET', '/api/a'), { name: 'ApiError', status: 503 })
  assert.equal(session.user?.userId, 'ada')
  rejectRefresh(401)
  await assert.rejects(rest.request('GET', '/api/a'), { name: 'SessionError', code: 'refreshTokenFailed' })
  assert.equal(session.user, null)
  assert.equal(forced.length, 1)
})

test('a refresh whose answer was lost is sent once more; one that was answered is not', async (t) => {
  const { session, rest, time, loseAnswers, calls } = await world(t)
  await session.login('ada', 'right')
  time.pass(99_000)
  loseAnswers(1)
  assert.equal(await rest.request('GET', '/api/a'), 'ok')
  assert.equal(calls('/api/auth/token'), 2)
  time.pass(99_000)
  loseAnswers(2)
  await assert.rejects(rest.request('GET', '/api/a'), { name: 'ApiError', status: 0 })
  assert.equal(session.user?.userId, 'ada', 'the session goes on: the next call tries again')
  assert.equal(await rest.request('GET', '/api/a'), 'ok')
})

test('tabs take turns where there is a lock: the second finds what the first has renewed', async (t) => {
  let last: Promise<unknown> = Promise.resolve()
  const lock: SessionLock = (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  const { session, otherTab, time, calls } = await world(t, undefined, lock)
  await session.login('ada', 'right')
  time.pass(99_000)
  const [one, other] = await Promise.all([session.accessToken(), otherTab().accessToken()])
  assert.deepEqual([one, calls('/api/auth/token')], [other, 1])
})

test('signing out ends the session on the server, also when the access token has ended', async (t) => {
  const { session, time, platform } = await world(t)
  const tokenOfLogout = () => platform.exchanges.findLast(({ url }) => url === '/api/auth/logout')?.token
  await session.login('ada', 'right')
  const token = await session.accessToken()
  await session.logout()
  assert.equal(tokenOfLogout(), token)
  await session.login('ada', 'right')
  time.pass(99_000)
  await session.logout()
  assert.equal(platform.exchanges.at(-2)?.url, '/api/auth/token')
  assert.ok(tokenOfLogout() && tokenOfLogout() !== token)
  assert.equal(session.user, null)
  const count = platform.exchanges.length
  await session.login('ada', 'right')
  time.pass(2_000_000)
  await session.logout()
  assert.equal(platform.exchanges.length, count + 1, 'there is nothing to end')
})

test('tabs share the session: what one signs in or renews, the others use', async (t) => {
  const { session, otherTab, time, calls } = await world(t)
  const other = otherTab()
  const seen: (string | undefined)[] = []
  other.onChange((user) => seen.push(user?.userId))
  await session.login('ada', 'right')
  other.storageChanged('jwt_token')
  assert.equal(other.user?.userId, 'ada')
  time.pass(99_000)
  const renewed = await session.accessToken()
  assert.equal(await other.accessToken(), renewed)
  // The rejected token is older than the one in the storage.
  assert.equal(await other.refresh('an older token'), renewed)
  assert.equal(calls('/api/auth/token'), 1)
  assert.notEqual(await other.refresh(renewed ?? ''), renewed)
  assert.equal(calls('/api/auth/token'), 2)
  await session.logout()
  other.storageChanged(null)
  assert.deepEqual(seen, ['ada', undefined])
})

test('a stored session is there after a reload, unless it has ended', async (t) => {
  const { session, otherTab, time } = await world(t)
  await session.login('ada', 'right')
  assert.equal(otherTab().user?.userId, 'ada')
  time.pass(99_000)
  assert.equal(otherTab().user?.userId, 'ada')
  time.pass(1_000_000)
  assert.equal(otherTab().user, null)
})

test("knows what the platform's clock is ahead, asked once", async (t) => {
  const { session, time, calls } = await world(t)
  await session.login('ada', 'right')
  assert.deepEqual(await Promise.all([session.clockOffsetMs(), session.clockOffsetMs()]), [5000, 5000])
  assert.equal(session.serverNowMs(), time.clock.nowMs() + 5000)
  assert.equal(calls('/api/dashboard/serverTime'), 1)
})

test("learns the platform's clock from another answer, and asks no more", async (t) => {
  const { session, time, calls } = await world(t)
  await session.login('ada', 'right')
  session.learnServerTime(time.clock.nowMs() + 7000, time.clock.nowMs())
  assert.equal(session.serverNowMs(), time.clock.nowMs() + 7000)
  assert.equal(await session.clockOffsetMs(), 7000)
  assert.equal(calls('/api/dashboard/serverTime'), 0)
})

test('429 is sent again after 1 to 4 s where the caller wants that', async (t) => {
  let rejections = 2
  const { session, restWith } = await world(t, () =>
    rejections-- > 0 ? { status: 429, body: { status: 429, errorCode: 33, message: 'Wait.' } } : { body: 'ok' },
  )
  await session.login('ada', 'right')
  const waits: number[] = []
  const rest = restWith({ random: () => 0.5, wait: async (ms) => void waits.push(ms) })
  assert.equal(await rest.request('GET', '/api/a', { resendRequest: true }), 'ok')
  assert.deepEqual(waits, [2500, 2500])
  rejections = 1
  await assert.rejects(rest.request('GET', '/api/a'), { status: 429, errorCode: 33 })
})

test('hooks see every request begin and end, and the failures that are not ignored', async (t) => {
  const { session, restWith } = await world(t, ({ url }) =>
    url.startsWith('/api/bad') ? { status: 404, body: { status: 404, errorCode: 32, message: 'Not there.' } } : {},
  )
  await session.login('ada', 'right')
  const log: string[] = []
  const rest = restWith({
    onRequestStart: ({ path }) => log.push(`start ${path}`),
    onRequestEnd: ({ path }) => log.push(`end ${path}`),
    onRequestError: (_, { path }) => log.push(`error ${path}`),
  })
  assert.equal(await rest.request('DELETE', '/api/good'), undefined)
  await assert.rejects(rest.request('GET', '/api/bad'), { status: 404, method: 'GET', path: '/api/bad' })
  await assert.rejects(rest.request('GET', '/api/bad2', { ignoreErrors: true, ignoreLoading: true }))
  const stopped = AbortSignal.abort()
  await assert.rejects(rest.request('GET', '/api/good', { signal: stopped, ignoreLoading: true }), {
    name: 'AbortError',
  })
  assert.deepEqual(log, ['start /api/good', 'end /api/good', 'start /api/bad', 'error /api/bad', 'end /api/bad'])
})

test('a platform that cannot be reached has status 0', async (t) => {
  const { session, time } = await world(t)
  await session.login('ada', 'right')
  const fetch = () => Promise.reject(new TypeError('fetch failed'))
  const rest = createRest({ baseUrl: 'http://nowhere', fetch, session })
  await assert.rejects(rest.request('GET', '/api/a'), { name: 'ApiError', status: 0, isUnreachable: true })
  assert.ok(time.clock.nowMs() > 0)
})
