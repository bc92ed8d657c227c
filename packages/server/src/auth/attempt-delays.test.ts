import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAttemptDelays, delayMsMax } from './attempt-delays.ts'

function world(keysMax = 100) {
  let nowMs = 1_000_000
  const delays = createAttemptDelays({
    free: () => ({ count: 3, seconds: 300 }),
    keysMax,
    clock: { nowMs: () => nowMs },
  })
  const attempt = (key: string, outcome: 'failed' | 'succeeded' | 'open') => {
    delays.begin(key)
    delays.end(key, outcome)
  }
  const pass = (ms: number) => {
    nowMs += ms
  }
  return { delays, attempt, pass }
}

test('some failures are free, then the wait doubles up to five minutes', () => {
  const { delays, attempt, pass } = world()
  for (let i = 0; i < 3; i++) {
    assert.equal(delays.waitMs('a'), 0)
    attempt('a', 'failed')
  }
  const waits: number[] = []
  for (let i = 0; i < 12; i++) {
    waits.push(delays.waitMs('a') / 1_000)
    pass(delays.waitMs('a') - 1)
    assert.equal(delays.waitMs('a'), 1)
    pass(1)
    assert.equal(delays.waitMs('a'), 0)
    attempt('a', 'failed')
  }
  assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  assert.equal(delays.waitMs('b'), 0)
})

test('a success clears all, an attempt that says nothing changes nothing', () => {
  const { delays, attempt, pass } = world()
  for (let i = 0; i < 5; i++) attempt('a', 'failed')
  const wait = delays.waitMs('a')
  attempt('a', 'open')
  assert.equal(delays.waitMs('a'), wait)
  pass(wait)
  attempt('a', 'succeeded')
  for (let i = 0; i < 3; i++) {
    assert.equal(delays.waitMs('a'), 0)
    attempt('a', 'failed')
  }
  assert.ok(delays.waitMs('a') > 0)
})

test('attempts at once are no way around it: those under way count', () => {
  const { delays, attempt, pass } = world()
  attempt('a', 'failed')
  for (let i = 0; i < 2; i++) {
    assert.equal(delays.waitMs('a'), 0)
    delays.begin('a')
  }
  assert.ok(delays.waitMs('a') > 0, 'one failed, two under way')
  delays.end('a', 'open')
  assert.equal(delays.waitMs('a'), 0)
  delays.end('a', 'failed')
  attempt('a', 'failed')
  pass(delays.waitMs('a'))
  delays.begin('a')
  assert.ok(delays.waitMs('a') > 0, 'then one at a time')
})

test('failures are forgotten one by one, from the end of the wait on', () => {
  const { delays, attempt, pass } = world()
  for (let i = 0; i < 4; i++) attempt('a', 'failed')
  pass(2_000 + 100_000)
  attempt('a', 'failed')
  assert.equal(delays.waitMs('a'), 2_000, 'one of four was forgotten')
  pass(2_000 + 10 * 100_000)
  for (let i = 0; i < 3; i++) {
    assert.equal(delays.waitMs('a'), 0)
    attempt('a', 'failed')
  }
  assert.equal(delays.waitMs('a'), 1_000)
})

test('a clock that is set back makes nobody wait longer than the longest delay', () => {
  const { delays, attempt, pass } = world()
  for (let i = 0; i < 20; i++) attempt('a', 'failed')
  pass(-86_400_000)
  assert.ok(delays.waitMs('a') <= delayMsMax)
})

test('the key that was idle for longest makes room', () => {
  const { delays, attempt } = world(2)
  for (let i = 0; i < 4; i++) attempt('a', 'failed')
  for (let i = 0; i < 4; i++) attempt('b', 'failed')
  attempt('a', 'failed')
  attempt('c', 'failed')
  assert.deepEqual([delays.waitMs('a') > 0, delays.waitMs('b')], [true, 0])
})
