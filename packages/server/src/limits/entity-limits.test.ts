import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { openEntities } from '../assignables/testing-http.ts'

test('what a tenant’s profile allows is never exceeded, also when much is made at once', async (t) => {
  const { post, commit, storage, tenantIds } = await openEntities(t)
  const { build, statement } = storage.relational
  const allow = async (limits: object) => {
    const profile_data = JSON.stringify({ configuration: { type: 'DEFAULT', ...limits } })
    const profile = entityId('TENANT_PROFILE', NIL_UUID)
    await commit({
      statements: [statement(build.updateTable('tenant_profile').set({ profile_data }))],
      changes: [{ kind: 'updated', entity: profile, tenantId: NIL_UUID, customerId: NIL_UUID }],
    })
  }
  // Two customers exist already.
  await allow({ maxDevices: 2, maxAssets: 2, maxCustomers: 4, maxDashboards: 2 })
  for (const [path, body, words] of [
    ['/api/device', (i: number) => ({ name: `d${i}`, type: 'x' }), 'Devices: the limit is 2. Delete devices'],
    ['/api/asset', (i: number) => ({ name: `a${i}`, type: 'x' }), 'Assets: the limit is 2. Delete assets'],
    ['/api/customer', (i: number) => ({ title: `c${i}` }), 'Customers: the limit is 4. Delete customers'],
    ['/api/dashboard', (i: number) => ({ title: `b${i}` }), 'Dashboards: the limit is 2. Delete dashboards'],
  ] as const) {
    const answers = await Promise.all(Array.from({ length: 5 }, (_, i) => post<{ id: object }>(path, body(i))))
    assert.equal(answers.filter(({ status }) => status === 200).length, 2, path)
    const rejected = answers.find(({ status }) => status !== 200)
    assert.deepEqual([rejected?.status, rejected?.at('errorCode')], [400, 31])
    assert.equal(rejected?.at('message'), `${words} that are no longer used.`)
    // Updates don't count as creations, and validation errors take precedence.
    const made = answers.find(({ status }) => status === 200)
    assert.equal((await post(path, made?.body)).status, 200)
    assert.match(String((await post(path, {})).at('message')), /is missing/)
  }
  const other = await post('/api/asset', { name: 'a', type: 'x' }, 'stranger')
  assert.equal(other.status, 200, 'the other tenant has room of its own')
  await allow({})
  assert.equal((await post('/api/asset', { name: 'more', type: 'x' })).status, 200)
  assert.ok(tenantIds.own)
})
