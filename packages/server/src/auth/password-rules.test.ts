/** Rules for passwords and failed sign-ins, as the system administrator sets them. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { TokenPair } from '@sonde/model/auth/auth'
import { defaultPasswordPolicy } from '@sonde/model/auth/password-rules'
import { mailServerAllowed, startTestMailServer } from '../mail/mail-testing.ts'
import {
  administrator,
  password,
  startTestAccounts,
  type TestAccounts,
  type TestAccountsOptions,
} from './auth-testing.ts'

const dayMs = 24 * 60 * 60 * 1000

async function start(t: TestContext, options: TestAccountsOptions = {}) {
  let ahead = 0
  const accounts = await startTestAccounts(t, { clock: { nowMs: () => Date.now() + ahead }, ...options })
  const { call, root, tenant } = accounts
  const { admin, guest } = await tenant('acme')
  /** Signs in again: tokens expire as the clock advances. */
  async function secure(settings: object, policy: object = {}) {
    const { token } = await accounts.signIn(administrator.email, administrator.password)
    const body = { passwordPolicy: { ...defaultPasswordPolicy, ...policy }, ...settings }
    const answer = await call('POST', '/api/admin/securitySettings', { token, body })
    assert.equal(answer.status, 200, answer.text)
  }
  const login = (given: string, username = guest.user.email) =>
    call<TokenPair & { errorCode: number; resetToken?: string }>('POST', '/api/auth/login', {
      body: { username, password: given },
    })
  const change = async (token: string, currentPassword: string, newPassword: string) =>
    call<TokenPair & { message: string }>('POST', '/api/auth/changePassword', {
      token,
      body: { currentPassword, newPassword },
    })
  function turn(ms: number) {
    ahead += ms
  }
  return { ...accounts, root, admin, guest, secure, login, change, turn }
}

test('a password holds what the policy asks for, and every broken rule is named', async (t) => {
  const { secure, change, guest, call } = await start(t)
  const policy = {
    minimumLength: 8,
    minimumUppercaseLetters: 1,
    minimumLowercaseLetters: 1,
    minimumDigits: 2,
    minimumSpecialCharacters: 1,
    allowWhitespaces: false,
  }
  await secure({}, policy)
  const { status, body } = await change(guest.token, password, 'a b')
  assert.equal(status, 400)
  for (const word of ['8 characters', 'uppercase', '2 digits', 'special', 'spaces']) {
    assert.match(body.message, new RegExp(word))
  }
  assert.equal((await change(guest.token, password, 'Abcdef1!')).status, 400, 'one digit too few')
  assert.equal((await change(guest.token, password, 'Abcdef12!')).status, 200)
  const open = await call<{ minimumLength: number }>('GET', '/api/noauth/userPasswordPolicy')
  assert.deepEqual(open.body, { ...defaultPasswordPolicy, ...policy })
})

test('old passwords stay out for as long as is set', async (t) => {
  const { secure, change, guest, login, turn } = await start(t)
  await secure({}, { passwordReuseFrequencyDays: 3 })
  let { token } = (await change(guest.token, password, 'second-password')).body
  ;({ token } = (await change(token, 'second-password', 'third-password')).body)
  for (const old of [password, 'second-password', 'third-password']) {
    assert.equal((await change(token, 'third-password', old)).status, 400, old)
  }
  turn(3 * dayMs + 60_000)
  token = (await login('third-password')).body.token
  assert.equal((await change(token, 'third-password', password)).status, 200)
})

test('a password that is too old leads to the page for a new one', async (t) => {
  const { secure, login, turn, call } = await start(t)
  await secure({}, { passwordExpirationPeriodDays: 30 })
  assert.equal((await login(password)).status, 200)
  turn(30 * dayMs + 60_000)
  const { status, body } = await login(password)
  assert.deepEqual([status, body.errorCode], [401, 15])
  const resetToken = body.resetToken ?? ''
  assert.equal((await login('wrong')).body.errorCode, 10)
  const reset = await call('POST', '/api/noauth/resetPassword', { body: { resetToken, password: 'a-new-password' } })
  assert.equal(reset.status, 200)
  assert.equal((await login('a-new-password')).status, 200)
})

