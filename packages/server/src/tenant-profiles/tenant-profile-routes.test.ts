import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { limitKeys, limitOf } from '@sonde/model/limits/limits'
import type { ProfileLimitValues } from '@sonde/model/limits/profile-limit-values'
import type { PageData } from '@sonde/model/paging'
import type { TenantProfile, TenantProfileInfo } from '@sonde/model/tenant-profiles/tenant-profile'
import type { Tenant } from '@sonde/model/tenants/tenant'
import { startTestAccounts } from '../auth/auth-testing.ts'

const unknown = '00000000-0000-4000-8000-000000000001'
const limits = (given: object) => ({ profileData: { configuration: { type: 'DEFAULT', ...given } } })

async function start(t: TestContext) {
  const accounts = await startTestAccounts(t)
  const { call, root } = accounts
  const get = <T>(path: string) => call<T>('GET', path, { token: root })
  const save = (body: object) =>
    call<TenantProfile & { message: string }>('POST', '/api/tenantProfile', { token: root, body })
  return { ...accounts, get, save }
}

test('a profile is made whole, changed, listed and searched', async (t) => {
  const { get, save } = await start(t)
  const { body: gold } = await save({
    name: ' Gold ',
    ...limits({ maxDevices: 2, transportDeviceMsgRateLimit: '10:1,300:60' }),
  })
  const { configuration } = gold.profileData
  assert.deepEqual([gold.name, gold.default, gold.isolatedTbCore, gold.description], ['Gold', false, false, null])
  assert.equal(Object.keys(configuration).length, 28)
  assert.deepEqual(
    [configuration.maxDevices, configuration.maxUsers, configuration.transportDeviceMsgRateLimit],
    [2, 0, '10:1,300:60'],
  )
  assert.deepEqual((await get(`/api/tenantProfile/${gold.id.id}`)).body, gold)
  const changed = await save({ ...gold, description: 'For few', default: true, ...limits({ maxDevices: 3 }) })
  assert.deepEqual(
    [
      changed.body.id,
      changed.body.description,
      changed.body.default,
      changed.body.profileData.configuration.maxDevices,
    ],
    [gold.id, 'For few', false, 3],
  )
  const page = (
    await get<PageData<TenantProfile>>('/api/tenantProfiles?pageSize=9&page=0&sortProperty=name&sortOrder=ASC')
  ).body
  assert.deepEqual(
    page.data.map(({ name }) => name),
    ['Default', 'Gold'],
  )
  const infos = (await get<PageData<TenantProfileInfo>>('/api/tenantProfileInfos?pageSize=9&page=0&textSearch=GOL'))
    .body
  assert.deepEqual(infos.data, [{ id: gold.id, name: 'Gold' }])
  assert.deepEqual((await get(`/api/tenantProfileInfo/${gold.id.id}`)).body, { id: gold.id, name: 'Gold' })
})

test('what is wrong with a profile is named', async (t) => {
  const { save } = await start(t)
  const rejected = async (body: object, named: RegExp) => {
    const { status, text } = await save(body)
    assert.equal(status, 400, text)
    assert.match(text, named)
  }
  await rejected({}, /name is missing/)
  await rejected({ name: '  ' }, /name/)
  await rejected({ name: 'x'.repeat(256) }, /name has more than 255/)
  await rejected({ name: '<b>' }, /can’t contain HTML/)
  await rejected({ name: 'x', ...limits({ maxDevices: -1 }) }, /profileData\.configuration\.maxDevices/)
  await rejected({ name: 'x', ...limits({ maxDevices: 1.5 }) }, /maxDevices/)
  await rejected(
    { name: 'x', ...limits({ transportTenantMsgRateLimit: '10 per second' }) },
    /transportTenantMsgRateLimit/,
  )
  await rejected({ name: 'x', ...limits({ warnThreshold: 2 }) }, /warnThreshold/)
  assert.equal((await save({ name: 'x'.repeat(255) })).status, 200)
  await rejected({ name: 'x'.repeat(255) }, /already exists/)
  const { body: isolated } = await save({ name: 'Isolated', isolatedTbCore: true })
  await rejected({ ...isolated, isolatedTbCore: false }, /isolatedTbCore/)
  await rejected({ ...isolated, isolatedTbRuleEngine: true }, /isolatedTbRuleEngine/)
  assert.equal((await save({ name: 'y', id: { entityType: 'TENANT_PROFILE', id: unknown } })).status, 404)
})

