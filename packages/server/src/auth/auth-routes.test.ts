import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TokenPair } from '@sonde/model/auth/auth'
import { NIL_UUID } from '@sonde/model/ids'
import type { User } from '@sonde/model/users/user'
import { createCustomerService } from '../customers/customer-service.ts'
import { createCustomerStore } from '../customers/customer-store.ts'
import type { Answer } from '../http/http-testing.ts'
import { administrator, password, startTestAccounts } from './auth-testing.ts'
import { accessTokenSeconds, refreshTokenSeconds } from './tokens.ts'

interface Rejection {
  readonly status: number
  readonly errorCode: number
  readonly message: string
}

const codeOf = ({ status, body }: Answer): [number, number] => [status, (body as Rejection).errorCode]

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** A clock that the test advances. */
function turnableClock() {
  let ahead = 0
  return {
    nowMs: () => Date.now() + ahead,
    turn(seconds: number) {
      ahead += seconds * 1000
    },
  }
}

test('a sign-in answers the wire’s two tokens', async (t) => {
  const { signIn, tenant } = await startTestAccounts(t)
  const { tenant: made, customer, guest } = await tenant('acme')
  const { token, refreshToken } = await signIn(guest.user.email, password)
  const { iat, exp, issuedMs, sessionId, ...claims } = claimsOf(token)
  assert.deepEqual(claims, {
    sub: guest.user.email,
    userId: guest.user.id.id,
    scopes: ['CUSTOMER_USER'],
    firstName: null,
    lastName: null,
    enabled: true,
    isPublic: false,
    tenantId: made.id.id,
    customerId: customer.id.id,
    iss: 'sonde',
  })
  assert.equal(Number(exp) - Number(iat), accessTokenSeconds)
  assert.equal(Math.floor(Number(issuedMs) / 1000), iat)
  assert.match(String(sessionId), /^[0-9a-f-]{36}$/)
  const refresh = claimsOf(refreshToken)
  assert.equal(refresh.sessionId, sessionId)
  assert.deepEqual(refresh.scopes, ['REFRESH_TOKEN'])
  assert.equal(Number(refresh.exp) - Number(refresh.iat), refreshTokenSeconds)
})

test('wrong, unknown, blank and broken sign-ins get one and the same refusal', async (t) => {
  const { call } = await startTestAccounts(t)
  const attempts = [
    { body: { username: administrator.email, password: 'wrong' } },
    { body: { username: 'nobody@example.org', password: 'wrong' } },
    { body: { username: '', password: '' } },
    { body: { username: administrator.email } },
    { text: '{"username":' },
  ]
  for (const attempt of attempts) {
    assert.deepEqual(codeOf(await call('POST', '/api/auth/login', attempt)), [401, 10])
  }
})

test('a token of one kind does not do for the other, and a foreign one for neither', async (t) => {
  const { call, signIn } = await startTestAccounts(t)
  const { token, refreshToken } = await signIn(administrator.email, administrator.password)
  const me = async (given: string) => (await call('GET', '/api/auth/user', { token: given })).status
  const renew = (given: string) => call<TokenPair>('POST', '/api/auth/token', { body: { refreshToken: given } })
  assert.equal(await me(token), 200)
  assert.equal(await me(refreshToken), 401)
  for (const none of [token, '', ' ', 'abc', `${refreshToken}x`]) {
    assert.deepEqual(codeOf(await renew(none)), [401, 10], none)
  }
  for (const body of [{}, { refreshToken: null }, { token: refreshToken }, { refreshToken: 5 }]) {
    assert.deepEqual(codeOf(await call('POST', '/api/auth/token', { body })), [401, 10], JSON.stringify(body))
  }
  const renewed = await renew(refreshToken)
  assert.equal(renewed.status, 200)
  assert.equal(await me(renewed.body.token), 200)

  const [head, claims, signature = ''] = token.split('.')
  const forged = Buffer.from(JSON.stringify({ ...claimsOf(token), scopes: ['SYS_ADMIN'], userId: 'x' })).toString(
    'base64url',
  )
  assert.equal(await me(`${head}.${forged}.${signature}`), 401)
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')
  assert.equal(await me(`${none}.${claims}.`), 401)
  assert.equal(await me(`${'a'.repeat(9000)}`), 401)
})