test('one failure more than allowed locks the account until an administrator enables it', async (t) => {
  const server = await startTestMailServer(t)
  const { secure, login, guest, admin, call, root } = await start(t, { egressAllow: mailServerAllowed })
  await call('POST', '/api/admin/settings', { token: root, body: { key: 'mail', jsonValue: server.settings } })
  await secure({ maxFailedLoginAttempts: 2, userLockoutNotificationEmail: 'watch@example.org' })
  for (const _ of [1, 2]) assert.equal((await login('wrong')).status, 401)
  assert.equal((await login(password)).status, 200, 'a success starts anew')
  for (const _ of [1, 2, 3]) assert.equal((await login('wrong')).status, 401)
  const { text } = await server.next('watch@example.org')
  assert.match(text, new RegExp(`${guest.user.email} was locked after 3 failed`))
  assert.deepEqual([(await login(password)).status, (await login(password)).body.errorCode], [401, 10])
  assert.equal((await call('GET', '/api/auth/user', { token: guest.token })).status, 401, 'sessions end')
  const logs = await call<{ data: { actionType: string; entityName: string }[] }>(
    'GET',
    '/api/audit/logs?pageSize=9&page=0&actionTypes=LOCKOUT',
    { token: admin.token },
  )
  assert.deepEqual(
    logs.body.data.map(({ actionType, entityName }) => [actionType, entityName]),
    [['LOCKOUT', guest.user.email]],
  )
  const path = `/api/user/${guest.user.id.id}/userCredentialsEnabled?userCredentialsEnabled=true`
  assert.equal((await call('POST', path, { token: admin.token })).status, 200)
  for (const _ of [1, 2]) assert.equal((await login('wrong')).status, 401)
  assert.equal((await login(password)).status, 200)
})

/** Signs in from the address that a trusted proxy reports. */
const loginFrom =
  ({ call }: Pick<TestAccounts, 'call'>, email: string) =>
  async (address: string, given: string) =>
    (
      await call('POST', '/api/auth/login', {
        headers: { 'x-forwarded-for': address },
        body: { username: email, password: given },
      })
    ).status

test('many failures at once lock once', async (t) => {
  const accounts = await start(t, { trustedProxies: ['127.0.0.1'] })
  const { secure, guest, admin, call, counted } = accounts
  const login = loginFrom(accounts, guest.user.email)
  await secure({ maxFailedLoginAttempts: 3 })
  const statuses = await Promise.all(Array.from({ length: 12 }, (_, i) => login(`203.0.113.${i}`, 'wrong')))
  assert.deepEqual([...new Set(statuses)], [401])
  await counted()
  const logs = await call<{ totalElements: number }>('GET', '/api/audit/logs?pageSize=9&page=0&actionTypes=LOCKOUT', {
    token: admin.token,
  })
  assert.equal(logs.body.totalElements, 1)
  assert.equal(await login('203.0.113.99', password), 401)
})

test('the last administrator is never locked, whoever fails; others are', async (t) => {
  const accounts = await start(t, { trustedProxies: ['127.0.0.1'] })
  const { secure, admin, call, root, counted, user, storage } = accounts
  await secure({ maxFailedLoginAttempts: 2 })
  const fail = async (email: string) => {
    const login = loginFrom(accounts, email)
    for (let i = 0; i < 9; i++) assert.equal(await login(`203.0.113.${i}`, 'wrong'), 401)
    await counted()
    return { login, isIn: async (given: string) => (await login('198.51.100.7', given)) === 200 }
  }
  assert.ok(await (await fail(administrator.email)).isIn(administrator.password), 'the only system administrator')
  assert.equal((await call('GET', '/api/auth/user', { token: root })).status, 200, 'and his sessions go on')
  assert.ok(await (await fail(admin.user.email)).isIn(password), 'the only administrator of a tenant')

  const { build, statement } = storage.relational
  const codeOnly = await user(admin.token, { authority: 'TENANT_ADMIN', email: 'code@acme.example' })
  const withoutPassword = build.updateTable('user_credentials').set({ password_hash: null })
  await storage.transact({ statements: [statement(withoutPassword.where('user_id', '=', codeOnly.user.id.id))] })
  assert.ok(await (await fail(admin.user.email)).isIn(password), 'another one who has no password is none')

  const second = await user(admin.token, { authority: 'TENANT_ADMIN', email: 'second@acme.example' })
  assert.equal(await (await fail(second.user.email)).isIn(password), false)
  assert.ok(await (await fail(admin.user.email)).isIn(password), 'the last one that is enabled')
  const otherRoot = await user(root, { authority: 'SYS_ADMIN', email: 'second-root@example.org' })
  assert.equal(await (await fail(administrator.email)).isIn(administrator.password), false)
  assert.ok(await (await fail(otherRoot.user.email)).isIn(password))
})
