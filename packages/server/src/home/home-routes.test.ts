/** Tests that the initial data of pages is the same as that of the individual requests. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileAlarmOf } from '@sonde/model/demo-plant/story'
import type { HomeFacts, PageStart } from '@sonde/model/home/home'
import type { PageData } from '@sonde/model/paging'
import { startTestPlatform } from '../platform-testing.ts'

interface Profile {
  readonly id: { readonly id: string }
  readonly profileData: object
}

const alarmRule = profileAlarmOf({
  id: 'high',
  alarmType: 'High',
  severity: 'CRITICAL',
  key: 'temperature',
  operation: 'GREATER',
  limit: 50,
  clearAt: 40,
  minutes: 5,
})

test('each role gets the counts and titles of what it may read', async (t) => {
  const { call, root, tenant, user } = await startTestPlatform(t)
  const { token } = await tenant({})
  const customer = (await call('POST', '/api/customer', token, { title: 'Harbour Foods' })).body
  const member = await user(token, {
    email: 'member@acme.example',
    authority: 'CUSTOMER_USER',
    customerId: { entityType: 'CUSTOMER', id: customer.id.id },
  })
  for (const name of ['e', 'f']) {
    const { body: device } = await call('POST', '/api/device', token, { name, type: 'default' })
    if (name === 'e') await call('POST', `/api/customer/${customer.id.id}/device/${device.id.id}`, token)
  }
  const facts = async (as: string) => (await call<HomeFacts>('GET', '/api/v2/home', as)).body

  const own = await facts(token)
  assert.equal(own.title, 'Acme')
  assert.equal(own.activeDevices, 0)
  const { DEVICE, CUSTOMER, DASHBOARD, DEVICE_PROFILE, RULE_CHAIN, edgeRuleChains, OTA_PACKAGE, TENANT } = own.counts
  // The tenant is created with a device, its rule chains and its default profile.
  assert.deepEqual([DEVICE, CUSTOMER, DASHBOARD, DEVICE_PROFILE, OTA_PACKAGE, TENANT], [3, 1, 0, 1, 0, undefined])
  assert.deepEqual([RULE_CHAIN, edgeRuleChains], [1, 1])

  const profiles = (await call<PageData<Profile>>('GET', '/api/deviceProfiles?pageSize=10&page=0', token)).body.data
  const [profile] = profiles
  assert.deepEqual(own.alarmRules, { exist: false, defaultProfileId: profile?.id.id })
  const profileData = { ...profile?.profileData, alarms: [alarmRule] }
  assert.equal((await call('POST', '/api/deviceProfile', token, { ...profile, profileData })).status, 200)
  assert.equal((await facts(token)).alarmRules?.exist, true)

  const theirs = await facts(member.token)
  assert.deepEqual([theirs.title, theirs.alarmRules], ['Harbour Foods', null])
  assert.deepEqual(theirs.counts, { DEVICE: 1, ASSET: 0, ENTITY_VIEW: 0, EDGE: 0, DASHBOARD: 0 })

  const all = await facts(root)
  assert.deepEqual([all.title, all.alarmRules, all.activeDevices], [null, null, 0])
  assert.deepEqual([all.counts.TENANT, all.counts.DEVICE], [1, undefined])
})

test('a page starts with the home dashboard, the limits and the settings of its user alone', async (t) => {
  const { call, tenant } = await startTestPlatform(t, { SONDE_EDGES: 'false', SONDE_MAX_DATAPOINTS: '1234' })
  const { token } = await tenant({})
  const start = async (as: string) => (await call<PageStart>('GET', '/api/v2/page-start', as)).body
  const before = Date.now()
  const { serverTimeMs, ...plain } = await start(token)
  assert.ok(serverTimeMs >= before && serverTimeMs <= Date.now())
  assert.deepEqual(plain, {
    homeDashboardId: null,
    edgesEnabled: false,
    visitorsReadAll: false,
    maxDatapoints: 1234,
    settings: { tableLayouts: {}, alarmNotices: {} },
  })
  await call('PUT', '/api/v2/user/settings/tableLayouts', token, { devices: 1 })
  const { body: board } = await call('POST', '/api/dashboard', token, { title: 'Hall' })
  await call('POST', '/api/tenant/dashboard/home/info', token, { dashboardId: board.id, hideDashboardToolbar: true })
  const after = await start(token)
  assert.deepEqual(after.settings.tableLayouts, { devices: 1 })
  assert.equal(after.homeDashboardId, board.id.id)

  const { assignedCustomers } = (
    await call<{ assignedCustomers: readonly { customerId: { id: string } }[] }>(
      'POST',
      `/api/customer/public/dashboard/${board.id.id}`,
      token,
    )
  ).body
  const publicId = assignedCustomers[0]?.customerId.id
  const visitor = (await call('POST', '/api/auth/login/public', '', { publicId })).body.token
  assert.deepEqual((await start(visitor)).settings, {}, 'visitors have none')
  assert.equal((await call('GET', '/api/v2/page-start')).status, 401)
})
