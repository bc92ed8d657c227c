/** Sessions that administrators open to act as another user: what ends them, and their audit log entries. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import type { TokenPair } from '@sonde/model/auth/auth'
import type { PageData } from '@sonde/model/paging'
import { startTestPlatform } from '../platform-testing.ts'
import { makersMax } from './auth-service.ts'

/** A tenant with an administrator who acts as others, and a customer user. */
async function openWorld(t: TestContext) {
  const platform = await startTestPlatform(t)
  const { call, tenant, user, root } = platform
  const { id: tenantId, token: owner } = await tenant({})
  const { body: customer } = await call('POST', '/api/customer', owner, { title: 'C' })
  const admin = (email: string) =>
    user(root, { authority: 'TENANT_ADMIN', tenantId: { entityType: 'TENANT', id: tenantId }, email })
  const maker = await admin('maker@acme.example')
  const member = await user(owner, { authority: 'CUSTOMER_USER', customerId: customer.id, email: 'c@customer.example' })
  const actAs = async (token: string, { id }: { readonly id: string }) =>
    (await call<TokenPair>('GET', `/api/user/${id}/token`, token)).body
  const statuses = async ({ token, refreshToken }: TokenPair) => [
    (await call('GET', '/api/auth/user', token)).status,
    (await call('POST', '/api/auth/token', '', { refreshToken })).status,
  ]
  return { ...platform, owner, admin, maker, member, customer, actAs, statuses }
}

type World = Awaited<ReturnType<typeof openWorld>>

const endings: Readonly<Record<string, (world: World) => Promise<{ readonly status: number }>>> = {
  'is disabled': ({ call, root, maker }) =>
    call('POST', `/api/user/${maker.id}/userCredentialsEnabled?userCredentialsEnabled=false`, root),
  'is deleted': ({ call, root, maker }) => call('DELETE', `/api/user/${maker.id}`, root),
  'signs out': ({ call, maker }) => call('POST', '/api/auth/logout', maker.token),
  'changes the password': ({ call, maker, password }) =>
    call('POST', '/api/auth/changePassword', maker.token, { currentPassword: password, newPassword: 'another-one' }),
}

for (const [what, end] of Object.entries(endings)) {
  test(`an administrator ${what}: what was opened to act as others ends too, with its sockets`, async (t) => {
    const world = await openWorld(t)
    const { actAs, maker, member, admin, statuses, connect, call } = world
    const direct = await actAs(maker.token, member)
    const second = await admin('second@acme.example')
    const between = await actAs(maker.token, second)
    const nested = await actAs(between.token, member)
    const { refreshToken } = await actAs(maker.token, member)
    const renewed = (await call<TokenPair>('POST', '/api/auth/token', '', { refreshToken })).body
    const sockets = await Promise.all([direct, nested, renewed].map(({ token }) => connect(token)))
    assert.equal((await end(world)).status, 200)
    for (const pair of [direct, between, nested, renewed]) assert.deepEqual(await statuses(pair), [401, 401])
    assert.deepEqual(await Promise.all(sockets.map(({ closed }) => closed)), [1008, 1008, 1008])
    // The users' own sessions continue.
    for (const { token } of [member, second]) assert.equal((await call('GET', '/api/auth/user', token)).status, 200)
  })
}

test('a session to act as somebody ends with itself alone, and another one of the maker changes nothing', async (t) => {
  const { call, actAs, maker, member, statuses, password } = await openWorld(t)
  const [one, other] = [await actAs(maker.token, member), await actAs(maker.token, member)]
  const again = await call<TokenPair>('POST', '/api/auth/login', '', { username: 'maker@acme.example', password })
  assert.equal((await call('POST', '/api/auth/logout', again.body.token)).status, 200)
  assert.equal((await call('POST', '/api/auth/logout', one.token)).status, 200)
  assert.deepEqual(await statuses(one), [401, 401])
  assert.deepEqual(await statuses(other), [200, 200])
  assert.equal((await call('GET', '/api/auth/user', maker.token)).status, 200)
})

test('sessions are opened one with the other up to a bound', async (t) => {
  const { call, actAs, maker, admin } = await openWorld(t)
  const others = [maker, await admin('second@acme.example')]
  let { token } = maker
  for (let i = 1; i <= makersMax; i++) token = (await actAs(token, others[i % 2] as typeof maker)).token
  assert.equal((await call('GET', '/api/auth/user', token)).status, 200)
  assert.equal((await call('GET', `/api/user/${maker.id}/token`, token)).status, 400)
})

test('the audit log names the user and who acts as the user', async (t) => {
  const { call, owner, actAs, maker, admin, root } = await openWorld(t)
  const second = await admin('second@acme.example')
  const { token } = await actAs(maker.token, second)
  await call('POST', '/api/asset', token, { name: 'Pump', type: 'default' })
  await call('POST', '/api/asset', second.token, { name: 'Valve', type: 'default' })
  // Rejected: the route writes the audit log entry.
  await call('POST', '/api/asset', token, { name: 'Pump', type: 'default' })
  await call('POST', '/api/auth/logout', token)
  await actAs(root, second)
  const { body } = await call<PageData<AuditLog>>(
    'GET',
    '/api/audit/logs?pageSize=100&page=0&sortProperty=createdTime&sortOrder=ASC',
    owner,
  )
  const acting = ({ actionData }: AuditLog) =>
    (Object(actionData) as { actingUser?: { userName: string } }).actingUser?.userName
  const of = (wanted: (entry: AuditLog) => boolean) =>
    body.data.filter(wanted).map((entry) => [entry.actionType, entry.actionStatus, entry.userName, acting(entry)])
  const [user, by] = ['second@acme.example', 'maker@acme.example']
  assert.deepEqual(
    of(({ entityName, actionData }) => entityName === 'Pump' || JSON.stringify(actionData).includes('Pump')),
    [
      ['ADDED', 'SUCCESS', user, by],
      ['ADDED', 'FAILURE', user, by],
    ],
  )
  assert.deepEqual(
    of(({ entityName }) => entityName === 'Valve'),
    [['ADDED', 'SUCCESS', user, undefined]],
  )
  assert.deepEqual(
    of(({ actionType, entityName }) => entityName === user && /^LOG/.test(actionType)),
    [
      ['LOGIN', 'SUCCESS', by, by],
      ['LOGOUT', 'SUCCESS', user, by],
      ['LOGIN', 'SUCCESS', 'root@example.org', 'root@example.org'],
    ],
  )
})
