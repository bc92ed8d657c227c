import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import type { Tenant, TenantInfo } from '@sonde/model/tenants/tenant'
import { testScope } from '../access/testing.ts'
import { startTestAccounts } from '../auth/auth-testing.ts'
import type { Answer } from '../http/http-testing.ts'
import { createTenantService } from './tenant-service.ts'
import { createTenantStore } from './tenant-store.ts'
import { bareDevice } from './testing.ts'

const codeOf = ({ status, body }: Answer): [number, number] => [status, (body as { errorCode: number }).errorCode]

test('a new tenant has a default device profile and root rule chains for itself and its edges', async (t) => {
  const { call, root, storage, changes } = await startTestAccounts(t)
  const { body } = await call<Tenant>('POST', '/api/tenant', { token: root, body: { title: ' Acme ', email: '' } })
  assert.deepEqual([body.title, body.name, body.region, body.email, body.phone], ['Acme', 'Acme', 'Global', '', null])
  const { build, all } = storage.relational
  const profiles = await all(build.selectFrom('device_profile').select(['tenant_id', 'name', 'is_default']))
  assert.deepEqual(profiles, [{ tenant_id: body.id.id, name: 'default', is_default: 1 }])
  const chains = await all(build.selectFrom('rule_chain').select(['tenant_id', 'root']))
  assert.deepEqual(chains, Array(2).fill({ tenant_id: body.id.id, root: 1 }))
  assert.deepEqual(changes.map(({ kind, entity }) => `${kind} ${entity.entityType}`).slice(-5), [
    'created TENANT',
    'created DEVICE_PROFILE',
    'created RULE_CHAIN',
    'created RULE_CHAIN',
    'created API_USAGE_STATE',
  ])
})

test('when a part of a tenant cannot be made, there is no tenant', async (t) => {
  const { storage, commit } = await startTestAccounts(t)
  const { relational } = storage
  const tenants = createTenantService({
    store: createTenantStore(relational),
    access: {
      allows: () => true,
      require: () => undefined,
      requireEntity: () => Promise.reject(new Error('not asked')),
    },
    commit,
    clock: { nowMs: () => 1 },
    turns: { step: (work) => work() },
    onTenantCreated: [() => ({ statements: [{ sql: 'insert into nowhere values (1)', parameters: [] }], changes: [] })],
  })
  const scope = testScope('', { authority: 'SYS_ADMIN' })
  await assert.rejects(tenants.save(scope, { title: 'Half' }))
  assert.deepEqual(await relational.all(relational.build.selectFrom('tenant').select('id')), [])
})

test('what is wrong with a tenant is said', async (t) => {
  const { call, root } = await startTestAccounts(t)
  const save = (body: object) => call('POST', '/api/tenant', { token: root, body })
  assert.deepEqual(codeOf(await save({})), [400, 31])
  assert.deepEqual(codeOf(await save({ title: '  ' })), [400, 31])
  assert.deepEqual(codeOf(await save({ title: 'x'.repeat(256) })), [400, 31])
  assert.equal((await save({ title: 'x'.repeat(255) })).status, 200)
  assert.deepEqual(codeOf(await save({ title: 'x', email: 'not-an-email' })), [400, 31])
  const unknown = { entityType: 'TENANT_PROFILE', id: '00000000-0000-4000-8000-000000000001' }
  assert.deepEqual(codeOf(await save({ title: 'x', tenantProfileId: unknown })), [400, 31])
})

