import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createStamper, stampsAheadMaxMs } from './timestamp-assigner.ts'

test('stamps of a device increase, those of others do not matter', () => {
  let now = 1000
  const stamper = createStamper({ nowMs: () => now })
  assert.deepEqual(
    [stamper.stamp('a'), stamper.stamp('a'), stamper.stamp('b'), stamper.stamp('a')],
    [1000, 1001, 1000, 1002],
  )
  now = 1002
  assert.equal(stamper.stamp('a'), 1003)
  now = 2000
  assert.equal(stamper.stamp('a'), 2000)
})

test('never runs more than a second ahead, and goes on when the clock has caught up', () => {
  let now = 0
  const stamper = createStamper({ nowMs: () => now })
  let last = -1
  for (let i = 0; i <= stampsAheadMaxMs; i++) {
    const stamp = stamper.stamp('a')
    assert.ok(stamp > last)
    last = stamp
  }
  assert.equal(last, stampsAheadMaxMs)
  assert.equal(stamper.stamp('a'), stampsAheadMaxMs)
  now = 1
  assert.equal(stamper.stamp('a'), stampsAheadMaxMs + 1)
})

test('property: whatever the clock does, the bound holds and below it stamps increase', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -2000, max: 50 }), { maxLength: 200 }), (steps) => {
      let now = 1_000_000
      const stamper = createStamper({ nowMs: () => now })
      let last = 0
      for (const step of steps) {
        now += step
        const stamp = stamper.stamp('a')
        assert.ok(stamp <= now + stampsAheadMaxMs)
        assert.ok(stamp > last || stamp === now + stampsAheadMaxMs)
        last = stamp
      }
    }),
  )
})

test('forgets devices that are long silent, so that memory is bounded', () => {
  const stamper = createStamper({ nowMs: () => 5 })
  for (let i = 0; i < 200_000; i++) stamper.stamp(`device ${i}`)
  assert.equal(stamper.stamp('device 199999'), 6)
  assert.equal(stamper.stamp('device 0'), 5, 'forgotten')
})
