/** Tests that each tenant limit is measured and that a tenant's actions change the measured usage. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LimitReport } from '@sonde/model/limits/limit-report'
import { type LimitKey, limitKeys, limitOf } from '@sonde/model/limits/limits'
import { ownedLimitKeys } from '@sonde/model/limits/profile-limits'
import { profileNumbers, profileRates } from '@sonde/model/tenant-profiles/tenant-profile'
import { systemClock } from '../clock.ts'
import { createLogBounds } from '../log/log-bounds.ts'
import { startTestPlatform } from '../platform-testing.ts'
import { until } from '../until-testing.ts'

/** Profile that sets every limit, so that no limit is skipped as unlimited. */
const allLimited = {
  ...Object.fromEntries(profileNumbers.map((key) => [key, 1_000_000])),
  ...Object.fromEntries(profileRates.map((key) => [key, '1000000:1'])),
}

type Call = Awaited<ReturnType<typeof startTestPlatform>>['call']

/** Waits until the background counts are complete, then returns the usage of each limit. */
async function usedOf(call: Call, token: string) {
  let rows: LimitReport['limits'] = []
  await until(async () => {
    rows = (await call<LimitReport>('GET', '/api/v2/limits', token)).body.limits
    return rows.find(({ key }) => key === 'storedRpcCalls')?.used !== null
  }, 'the background counts are complete')
  return { rows, used: (key: LimitKey) => rows.find((row) => row.key === key)?.used }
}

test('every limit that belongs to a tenant is measured', async (t) => {
  const { platform, call, tenant } = await startTestPlatform(t, {
    SONDE_TENANT_REST_LIMIT: '1000000:1',
    SONDE_CUSTOMER_REST_LIMIT: '1000000:1',
  })
  // Like the server does with its own log.
  createLogBounds({ clock: systemClock }).connect(platform.limits)
  const { token } = await tenant(allLimited)
  const { rows } = await usedOf(call, token)
  assert.deepEqual(new Set(rows.map(({ key }) => key)), new Set(ownedLimitKeys))
  assert.deepEqual(
    rows.filter(({ used }) => used === null).map(({ key }) => key),
    [],
  )
  const left = limitKeys.filter((key) => !ownedLimitKeys.includes(key))
  assert.ok(left.every((key) => ['address', 'server'].includes(limitOf(key).per)))
})

test('what users, devices and rule chains do shows in the measures', async (t) => {
  const { call, tenant } = await startTestPlatform(t)
  const { token, device, accessToken } = await tenant({})
  const id = device.id.id
  for (const points of [{ a: 1 }, { a: 1, b: 2, c: 3 }, { a: 1 }]) {
    assert.equal((await call('POST', `/api/v1/${accessToken}/telemetry`, '', points)).status, 200)
  }
  await call('POST', `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, token, { x: 1, y: 2 })
  await call('POST', `/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, token, { x: 2 })
  const rpc = { method: 'go', params: 'far', persistent: true, timeout: 60_000 }
  assert.equal((await call('POST', `/api/rpc/oneway/${id}`, token, rpc)).status, 200)
  const { used } = await usedOf(call, token)
  const exact: readonly LimitKey[] = ['telemetryKeys', 'tenantTelemetryKeys', 'messagePoints', 'waitingRpcCalls']
  assert.deepEqual(
    exact.map((key) => used(key)),
    [3, 3, 3, 1],
  )
  assert.equal(used('tenantWaitingRpcCalls'), 1)
  const some: readonly LimitKey[] = [
    'attributes',
    'ruleNodes',
    'ruleChainBytes',
    'sessions',
    'nodeVisits',
    'messageVisits',
    'messageMs',
    'messageBytes',
    'answerBytes',
    'rpcBytes',
    'rpcExpiry',
  ]
  assert.deepEqual(
    some.filter((key) => !((used(key) ?? 0) > 0)),
    [],
  )
  assert.ok((used('rpcExpiry') ?? 0) <= 60_000)
  const none: readonly LimitKey[] = ['deadLetters', 'failedClaims', 'visitorWrites', 'visitorSockets', 'scriptMessages']
  assert.deepEqual(
    none.map((key) => used(key)),
    none.map(() => 0),
  )
})
