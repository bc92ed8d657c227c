import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTimeWindow, HistoryType, type TimeWindow, WindowTab } from './time-window.ts'
import { deriveWindow } from './window-commands.ts'
import { clampFixedRange, widerWindowMs, windowProblem, withFixedRange, withLastInterval } from './window-edits.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')
const base = defaultTimeWindow(nowMs)
const limits = { nowMs, browserZone: 'Europe/Berlin', datapointsMax: 50_000 }

test('a zoom fixes exactly the range that was drawn, in any zone', () => {
  const range = { startMs: nowMs - 600_000, endMs: nowMs - 60_000 }
  for (const timezone of [null, 'Asia/Kathmandu', 'UTC']) {
    const zoomed = withFixedRange({ ...base, timezone }, range, 'Europe/Berlin')
    const derived = deriveWindow(zoomed, { ...limits, firstDayOfWeek: 1 })
    assert.ok(derived.kind === 'history')
    assert.deepEqual({ startMs: derived.startTs, endMs: derived.endTs }, range)
  }
})

test('the last interval is set in the open tab', () => {
  assert.equal(withLastInterval(base, 5000).realtime.timewindowMs, 5000)
  const history: TimeWindow = { ...base, selectedTab: WindowTab.HISTORY }
  assert.equal(withLastInterval(history, 5000).history.timewindowMs, 5000)
})

test('offers the next wider window, and none past a month', () => {
  assert.equal(widerWindowMs(3_600_000), 6 * 3_600_000)
  assert.equal(widerWindowMs(30 * 86_400_000), null)
})

test('a fixed period is at least a second and ends by now', () => {
  const at = nowMs - 10_000
  assert.deepEqual(clampFixedRange({ startMs: at, endMs: nowMs + 5 }, 'end', nowMs), { startMs: at, endMs: nowMs })
  assert.deepEqual(clampFixedRange({ startMs: at, endMs: at - 5 }, 'end', nowMs), { startMs: at, endMs: at + 1000 })
  assert.deepEqual(clampFixedRange({ startMs: at, endMs: at }, 'start', nowMs), { startMs: at - 1000, endMs: at })
})

test('names what is wrong with a window', () => {
  assert.equal(windowProblem(base, limits), null)
  assert.equal(windowProblem(withLastInterval(base, 0), limits), 'interval-empty')
  const fixed = (startTimeMs: number, endTimeMs: number): TimeWindow => ({
    ...base,
    selectedTab: WindowTab.HISTORY,
    history: { ...base.history, historyType: HistoryType.FIXED, fixedTimewindow: { startTimeMs, endTimeMs } },
  })
  assert.equal(windowProblem(fixed(nowMs - 5000, nowMs - 4500), limits), 'period-order')
  assert.equal(windowProblem(fixed(nowMs - 5000, nowMs + 5000), limits), 'period-future')
  assert.equal(windowProblem(fixed(nowMs - 5000, nowMs - 4000), limits), null)
  for (const [limit, problem] of [
    [6, 'limit'],
    [7, null],
    [50_000, null],
    [50_001, 'limit'],
  ] as const) {
    assert.equal(windowProblem({ ...base, aggregation: { type: 'NONE', limit } }, limits), problem, String(limit))
  }
})
