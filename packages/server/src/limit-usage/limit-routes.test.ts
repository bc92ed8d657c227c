/** Tests the limits API for tenant administrators and system administrators on a whole platform with device traffic. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alarm } from '@sonde/model/alarms/alarm'
import type { LimitDetails, LimitReport } from '@sonde/model/limits/limit-report'
import { limitKeys } from '@sonde/model/limits/limits'
import { ownedLimitKeys } from '@sonde/model/limits/profile-limits'
import type { PageData } from '@sonde/model/paging'
import { mailServerAllowed, startTestMailServer } from '../mail/mail-testing.ts'
import { startTestPlatform } from '../platform-testing.ts'
import { until } from '../until-testing.ts'

const limitOf = ({ limits }: LimitReport, key: string) => {
  const found = limits.find((each) => each.key === key)
  assert.ok(found, key)
  return found
}

test('a tenant sees what it uses, what was refused and by whom; the most urgent comes first', async (t) => {
  const { call, tenant } = await startTestPlatform(t)
  const { token, device, accessToken } = await tenant({
    maxDevices: 1,
    maxTransportMessages: 1_000,
    transportDeviceMsgRateLimit: '2:3600',
  })
  const send = () => call('POST', `/api/v1/${accessToken}/telemetry`, '', { a: 1, b: 2 })
  for (let i = 0; i < 2; i++) assert.equal((await send()).status, 200)
  for (let i = 0; i < 3; i++) {
    const rejected = await call<{ message: string }>('POST', `/api/v1/${accessToken}/telemetry`, '', { a: 1 })
    assert.equal(rejected.status, 429)
    assert.equal(rejected.body.message, 'Messages per device: the limit is 2 in 3600 s. Send less often.')
  }
  const second = await call<{ message: string }>('POST', '/api/device', token, { name: 'second', type: 'default' })
  assert.equal(second.body.message, 'Devices: the limit is 1. Delete devices that are no longer used.')

  const { status, body } = await call<LimitReport>('GET', '/api/v2/limits', token)
  assert.equal(status, 200)
  assert.equal(body.limits.length, ownedLimitKeys.length)
  assert.equal(body.tenantTitle, 'Acme')
  assert.equal(body.warnShare, 0.8)
  const rate = limitOf(body, 'transportDeviceMsgRateLimit')
  assert.deepEqual([rate.limit, rate.used, rate.seconds, rate.state], [2, 5, 3600, 'reached'])
  assert.deepEqual([rate.refused.today, rate.forecast.kind], [3, 'over'])
  assert.deepEqual(
    rate.causers.map(({ entityType, id, name, share }) => [entityType, id, name, share]),
    [['DEVICE', device.id.id, 'd', 1]],
  )
  const devices = limitOf(body, 'maxDevices')
  assert.deepEqual([devices.used, devices.limit, devices.share, devices.refused.today], [1, 1, 1, 1])
  const [creator] = devices.causers
  assert.deepEqual([creator?.entityType, creator?.name], ['USER', 'admin@acme.example'])
  const messages = limitOf(body, 'maxTransportMessages')
  assert.deepEqual([messages.used, messages.limit, messages.forecast.kind], [2, 1_000, 'notEnough'])
  assert.equal(messages.causers[0]?.id, device.id.id)
  assert.equal(limitOf(body, 'maxTransportDataPoints').state, 'unlimited')
  assert.equal(limitOf(body, 'maxTransportDataPoints').used, 4)
  assert.deepEqual(
    new Set(body.limits.slice(0, 2).map(({ key }) => key)),
    new Set(['transportDeviceMsgRateLimit', 'maxDevices']),
  )
  const owned = limitKeys.filter((key) => ownedLimitKeys.includes(key))
  for (const key of owned) assert.ok(limitOf(body, key).limit, 'the catalogue always limits')
})

test('one limit has the month as it grew, and all who cause it', async (t) => {
  const { call, tenant, platform } = await startTestPlatform(t)
  const { token, device, accessToken, allow } = await tenant({ maxTransportMessages: 1_000 })
  for (let i = 0; i < 3; i++) await call('POST', `/api/v1/${accessToken}/telemetry`, '', { a: i })
  const path = '/api/v2/limits/maxTransportMessages'
  // A profile change flushes the counts to the store at once.
  for (let i = 1; ((await call<LimitDetails>('GET', path, token)).body.month ?? []).length === 0; i++) {
    await allow({ maxTransportMessages: 1_000 + i })
  }
  const { body } = await call<LimitDetails>('GET', path, token)
  assert.deepEqual([body.limit.key, body.month?.length, body.month?.at(-1)?.used], ['maxTransportMessages', 1, 3])
  assert.deepEqual(body.limit.causers[0]?.id, device.id.id)
  await platform.limitMonitor.look()
  const points = await call<LimitDetails>('GET', '/api/v2/limits/maxDPStorageDays', token)
  assert.equal(points.body.limit.causers[0]?.id, device.id.id)
  const chains = await call<LimitDetails>('GET', '/api/v2/limits/maxREExecutions', token)
  assert.equal(chains.body.limit.causers[0]?.entityType, 'RULE_CHAIN')
  assert.equal((await call<LimitDetails>('GET', '/api/v2/limits/maxDevices', token)).body.month, null)
  assert.equal((await call('GET', '/api/v2/limits/maxThings', token)).status, 400)
})

test('the system’s administrator names a tenant; other tenants and customers see nothing', async (t) => {
  const { call, root, tenant, user } = await startTestPlatform(t)
  const { token, device, accessToken, id: tenantId } = await tenant({})
  await call('POST', `/api/v1/${accessToken}/telemetry`, '', { a: 1 })
  assert.equal((await call('GET', '/api/v2/limits', root)).status, 400)
  const seen = await call<LimitReport>('GET', `/api/v2/limits?tenantId=${tenantId}`, root)
  assert.deepEqual([seen.status, seen.body.tenantId], [200, tenantId])
  const [sender] = limitOf(seen.body, 'maxTransportMessages').causers
  assert.deepEqual([sender?.entityType, sender?.id, sender?.name, sender?.share], ['DEVICE', null, null, 1])
  assert.ok(!JSON.stringify(seen.body).includes(device.id.id), 'which device is the tenant’s business')
  assert.equal(limitOf(seen.body, 'maxDevices').causers[0]?.name, 'admin@acme.example')
  const own = await call<LimitReport>('GET', `/api/v2/limits?tenantId=${tenantId}`, token)
  assert.equal(own.status, 200)
  const unknown = '00000000-0000-4000-8000-000000000001'
  assert.equal((await call('GET', `/api/v2/limits?tenantId=${unknown}`, root)).status, 404)
  const { body: made } = await call('POST', '/api/tenant', root, { title: 'Other' })
  const other = await user(root, { authority: 'TENANT_ADMIN', tenantId: made.id, email: 'a@other.example' })
  assert.ok([403, 404].includes((await call('GET', `/api/v2/limits?tenantId=${tenantId}`, other.token)).status))
  const { body: customer } = await call('POST', '/api/customer', token, { title: 'C' })
  const member = await user(token, { authority: 'CUSTOMER_USER', customerId: customer.id, email: 'c@c.example' })
  assert.equal((await call('GET', '/api/v2/limits', member.token)).status, 403)
})

test('near a limit and at it the tenant has an alarm, which counts for nobody; the metrics name no tenant', async (t) => {
  const { call, tenant, platform } = await startTestPlatform(t, { SONDE_METRICS: 'local' })
  const { token, allow } = await tenant({ maxDevices: 5, maxCreatedAlarms: 1 })
  const alarms = async () =>
    (
      await call<PageData<Alarm>>('GET', '/api/alarms?pageSize=10&page=0&sortProperty=createdTime', token)
    ).body.data.map(({ type, severity, status }) => `${type} ${severity} ${status}`)
  for (let i = 0; i < 3; i++) await call('POST', '/api/device', token, { name: `more ${i}`, type: 'default' })
  await platform.limitMonitor.look()
  assert.deepEqual(await alarms(), ['Limit warning: Devices WARNING ACTIVE_UNACK'])
  const { text } = await call('GET', '/metrics')
  assert.match(text, /sonde_limit_used_share\{limit="maxDevices"\} 0\.8/)
  assert.match(text, /sonde_limit_warned_tenants\{limit="maxDevices"\} 1/)
  const report = await call<LimitReport>('GET', '/api/v2/limits', token)
  assert.equal(limitOf(report.body, 'maxCreatedAlarms').used, 0)
  await call('POST', '/api/device', token, { name: 'fifth', type: 'default' })
  await platform.limitMonitor.look()
  assert.deepEqual(
    new Set(await alarms()),
    new Set(['Limit warning: Devices WARNING CLEARED_UNACK', 'Limit reached: Devices MAJOR ACTIVE_UNACK']),
  )
  await allow({ maxDevices: 100 })
  await until(async () => {
    const { limits } = (await call<LimitReport>('GET', '/api/v2/limits', token)).body
    return limits.find(({ key }) => key === 'maxDevices')?.limit === 100
  })
  await platform.limitMonitor.look()
  assert.ok((await alarms()).every((each) => each.endsWith('CLEARED_UNACK')))
})

test('the values of a profile hold for its tenants at once', async (t) => {
  const { call, root, tenant } = await startTestPlatform(t)
  const { token } = await tenant({})
  const { body } = await call<LimitReport>('GET', '/api/v2/limits', token)
  const path = `/api/v2/tenantProfiles/${body.profile.id}/limits`
  assert.equal((await call('PUT', path, root, { values: { telemetryKeys: 7 } })).status, 200)
  const after = await call<LimitReport>('GET', '/api/v2/limits', token)
  assert.equal(limitOf(after.body, 'telemetryKeys').limit, 7)
})

test('a profile that comes back from the trash has its limits', async (t) => {
  const { call, root } = await startTestPlatform(t)
  const { body: profile } = await call('POST', '/api/tenantProfile', root, { name: 'Tight' })
  const path = `/api/v2/tenantProfiles/${profile.id.id}/limits`
  await call('PUT', path, root, { values: { nodeVisits: 50 } })
  assert.equal((await call('DELETE', `/api/tenantProfile/${profile.id.id}`, root)).status, 200)
  assert.equal((await call('GET', path, root)).status, 404)
  assert.equal((await call('POST', `/api/v2/trash/${profile.id.id}/restore`, root, {})).status, 200)
  const restored = await call<{ values: object }>('GET', path, root)
  assert.deepEqual([restored.status, restored.body.values], [200, { nodeVisits: 50 }])
})

test('the tenant’s contact is mailed through the server that is set up', async (t) => {
  const mails = await startTestMailServer(t)
  const { call, root, tenant, platform } = await startTestPlatform(t, {
    SONDE_EGRESS_ALLOW: mailServerAllowed.join(','),
  })
  await call('POST', '/api/admin/settings', root, { key: 'mail', jsonValue: mails.settings })
  const { id } = await tenant({ maxDevices: 1 })
  const { body: acme } = await call<object>('GET', `/api/tenant/${id}`, root)
  await call('POST', '/api/tenant', root, { ...acme, email: 'boss@acme.example' })
  await platform.limitMonitor.look()
  const { text } = await mails.next('boss@acme.example')
  assert.match(text, /Subject: Acme: limit reached/)
  const decoded = Buffer.from(text, 'latin1').toString()
  assert.match(decoded, /Devices: limit reached\. Devices can’t be added\. 1 of 1 used\. Delete devices/)
})
