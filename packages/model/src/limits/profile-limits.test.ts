import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileNumbers, profileRates } from '../tenant-profiles/tenant-profile.ts'
import {
  isTenantLimitKey,
  monthRejection,
  nextMonthMs,
  numberRejection,
  profileLimitKeys,
  rateRejection,
  tenantLimitKeys,
  tenantLimitOf,
} from './profile-limits.ts'

test('every number and rate of a tenant profile that limits something is described', () => {
  const retained = ['defaultStorageTtlDays', 'alarmsTtlDays', 'rpcTtlDays']
  const expected = [...profileNumbers.filter((each) => !retained.includes(each)), ...profileRates]
  assert.deepEqual(profileLimitKeys.filter((key) => !key.endsWith('RestRequests')).sort(), [...expected].sort())
})

test('no two limits have the same title: alarms, lists and settings tell them apart by it', () => {
  const titles = tenantLimitKeys.map((key) => tenantLimitOf(key).title)
  assert.deepEqual(
    titles.filter((title, at) => titles.indexOf(title) !== at),
    [],
  )
  for (const key of tenantLimitKeys) {
    const { atLimit, advice } = tenantLimitOf(key)
    assert.ok(!atLimit.endsWith('.') && advice.endsWith('.'), key)
  }
})

test('refusals name the limit, its value and what to do', () => {
  assert.equal(
    numberRejection('maxDevices', 1_000),
    'Devices: the limit is 1,000. Delete devices that are no longer used.',
  )
  assert.match(numberRejection('maxResourcesInBytes', 3 * 1024 * 1024), /^Resource files: the limit is 3 MiB\./)
  assert.equal(
    rateRejection('transportDeviceMsgRateLimit', '10:1,300:60'),
    'Messages per device: the limit is 10 in 1 s and 300 in 60 s. Send less often.',
  )
  assert.equal(
    monthRejection('maxEmails', 500, Date.UTC(2026, 11, 31, 23, 59)),
    'Emails: the limit is 500 per month. Send fewer emails. The count resets on Jan 1 (UTC).',
  )
})

test('a month ends with the first of the next one, in UTC', () => {
  assert.equal(nextMonthMs(Date.UTC(2026, 11, 31, 23, 59, 59, 999)), Date.UTC(2027, 0, 1))
  assert.equal(nextMonthMs(Date.UTC(2027, 0, 1)), Date.UTC(2027, 1, 1))
})

test('keys that are none are told apart', () => {
  assert.ok(isTenantLimitKey('maxDevices') && isTenantLimitKey('nodeVisits'))
  for (const key of ['toString', '__proto__', 'maxThings', '']) assert.ok(!isTenantLimitKey(key), key)
})
