/** The sign-in service without its routes: what a token allows, and what ends it. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ErrorCode } from '@sonde/model/errors'
import { NIL_UUID } from '@sonde/model/ids'
import { administrator, password, startTestAccounts, type TestAccountsOptions } from './auth-testing.ts'

const client = { clientAddress: '192.0.2.1', browser: '', os: '', device: '' }

async function open(t: TestContext, options: TestAccountsOptions = {}) {
  const accounts = await startTestAccounts(t, options)
  const { auth } = accounts
  const login = (email: string, given: string) => auth.login(email, given, client)
  return { ...accounts, login }
}

test('a sign-in gives a scope; the refresh token gives none', async (t) => {
  const { auth, login } = await open(t)
  const { token, refreshToken } = await login(administrator.email, administrator.password)
  const { scope, expiresMs } = await auth.grantOfToken(token)
  assert.deepEqual(
    [scope.authority, scope.email, scope.tenantId, scope.isPublic],
    ['SYS_ADMIN', administrator.email, NIL_UUID, false],
  )
  assert.ok(expiresMs > Date.now())
  for (const wrong of [refreshToken, '', 'a.b.c', `${token}x`])
    await assert.rejects(auth.grantOfToken(wrong), { code: ErrorCode.AUTHENTICATION })
  await assert.rejects(auth.refresh(token, client), { code: ErrorCode.AUTHENTICATION })
})

test('an unknown user and a wrong password are refused with the same words', async (t) => {
  const { login } = await open(t)
  const refusalOf = (email: string) =>
    login(email, 'wrong').then(
      () => assert.fail('it let somebody in'),
      ({ status, code, message }) => ({ status, code, message }),
    )
  assert.deepEqual(await refusalOf(administrator.email), await refusalOf('nobody@example.org'))
})

test('signing out ends the session of the token and no other, the second time without effect', async (t) => {
  const { auth, login } = await open(t)
  const one = await login(administrator.email, administrator.password)
  const other = await login(administrator.email, administrator.password)
  const scope = await auth.scopeOfToken(one.token)
  await auth.logout(scope, one.token, client)
  await auth.logout(scope, one.token, client)
  await assert.rejects(auth.scopeOfToken(one.token), { code: ErrorCode.JWT_TOKEN_EXPIRED })
  await assert.rejects(auth.refresh(one.refreshToken, client), { code: ErrorCode.JWT_TOKEN_EXPIRED })
  assert.equal((await auth.scopeOfToken(other.token)).userId, scope.userId)
})

test('a new password ends all sessions and opens one; the old one lets nobody in', async (t) => {
  const { auth, login, tenant } = await open(t)
  const { guest } = await tenant('acme')
  const { email } = guest.user
  const scope = await auth.scopeOfToken(guest.token)
  await assert.rejects(auth.changePassword(scope, 'wrong', 'another-password', client), { status: 400 })
  const changed = await auth.changePassword(scope, password, 'another-password', client)
  await assert.rejects(auth.scopeOfToken(guest.token), { code: ErrorCode.JWT_TOKEN_EXPIRED })
  assert.equal((await auth.scopeOfToken(changed.token)).email, email)
  await assert.rejects(login(email, password), { status: 401 })
  assert.ok((await login(email, 'another-password')).token)
})

test('only those above a user disable it; then neither its tokens nor its password count', async (t) => {
  const { auth, login, tenant } = await open(t)
  const [acme, other] = [await tenant('acme'), await tenant('other')]
  const { id } = acme.guest.user.id
  const stranger = await auth.scopeOfToken(other.admin.token)
  await assert.rejects(auth.setEnabled(stranger, id, false))
  const admin = await auth.scopeOfToken(acme.admin.token)
  await auth.setEnabled(admin, id, false)
  await assert.rejects(auth.scopeOfToken(acme.guest.token), { code: ErrorCode.JWT_TOKEN_EXPIRED })
  await assert.rejects(login(acme.guest.user.email, password), { status: 401 })
  await auth.setEnabled(admin, id, true)
  assert.ok((await login(acme.guest.user.email, password)).token)
})

test('nothing public, nobody in', async (t) => {
  const { auth } = await open(t)
  await assert.rejects(auth.loginPublic(NIL_UUID), { status: 401 })
})
