import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { wholeConfiguration } from '@sonde/model/tenant-profiles/tenant-profile'
import type { Scope } from '../access/scope.ts'
import { createRestLimits } from './rest-limits.ts'
import { createBucketMap, createTokenBuckets } from './token-buckets.ts'
import { TooManyMessages } from './too-many-messages.ts'
import { createTransportLimits } from './transport-limits.ts'

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
  assert.deepEqual([buckets.take(1), buckets.take(1), buckets.take(1)], [true, true, false])
  clock.turn(1000)
  assert.deepEqual([buckets.take(1), buckets.take(1)], [true, false], 'three of ten seconds are used')
  clock.turn(-5000)
  assert.equal(buckets.take(1), false, 'a clock that is set back fills nothing')
  clock.turn(20_000)
  assert.deepEqual([buckets.take(2), buckets.take(1)], [true, false])
  assert.equal(buckets.take(4), false, 'more than fits at all')
})

test('a changed rate starts anew, and few ids are kept', () => {
  const buckets = createBucketMap(turnableClock(), 2)
  assert.deepEqual([buckets.take('a', '1:60', 1), buckets.take('a', '1:60', 1)], [true, false])
  assert.equal(buckets.take('a', '2:60', 1), true)
  buckets.take('b', '1:60', 1)
  buckets.take('c', '1:60', 1)
  assert.equal(buckets.take('a', '2:60', 2), true, 'forgotten')
})

test('messages of devices are held to the rates of their tenant’s profile and to the month’s allowance', () => {
  const clock = turnableClock()
  const counted: Record<string, number> = {}
  let isEnabled = true
  const usage = {
    isEnabled: () => isEnabled,
    count: (_tenant: string, counter: string, amount: number) => {
      counted[counter] = (counted[counter] ?? 0) + amount
    },
  }
  const configuration = wholeConfiguration({
    type: 'DEFAULT',
    transportDeviceMsgRateLimit: '2:1',
    transportTenantTelemetryDataPointsRateLimit: '5:1',
    transportDeviceTelemetryMsgRateLimit: '1:1',
  })
  const limits = createTransportLimits({
    limits: { known: (tenantId) => (tenantId === 'limited' ? { ...configuration, own: {} } : undefined) },
    usage,
    clock,
  })
  const device = (tenantId: string, id: string) => ({ id: { id }, tenantId, customerId: NIL_UUID })
  limits.admit(device('limited', 'a'), true, 3)
  assert.throws(() => limits.admit(device('limited', 'a'), true, 1), TooManyMessages, 'one telemetry message a second')
  limits.admit(device('limited', 'b'), true, 2)
  assert.throws(() => limits.admit(device('limited', 'c'), true, 1), /5:1/, 'five points a second in all')
  assert.deepEqual(counted, { transportMsgCount: 2, transportDataPointsCount: 5 })
  for (let i = 0; i < 100; i++) limits.admit(device('free', 'd'), true, 10)
  isEnabled = false
  assert.throws(() => limits.admit(device('free', 'd'), false, 0), /this month/)
})

test('calls of a tenant and of a customer are counted apart; the system administrator is never held up', () => {
  const clock = turnableClock()
  const limits = createRestLimits({ tenantRates: ['3:1'], customerRates: ['1:1'], clock })
  const scope = (tenantId: string, customerId: string) => ({ tenantId, customerId }) as Scope
  limits.admit(scope('t', 'c'))
  assert.throws(() => limits.admit(scope('t', 'c')), { status: 429, code: 33 })
  limits.admit(scope('t', NIL_UUID))
  limits.admit(scope('t', NIL_UUID))
  assert.throws(() => limits.admit(scope('t', NIL_UUID)), { status: 429 })
  limits.admit(scope('other', NIL_UUID))
  for (let i = 0; i < 9; i++) limits.admit(scope(NIL_UUID, NIL_UUID))
  clock.turn(1000)
  limits.admit(scope('t', 'c'))
})
