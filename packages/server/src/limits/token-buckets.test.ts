import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { withDefaults } from '@sonde/model/tenant-profiles/tenant-profile'
import type { Scope } from '../access/scope.ts'
import { newDeviceTraffic } from '../devices/device-traffic.ts'
import { createTransportLimits } from '../transports/transport-limits.ts'
import { createCausers } from './causers.ts'
import { createPeaks } from './peaks.ts'
import { createRestLimits } from './rest-limits.ts'
import { createBucketMap, createTokenBuckets } from './token-buckets.ts'
import { RateLimitExceeded } from './too-many-messages.ts'

function turnableClock() {
  let now = 1_000_000
  return {
    nowMs: () => now,
    turn: (ms: number) => {
      now += ms
    },
  }
}

test('all rates must allow, and what is refused takes from none', () => {
  const clock = turnableClock()
  const buckets = createTokenBuckets('2:1,3:10', clock)
  assert.deepEqual([buckets.tryAcquire(1), buckets.tryAcquire(1), buckets.tryAcquire(1)], [true, true, false])
  clock.turn(1000)
  assert.deepEqual([buckets.tryAcquire(1), buckets.tryAcquire(1)], [true, false], 'three of ten seconds are used')
  clock.turn(-5000)
  assert.equal(buckets.tryAcquire(1), false, 'a clock that is set back fills nothing')
  clock.turn(20_000)
  assert.deepEqual([buckets.tryAcquire(2), buckets.tryAcquire(1)], [true, false])
  assert.equal(buckets.tryAcquire(4), false, 'more than fits at all')
})

test('a changed rate starts anew, and few ids are kept', () => {
  const buckets = createBucketMap(turnableClock(), 2)
  const tryAcquire = (id: string, rate: string, count = 1) => buckets.tryAcquire(id, rate, count, 'tenant')
  assert.deepEqual([tryAcquire('a', '1:60'), tryAcquire('a', '1:60')], [true, false])
  assert.equal(tryAcquire('a', '2:60'), true)
  tryAcquire('b', '1:60')
  tryAcquire('c', '1:60')
  assert.equal(tryAcquire('a', '2:60', 2), true, 'forgotten')
})

test('a full map evicts the ID that was used least recently, and none when a known ID changes its rate', () => {
  const buckets = createBucketMap(turnableClock(), 2)
  const tryAcquire = (id: string, rate = '1:60') => buckets.tryAcquire(id, rate, 1, 'tenant')
  tryAcquire('busy')
  tryAcquire('rare')
  tryAcquire('busy')
  tryAcquire('busy', '2:60')
  assert.equal(tryAcquire('rare'), false, 'not evicted by the changed rate')
  tryAcquire('busy', '2:60')
  tryAcquire('new')
  assert.equal(tryAcquire('busy', '2:60'), false, 'still limited')
})

test('the highest share of a rate is noted: what came too often as well, and never above 1 when nothing was refused', () => {
  const clock = turnableClock()
  const peaks = createPeaks()
  const buckets = createBucketMap(clock, 10, (tenantId) => peaks.of('transportDeviceMsgRateLimit', tenantId))
  const share = () => peaks.highest('transportDeviceMsgRateLimit', 'tenant')
  const tryAcquire = (id: string, times: number) => {
    for (let i = 0; i < times; i++) buckets.tryAcquire(id, '10:1', 1, 'tenant')
  }
  tryAcquire('a', 4)
  tryAcquire('b', 7)
  assert.equal(share(), 0.7)
  clock.turn(1_000)
  tryAcquire('a', 14)
  assert.equal(share(), 1.4)
  peaks.roll('tenant')
  assert.equal(share(), 1.4, 'the minute before')
  assert.equal(peaks.highest('transportDeviceMsgRateLimit', 'another'), 0)
  peaks.roll('tenant')
  assert.equal(share(), 0)
  clock.turn(10_000)
  // Sends one more than the rate within a window that starts at an arbitrary time.
  for (let i = 0; i < 11; i++) {
    assert.equal(buckets.tryAcquire('c', '10:1', 1, 'tenant'), true)
    clock.turn(99)
  }
  assert.equal(share(), 1)
  peaks.forget('tenant')
  assert.equal(share(), 0)
})

