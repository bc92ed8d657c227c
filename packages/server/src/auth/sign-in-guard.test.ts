import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LimitKey, limitOf, rejectionText } from '@sonde/model/limits/limits'
import { createAddressLimits } from '../limits/address-limits.ts'
import { LimitReached } from '../limits/limits.ts'
import { createPeaks } from '../limits/peaks.ts'
import { createSignInGuard } from './sign-in-guard.ts'

function world() {
  let nowMs = 1_000_000
  const rejected: LimitKey[] = []
  const of = (_: string | null, key: LimitKey) => limitOf(key).default
  const peaks = createPeaks()
  const limits = {
    of,
    peaksOf: (key: LimitKey) => (tenantId: string) => peaks.of(key, tenantId),
    rejected(_: string | null, key: LimitKey) {
      rejected.push(key)
      return rejectionText(key, of(null, key))
    },
  }
  const clock = { nowMs: () => nowMs }
  const guard = createSignInGuard({ limits, addressLimits: createAddressLimits({ limits, clock }), clock })
  /** Makes an attempt; returns the limit that rejected it, or null. */
  const attempt = (address: string, account: string, outcome: 'failed' | 'succeeded'): LimitKey | null => {
    try {
      guard.begin(address, account).end(outcome)
      return null
    } catch (error) {
      assert.ok(error instanceof LimitReached)
      assert.deepEqual([error.status, Number(error.retryAfterSeconds) > 0], [429, true])
      return error.limit
    }
  }
  const pass = (seconds: number) => {
    nowMs += seconds * 1_000
  }
  const share = (tenantId: string) => peaks.highest('accountSignInFailures', tenantId)
  return { guard, attempt, pass, rejected, share }
}

test('guesses from one address delay that address alone, in words that say how long', () => {
  const { guard, attempt, rejected } = world()
  for (let i = 0; i < 5; i++) assert.equal(attempt('evil', 'ada@example.org', 'failed'), null)
  assert.throws(() => guard.begin('evil', ' ADA@example.org'), {
    message: /^Failed sign-ins per account and address: the limit is 5 in 600 s\. .* Try again in 1 s\.$/,
    retryAfterSeconds: 1,
  })
  assert.deepEqual(rejected, ['signInFailures'])
  assert.equal(attempt('home', 'ada@example.org', 'succeeded'), null)
  assert.equal(attempt('evil', 'bob@example.org', 'succeeded'), null)
})

test('guesses at one account in many spellings are guesses at one account', () => {
  const { guard, attempt } = world()
  const spellings = [
    'ada@example.org',
    'ADA@example.org',
    'a\u200bda@example.org',
    'ada\uff20example.org',
    'ada@example.org\u00ad',
  ]
  for (const spelling of spellings) assert.equal(attempt('evil', spelling, 'failed'), null)
  for (const spelling of spellings) assert.throws(() => guard.begin('evil', spelling), LimitReached)
})

test('one address guesses at many accounts: it waits, but for accounts that signed in from there', () => {
  const { attempt } = world()
  assert.equal(attempt('office', 'ada@example.org', 'succeeded'), null)
  for (let i = 0; i < 20; i++) assert.equal(attempt('office', `${i}@example.org`, 'failed'), null)
  assert.equal(attempt('office', 'bob@example.org', 'succeeded'), 'addressSignInFailures')
  assert.equal(attempt('office', 'ada@example.org', 'succeeded'), null)
  assert.equal(attempt('home', 'bob@example.org', 'succeeded'), null)
})

test('an own account does not clear the failures of an address', () => {
  const { attempt } = world()
  let guesses = 0
  while (attempt('evil', `${guesses}@example.org`, 'failed') === null) {
    guesses++
    attempt('evil', 'own@example.org', 'succeeded')
  }
  assert.equal(guesses, 20)
})

test('many addresses guess at one account: its usual address is not held up', () => {
  const { attempt } = world()
  assert.equal(attempt('home', 'ada@example.org', 'succeeded'), null)
  for (let i = 0; i < 60; i++) assert.equal(attempt(`bot ${i}`, 'ada@example.org', 'failed'), null)
  assert.equal(attempt('bot 60', 'ada@example.org', 'failed'), 'accountSignInFailures')
  assert.equal(attempt('home', 'ada@example.org', 'succeeded'), null)
})

test('one address alone never delays an account for others, however long it tries', () => {
  const { attempt, pass } = world()
  for (let second = 0; second < 6 * 3_600; second++) {
    attempt('evil', 'ada@example.org', 'failed')
    pass(1)
  }
  assert.equal(attempt('hotel', 'ada@example.org', 'succeeded'), null)
})

test('sign-ins of one address are bounded, right ones too', () => {
  const { attempt, pass } = world()
  for (let i = 0; i < 300; i++) assert.equal(attempt('a', 'ada@example.org', 'succeeded'), null)
  assert.equal(attempt('a', 'ada@example.org', 'succeeded'), 'signIns')
  assert.equal(attempt('b', 'ada@example.org', 'succeeded'), null)
  pass(1)
  assert.equal(attempt('a', 'ada@example.org', 'succeeded'), null)
})

test('the tenant sees how many sign-ins of an account failed, from whatever address', () => {
  const { guard, attempt, pass, share } = world()
  for (let i = 0; i < 15; i++) attempt(`place ${i}`, 'ada@example.org', 'failed')
  guard.measure('ADA@example.org ', 'a')
  guard.measure('bob@example.org', 'b')
  assert.deepEqual([share('a'), share('b'), share('c')], [15 / 60, 0, 0])
  pass(600)
  for (let i = 0; i < 45; i++) attempt(`other ${i}`, 'ada@example.org', 'failed')
  guard.measure('ada@example.org', 'a')
  assert.equal(share('a'), 50 / 60)
})