test('tenants are listed, searched, sorted and changed', async (t) => {
  const { call, root } = await startTestAccounts(t)
  for (const title of ['beta', 'Alpha', 'gamma']) await call('POST', '/api/tenant', { token: root, body: { title } })
  const list = (query: string) => call<PageData<TenantInfo>>('GET', `/api/tenantInfos?${query}`, { token: root })
  const { body } = await list('pageSize=2&page=0&sortProperty=title&sortOrder=ASC')
  assert.deepEqual(
    body.data.map((each) => each.title),
    ['Alpha', 'beta'],
  )
  assert.deepEqual([body.totalElements, body.totalPages, body.hasNext], [3, 2, true])
  assert.equal(body.data[0]?.tenantProfileName, 'Default')
  assert.deepEqual((await list('pageSize=2&page=0&textSearch=AMM')).body.totalElements, 1)
  assert.deepEqual((await list('pageSize=2&page=9')).body.data, [])
  assert.deepEqual(codeOf(await list('pageSize=2&page=0&sortProperty=constructor')), [400, 31])
  const alpha = body.data[0]
  const saved = await call<Tenant>('POST', '/api/tenant', { token: root, body: { ...alpha, city: 'Ulm' } })
  assert.deepEqual([saved.body.id, saved.body.city], [alpha?.id, 'Ulm'])
  const { body: plain } = await call<PageData<Tenant>>('GET', '/api/tenants?pageSize=9&page=0&textSearch=alpha', {
    token: root,
  })
  assert.equal(plain.data[0]?.city, 'Ulm')
  assert.ok(!('tenantProfileName' in (plain.data[0] ?? {})))
})

test('an administrator sees the own tenant and no other', async (t) => {
  const { call, tenant } = await startTestAccounts(t)
  const acme = await tenant('acme')
  const other = await tenant('other')
  const get = (id: string) => call('GET', `/api/tenant/${id}`, { token: acme.admin.token })
  assert.equal((await get(acme.tenant.id.id)).status, 200)
  assert.deepEqual(codeOf(await get(other.tenant.id.id)), [403, 20])
})

test('a tenant goes with all that it owns, and with nothing else', async (t) => {
  const { call, root, tenant, storage, commit, changes } = await startTestAccounts(t)
  const acme = await tenant('acme')
  const other = await tenant('other')
  const { build, statement, all } = storage.relational
  for (const { tenant: each, customer } of [acme, other]) {
    const device = `${each.id.id.slice(0, 24)}00000000000d`
    await commit({
      statements: [
        await bareDevice(storage.relational, { id: device, tenantId: each.id.id, customerId: customer.id.id }),
        statement(
          build.insertInto('relation').values({
            from_type: 'TENANT',
            from_id: each.id.id,
            to_type: 'DEVICE',
            to_id: device,
            type_group: 'COMMON',
            type: 'Contains',
          }),
        ),
      ],
      attributes: [
        {
          tenantId: each.id.id,
          entity: entityId('DEVICE', device),
          scope: 'SERVER_SCOPE',
          key: 'k',
          lastUpdateTs: 1,
          value: { type: 1, value: 1 },
          notifyDevice: false,
        },
      ],
    })
  }
  const tables = [
    'tenant',
    'customer',
    'user',
    'user_credentials',
    'device_profile',
    'device',
    'rule_chain',
    'rule_node',
    'relation',
    'attribute',
  ] as const
  const counts = async () =>
    Promise.all(tables.map(async (table) => (await all(build.selectFrom(table).selectAll())).length))
  const before = await counts()
  changes.length = 0
  assert.equal((await call('DELETE', `/api/tenant/${acme.tenant.id.id}`, { token: root })).status, 200)
  // Half of all rows. The system administrator's user rows remain, too.
  const expected = before.map((count, i) => (tables[i]?.startsWith('user') ? (count - 1) / 2 + 1 : count / 2))
  assert.deepEqual(await counts(), expected)
  const gone = changes.map(({ kind, entity, tenantId }) => {
    assert.deepEqual([kind, tenantId], ['deleted', acme.tenant.id.id])
    return entity.entityType
  })
  assert.deepEqual(gone.sort(), [
    'API_USAGE_STATE',
    'CUSTOMER',
    'DEVICE',
    'DEVICE_PROFILE',
    'RULE_CHAIN',
    'RULE_CHAIN',
    'TENANT',
    'USER',
    'USER',
  ])
  assert.deepEqual(codeOf(await call('GET', `/api/tenant/${acme.tenant.id.id}`, { token: root })), [404, 32])
  assert.equal((await call('GET', '/api/auth/user', { token: other.guest.token })).status, 200)
})
