/**
 * Dashboard charts outside of a dashboard: live data with the time window, zoom, table view and states of dashboard
 * charts.
 */

import type { DashboardConfiguration, DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { OpenDashboard } from '../dashboards/dashboard-context.tsx'
import type { DataRequest } from '../dashboards/data-request.ts'
import { useOpenDashboard } from '../dashboards/use-open-dashboard.ts'
import { requestsOf, useWidgetTypes } from '../dashboards/use-widget-types.ts'
import { BoardFrame } from '../dashboards/widget-frame.tsx'
import { useRegisteredTypes } from '../dashboards/widget-types-context.ts'
import { initialWindows, type Windows, withoutZoom, withWindow, withZoom } from '../dashboards/window-store.ts'
import { paramOfTimeWindow } from '../time-windows/time-window-param.ts'
import { browserZone } from '../time-windows/window-context.ts'

const noParams = {}

export interface ChartBoard {
  /** Null until it is open. Provide it through `DashboardContext` around the frames. */
  readonly open: OpenDashboard | null
  readonly window: TimeWindow
  readonly setWindow: (window: TimeWindow) => void
  readonly frame: (widget: DashboardWidget) => ReactNode
}

export interface ChartBoardOptions {
  /** Widgets to render if they change while the board is open; default: those of the configuration. Must be stable. */
  readonly widgets?: Readonly<Record<string, DashboardWidget>>
  /** Time window, if the caller stores it, such as in the URL. */
  readonly window?: { readonly value: TimeWindow; readonly onChange: (window: TimeWindow) => void }
  /** Replaces the data request of a widget. Must be stable. */
  readonly requestOf?: (request: DataRequest) => DataRequest
}

/** `configuration` must be stable: a new one reopens the charts. */
export function useChartBoard(configuration: DashboardConfiguration, options: ChartBoardOptions = {}): ChartBoard {
  const { widgets = configuration.widgets, window: held, requestOf } = options
  const open = useOpenDashboard(configuration, noParams)
  const [own, setOwn] = useState(() => initialWindows(configuration))
  const windows = held ? heldWindows(own, held.value) : own
  const window = windows.dashboard
  const charts = useMemo(() => Object.values(widgets), [widgets])
  const types = useWidgetTypes(useRegisteredTypes(), charts)

  useEffect(() => {
    const requests = requestsOf(types, charts, () => window)
    if (open && requests) open.data.setRequests(requestOf ? requests.map(requestOf) : requests)
  }, [open, types, charts, window, requestOf])

  const latest = useRef({ windows, widgets, held })
  latest.current = { windows, widgets, held }
  const change = useCallback((edit: (before: Windows) => Windows) => {
    const { windows: before, held: holder } = latest.current
    const next = edit(before)
    setOwn(next)
    if (next.dashboard !== before.dashboard) holder?.onChange(next.dashboard)
  }, [])
  const setWindow = useCallback((next: TimeWindow) => change((before) => withWindow(before, null, next)), [change])
  const setWindowOf = useCallback((_: string, next: TimeWindow) => setWindow(next), [setWindow])
  const zoom = useCallback(
    (id: string, range: TimeRange | null) =>
      change((before) => {
        const widget = latest.current.widgets[id]
        if (!widget) return before
        return range ? withZoom(before, widget, before.dashboard, range, browserZone()) : withoutZoom(before, widget)
      }),
    [change],
  )

  const board = { types, windows, onWindow: setWindowOf, onZoom: zoom }
  const frame = (widget: DashboardWidget) => <BoardFrame board={board} widget={widget} window={window} />
  return { open, window, setWindow, frame }
}

const noWindows: Windows['before'] = new Map()

/** Windows with the one that the caller stores. If that changed elsewhere, such as by an undo, no zoom is left to reset. */
function heldWindows(own: Windows, value: TimeWindow): Windows {
  const zone = browserZone()
  const isOwn = paramOfTimeWindow(own.dashboard, zone) === paramOfTimeWindow(value, zone)
  return { ...own, dashboard: value, before: isOwn ? own.before : noWindows }
}
