import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPeak } from '../limits/peaks.ts'
import { createCommandRate } from './command-rate.ts'

test('so many at once, then as the rate gives them back', () => {
  const rate = createCommandRate(100, 10)
  for (let i = 0; i < 100; i++) assert.equal(rate.acquire(1, 0), 0)
  assert.equal(rate.acquire(1, 0), 100)
  assert.equal(rate.acquire(1, 100), 100, 'the one before waited for what came back')
  assert.equal(rate.acquire(1, 100), 200)
  assert.equal(rate.acquire(1, 10_000), 0)
  for (let i = 0; i < 96; i++) assert.equal(rate.acquire(1, 10_000), 0)
})

test('the highest share of a rate is noted, above 1 when commands had to wait', () => {
  const peak = newPeak()
  const rate = createCommandRate(100, 10, peak)
  rate.acquire(30, 0)
  rate.acquire(20, 1_000)
  assert.equal(peak.highest, 0.4)
  rate.acquire(80, 1_000)
  assert.equal(peak.highest, 1.2)
})
