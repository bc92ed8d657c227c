import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import { readPointsBatch } from '../series/points-batch.ts'
import { PendingLatest } from './pending-latest.ts'
import type { SeriesSlot } from './series-index.ts'

function slotOf(series: number): SeriesSlot {
  const entity = { id: 'e', tenant: 't', slots: new Map(), lastGroup: 0, used: true }
  return { series, key: `k${series}`, entity, latest: undefined, dirtyGroup: 0 }
}

/** Sets a slot's latest value in a group. */
function put(pending: PendingLatest, slot: SeriesSlot, group: number, value: number | string = 1) {
  const type = typeof value === 'string' ? ValueType.STRING : ValueType.DOUBLE
  slot.latest = { ts: group, type, value }
  pending.add(slot, { ts: group, type, value }, group)
}

const countOf = (batch: Uint8Array | null) => (batch === null ? 0 : readPointsBatch(batch).count)

test('a latest value waits until its group is wanted, and is written once', () => {
  const pending = new PendingLatest()
  const [first, second] = [slotOf(1), slotOf(2)]
  put(pending, first, 3)
  put(pending, first, 4)
  put(pending, second, 4)
  assert.equal(pending.through(5), 2, 'the oldest holds back what counts as stored')
  pending.want(2)
  assert.equal(pending.drain(), null)
  pending.want(3)
  assert.equal(countOf(pending.drain()), 1)
  assert.deepEqual([first.dirtyGroup, second.dirtyGroup], [0, 4])
  assert.equal(pending.through(5), 3)
  pending.want(4)
  assert.equal(countOf(pending.drain()), 1)
  assert.equal(pending.through(5), 4, 'nothing waits: all that is written is stored')
})

test('a latest value that was deleted is not written, and waits no more', () => {
  const pending = new PendingLatest()
  const slot = slotOf(1)
  put(pending, slot, 1)
  slot.latest = undefined
  pending.want(1)
  assert.equal(pending.drain(), null)
  assert.equal(slot.dirtyGroup, 0)
})

test('20,000 values wait; with one more the oldest goes', () => {
  const pending = new PendingLatest()
  for (let i = 1; i <= 20_000; i++) put(pending, slotOf(i), 1)
  assert.equal(pending.drain(), null)
  put(pending, slotOf(20_001), 1)
  assert.equal(countOf(pending.drain()), 1)
  assert.equal(pending.drain(), null)
})

test('texts of 8 MiB wait; with one character more the oldest go', () => {
  const pending = new PendingLatest()
  put(pending, slotOf(1), 1, 'x'.repeat(8 * 1024 * 1024))
  assert.equal(pending.drain(), null)
  put(pending, slotOf(2), 1, 'y')
  assert.equal(countOf(pending.drain()), 1)
  assert.equal(pending.drain(), null)
})

test('what is wanted goes 4000 at a time', () => {
  const pending = new PendingLatest()
  for (let i = 1; i <= 4_001; i++) put(pending, slotOf(i), 1)
  pending.want(1)
  assert.equal(countOf(pending.drain()), 4_000)
  assert.equal(countOf(pending.drain()), 1)
  assert.equal(pending.drain(), null)
})

test('cleared, nothing waits and a slot can wait again', () => {
  const pending = new PendingLatest()
  const slot = slotOf(1)
  put(pending, slot, 1)
  pending.clear()
  assert.deepEqual([slot.dirtyGroup, pending.through(9)], [0, 8])
  put(pending, slot, 2)
  assert.equal(pending.through(9), 1)
})