test('an access token ends after 2.5 hours, its refresh token after a week', async (t) => {
  const clock = turnableClock()
  const { call, signIn } = await startTestAccounts(t, { clock })
  const { token, refreshToken } = await signIn(administrator.email, administrator.password)
  const me = () => call('GET', '/api/auth/user', { token })
  const renew = () => call('POST', '/api/auth/token', { body: { refreshToken } })
  clock.turn(accessTokenSeconds - 5)
  assert.equal((await me()).status, 200)
  clock.turn(5)
  assert.deepEqual(codeOf(await me()), [401, 11])
  assert.equal((await renew()).status, 200)
  clock.turn(refreshTokenSeconds - accessTokenSeconds)
  assert.deepEqual(codeOf(await renew()), [401, 11])
})

test('changing the password ends every older token, and goes on with the new ones', async (t) => {
  const { call, tenant, signIn } = await startTestAccounts(t)
  const { admin } = await tenant('acme')
  const before = await signIn(admin.user.email, password)
  const change = (currentPassword: string, newPassword: string) =>
    call<TokenPair>('POST', '/api/auth/changePassword', { token: before.token, body: { currentPassword, newPassword } })
  assert.deepEqual(codeOf(await change('wrong', 'a-new-password')), [400, 31])
  assert.deepEqual(codeOf(await change(password, 'short')), [400, 31])
  assert.deepEqual(codeOf(await change(password, 'x'.repeat(1001))), [400, 31])
  assert.deepEqual(codeOf(await change(password, password)), [400, 31])
  const after = await change(password, 'a-new-password')
  assert.equal(after.status, 200)
  assert.equal((await call('GET', '/api/auth/user', { token: after.body.token })).status, 200)
  for (const token of [before.token, admin.token]) {
    assert.deepEqual(codeOf(await call('GET', '/api/auth/user', { token })), [401, 11])
  }
  const renewed = await call('POST', '/api/auth/token', { body: { refreshToken: before.refreshToken } })
  assert.deepEqual(codeOf(renewed), [401, 11])
  assert.deepEqual(
    codeOf(await call('POST', '/api/auth/login', { body: { username: admin.user.email, password } })),
    [401, 10],
  )
  await signIn(admin.user.email, 'a-new-password')
})

test('disabling ends sessions and sign-ins until the account is enabled again', async (t) => {
  const { call, tenant, signIn } = await startTestAccounts(t)
  const { admin, guest } = await tenant('acme')
  const path = `/api/user/${guest.user.id.id}/userCredentialsEnabled?userCredentialsEnabled=`
  assert.equal((await call('GET', '/api/auth/user', { token: guest.token })).status, 200)
  assert.equal((await call('POST', `${path}false`, { token: admin.token })).status, 200)
  assert.deepEqual(codeOf(await call('GET', '/api/auth/user', { token: guest.token })), [401, 11])
  const body = { username: guest.user.email, password }
  assert.deepEqual(codeOf(await call('POST', '/api/auth/login', { body })), [401, 10])
  assert.equal((await call('POST', `${path}true`, { token: admin.token })).status, 200)
  const { token } = await signIn(guest.user.email, password)
  assert.equal((await call('GET', '/api/auth/user', { token })).status, 200)
  assert.deepEqual(
    codeOf(await call('GET', '/api/auth/user', { token: guest.token })),
    [401, 11],
    'old tokens stay ended',
  )
})

test('tokens end with their user, customer and tenant', async (t) => {
  const { call, tenant, root } = await startTestAccounts(t)
  const { admin, guest, customer, tenant: made } = await tenant('acme')
  const other = await tenant('other')
  const status = async (token: string) => codeOf(await call('GET', '/api/auth/user', { token }))
  for (const token of [admin.token, guest.token, other.guest.token]) {
    assert.equal((await call('GET', '/api/auth/user', { token })).status, 200)
  }
  await call('DELETE', `/api/user/${other.guest.user.id.id}`, { token: other.admin.token })
  assert.deepEqual(await status(other.guest.token), [401, 11])
  await call('DELETE', `/api/customer/${customer.id.id}`, { token: admin.token })
  assert.deepEqual(await status(guest.token), [401, 11])
  await call('DELETE', `/api/tenant/${made.id.id}`, { token: root })
  assert.deepEqual(await status(admin.token), [401, 11])
})

