import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { newPeak } from '../limits/peaks.ts'
import { createClaimAttempts } from './claim-attempts.ts'

function open() {
  const clock = { now: 1_000_000, nowMs: () => clock.now }
  const peak = newPeak()
  const attempts = createClaimAttempts({
    clock,
    limits: {
      of: () => 3,
      reject: () => {
        throw new Error('refused')
      },
      peaksOf: () => () => peak,
    },
  })
  const user = (userId: string): Scope => testScope('tenant', { userId, authority: 'CUSTOMER_USER' })
  const may = (userId: string): boolean => {
    try {
      attempts.begin(user(userId))
      return true
    } catch {
      return false
    }
  }
  return { clock, attempts, user, may, peak }
}

test('after the free failures each wait is twice the one before', () => {
  const { clock, may } = open()
  assert.deepEqual([may('a'), may('a'), may('a'), may('a')], [true, true, true, false])
  for (let waitMs = 1_000; waitMs <= 512_000; waitMs *= 2) {
    clock.now += waitMs - 1
    assert.equal(may('a'), false, `${waitMs - 1} ms`)
    clock.now += 1
    assert.equal(may('a'), true, `${waitMs} ms`)
  }
  clock.now += 899_999
  assert.equal(may('a'), false, 'a quarter of an hour at most')
  clock.now += 1
  assert.equal(may('a'), true)
})

test('other users, a success and a quarter of an hour of quiet start from nothing', () => {
  const { clock, attempts, user, may } = open()
  for (let i = 0; i < 3; i++) may('a')
  assert.deepEqual([may('a'), may('b')], [false, true])
  attempts.succeeded(user('a'))
  assert.deepEqual([may('a'), may('a'), may('a'), may('a')], [true, true, true, false])
  clock.now += 15 * 60_000 + 1
  assert.deepEqual([may('a'), may('a'), may('a'), may('a')], [true, true, true, false])
})

test('the user with most failures is measured; what succeeds is no failure', () => {
  const { attempts, user, may, peak } = open()
  may('a')
  attempts.succeeded(user('a'))
  assert.equal(peak.highest, 0)
  for (let i = 0; i < 2; i++) {
    may('a')
    attempts.failed(user('a'))
  }
  may('b')
  attempts.failed(user('b'))
  assert.equal(peak.highest, 2 / 3)
})
