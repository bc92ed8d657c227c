import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Customer } from '@sonde/model/customers/customer'
import { NIL_UUID } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { startTestAccounts } from '../auth/auth-testing.ts'
import type { Answer } from '../http/http-testing.ts'
import { bareDevice } from '../tenants/testing.ts'

const codeOf = ({ status, body }: Answer): [number, number] => [status, (body as { errorCode: number }).errorCode]

test('a customer is made, changed, found by title, and told to the rules', async (t) => {
  const { call, tenant, messages } = await startTestAccounts(t)
  const { token } = (await tenant('acme')).admin
  const save = (body: object) => call<Customer>('POST', '/api/customer', { token, body })
  const { body: made } = await save({ title: 'Bakery', zip: '1010', additionalInfo: { description: 'd' } })
  assert.deepEqual(
    [made.name, made.zip, made.city, made.additionalInfo],
    ['Bakery', '1010', null, { description: 'd' }],
  )
  const { body: changed } = await save({ ...made, city: 'Wien' })
  assert.deepEqual(changed, { ...made, city: 'Wien' })
  const found = await call<Customer>('GET', '/api/tenant/customers?customerTitle=Bakery', { token })
  assert.deepEqual(found.body, changed)
  assert.deepEqual(codeOf(await call('GET', '/api/tenant/customers?customerTitle=Butcher', { token })), [404, 32])
  const title = await call('GET', `/api/customer/${made.id.id}/title`, { token })
  assert.deepEqual([title.text, title.headers.get('content-type')], ['Bakery', 'application/text'])
  const shortInfo = await call('GET', `/api/customer/${made.id.id.toUpperCase()}/shortInfo`, { token })
  assert.deepEqual(shortInfo.body, { title: 'Bakery', isPublic: false })
  const types = messages.filter((message) => message.originator.id === made.id.id).map((message) => message.type)
  assert.deepEqual(types, ['ENTITY_CREATED', 'ENTITY_UPDATED'])
})

test('a contact field that is emptied is an empty text, one that is not sent is none; of customers and tenants', async (t) => {
  const { call, root, tenant } = await startTestAccounts(t)
  const { token } = (await tenant('acme')).admin
  const fields = ['country', 'state', 'city', 'address', 'address2', 'zip', 'phone', 'email'] as const
  const all = (value: string | null) => Object.fromEntries(fields.map((field) => [field, value]))
  const filled = { ...all('x'), email: 'x@acme.example' }
  for (const [path, caller] of [
    ['customer', token],
    ['tenant', root],
  ] as const) {
    const save = async (body: object) => (await call<Customer>('POST', `/api/${path}`, { token: caller, body })).body
    const made = await save({ title: `Contact ${path}`, ...filled })
    const contact = (each: Customer) => Object.fromEntries(fields.map((field) => [field, each[field]]))
    assert.deepEqual(contact(made), filled, path)
    const emptied = await save({ ...made, ...all('') })
    assert.deepEqual(contact(emptied), all(''), path)
    const read = await call<Customer>('GET', `/api/${path}/${made.id.id}`, { token: caller })
    assert.deepEqual(contact(read.body), all(''), path)
    assert.deepEqual(contact(await save({ ...made, ...all(null) })), all(null), path)
    assert.deepEqual(contact(await save({ title: `Bare ${path}` })), all(null), path)
    assert.deepEqual(contact(await save({ title: `Empty ${path}`, ...all('') })), all(''), path)
  }
})

test('titles are unique per tenant, and Public is nobody’s', async (t) => {
  const { call, tenant } = await startTestAccounts(t)
  const acme = await tenant('acme')
  const other = await tenant('other')
  const save = (token: string, title: string) => call('POST', '/api/customer', { token, body: { title } })
  assert.equal((await save(acme.admin.token, 'Bakery')).status, 200)
  assert.deepEqual(codeOf(await save(acme.admin.token, 'Bakery')), [400, 31])
  assert.equal((await save(other.admin.token, 'Bakery')).status, 200)
  assert.deepEqual(codeOf(await save(acme.admin.token, 'Public')), [400, 31])
  assert.deepEqual(codeOf(await save(acme.admin.token, '')), [400, 31])
})

test('a customer’s user sees the own customer and no other', async (t) => {
  const { call, tenant } = await startTestAccounts(t)
  const acme = await tenant('acme')
  const other = await tenant('other')
  const { body: neighbour } = await call<Customer>('POST', '/api/customer', {
    token: acme.admin.token,
    body: { title: 'N' },
  })
  const get = (token: string, customer: Customer) => call('GET', `/api/customer/${customer.id.id}`, { token })
  assert.equal((await get(acme.guest.token, acme.customer)).status, 200)
  assert.deepEqual(codeOf(await get(acme.guest.token, neighbour)), [403, 20])
  assert.deepEqual(codeOf(await get(acme.admin.token, other.customer)), [403, 20])
  const { body } = await call<PageData<Customer>>('GET', '/api/customers?pageSize=10&page=0', {
    token: acme.admin.token,
  })
  assert.deepEqual(
    body.data.map((each) => each.title),
    ['Customer', 'N'],
  )
})

test('a deleted customer gives back its devices and takes its users along', async (t) => {
  const { call, tenant, storage, commit, changes } = await startTestAccounts(t)
  const { admin, customer, guest, tenant: made } = await tenant('acme')
  const { build, statement, all } = storage.relational
  const device = '00000000-0000-4000-8000-00000000000d'
  const dashboard = '00000000-0000-4000-8000-0000000000da'
  await commit({
    statements: [
      await bareDevice(storage.relational, { id: device, tenantId: made.id.id, customerId: customer.id.id }),
      statement(
        build
          .insertInto('dashboard')
          .values({ id: dashboard, created_time: 1, tenant_id: made.id.id, title: 'd', mobile_hide: 0 }),
      ),
      statement(
        build.insertInto('dashboard_customer').values({ dashboard_id: dashboard, customer_id: customer.id.id }),
      ),
    ],
  })
  changes.length = 0
  assert.deepEqual(codeOf(await call('DELETE', `/api/customer/${customer.id.id}`, { token: guest.token })), [403, 20])
  assert.equal((await call('DELETE', `/api/customer/${customer.id.id}`, { token: admin.token })).status, 200)
  assert.deepEqual(await all(build.selectFrom('device').select('customer_id')), [{ customer_id: NIL_UUID }])
  assert.deepEqual(await all(build.selectFrom('dashboard_customer').selectAll()), [])
  assert.deepEqual(
    changes.map(({ kind, entity, aspect }) => [kind, entity.id, aspect]),
    [
      ['deleted', guest.user.id.id, undefined],
      ['updated', device, 'assignment'],
      ['updated', dashboard, 'assignment'],
      ['deleted', customer.id.id, undefined],
    ],
  )
  assert.deepEqual(codeOf(await call('GET', `/api/user/${guest.user.id.id}`, { token: admin.token })), [404, 32])
})