test('an activation link leads to the page, works once, and signs in', async (t) => {
  const { call, tenant } = await startTestAccounts(t)
  const { admin } = await tenant('acme')
  const { body: user } = await call<User>('POST', '/api/user?sendActivationMail=false', {
    token: admin.token,
    body: { authority: 'TENANT_ADMIN', email: 'new@acme.example' },
  })
  const { text, headers } = await call('GET', `/api/user/${user.id.id}/activationLink`, { token: admin.token })
  assert.equal(headers.get('content-type'), 'text/plain; charset=utf-8')
  const link = new URL(text)
  const activateToken = link.searchParams.get('activateToken') ?? ''
  assert.match(activateToken, /^[A-Za-z0-9]{30}$/)
  const page = await call('GET', link.pathname + link.search)
  assert.deepEqual(
    [page.status, page.headers.get('location')],
    [303, `/login/createPassword?activateToken=${activateToken}`],
  )
  const activate = (given: string) =>
    call<TokenPair>('POST', '/api/noauth/activate?sendActivationMail=false', {
      body: { activateToken, password: given },
    })
  assert.deepEqual(codeOf(await activate('short')), [400, 31])
  const done = await activate('long-enough')
  assert.equal((await call('GET', '/api/auth/user', { token: done.body.token })).status, 200)
  assert.deepEqual(codeOf(await activate('long-enough')), [400, 31])
  assert.equal((await call('GET', link.pathname + link.search)).status, 409)
  assert.deepEqual(
    codeOf(await call('GET', `/api/user/${user.id.id}/activationLink`, { token: admin.token })),
    [400, 31],
  )
})

test('a reset link works once and ends older sessions; asking for one tells nothing', async (t) => {
  const { call, tenant, storage } = await startTestAccounts(t)
  const { admin } = await tenant('acme')
  for (const email of [admin.user.email, 'nobody@example.org']) {
    const { status, text } = await call('POST', '/api/noauth/resetPasswordByEmail', { body: { email } })
    assert.deepEqual([status, text], [200, ''])
  }
  const { build, statement } = storage.relational
  await storage.transact({
    statements: [
      statement(
        build.updateTable('user_credentials').set({ reset_token: 'a-token' }).where('user_id', '=', admin.user.id.id),
      ),
    ],
  })
  const page = await call('GET', '/api/noauth/resetPassword?resetToken=a-token')
  assert.deepEqual([page.status, page.headers.get('location')], [303, '/login/resetPassword?resetToken=a-token'])
  const reset = () =>
    call<TokenPair>('POST', '/api/noauth/resetPassword', {
      body: { resetToken: 'a-token', password: 'reset-password' },
    })
  const { status, body } = await reset()
  assert.equal(status, 200)
  assert.equal((await call('GET', '/api/auth/user', { token: body.token })).status, 200)
  assert.deepEqual(codeOf(await reset()), [400, 31])
  assert.equal((await call('GET', '/api/noauth/resetPassword?resetToken=a-token')).status, 409)
})

test('administrators sign in as their users, and as nobody else’s', async (t) => {
  const { call, tenant, root } = await startTestAccounts(t)
  const acme = await tenant('acme')
  const other = await tenant('other')
  const as = (token: string, user: User) => call<TokenPair>('GET', `/api/user/${user.id.id}/token`, { token })
  const { body } = await as(acme.admin.token, acme.guest.user)
  assert.equal((await call<User>('GET', '/api/auth/user', { token: body.token })).body.email, acme.guest.user.email)
  assert.equal((await as(root, acme.admin.user)).status, 200)
  assert.deepEqual(codeOf(await as(root, acme.guest.user)), [403, 20])
  assert.deepEqual(codeOf(await as(acme.admin.token, other.guest.user)), [403, 20])
  assert.deepEqual(codeOf(await as(acme.guest.token, acme.admin.user)), [403, 20])
})