test('messages of devices are held to the rates of their tenant’s profile and to the month’s allowance', () => {
  const clock = turnableClock()
  const counted: Record<string, number> = {}
  const causers = createCausers({ clock })
  let isEnabled = true
  const rejected: unknown[] = []
  const usage = {
    isEnabled: () => isEnabled,
    rejected: () => 'Transport messages: used up this month',
    count: (_tenant: string, counter: string, amount: number) => {
      counted[counter] = (counted[counter] ?? 0) + amount
    },
  }
  const configuration = withDefaults({
    type: 'DEFAULT',
    transportDeviceMsgRateLimit: '2:1',
    transportTenantTelemetryDataPointsRateLimit: '5:1',
    transportDeviceTelemetryMsgRateLimit: '1:1',
  })
  const limits = createTransportLimits({
    limits: { known: (tenantId) => (tenantId === 'limited' ? { ...configuration, own: {} } : undefined) },
    usage,
    clock,
    rejections: { count: (tenantId, key, by) => void rejected.push([tenantId, key, by?.id]) },
    peaks: createPeaks(),
    causers,
  })
  const traffic = newDeviceTraffic()
  const device = (tenantId: string, id: string) => ({
    id: entityId('DEVICE', id),
    tenantId,
    customerId: NIL_UUID,
    traffic: tenantId === 'free' ? traffic : newDeviceTraffic(),
  })
  limits.consume(device('limited', 'a'), true, 3)
  assert.throws(
    () => limits.consume(device('limited', 'a'), true, 1),
    RateLimitExceeded,
    'one telemetry message a second',
  )
  limits.consume(device('limited', 'b'), true, 2)
  assert.throws(
    () => limits.consume(device('limited', 'c'), true, 1),
    /Data points per tenant: the limit is 5 in 1 s\./,
  )
  assert.deepEqual(counted, { transportMsgCount: 2, transportDataPointsCount: 5 })
  assert.deepEqual(rejected, [
    ['limited', 'transportDeviceTelemetryMsgRateLimit', 'a'],
    ['limited', 'transportTenantTelemetryDataPointsRateLimit', 'c'],
  ])
  for (let i = 0; i < 100; i++) limits.consume(device('free', 'd'), true, 10)
  for (let i = 0; i < 2; i++) causers.collect()
  const { maxTransportMessages, maxTransportDataPoints } = causers.today('free')
  assert.deepEqual(maxTransportMessages, { total: 100, top: [['DEVICE', 'd', 100]] })
  assert.deepEqual(maxTransportDataPoints, { total: 1_000, top: [['DEVICE', 'd', 1_000]] })
  isEnabled = false
  assert.throws(() => limits.consume(device('free', 'd'), false, 0), /this month/)
})

test('calls of a tenant and of a customer are counted apart; the system administrator is never held up', () => {
  const clock = turnableClock()
  const causers = createCausers({ clock })
  const limits = createRestLimits({
    tenantRates: ['3:1'],
    customerRates: ['1:1'],
    clock,
    rejections: { count: () => undefined },
    peaks: createPeaks(),
    causers,
  })
  const scope = (tenantId: string, customerId: string) => ({ tenantId, customerId, userId: 'u' }) as Scope
  limits.consume(scope('t', 'c'))
  assert.throws(() => limits.consume(scope('t', 'c')), {
    status: 429,
    code: 33,
    message: 'REST requests per customer: the limit is 1 in 1 s. Retry in a few seconds.',
  })
  limits.consume(scope('t', NIL_UUID))
  limits.consume(scope('t', NIL_UUID))
  assert.throws(() => limits.consume(scope('t', NIL_UUID)), { status: 429 })
  limits.consume(scope('other', NIL_UUID))
  for (let i = 0; i < 9; i++) limits.consume(scope(NIL_UUID, NIL_UUID))
  clock.turn(1000)
  limits.consume(scope('t', 'c'))
  causers.collect()
  assert.deepEqual(causers.today('t').tenantRestRequests, { total: 6, top: [['USER', 'u', 6]] })
})
