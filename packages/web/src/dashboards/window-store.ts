/**
 * Time windows of an open dashboard: the dashboard's, those of widgets with their own, and those that a zoom replaced.
 * Changes last while the dashboard is open; they are not saved.
 */

import type { DashboardConfiguration, DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { normalizeTimeWindow, type TimeWindow } from '@sonde/model/time-windows/time-window'
import { withFixedRange } from '@sonde/model/time-windows/window-edits'

export interface Windows {
  readonly dashboard: TimeWindow
  readonly own: ReadonlyMap<string, TimeWindow>
  /** Windows before a zoom by widget ID; key `''` is the dashboard's. */
  readonly before: ReadonlyMap<string, TimeWindow>
}

const ofDashboard = ''

/** `dashboard`: window to start with instead of the configured one. */
export const initialWindows = ({ timewindow }: DashboardConfiguration, dashboard?: TimeWindow): Windows => ({
  dashboard: dashboard ?? timewindow,
  own: new Map(),
  before: new Map(),
})

const keyOf = ({ id, config }: DashboardWidget): string => (config.useDashboardTimewindow ? ofDashboard : id)

/** Effective time window of a widget. */
export function windowOf(windows: Windows, widget: DashboardWidget, nowMs: number, datapointsMax: number): TimeWindow {
  if (widget.config.useDashboardTimewindow) return windows.dashboard
  return windows.own.get(widget.id) ?? normalizeTimeWindow(widget.config.timewindow, nowMs, datapointsMax)
}

export const isZoomed = (windows: Windows, widget: DashboardWidget): boolean => windows.before.has(keyOf(widget))

function set(windows: Windows, key: string, window: TimeWindow, before: Windows['before']): Windows {
  return key === ofDashboard
    ? { ...windows, dashboard: window, before }
    : { ...windows, own: new Map(windows.own).set(key, window), before }
}

/** Sets a window that the user chose; discards the window from before a zoom. `widget` null: the dashboard's window. */
export function withWindow(windows: Windows, widget: DashboardWidget | null, window: TimeWindow): Windows {
  const key = widget === null ? ofDashboard : keyOf(widget)
  const before = new Map(windows.before)
  before.delete(key)
  return set(windows, key, window, before)
}

/** Zooms to a range that the user selected in a chart; keeps the window from before the first zoom. */
export function withZoom(
  windows: Windows,
  widget: DashboardWidget,
  current: TimeWindow,
  range: TimeRange,
  browserZone: string,
): Windows {
  const key = keyOf(widget)
  const before = new Map(windows.before)
  if (!before.has(key)) before.set(key, current)
  return set(windows, key, withFixedRange(current, range, browserZone), before)
}

export function withoutZoom(windows: Windows, widget: DashboardWidget): Windows {
  const key = keyOf(widget)
  const original = windows.before.get(key)
  if (!original) return windows
  const before = new Map(windows.before)
  before.delete(key)
  return set(windows, key, original, before)
}