test('signing in as others can be switched off', async (t) => {
  const { call, tenant } = await startTestAccounts(t, { userTokenAccess: false })
  const { admin, guest } = await tenant('acme')
  assert.equal((await call('GET', '/api/user/tokenAccessEnabled', { token: admin.token })).body, false)
  assert.deepEqual(codeOf(await call('GET', `/api/user/${guest.user.id.id}/token`, { token: admin.token })), [403, 20])
})

test('visitors of what is public get a token of the public customer, as long as it exists', async (t) => {
  const { call, tenant, lists, commit } = await startTestAccounts(t)
  const { admin, tenant: made, customer } = await tenant('acme')
  const login = (publicId: string) => call<TokenPair>('POST', '/api/auth/login/public', { body: { publicId } })
  assert.deepEqual(codeOf(await login(NIL_UUID)), [401, 10])
  assert.deepEqual(codeOf(await login(customer.id.id)), [401, 10])
  const access = {
    allows: () => true,
    require: () => undefined,
    requireEntity: () => Promise.reject(new Error('not asked')),
  }
  const store = createCustomerStore(lists)
  const customers = createCustomerService({
    store,
    quotas: {
      withRoom: (_kind, _tenantId, make) => make(),
      withBytes: (_kind, _tenantId, _bytes, _used, make) => make(),
    },
    access,
    commit,
    clock: { nowMs: () => 1 },
  })
  const scope = { ...claimsOf(admin.token), authority: 'TENANT_ADMIN' as const, tenantId: made.id.id }
  const makers = [scope, scope].map((each) =>
    customers.publicCustomer({
      userId: '',
      customerId: NIL_UUID,
      email: '',
      firstName: null,
      lastName: null,
      isPublic: false,
      ...each,
    }),
  )
  const [everybody, again] = await Promise.all(makers)
  assert.deepEqual(everybody, again, 'there is one, whoever comes first')
  const { status, body } = await login(everybody?.id ?? '')
  assert.equal(status, 200)
  const { sub, isPublic, userId, scopes, firstName } = claimsOf(body.token)
  assert.deepEqual(
    [sub, isPublic, userId, scopes, firstName],
    [everybody?.id, true, NIL_UUID, ['CUSTOMER_USER'], 'Public'],
  )
  const shortInfo = () => call('GET', `/api/customer/${everybody?.id}/shortInfo`, { token: body.token })
  assert.deepEqual((await shortInfo()).body, { title: 'Public', isPublic: true })
  const renewed = await call<TokenPair>('POST', '/api/auth/token', { body: { refreshToken: body.refreshToken } })
  assert.equal(claimsOf(renewed.body.token).isPublic, true)
  assert.equal((await call('DELETE', `/api/customer/${everybody?.id}`, { token: admin.token })).status, 200)
  assert.deepEqual(codeOf(await shortInfo()), [401, 11])
})

test('the server counts failed sign-ins and knows the last good one', async (t) => {
  const { call, signIn, tenant, counted } = await startTestAccounts(t)
  const { admin } = await tenant('acme')
  await call('POST', '/api/auth/login', { body: { username: admin.user.email, password: 'wrong' } })
  await counted()
  const infoOf = async () =>
    (await call<User>('GET', '/api/auth/user', { token: admin.token })).body.additionalInfo as Record<string, unknown>
  assert.deepEqual(await infoOf(), { userCredentialsEnabled: true, failedLoginAttempts: 1 })
  const beforeMs = Date.now()
  await signIn(admin.user.email, password)
  const afterMs = Date.now()
  const { lastLoginTs, ...rest } = await infoOf()
  assert.deepEqual(rest, { userCredentialsEnabled: true, failedLoginAttempts: 0 })
  assert.ok(Number(lastLoginTs) >= beforeMs && Number(lastLoginTs) <= afterMs, `${lastLoginTs}`)
})
