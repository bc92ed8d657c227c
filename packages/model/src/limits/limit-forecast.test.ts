import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ForecastInput, forecastOf } from './limit-forecast.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Nov 22, 14:30 UTC. */
const nowMs = Date.UTC(2026, 10, 22, 14, 30)
const startTs = Date.UTC(2026, 10, 15, 15)
const monthEnd = Date.UTC(2026, 11, 1)
const hours = 7 * 24

/** Hourly usage, oldest first. */
const trend = (usedAt: (hour: number) => number | null) => ({
  startTs,
  used: Array.from({ length: hours }, (_, hour) => usedAt(hour)),
})
const input = (change: Partial<ForecastInput>): ForecastInput => ({
  kind: 'month',
  used: 88,
  limit: 100,
  trend: trend((hour) => 88 - (hours - 1 - hour) / 6),
  nowMs,
  periodEndTs: monthEnd,
  ...change,
})

test('a month that fills up names the day; one that does not, the share at its end', () => {
  // Usage grows by 4 a day; 12 are left.
  const full = forecastOf(input({}))
  assert.equal(full.kind, 'full')
  assert.ok(full.kind === 'full' && Math.abs(full.ts - (nowMs + 3 * dayMs)) < 2 * hourMs)
  const share = forecastOf(input({ limit: 200 }))
  assert.ok(share.kind === 'share' && share.ts === monthEnd)
  assert.ok(share.kind === 'share' && Math.abs(share.share - (88 + 8.4 * 4) / 200) < 0.01)
})

test('a month that began within the week counts what came before and after', () => {
  const reset = 100
  const used = trend((hour) => (hour < reset ? 500 + hour : hour - reset))
  const now = used.used.at(-1) ?? 0
  const forecast = forecastOf(input({ used: now, limit: 1_000, trend: used, periodEndTs: nowMs + 10 * dayMs }))
  // Usage grows by one per hour, all week.
  assert.ok(forecast.kind === 'share' && Math.abs(forecast.share - (now + 240) / 1_000) < 0.01)
})

test('with less than three days nothing is said; with three something is', () => {
  const since = (known: number) => trend((hour) => (hour < hours - known ? null : hour))
  assert.equal(forecastOf(input({ trend: since(73) })).kind, 'notEnough')
  assert.notEqual(forecastOf(input({ trend: since(74) })).kind, 'notEnough')
  assert.equal(forecastOf(input({ kind: 'amount', trend: since(71) })).kind, 'notEnough')
  assert.equal(forecastOf(input({ trend: trend(() => null) })).kind, 'notEnough')
})

test('what is reached is over; what has no limit or no measure has no forecast', () => {
  assert.deepEqual(forecastOf(input({ used: 100 })), { kind: 'over' })
  assert.notEqual(forecastOf(input({ used: 99 })).kind, 'over')
  assert.deepEqual(forecastOf(input({ kind: 'rate', used: 140 })), { kind: 'over' })
  assert.deepEqual(forecastOf(input({ limit: 0 })), { kind: 'none' })
  assert.deepEqual(forecastOf(input({ used: null })), { kind: 'none' })
})

test('an amount that does not grow is steady, one that grows fills up or shows where it leads', () => {
  const amount = (change: Partial<ForecastInput>) => forecastOf(input({ kind: 'amount', used: 50, ...change }))
  assert.deepEqual(amount({ trend: trend(() => 50) }), { kind: 'steady' })
  assert.deepEqual(amount({ trend: trend(() => 60) }), { kind: 'steady' }, 'it shrinks')
  const growing = trend((hour) => 43 + hour / 24)
  const full = amount({ trend: growing, limit: 60 })
  assert.ok(full.kind === 'full' && Math.abs(full.ts - (nowMs + 10 * dayMs)) < dayMs)
  const share = amount({ trend: growing, limit: 200 })
  assert.ok(share.kind === 'share' && Math.abs(share.share - 0.4) < 0.01)
})

test('of a rate the highest hour is told', () => {
  const rate = (used: ForecastInput['trend']) => forecastOf(input({ kind: 'rate', used: 2, trend: used }))
  assert.deepEqual(rate(trend((hour) => (hour === 5 ? 41 : 3))), { kind: 'peak', ts: startTs + 5 * hourMs, used: 41 })
  assert.deepEqual(rate(trend(() => 0)), { kind: 'steady' })
  assert.deepEqual(rate(trend(() => null)), { kind: 'steady' })
})
