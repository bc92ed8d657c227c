import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCommandRate } from './command-rate.ts'

test('so many at once, then as the rate gives them back', () => {
  const rate = createCommandRate(100, 10)
  for (let i = 0; i < 100; i++) assert.equal(rate.take(1, 0), 0)
  assert.equal(rate.take(1, 0), 100)
  assert.equal(rate.take(1, 100), 100, 'the one before waited for what came back')
  assert.equal(rate.take(1, 100), 200)
  assert.equal(rate.take(1, 10_000), 0)
  for (let i = 0; i < 96; i++) assert.equal(rate.take(1, 10_000), 0)
})
