import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import type { User } from '@sonde/model/users/user'
import { password, startTestAccounts } from '../auth/auth-testing.ts'
import type { Answer } from '../http/http-testing.ts'

const codeOf = ({ status, body }: Answer): [number, number] => [status, (body as { errorCode: number }).errorCode]
const create = '/api/user?sendActivationMail=false'

test('tenant, customer and role of a new user come from who makes it', async (t) => {
  const { call, root, tenant } = await startTestAccounts(t)
  const acme = await tenant('acme')
  const other = await tenant('other')
  const make = (token: string, body: object) =>
    call<User>('POST', create, { token, body: { email: 'a@b.example', ...body } })

  // The tenant is always that of the administrator, regardless of the body.
  const smuggled = await make(acme.admin.token, { authority: 'TENANT_ADMIN', tenantId: other.tenant.id })
  assert.equal(smuggled.body.tenantId.id, acme.tenant.id.id)
  assert.equal(smuggled.body.customerId.id, NIL_UUID)

  const foreign = { authority: 'CUSTOMER_USER', customerId: other.customer.id, email: 'c@b.example' }
  assert.deepEqual(codeOf(await make(acme.admin.token, foreign)), [400, 31])
  const system = { authority: 'SYS_ADMIN', email: 'd@b.example' }
  assert.deepEqual(codeOf(await make(acme.admin.token, system)), [403, 20])
  assert.equal((await make(root, system)).body.tenantId.id, NIL_UUID)
  // A caller without permission to create gets no validation errors, as in ThingsBoard.
  const empty = (token: string) => call('POST', create, { token, body: {} })
  assert.deepEqual(codeOf(await empty(acme.guest.token)), [403, 20])
  assert.deepEqual(codeOf(await empty(acme.admin.token)), [400, 31])
  const guest = { authority: 'CUSTOMER_USER', customerId: acme.customer.id, email: 'e@b.example' }
  assert.deepEqual(codeOf(await make(root, guest)), [403, 20])
  assert.deepEqual(codeOf(await make(acme.guest.token, guest)), [403, 20])
  assert.deepEqual(codeOf(await make(root, { authority: 'TENANT_ADMIN', email: 'f@b.example' })), [400, 31])
  assert.deepEqual(
    codeOf(await make(acme.admin.token, { authority: 'CUSTOMER_USER', email: 'g@b.example' })),
    [400, 31],
  )
})

test('an e-mail address is well formed, short enough and nobody else’s', async (t) => {
  const { call, root, tenant } = await startTestAccounts(t)
  const { admin, tenant: made } = await tenant('acme')
  const make = (email: string) =>
    call('POST', create, { token: root, body: { authority: 'TENANT_ADMIN', tenantId: made.id, email } })
  assert.deepEqual(codeOf(await make('nope')), [400, 31])
  assert.deepEqual(codeOf(await make(admin.user.email)), [400, 31])
  const longest = `${'x'.repeat(255 - '@a.example'.length)}@a.example`
  assert.equal((await make(longest)).status, 200)
  assert.deepEqual(codeOf(await make(`x${longest}`)), [400, 31])
})

test('an e-mail address belongs to one user in whatever spelling, and signs it in in any', async (t) => {
  const { call, root, tenant, signIn } = await startTestAccounts(t)
  const { admin, guest, tenant: made } = await tenant('acme')
  const make = (email: string) =>
    call<{ message: string }>('POST', create, {
      token: root,
      body: { authority: 'TENANT_ADMIN', tenantId: made.id, email },
    })
  const [local = '', domain = ''] = admin.user.email.split('@')
  for (const email of [
    admin.user.email.toUpperCase(),
    `A${local.slice(1)}@${domain}`,
    `${local}@${domain.toUpperCase()}`,
  ]) {
    const { status, body } = await make(email)
    assert.deepEqual([status, body.message], [400, `Another user has the email ${email}.`])
    await signIn(email, password)
  }
  for (const [email, words] of [
    [`${local}\u200b@${domain}`, /U\+200B/],
    [`adm\u0131n@${domain}`, /U\+0131/],
    [`${local}\uff20x@${domain}`, /U\+FF20/],
    [`"${local}"@${domain}`, /isn’t valid/],
  ] as const) {
    const { status, body } = await make(email)
    assert.equal(status, 400, email)
    assert.match(body.message, words)
  }
  const rename = (email: string) => call<User>('POST', create, { token: admin.token, body: { ...guest.user, email } })
  assert.deepEqual(codeOf(await rename(admin.user.email.toUpperCase())), [400, 31])
  const shown = guest.user.email.replace('guest', 'Guest')
  assert.equal((await rename(shown)).body.email, shown, 'it is shown as it was entered')
  await signIn(guest.user.email, password)
})

