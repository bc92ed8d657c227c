/** Token lifetime on a running server: over REST, and for a live connection that stays open. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { resigned } from '../permissions/scene.ts'
import { administrator, type CleanUp, type Platform, startPlatform } from '../platform/start-platform.ts'

interface Pair {
  readonly token: string
  readonly refreshToken: string
}

async function post<T>({ baseUrl }: Platform, path: string, body: object | null, token?: string) {
  const response = await fetch(baseUrl + path, {
    method: 'POST',
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { 'X-Authorization': `Bearer ${token}` }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as T }
}

const login = async (platform: Platform): Promise<Pair> =>
  (await post<Pair>(platform, '/api/auth/login', { username: administrator.email, password: administrator.password }))
    .body

const statusOf = async ({ baseUrl }: Platform, token: string) =>
  (await fetch(`${baseUrl}/api/auth/user`, { headers: { 'X-Authorization': `Bearer ${token}` } })).status

async function openSocket(t: CleanUp, { baseUrl }: Platform, token: string) {
  const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/api/ws/plugins/telemetry?token=${token}`)
  t.after(() => socket.close())
  const next = <E extends Event>(type: 'open' | 'message' | 'close') =>
    new Promise<E>((resolve) => socket.addEventListener(type, (event) => resolve(event as E), { once: true }))
  const closed = next<CloseEvent>('close')
  await next('open')
  const answer = async (frame: object) => {
    const message = next<MessageEvent>('message')
    socket.send(JSON.stringify(frame))
    return JSON.parse(String((await message).data)) as { cmdUpdateType?: string; errorCode: number }
  }
  return { socket, closed, answer }
}

/** The token with another expiration, signed with the server's key. */
function endingIn(platform: Platform, token: string, seconds: number): string {
  const key = Buffer.from(readFileSync(join(platform.dataFolder, 'signing-key'), 'utf8').trim(), 'base64')
  return resigned(token, key, (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) + seconds }))
}

test('signing out ends the session’s tokens and its live connections, and no others', async (t: TestContext) => {
  const platform = await startPlatform(t)
  const [one, other] = [await login(platform), await login(platform)]
  const [mine, others] = [await openSocket(t, platform, one.token), await openSocket(t, platform, other.token)]
  assert.equal((await post(platform, '/api/auth/logout', null, one.token)).status, 200)
  const { code, reason } = await mine.closed
  assert.deepEqual([code, reason], [1008, 'You are signed out.'])
  assert.deepEqual([await statusOf(platform, one.token), await statusOf(platform, other.token)], [401, 200])
  assert.equal((await post(platform, '/api/auth/token', { refreshToken: one.refreshToken })).status, 401)
  assert.equal((await others.answer({ authCmd: { cmdId: 1, token: other.token } })).errorCode, 0)
})

test('a live connection ends with its token, unless it is given a newer one', async (t: TestContext) => {
  const platform = await startPlatform(t)
  const { token, refreshToken } = await login(platform)
  const short = endingIn(platform, token, 2)
  const [left, renewed] = [await openSocket(t, platform, short), await openSocket(t, platform, short)]
  const next = await post<Pair>(platform, '/api/auth/token', { refreshToken })
  const answered = await renewed.answer({ authCmd: { cmdId: 7, token: next.body.token } })
  assert.deepEqual(answered, { cmdId: 7, cmdUpdateType: 'AUTH', errorCode: 0, errorMsg: null })
  const { code, reason } = await left.closed
  assert.deepEqual([code, reason], [1008, 'The token has expired. Connect with a new one.'])
  assert.equal(await statusOf(platform, short), 401)
  assert.equal(renewed.socket.readyState, WebSocket.OPEN)
  assert.equal((await renewed.answer({ authCmd: { cmdId: 8, token: next.body.token } })).errorCode, 0)
})

test('a refresh token that is used twice ends its session and the live connections of it', async (t: TestContext) => {
  const platform = await startPlatform(t)
  const { refreshToken } = await login(platform)
  const first = (await post<Pair>(platform, '/api/auth/token', { refreshToken })).body
  const second = (await post<Pair>(platform, '/api/auth/token', { refreshToken: first.refreshToken })).body
  const { closed } = await openSocket(t, platform, second.token)
  assert.equal((await post(platform, '/api/auth/token', { refreshToken })).status, 401)
  assert.equal((await closed).code, 1008)
  assert.deepEqual([await statusOf(platform, first.token), await statusOf(platform, second.token)], [401, 401])
  assert.match(platform.output(), /A refresh token was used twice/)
})

test('sessions go on over a restart, and so does what is known of used tokens', async (t: TestContext) => {
  const first = await startPlatform(t)
  const { token, refreshToken } = await login(first)
  const next = (await post<Pair>(first, '/api/auth/token', { refreshToken })).body
  const ended = await login(first)
  await post(first, '/api/auth/logout', null, ended.token)
  await first.kill()
  const again = await startPlatform(t, { dataFolder: first.dataFolder })
  assert.deepEqual([await statusOf(again, token), await statusOf(again, ended.token)], [200, 401])
  const renewed = await post<Pair>(again, '/api/auth/token', { refreshToken: next.refreshToken })
  assert.equal(renewed.status, 200)
  assert.equal((await post(again, '/api/auth/token', { refreshToken })).status, 401)
  assert.equal(await statusOf(again, renewed.body.token), 401)
})
