import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chunkSize } from './chunk-cut.ts'
import type { StoredChunk } from './chunks.ts'
import { type MergePlan, planMerge } from './merge-plan.ts'
import { NEVER } from './points-batch.ts'

const limits = { chunksMax: 16, pointsMax: 8192, size: chunkSize }
const full = chunkSize.halfPageBytes

function chunk(t0: number, t1: number, seq: number, size = 1000): StoredChunk {
  const statistics = { stats: 0, min: 0, max: 0, sum: 0, expiresFirst: NEVER, expiresLast: NEVER }
  return { series: 1, t0, t1, seq, n: 1200, size, body: seq, ...statistics }
}

function plan(chunks: readonly StoredChunk[], { isLast = true, eager = false, settledTo = -1e9 } = {}) {
  return planMerge({ chunks, from: -1e6, isLast }, limits, settledTo, eager)
}

function planned(...requested: Parameters<typeof plan>): MergePlan {
  const found = plan(...requested)
  assert.ok(typeof found !== 'string', String(found))
  return found
}

const ages = ({ chunks }: MergePlan) => chunks.map(({ seq }) => seq)

test('full chunks one after the other are left alone', () => {
  assert.equal(plan([chunk(0, 9, 1, full), chunk(10, 19, 2, full)], { eager: true }), 'nothing')
  assert.equal(plan([]), 'nothing')
})

test('small chunks at the end wait until they fill a place, unless everything is to be merged at once', () => {
  const few = [chunk(0, 9, 1, full), chunk(10, 19, 2), chunk(20, 29, 3), chunk(30, 39, 4)]
  assert.equal(plan(few), 'nothing')
  assert.deepEqual(ages(planned(few, { eager: true })), [2, 3, 4])
  assert.deepEqual(ages(planned([...few, chunk(40, 49, 5), chunk(50, 59, 6)])), [2, 3, 4, 5, 6])
})

test('small chunks between full ones are merged when fewer come of it', () => {
  const [before, after] = [chunk(0, 9, 1, full), chunk(50, 99, 9, full)]
  assert.deepEqual(ages(planned([before, chunk(10, 19, 2), chunk(20, 29, 3), after])), [2, 3])
  assert.equal(plan([before, chunk(10, 19, 2, full * 0.7), chunk(20, 29, 3, full * 0.7), after]), 'nothing')
})

test('the last chunk of a page that goes on is not merged: what follows may overlap it', () => {
  const page = [chunk(0, 9, 1), chunk(10, 19, 2), chunk(20, 29, 3)]
  assert.equal(plan(page.slice(1), { isLast: false, eager: true }), 'nothing')
  assert.deepEqual(ages(planned(page, { isLast: false, eager: true })), [1, 2])
  assert.equal(plan([chunk(0, 25, 1), chunk(20, 29, 3)], { isLast: false }), 'show more')
})

test('chunks on both sides of a wide gap stay apart', () => {
  const year = 365 * 86_400_000
  assert.equal(plan([chunk(0, 9, 1), chunk(year, year + 9, 2)], { eager: true }), 'nothing')
})

test('overlapping chunks are merged, only where no chunk of an age between them lies', () => {
  const late = planned([
    chunk(0, 99, 1, full),
    chunk(50, 250, 4),
    chunk(100, 199, 2, full),
    { ...chunk(200, 299, 3, full), n: 5000 },
  ])
  // Chunks 2 and 3 are younger than 1 and older than 4; only one of them fits.
  assert.deepEqual(ages(late), [1, 2, 4])
  assert.deepEqual([late.after, late.before], [Number.NEGATIVE_INFINITY, 200])
  assert.equal(late.mayDrop, true)
  const younger = planned([chunk(0, 99, 1, full), chunk(50, 250, 2), chunk(100, 199, 3, full)])
  assert.deepEqual([ages(younger), younger.before], [[1, 2], Number.POSITIVE_INFINITY])
})

test('expired points stay while they hide some of an older chunk', () => {
  const hiding = planned([chunk(0, 150, 5), chunk(50, 250, 6), chunk(200, 299, 2, full)])
  assert.deepEqual(ages(hiding), [5, 6])
  assert.equal(hiding.mayDrop, false)
})

test('where most chunks overlap, the oldest of them are merged first', () => {
  const many = Array.from({ length: 40 }, (_, i) => ({ ...chunk(i, 1000 + i, 40 - i), n: 10 }))
  const oldest = Array.from({ length: 16 }, (_, i) => i + 1)
  assert.deepEqual(ages(planned([chunk(-90, -50, 50), chunk(-60, -20, 51), ...many])), oldest)
  assert.equal(planned(many).before, Number.POSITIVE_INFINITY)
  assert.deepEqual(
    ages(planned(many.map((each) => ({ ...each, n: 4000 })))),
    [1, 2],
    'two at least, whatever their size',
  )
})
