import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trendHours } from './limit-history.ts'
import { byUrgency, type RowInput, rowOf } from './limit-rows.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 22, 14, 30)
const startTs = Date.UTC(2026, 10, 15, 15)
const flat = (value: number, rejectedAt: Readonly<Record<number, number>> = {}) => ({
  startTs,
  used: Array.from({ length: trendHours }, () => value),
  refused: Array.from({ length: trendHours }, (_, hour) => rejectedAt[hour] ?? 0),
})
const reading = { limit: 10, used: 4, seconds: null, rates: null, isFailed: false }
const row = (change: Partial<RowInput> = {}) =>
  rowOf({
    key: 'maxDevices',
    reading,
    trend: flat(4),
    rejections: undefined,
    causers: [],
    nowMs,
    periodEndTs: Date.UTC(2026, 11, 1),
    ...change,
  })

test('a row says how much is used, what happens at the limit and where it leads', () => {
  const { key, title, limit, used, share, state, forecast, atLimit, isStale } = row()
  assert.deepEqual([key, title, limit, used, share], ['maxDevices', 'Devices', 10, 4, 0.4])
  assert.deepEqual([state, forecast, atLimit, isStale], ['fine', { kind: 'steady' }, 'Devices can’t be added', false])
})

test('at the limit it is reached, and while something is refused; ten minutes later no more', () => {
  assert.equal(row({ reading: { ...reading, used: 10 } }).state, 'reached')
  assert.equal(row({ reading: { ...reading, used: 9 }, trend: flat(9) }).state, 'fine')
  const rejected = (agoMs: number) => row({ rejections: { count: 1, lastTs: nowMs - agoMs } })
  assert.deepEqual([rejected(9 * 60_000).state, rejected(9 * 60_000).forecast.kind], ['reached', 'over'])
  assert.equal(rejected(10 * 60_000).state, 'fine')
})

test('what is refused today is apart from the week, by UTC', () => {
  const { refused: rejected } = row({ trend: flat(4, { 0: 1, 152: 10, 153: 100, 167: 1_000 }) })
  // Hour 153 is the first one of November 22.
  assert.deepEqual(rejected, { today: 1_100, week: 1_111, lastTs: startTs + 167 * hourMs })
  assert.deepEqual(row().refused, { today: 0, week: 0, lastTs: null })
  assert.equal(row({ rejections: { count: 3, lastTs: nowMs - 5 } }).refused.lastTs, nowMs - 5)
})

test('without a limit there is no share and no trend; without a measure it says so', () => {
  const free = row({ reading: { ...reading, limit: 0 } })
  assert.deepEqual([free.state, free.limit, free.share, free.trend, free.used], ['unlimited', null, null, null, 4])
  const unmeasured = row({ key: 'attributes', reading: { ...reading, used: null }, trend: undefined })
  assert.deepEqual([unmeasured.state, unmeasured.share, unmeasured.forecast.kind], ['unmeasured', null, 'none'])
})

test('what could not be measured keeps what was last known, with its time', () => {
  const failed = { ...reading, used: null, isFailed: true }
  const { used, share, isStale, usedTs, limit } = row({ reading: failed })
  assert.deepEqual([used, share, isStale, usedTs, limit], [4, 0.4, true, nowMs, 10])
  const older = { ...flat(4), used: flat(4).used.map((value, hour) => (hour < 100 ? value : null)) }
  assert.equal(row({ reading: failed, trend: older }).usedTs, startTs + 100 * hourMs)
  assert.deepEqual([row({ reading: failed, trend: undefined }).used], [null])
})

test('the most urgent come first', () => {
  const soon = (ts: number) => ({
    ...row(),
    key: `soon ${ts}`,
    state: 'soon' as const,
    forecast: { kind: 'full' as const, ts },
  })
  const rows = [
    { ...row(), key: 'unlimited', state: 'unlimited' as const },
    { ...row(), key: 'fine' },
    soon(2),
    { ...row(), key: 'unmeasured', state: 'unmeasured' as const },
    { ...row(), key: 'fine, more', share: 0.5 },
    soon(1),
    { ...row(), key: 'fine, growing', forecast: { kind: 'share' as const, share: 0.9 } },
    { ...row(), key: 'reached', state: 'reached' as const },
  ]
  assert.deepEqual(
    rows.sort(byUrgency).map(({ key }) => key),
    ['reached', 'soon 1', 'soon 2', 'fine, growing', 'fine, more', 'fine', 'unmeasured', 'unlimited'],
  )
})

test('what is usual at its limit is not urgent, unless it refuses', () => {
  const full = { ...reading, used: 10 }
  const stored = row({ key: 'storedRpcCalls', reading: full, trend: flat(10) })
  assert.deepEqual([stored.state, stored.share, stored.forecast.kind], ['fine', 1, 'share'])
  const expiry = row({ key: 'rpcExpiry', reading: full, trend: flat(10) })
  assert.deepEqual([expiry.state, expiry.forecast.kind, expiry.forecast.used], ['fine', 'peak', 10])
  const rejections = { count: 1, lastTs: nowMs - 1 }
  assert.equal(row({ key: 'rpcExpiry', reading: full, rejections }).state, 'reached')
})
