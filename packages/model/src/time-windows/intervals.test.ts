import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joinInterval, splitInterval, withPart } from './interval-parts.ts'
import { boundInterval, clampInterval, intervalBounds, intervalsWithin, nearestInterval } from './intervals.ts'

const minute = 60_000
const hour = 60 * minute

test('keeps a requested interval from window/500 to window/7', () => {
  const window = hour
  assert.deepEqual(intervalBounds(window), { minMs: 7200, maxMs: 514_285 })
  assert.equal(boundInterval(7200, window), 7200)
  assert.equal(boundInterval(514_285, window), 514_285)
  assert.equal(boundInterval(30_000, window), 30_000)
})

test('else takes the predefined interval nearest to window/200', () => {
  assert.equal(boundInterval(7199, hour), 15_000)
  assert.equal(boundInterval(514_286, hour), 15_000)
  assert.equal(boundInterval(1, minute), 1000)
  assert.equal(boundInterval(1000, 24 * hour), 5 * minute)
  assert.equal(boundInterval(1000, 365 * 24 * hour), 24 * hour)
})

test('a window of a second can still be grouped', () => {
  assert.deepEqual(intervalBounds(1000), { minMs: 1000, maxMs: 1000 })
  assert.equal(boundInterval(1000, 1000), 1000)
})

test('offers the predefined intervals within bounds, and one when none fits', () => {
  assert.deepEqual(intervalsWithin(intervalBounds(minute)), [1000, 5000])
  assert.deepEqual(intervalsWithin({ minMs: 40_000, maxMs: 50_000 }), [30_000])
  assert.equal(nearestInterval(12_500), 10_000)
})

test('a typed length stays within its bounds, and on a predefined one unless the choice is free', () => {
  const bounds = { minMs: 1000, maxMs: hour }
  assert.equal(clampInterval(2 * hour, bounds, true), hour)
  assert.equal(clampInterval(0, bounds, true), 1000)
  assert.equal(clampInterval(4 * minute, bounds, true), 4 * minute)
  assert.equal(clampInterval(4 * minute, bounds, false), 5 * minute)
})

test('parts split and join', () => {
  const ms = ((2 * 24 + 3) * 60 + 4) * minute + 5000
  assert.deepEqual(splitInterval(ms), { days: 2, hours: 3, minutes: 4, seconds: 5 })
  assert.equal(joinInterval(splitInterval(ms)), ms)
  assert.equal(joinInterval({ days: Number.NaN, hours: 0, minutes: 0, seconds: 1 }), 0)
})

test('parts carry into the next larger one', () => {
  const zero = { days: 0, hours: 0, minutes: 0, seconds: 0 }
  assert.deepEqual(withPart({ ...zero, minutes: 1 }, 'seconds', 60), { ...zero, minutes: 2 })
  assert.deepEqual(withPart({ ...zero, hours: 23, minutes: 59 }, 'seconds', 60), { ...zero, days: 1 })
  assert.deepEqual(withPart(zero, 'hours', 24.9), { ...zero, days: 1 })
})

test('parts borrow where there is something, and stop at zero where there is not', () => {
  const zero = { days: 0, hours: 0, minutes: 0, seconds: 0 }
  assert.deepEqual(withPart({ ...zero, hours: 1 }, 'seconds', -1), { ...zero, minutes: 59, seconds: 59 })
  assert.deepEqual(withPart({ ...zero, minutes: 1 }, 'seconds', -1), { ...zero, seconds: 59 })
  assert.deepEqual(withPart({ ...zero, seconds: 5 }, 'minutes', -1), { ...zero, seconds: 5 })
  assert.deepEqual(withPart({ ...zero, hours: 5 }, 'days', -3), { ...zero, hours: 5 })
})
