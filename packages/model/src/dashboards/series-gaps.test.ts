import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findGaps } from './series-gaps.ts'

const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.round((to - from) / step) }, (_, i) => from + i * step)
const gaps = (times: number[], interval: number) =>
  findGaps(Float64Array.from(times), interval).map(({ startMs, endMs }) => [startMs, endMs])

test('a regular series has none', () => {
  assert.deepEqual(gaps(every(30, 0, 3000), 30), [])
  assert.deepEqual(gaps([], 30), [])
  assert.deepEqual(gaps([5], 30), [])
})

test('empty buckets are a gap', () => {
  assert.deepEqual(gaps([...every(30, 0, 600), ...every(30, 900, 1500)], 30), [[570, 900]])
})

test('a device that sends more rarely than buckets follow is not silent', () => {
  assert.deepEqual(gaps(every(60, 0, 3000), 15), [])
})

test('history at one distance and live values at another: the seam is no gap, silence still is', () => {
  const seam = [...every(60, 0, 3000), ...every(15, 3000, 3600)]
  assert.deepEqual(gaps(seam, 15), [])
  assert.deepEqual(gaps([...seam, ...every(15, 3800, 4200)], 15), [[3585, 3800]])
})
