import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentIntervals, type QuickInterval, quickIntervals, quickRange } from './quick-intervals.ts'

const nowMs = Date.parse('2026-11-21T12:34:56Z') // a Saturday
const utc = { zone: 'UTC', firstDayOfWeek: 0 } as const
const range = (id: QuickInterval, calendar = utc as Parameters<typeof quickRange>[2], at = nowMs) => {
  const { startMs, endMs } = quickRange(id, at, calendar)
  return `${new Date(startMs).toISOString().slice(0, 16)} ${new Date(endMs).toISOString().slice(0, 16)}`
}

test('every quick interval is the stretch that its name says', () => {
  const expected: Record<QuickInterval, string> = {
    YESTERDAY: '2026-11-20T00:00 2026-11-21T00:00',
    DAY_BEFORE_YESTERDAY: '2026-11-19T00:00 2026-11-20T00:00',
    THIS_DAY_LAST_WEEK: '2026-11-14T00:00 2026-11-15T00:00',
    PREVIOUS_WEEK: '2026-11-08T00:00 2026-11-15T00:00',
    PREVIOUS_WEEK_ISO: '2026-11-09T00:00 2026-11-16T00:00',
    PREVIOUS_MONTH: '2026-10-01T00:00 2026-11-01T00:00',
    PREVIOUS_YEAR: '2025-01-01T00:00 2026-01-01T00:00',
    CURRENT_HOUR: '2026-11-21T12:00 2026-11-21T13:00',
    CURRENT_DAY: '2026-11-21T00:00 2026-11-22T00:00',
    CURRENT_DAY_SO_FAR: '2026-11-21T00:00 2026-11-21T12:34',
    CURRENT_WEEK: '2026-11-15T00:00 2026-11-22T00:00',
    CURRENT_WEEK_ISO: '2026-11-16T00:00 2026-11-23T00:00',
    CURRENT_WEEK_SO_FAR: '2026-11-15T00:00 2026-11-21T12:34',
    CURRENT_WEEK_ISO_SO_FAR: '2026-11-16T00:00 2026-11-21T12:34',
    CURRENT_MONTH: '2026-11-01T00:00 2026-12-01T00:00',
    CURRENT_MONTH_SO_FAR: '2026-11-01T00:00 2026-11-21T12:34',
    CURRENT_YEAR: '2026-01-01T00:00 2027-01-01T00:00',
    CURRENT_YEAR_SO_FAR: '2026-01-01T00:00 2026-11-21T12:34',
  }
  for (const id of quickIntervals) assert.equal(range(id), expected[id], id)
})

test('counts in the window’s zone', () => {
  const auckland = { zone: 'Pacific/Auckland', firstDayOfWeek: 1 } as const
  assert.equal(range('CURRENT_DAY', auckland), '2026-11-21T11:00 2026-11-22T11:00')
  // The clock change makes this month an hour shorter than its days.
  const berlin = { zone: 'Europe/Berlin', firstDayOfWeek: 1 } as const
  assert.equal(range('CURRENT_MONTH', berlin, Date.parse('2026-03-31T12:00:00Z')), '2026-02-28T23:00 2026-03-31T22:00')
})

test('a stretch so far is never empty', () => {
  const midnight = Date.parse('2026-01-01T00:00:00Z')
  for (const id of quickIntervals) {
    const { startMs, endMs } = quickRange(id, midnight, utc)
    assert.ok(startMs < endMs, id)
  }
})

test('realtime offers the ones that still grow', () => {
  assert.equal(currentIntervals.length, 11)
  assert.ok(currentIntervals.every((id) => id.startsWith('CURRENT_')))
})
