import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createScanTimes } from './scan-times.ts'

const statement = 'select * from device order by name limit ?'

test('what is not known runs beside the main thread, and on it when it was quick there', () => {
  const times = createScanTimes()
  const of = () => times.of('a', statement, [10])
  assert.equal(of().isQuick, false)
  of().recordFar(2)
  assert.equal(of().isQuick, false)
  of().recordFar(1)
  assert.equal(of().isQuick, true)
  of().recordNear(1)
  assert.equal(of().isQuick, true)
})

test('what was slow stays away for ten minutes, or until it was quick 16 times in a row', () => {
  let nowMs = 0
  const times = createScanTimes(() => nowMs)
  const of = () => times.of('a', statement, [10])
  of().recordFar(1)
  assert.equal(of().isSlow, false)
  of().recordNear(5)
  assert.deepEqual([of().isQuick, of().isSlow], [false, true])
  of().recordFar(1)
  assert.equal(of().isQuick, false)
  nowMs = 600_000
  assert.equal(of().isSlow, false)
  of().recordFar(1)
  assert.equal(of().isQuick, true)

  of().recordNear(5)
  for (let i = 0; i < 15; i++) of().recordFar(1)
  of().recordFar(2)
  for (let i = 0; i < 15; i++) of().recordFar(1)
  assert.deepEqual([of().isQuick, of().isSlow], [false, true])
  of().recordFar(1)
  assert.deepEqual([of().isQuick, of().isSlow], [true, false])
})

test('tenants, limits and offsets, and long lists are told apart; other texts and times are not', () => {
  const times = createScanTimes()
  times.of('a', statement, ['name', 10, 0, 1_700_000_000_000]).recordFar(1)
  const isQuick = (tenantId: string, ...values: (string | number | null)[]) =>
    times.of(tenantId, statement, values).isQuick
  assert.equal(isQuick('a', 'other', 12, 0, 1_690_000_000_000), true)
  assert.equal(isQuick('b', 'name', 10, 0, 1_700_000_000_000), false)
  assert.equal(isQuick('a', 'name', 10_000, 0, 1_700_000_000_000), false)
  assert.equal(isQuick('a', 'name', 10, 100_000, 1_700_000_000_000), false)
  assert.equal(isQuick('a', 'x'.repeat(10_000), 10, 0, 1_700_000_000_000), false)
})

test('a search in texts never runs on the main thread, and a slow one stays slow', () => {
  const times = createScanTimes()
  const of = () => times.of('a', "select * from event where body like ? escape '\\'", ['%x%'])
  of().recordFar(0.1)
  assert.equal(of().isQuick, false)
  of().recordFar(4)
  for (let i = 0; i < 20; i++) of().recordFar(0.1)
  assert.deepEqual([of().isQuick, of().isSlow], [false, true])
})

test('what is remembered is bounded', () => {
  const times = createScanTimes()
  for (let i = 0; i < 25_000; i++) times.of(`tenant ${i}`, statement, [])
  assert.equal(times.size, 20_000)
})
