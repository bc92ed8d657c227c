import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeClock } from './clock-testing.ts'

test('the clock stands still until time is spent, is given back, and is taken once', async (t) => {
  const realNow = performance.now
  await t.test('taken', (t) => {
    const { nowMs, spend } = takeClock(t)
    assert.equal(performance.now(), nowMs)
    spend(5)
    assert.equal(performance.now(), nowMs + 5)
    assert.throws(() => takeClock(t), /takes it once/)
  })
  assert.equal(performance.now, realNow)
})