test('one profile is the default; tenants without a profile get it', async (t) => {
  const { call, root, get, save } = await start(t)
  const { body: gold } = await save({ name: 'Gold' })
  const path = `/api/tenantProfile/${gold.id.id}`
  const made = await call<TenantProfile>('POST', `${path}/default`, { token: root })
  assert.equal(made.body.default, true)
  assert.deepEqual((await get('/api/tenantProfileInfo/default')).body, { id: gold.id, name: 'Gold' })
  const { body } = await get<PageData<TenantProfile>>('/api/tenantProfiles?pageSize=9&page=0')
  assert.deepEqual(
    body.data.filter((each) => each.default).map(({ name }) => name),
    ['Gold'],
  )
  const tenant = await call<Tenant>('POST', '/api/tenant', { token: root, body: { title: 'Acme' } })
  assert.deepEqual(tenant.body.tenantProfileId, gold.id)
  assert.match((await call('DELETE', path, { token: root })).text, /default tenant profile can’t be deleted/)
  assert.equal((await call('POST', `/api/tenantProfile/${unknown}/default`, { token: root })).status, 404)
})

test('a profile that a tenant has stays; one for isolated processing goes to none', async (t) => {
  const { call, root, get, save } = await start(t)
  const { body: gold } = await save({ name: 'Gold' })
  const tenant = { title: 'Acme', tenantProfileId: gold.id }
  const { body: acme } = await call<Tenant>('POST', '/api/tenant', { token: root, body: tenant })
  const remove = (id: string) => call('DELETE', `/api/tenantProfile/${id}`, { token: root })
  assert.equal((await remove(gold.id.id)).status, 400)
  await call('DELETE', `/api/tenant/${acme.id.id}`, { token: root })
  assert.equal((await remove(gold.id.id)).status, 200)
  assert.equal((await remove(gold.id.id)).status, 404)
  assert.equal((await get(`/api/tenantProfile/${gold.id.id}`)).status, 404)
  const { body: isolated } = await save({ name: 'Isolated', isolatedTbRuleEngine: true })
  const rejected = await call('POST', '/api/tenant', {
    token: root,
    body: { title: 'I', tenantProfileId: isolated.id },
  })
  assert.equal(rejected.status, 400)
})

test('profiles are the system administrator’s alone', async (t) => {
  const { call, tenant, save } = await start(t)
  const { body: gold } = await save({ name: 'Gold' })
  const { admin, guest } = await tenant('acme')
  for (const token of [admin.token, guest.token]) {
    for (const path of [
      `tenantProfile/${gold.id.id}`,
      'tenantProfileInfo/default',
      'tenantProfiles?pageSize=1&page=0',
    ]) {
      assert.equal((await call('GET', `/api/${path}`, { token })).status, 403)
    }
    assert.equal((await call('POST', '/api/tenantProfile', { token, body: { name: 'x' } })).status, 403)
    assert.equal((await call('DELETE', `/api/tenantProfile/${gold.id.id}`, { token })).status, 403)
  }
})

test('limits of a profile are read and replaced; what is wrong is named, and the wire sees nothing of them', async (t) => {
  const { call, root, get, save, tenant } = await start(t)
  const { body: profile } = await save({ name: 'Small' })
  const path = `/api/v2/tenantProfiles/${profile.id.id}/limits`
  const put = (body: object) => call<ProfileLimitValues & { message: string }>('PUT', path, { token: root, body })
  const before = (await get<ProfileLimitValues>(path)).body
  assert.deepEqual(before.values, {})
  assert.equal(before.defaults.telemetryKeys, limitOf('telemetryKeys').default)
  assert.deepEqual(Object.keys(before.defaults), limitKeys)

  const most = limitOf('telemetryKeys').max
  assert.deepEqual((await put({ values: { telemetryKeys: most, nodeVisits: 1 } })).body.values, {
    telemetryKeys: most,
    nodeVisits: 1,
  })
  for (const [values, named] of [
    [{ telemetryKeys: most + 1 }, /values\.telemetryKeys must be <= 100000/],
    [{ telemetryKeys: 0 }, /values\.telemetryKeys must be >= 1/],
    [{ nodeVisits: 1.5 }, /values\.nodeVisits must be integer/],
    [{ nodeVisits: '5' }, /values\.nodeVisits must be integer/],
    [{ maxThings: 5 }, /values\.maxThings is unknown/],
  ] as const) {
    const { status, body } = await put({ values })
    assert.deepEqual([status, named.test(body.message)], [400, true], body.message)
  }
  assert.deepEqual((await get<ProfileLimitValues>(path)).body.values, { telemetryKeys: most, nodeVisits: 1 })

  const wire = await get<object>(`/api/tenantProfile/${profile.id.id}`)
  assert.ok(!('limits' in wire.body))
  await save({ ...profile, name: 'Smaller' })
  assert.deepEqual(
    (await get<ProfileLimitValues>(path)).body.values,
    { telemetryKeys: most, nodeVisits: 1 },
    'they stay',
  )
  assert.deepEqual((await put({ values: {} })).body.values, {})

  const none = `/api/v2/tenantProfiles/${unknown}/limits`
  assert.equal((await get(none)).status, 404)
  assert.equal((await call('PUT', none, { token: root, body: { values: {} } })).status, 404)
  const { admin } = await tenant('acme')
  assert.equal((await call('GET', path, { token: admin.token })).status, 403)
})
