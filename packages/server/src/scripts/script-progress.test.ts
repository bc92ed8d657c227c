import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginProgress, createProgress, lookAt, notBegun, setYield } from './script-progress.ts'
import { progressCall, progressYield } from './script-protocol.ts'

test('the time of a call counts from when the watch saw it first', () => {
  const progress = createProgress()
  beginProgress(progress, 100)
  assert.equal(lookAt(progress, 150), 50)
  assert.equal(progress.seenAt, notBegun)
  Atomics.store(progress.slots, progressCall, 0)
  assert.equal(lookAt(progress, 200), 0)
  assert.equal(lookAt(progress, 260), 60)
  Atomics.store(progress.slots, progressCall, 1)
  assert.equal(lookAt(progress, 300), 0)
  assert.equal(progress.seenAt, 1)
})

test('the next batch of a thread has not begun, whatever the last one was at', () => {
  const progress = createProgress()
  Atomics.store(progress.slots, progressCall, 5)
  lookAt(progress, 10)
  beginProgress(progress, 20)
  assert.equal(lookAt(progress, 30), 10)
  assert.equal(progress.seenAt, notBegun)
})

test('the thread sees that the turn is over, and that the next one is not', () => {
  const progress = createProgress()
  const isOver = () => Atomics.load(progress.slots, progressYield)
  assert.equal(isOver(), 0)
  setYield(progress, true)
  assert.equal(isOver(), 1)
  setYield(progress, false)
  assert.equal(isOver(), 0)
})
