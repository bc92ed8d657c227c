import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { HistoryType, WindowTab } from '@sonde/model/time-windows/time-window'
import { withLastInterval } from '@sonde/model/time-windows/window-edits'
import { expect, test } from 'vitest'
import { initialWindows, isZoomed, windowOf, withoutZoom, withWindow, withZoom } from './window-store.ts'

const nowMs = Date.UTC(2026, 10, 21)
const configuration = normalizeConfiguration(
  {
    widgets: {
      follows: {},
      own: { config: { useDashboardTimewindow: false, timewindow: { realtime: { timewindowMs: 5000 } } } },
    },
  },
  { nowMs, newId: () => 'new' },
)
const { follows, own } = configuration.widgets
if (!follows || !own) throw new Error('The dashboard lacks its widgets.')
const start = initialWindows(configuration)
const of = (windows: typeof start, widget: typeof follows) => windowOf(windows, widget, nowMs, 1000)
const range = { startMs: nowMs - 5000, endMs: nowMs - 1000 }

test('a widget follows the dashboard, or its own window', () => {
  expect(of(start, follows)).toBe(start.dashboard)
  expect(of(start, own).realtime.timewindowMs).toBe(5000)
  const changed = withWindow(start, null, withLastInterval(start.dashboard, 7000))
  expect(of(changed, follows).realtime.timewindowMs).toBe(7000)
  expect(of(changed, own).realtime.timewindowMs).toBe(5000)
})

test('a zoom fixes the window and can be taken back, through several zooms', () => {
  let windows = withZoom(start, follows, start.dashboard, range, 'UTC')
  expect(windows.dashboard.selectedTab).toBe(WindowTab.HISTORY)
  expect(windows.dashboard.history.historyType).toBe(HistoryType.FIXED)
  expect([isZoomed(windows, follows), isZoomed(windows, own)]).toEqual([true, false])
  windows = withZoom(windows, follows, windows.dashboard, { ...range, startMs: nowMs - 3000 }, 'UTC')
  expect(withoutZoom(windows, follows).dashboard).toBe(start.dashboard)
  expect(withoutZoom(start, follows)).toBe(start)
})

test('a window that is chosen leaves nothing to go back to', () => {
  const zoomed = withZoom(start, own, of(start, own), range, 'UTC')
  const chosen = withWindow(zoomed, own, withLastInterval(start.dashboard, 9000))
  expect(isZoomed(chosen, own)).toBe(false)
  expect(of(chosen, own).realtime.timewindowMs).toBe(9000)
})
