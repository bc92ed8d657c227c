import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createShares } from './shares.ts'

const owner = (tenantId: string, userId = 'u', isPublic = false) => ({ tenantId, userId, isPublic })

/** Calls `tryAcquire` until it fails; returns the number of successes. */
function takeAll(tryAcquire: () => boolean): number {
  let got = 0
  while (got < 10_000 && tryAcquire()) got++
  return got
}

test('a tenant gets half of what others left, so there is always some for the next', () => {
  const shares = createShares(1000)
  const got = (tenantId: string) =>
    takeAll(() => shares.tryAcquire(owner(tenantId, 'u1'), 1)) +
    takeAll(() => shares.tryAcquire(owner(tenantId, 'u2'), 1))
  assert.deepEqual(['a', 'b', 'c', 'd'].map(got), [500, 250, 125, 62])
  assert.equal(shares.usedByAll, 937)
  assert.equal(shares.tryAcquire(owner('e'), 20), true)
})

test('a user gets three quarters of it, visitors a quarter', () => {
  const shares = createShares(1000)
  assert.equal(
    takeAll(() => shares.tryAcquire(owner('a', 'visitor', true), 1)),
    125,
  )
  assert.equal(
    takeAll(() => shares.tryAcquire(owner('a', 'u'), 1)),
    375,
  )
  assert.equal(shares.used('a'), 500)
  assert.equal(shares.used('b'), 0)
})

test('what is given back may be taken again', () => {
  const shares = createShares(100)
  assert.equal(shares.tryAcquire(owner('a'), 37), true)
  assert.equal(shares.tryAcquire(owner('a'), 1), false)
  shares.give(owner('a'), 37)
  assert.deepEqual([shares.used('a'), shares.usedByAll], [0, 0])
  assert.equal(shares.tryAcquire(owner('a'), 37), true)
})

test('a tenant has a bound of its own besides', () => {
  const shares = createShares(1000, { tenantMax: (tenantId) => (tenantId === 'small' ? 40 : 1000) })
  assert.equal(
    takeAll(() => shares.tryAcquire(owner('small'), 1)),
    30,
  )
  assert.equal(shares.tryAcquire(owner('large'), 300), true)
})