test('without a mail server a user is not made, and the answer says what to do', async (t) => {
  const { call, tenant } = await startTestAccounts(t)
  const { admin } = await tenant('acme')
  const body = { authority: 'TENANT_ADMIN', email: 'mail@acme.example' }
  const { status, text } = await call('POST', '/api/user', { token: admin.token, body })
  assert.equal(status, 500)
  assert.match(text, /Couldn’t send the email: .*SONDE_EGRESS_ALLOW/)
  assert.equal((await call('POST', create, { token: admin.token, body })).status, 200, 'the address is still free')
})

test('a user is changed by administrators and by itself, but never its role', async (t) => {
  const { call, tenant, messages } = await startTestAccounts(t)
  const { admin, guest } = await tenant('acme')
  const other = await tenant('other')
  const save = (token: string, body: object) => call<User>('POST', create, { token, body: { ...guest.user, ...body } })
  const { body: saved } = await save(guest.token, {
    firstName: 'Cus',
    additionalInfo: { lang: 'de_DE', userCredentialsEnabled: false, lastLoginTs: 7 },
  })
  assert.equal(saved.firstName, 'Cus')
  assert.deepEqual(
    saved.additionalInfo,
    { lang: 'de_DE', userCredentialsEnabled: true },
    'the server’s own keys stay its own',
  )
  assert.equal((await save(admin.token, { lastName: 'Tomer' })).body.lastName, 'Tomer')
  assert.deepEqual(codeOf(await save(admin.token, { authority: 'TENANT_ADMIN' })), [400, 31])
  assert.deepEqual(codeOf(await save(other.admin.token, {})), [403, 20])
  assert.deepEqual(codeOf(await save(guest.token, { id: admin.user.id })), [403, 20])
  const received = messages.filter((each) => each.originator.id === guest.user.id.id)
  assert.deepEqual(
    received.map((each) => [each.type, each.metadata.userName, each.tenantId]),
    [
      ['ENTITY_CREATED', admin.user.email, admin.user.tenantId.id],
      ['ENTITY_UPDATED', guest.user.email, admin.user.tenantId.id],
      ['ENTITY_UPDATED', admin.user.email, admin.user.tenantId.id],
    ],
  )
})

test('lists: a tenant’s users, a customer’s, and its own for a customer’s user', async (t) => {
  const { call, root, tenant } = await startTestAccounts(t)
  const { admin, guest, tenant: made, customer } = await tenant('acme')
  await tenant('other')
  const emails = async (token: string, path: string) => {
    const { body } = await call<PageData<User>>('GET', `${path}pageSize=10&page=0&sortProperty=email`, { token })
    return body.data.map((each) => each.email)
  }
  assert.deepEqual(await emails(admin.token, '/api/users?'), [admin.user.email, guest.user.email])
  assert.deepEqual(await emails(guest.token, '/api/users?'), [guest.user.email])
  assert.deepEqual(await emails(admin.token, '/api/users?textSearch=GUEST&'), [guest.user.email])
  assert.deepEqual(await emails(admin.token, `/api/customer/${customer.id.id}/users?`), [guest.user.email])
  assert.deepEqual(await emails(root, `/api/tenant/${made.id.id}/users?`), [admin.user.email])
})

test('a system administrator cannot delete himself', async (t) => {
  const { call, root, tenant, changes } = await startTestAccounts(t)
  const { body: own } = await call<User>('GET', '/api/auth/user', { token: root })
  assert.deepEqual(codeOf(await call('DELETE', `/api/user/${own.id.id}`, { token: root })), [403, 20])
  const { admin } = await tenant('acme')
  assert.equal((await call('DELETE', `/api/user/${admin.user.id.id}`, { token: root })).status, 200)
  assert.ok(changes.some(({ kind, entity }) => kind === 'deleted' && entity.id === admin.user.id.id))
  assert.deepEqual(codeOf(await call('GET', `/api/user/${admin.user.id.id}`, { token: root })), [404, 32])
})
