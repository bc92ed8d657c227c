/** Sessions over REST: what ends a token, and what does not. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { TokenPair } from '@sonde/model/auth/auth'
import { createLoggedChangeStream } from '../changes/change-stream-testing.ts'
import { administrator, password, startTestAccounts, type TestAccountsOptions } from './auth-testing.ts'
import { refreshGraceMs, sessionsStaleMsMax } from './sessions.ts'
import { accessTokenSeconds, refreshTokenSeconds } from './tokens.ts'

async function start(t: TestContext, options: TestAccountsOptions = {}) {
  let ahead = 0
  const accounts = await startTestAccounts(t, { clock: { nowMs: () => Date.now() + ahead }, ...options })
  const { call } = accounts
  return {
    ...accounts,
    turn(seconds: number) {
      ahead += seconds * 1000
    },
    isIn: async (token: string) => (await call('GET', '/api/auth/user', { token })).status === 200,
    refresh: async (refreshToken: string) => call<TokenPair>('POST', '/api/auth/token', { body: { refreshToken } }),
    logout: (token: string) => call('POST', '/api/auth/logout', { token }),
  }
}

test('signing out ends the access token and the refresh token of this session, at once, and no other', async (t) => {
  const { signIn, isIn, refresh, logout } = await start(t)
  const one = await signIn(administrator.email, administrator.password)
  const other = await signIn(administrator.email, administrator.password)
  const renewed = (await refresh(one.refreshToken)).body
  assert.ok((await isIn(one.token)) && (await isIn(renewed.token)))
  assert.equal((await logout(one.token)).status, 200)
  for (const { token, refreshToken } of [one, renewed]) {
    assert.equal(await isIn(token), false)
    const rejected = await refresh(refreshToken)
    assert.deepEqual([rejected.status, (rejected.body as { errorCode?: number }).errorCode], [401, 11])
  }
  assert.equal(await isIn(other.token), true)
  assert.equal((await refresh(other.refreshToken)).status, 200)
})

test('signing out ends the session also with an access token whose time is over, while the session is live', async (t) => {
  const { signIn, isIn, refresh, logout, turn } = await start(t)
  const one = await signIn(administrator.email, administrator.password)
  const other = await signIn(administrator.email, administrator.password)
  turn(accessTokenSeconds + 1)
  assert.equal(await isIn(one.token), false)
  assert.equal((await refresh(other.refreshToken)).status, 200, 'sessions outlast their access tokens')
  assert.equal((await logout(one.token)).status, 200)
  assert.equal((await refresh(one.refreshToken)).status, 401)
  assert.equal((await logout(one.token)).status, 401, 'nothing is left to end')
})

test('a refresh token is used once: used again, the session ends for both who hold it', async (t) => {
  const { signIn, isIn, refresh, turn } = await start(t)
  const stolen = await signIn(administrator.email, administrator.password)
  const other = await signIn(administrator.email, administrator.password)
  const first = (await refresh(stolen.refreshToken)).body
  turn(60)
  const second = (await refresh(first.refreshToken)).body
  assert.equal(await isIn(stolen.token), true, 'access tokens last their time')
  assert.equal((await refresh(stolen.refreshToken)).status, 401)
  assert.equal(await isIn(second.token), false)
  assert.equal((await refresh(second.refreshToken)).status, 401)
  assert.equal(await isIn(other.token), true)
})

test('for a moment the same answer comes again: it may have been lost', async (t) => {
  const { signIn, isIn, refresh, turn } = await start(t)
  const { refreshToken } = await signIn(administrator.email, administrator.password)
  const [first, atOnce] = await Promise.all([refresh(refreshToken), refresh(refreshToken)])
  assert.deepEqual([first.status, atOnce.body], [200, first.body], 'the very same tokens')
  turn(refreshGraceMs / 1000 - 1)
  assert.deepEqual((await refresh(refreshToken)).body, first.body)
  assert.equal(await isIn(first.body.token), true)
  const next = await refresh(first.body.refreshToken)
  assert.equal(next.status, 200)
  turn(refreshGraceMs / 1000 + 1)
  assert.equal((await refresh(first.body.refreshToken)).status, 401, 'then it is a copy')
  assert.equal(await isIn(next.body.token), false)
})

test('two generations back are a copy at once', async (t) => {
  const { signIn, refresh } = await start(t)
  const { refreshToken } = await signIn(administrator.email, administrator.password)
  const first = (await refresh(refreshToken)).body
  assert.equal((await refresh(first.refreshToken)).status, 200)
  assert.equal((await refresh(refreshToken)).status, 401)
})

test('a session that is used goes on for weeks; one that is not ends with its refresh token', async (t) => {
  const { signIn, isIn, refresh, turn } = await start(t)
  const idle = await signIn(administrator.email, administrator.password)
  let pair = await signIn(administrator.email, administrator.password)
  for (let day = 0; day < 21; day++) {
    turn(24 * 3600)
    assert.equal(await isIn(pair.token), false)
    const renewed = await refresh(pair.refreshToken)
    assert.equal(renewed.status, 200)
    pair = renewed.body
    assert.equal(await isIn(pair.token), true)
  }
  assert.ok(21 * 24 * 3600 > refreshTokenSeconds)
  assert.equal((await refresh(idle.refreshToken)).status, 401)
})

test('of more sessions than a user may have, the one that was used longest ago ends', async (t) => {
  const { tenant, signIn, isIn, turn, storage } = await start(t, { limits: { sessions: 3 } })
  const { guest } = await tenant('acme')
  const used = (await signIn(guest.user.email, password)).token
  turn(60)
  const unused = (await signIn(guest.user.email, password)).token
  turn(60)
  // Active sessions: the one of the activation, `used` and `unused`.
  assert.equal(await isIn(guest.token), true)
  turn(60)
  assert.equal(await isIn(used), true)
  turn(60)
  const newest = (await signIn(guest.user.email, password)).token
  assert.deepEqual(await Promise.all([used, unused, guest.token, newest].map(isIn)), [true, false, true, true])
  turn(refreshTokenSeconds)
  await signIn(guest.user.email, password)
  const { build } = storage.relational
  const rows = await storage.relational.all(
    build.selectFrom('user_session').select('id').where('user_id', '=', guest.user.id.id),
  )
  assert.equal(rows.length, 1, 'those that have expired are removed')
})

test('a password change, disabling and deletion leave no session behind', async (t) => {
  const { tenant, signIn, refresh, call, storage } = await start(t)
  const { admin, guest } = await tenant('acme')
  const before = await signIn(guest.user.email, password)
  const count = async () => {
    const { build } = storage.relational
    const rows = build.selectFrom('user_session').select('id').where('user_id', '=', guest.user.id.id)
    return (await storage.relational.all(rows)).length
  }
  assert.equal(await count(), 2)
  const body = { currentPassword: password, newPassword: 'another-password' }
  const changed = await call<TokenPair>('POST', '/api/auth/changePassword', { token: before.token, body })
  assert.equal(await count(), 1)
  assert.equal((await refresh(changed.body.refreshToken)).status, 200)
  const path = `/api/user/${guest.user.id.id}`
  await call('POST', `${path}/userCredentialsEnabled?userCredentialsEnabled=false`, { token: admin.token })
  assert.equal(await count(), 0)
  await call('POST', `${path}/userCredentialsEnabled?userCredentialsEnabled=true`, { token: admin.token })
  await signIn(guest.user.email, 'another-password')
  await call('DELETE', path, { token: admin.token })
  assert.equal(await count(), 0)
})

test('a password that is changed while the old one is checked lets nobody in', async (t) => {
  const { tenant, call, isIn } = await start(t)
  const { guest } = await tenant('acme')
  const body = { currentPassword: password, newPassword: 'another-password' }
  const [changed, ...signIns] = await Promise.all([
    call<TokenPair>('POST', '/api/auth/changePassword', { token: guest.token, body }),
    ...Array.from({ length: 4 }, () =>
      call<TokenPair>('POST', '/api/auth/login', { body: { username: guest.user.email, password } }),
    ),
  ])
  assert.equal(changed?.status, 200)
  for (const { body: pair } of signIns) assert.equal(await isIn(pair.token ?? ''), false, 'with the old password')
  assert.equal(await isIn(changed?.body.token ?? ''), true)
})

test('using a session writes nothing', async (t) => {
  const { signIn, isIn, storage } = await start(t)
  const { token } = await signIn(administrator.email, administrator.password)
  const before = storage.commits
  for (let i = 0; i < 20; i++) assert.equal(await isIn(token), true)
  assert.equal(storage.commits, before)
})

test('a token without a session, or of a session of another user, counts for nothing', async (t) => {
  const { tenant, signIn, isIn, refresh, storage, turn } = await start(t)
  const { guest, admin } = await tenant('acme')
  const pair = await signIn(guest.user.email, password)
  assert.equal(await isIn(pair.token), true)
  const { build, statement } = storage.relational
  const foreign = build.updateTable('user_session').set({ user_id: admin.user.id.id })
  await storage.transact({ statements: [statement(foreign.where('user_id', '=', guest.user.id.id))] })
  assert.equal((await refresh(pair.refreshToken)).status, 401)
  turn(accessTokenSeconds)
  assert.equal(await isIn(pair.token), false)
})

test('guesses of the current password are slowed down like sign-ins, and the session goes on', async (t) => {
  const { tenant, call, isIn, turn } = await start(t)
  const { guest } = await tenant('acme')
  const change = async (currentPassword: string) =>
    call('POST', '/api/auth/changePassword', {
      token: guest.token,
      body: { currentPassword, newPassword: 'another-password' },
    })
  for (let i = 0; i < 5; i++) assert.equal((await change('wrong')).status, 400)
  const held = await change(password)
  assert.deepEqual([held.status, held.headers.get('retry-after')], [429, '1'])
  assert.equal(await isIn(guest.token), true)
  turn(1)
  assert.equal((await change(password)).status, 200)
})

test('too many failures answer 429 with the time to wait, for accounts that are there and others alike', async (t) => {
  const { tenant, call } = await start(t)
  const { guest } = await tenant('acme')
  for (const username of [guest.user.email, 'nobody@acme.example']) {
    const login = () => call('POST', '/api/auth/login', { body: { username, password: 'wrong' } })
    for (let i = 0; i < 5; i++) assert.equal((await login()).status, 401)
    const { status, headers, body } = await login()
    assert.deepEqual([status, headers.get('retry-after')], [429, '1'])
    const { errorCode, message } = body as { errorCode: number; message: string }
    assert.equal(errorCode, 33)
    assert.match(message, /^Failed sign-ins per account and address: the limit is 5 in 600 s\. .*Try again in 1 s\.$/)
  }
})

test('calls that need no sign-in are bounded per address; other calls and other addresses are not', async (t) => {
  const { call, root } = await start(t, { limits: { openCalls: 30, mailRequests: 3 }, trustedProxies: ['127.0.0.1'] })
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const reset = async (address: string) => {
    const path = '/api/noauth/resendEmailActivation?email=nobody%40example.org'
    return (await call('POST', path, from(address))).status
  }
  assert.deepEqual([await reset('1.1.1.1'), await reset('1.1.1.1'), await reset('1.1.1.1')], [200, 200, 200])
  assert.deepEqual([await reset('1.1.1.1'), await reset('2.2.2.2')], [429, 200])
  const paths = ['/api/auth/token', '/api/auth/login/public', '/api/noauth/oauth2Clients', '/api/v2/noauth/email']
  const statuses = []
  for (let i = 0; i < 40; i++) {
    const path = paths[i % paths.length] ?? ''
    statuses.push((await call('POST', path, { ...from('2001:db8::1'), body: {} })).status)
  }
  assert.equal(statuses.filter((status) => status === 429).length, 10)
  assert.equal(
    (await call('GET', '/api/noauth/userPasswordPolicy', from('2001:db8::ffff'))).status,
    429,
    'the same /64',
  )
  assert.equal((await call('GET', '/api/noauth/userPasswordPolicy', from('2001:db8:0:1::1'))).status, 200)
  const signedIn = await call('GET', '/api/auth/user', { ...from('2001:db8::1'), token: root })
  assert.equal(signedIn.status, 200)
})

test('a session that another process ended counts no longer than the bound while the change stream lags', async (t) => {
  const live = createLoggedChangeStream()
  const { signIn, isIn, logout } = await start(t, { live })
  const one = await signIn(administrator.email, administrator.password)
  const other = await signIn(administrator.email, administrator.password)
  assert.ok((await isIn(one.token)) && (await isIn(other.token)))
  live.hold(sessionsStaleMsMax)
  assert.equal((await logout(one.token)).status, 200)
  assert.equal(await isIn(one.token), true, 'so long the change may be under way')
  live.hold(sessionsStaleMsMax + 1)
  assert.equal(await isIn(one.token), false, 'and no longer')
  live.release()
  assert.deepEqual([await isIn(one.token), await isIn(other.token)], [false, true])
})

test('that sessions begin and end is published of the user, once each; use of a session is not', async (t) => {
  const { signIn, refresh, logout, changes } = await start(t)
  const published = () => changes.filter(({ aspect }) => aspect === 'sessions').map(({ entity }) => entity.entityType)
  const before = published().length
  const { token, refreshToken } = await signIn(administrator.email, administrator.password)
  await refresh(refreshToken)
  assert.deepEqual(published().slice(before), ['USER'])
  await logout(token)
  assert.deepEqual(published().slice(before), ['USER', 'USER'])
})
