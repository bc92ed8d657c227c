/**
 * The time windows of an open dashboard: its own, those of widgets that do not follow it, and what a zoom replaced.
 * Changes last as long as the dashboard is open; nothing is saved.
 */

import type { DashboardConfiguration, DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import { normalizeTimeWindow, type TimeWindow } from '@sonde/model/time-windows/time-window'
import { withFixedRange } from '@sonde/model/time-windows/window-edits'

export interface Windows {
  readonly dashboard: TimeWindow
  readonly own: ReadonlyMap<string, TimeWindow>
  /** From before a zoom; under `''` the dashboard's. */
  readonly before: ReadonlyMap<string, TimeWindow>
}

const ofDashboard = ''

export const initialWindows = ({ timewindow }: DashboardConfiguration): Windows => ({
  dashboard: timewindow,
  own: new Map(),
  before: new Map(),
})

const keyOf = ({ id, config }: DashboardWidget): string => (config.useDashboardTimewindow ? ofDashboard : id)

/** What the widget follows. */
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

/** Chosen by the user: there is nothing to go back to. */
export function withWindow(windows: Windows, widget: DashboardWidget | null, window: TimeWindow): Windows {
  const key = widget === null ? ofDashboard : keyOf(widget)
  const before = new Map(windows.before)
  before.delete(key)
  return set(windows, key, window, before)
}

/** Drawn in a chart: the window from before is kept, also through several zooms. */
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
