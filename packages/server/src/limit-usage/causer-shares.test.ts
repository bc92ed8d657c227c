import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DayOfCause, sharesOf } from './causer-shares.ts'

const dayMs = 86_400_000
const nowMs = 10 * dayMs + dayMs / 2

/** Counts by id for each day. The last day is only half over. */
const days = (...counts: Record<string, number>[]): DayOfCause[] =>
  counts.map((of, at) => ({
    dayTs: (10 - counts.length + 1 + at) * dayMs,
    cause: {
      total: Object.values(of).reduce((sum, count) => sum + count, 0),
      top: Object.entries(of).map(([id, count]) => ['DEVICE', id, count] as const),
    },
  }))

test('shares are of all that was counted, the largest first', () => {
  const found = sharesOf(days({ a: 1, b: 60 }, { a: 19, b: 20 }), nowMs, 2)
  assert.deepEqual(
    found.map(({ id, share }) => [id, share]),
    [
      ['b', 0.8],
      ['a', 0.2],
    ],
  )
  assert.equal(sharesOf(days({ a: 1, b: 2, c: 3 }), nowMs, 2).length, 2)
  assert.deepEqual(sharesOf([], nowMs, 2), [])
})

test('one that grew or shrank is told with the day; today counts for as much of it as is over', () => {
  const [grown, steady, shrunk] = sharesOf(
    days(
      { grown: 100, steady: 50, shrunk: 60 },
      { grown: 100, steady: 50, shrunk: 60 },
      { grown: 220, steady: 50, shrunk: 6 },
      { grown: 110, steady: 25, shrunk: 3 },
    ),
    nowMs,
    3,
  )
  assert.deepEqual([grown?.id, grown?.change?.sinceTs], ['grown', 9 * dayMs])
  assert.ok(Math.abs((grown?.change?.factor ?? 0) - 2.2) < 0.01)
  assert.deepEqual([steady?.id, steady?.change], ['steady', null])
  assert.deepEqual([shrunk?.id, Math.round((shrunk?.change?.factor ?? 0) * 10)], ['shrunk', 1])
})

test('less than three days, and one that is new, tell no change', () => {
  assert.equal(sharesOf(days({ a: 1 }, { a: 99 }), nowMs, 1)[0]?.change, null)
  assert.equal(sharesOf(days({ b: 1 }, { b: 1 }, { a: 99 }), nowMs, 1)[0]?.change, null)
})
