/** Declaration of a widget type and the props of its component. A type is loaded when a dashboard uses it. */

import type { ActionSource } from '@sonde/model/dashboards/actions/widget-action'
import type { DashboardWidget, DataKey } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import type { ReadSettings } from '@sonde/model/widgets/read-settings'
import type { ComponentType } from 'react'
import { type DataRequest, usualRequests } from './data-request.ts'
import type { SeriesColors } from './series-colors.ts'
import type { WidgetView } from './widget-view.ts'

export interface WidgetProps {
  readonly widget: DashboardWidget
  readonly view: WidgetView
  readonly colors: SeriesColors
  /** The connection is lost, so values may be outdated. */
  readonly isStale: boolean
  /** The widget is scrolled into view. */
  readonly isSeen: boolean
  /** The user switched to the table view. */
  readonly isTable: boolean
  /** Effective time window: the dashboard's or the widget's own. */
  readonly window: TimeWindow
  /** Time zone of the widget's time window; IANA name. */
  readonly zone: string
  /** Zooms to a range. Null: back to the window from before the zoom. */
  readonly onZoom: (range: TimeRange | null) => void
  readonly isZoomed: boolean
}

export interface WidgetType {
  readonly Component: ComponentType<WidgetProps>
  /** Data requests of a widget. `window`: the widget's own or the dashboard's. */
  readonly requests: (widget: DashboardWidget, window: TimeWindow) => readonly DataRequest[]
  /** Reads and checks the widget's settings; undefined if the type has none. */
  readonly settings?: (widget: DashboardWidget) => ReadSettings<unknown>
  readonly keySettings?: (key: DataKey) => ReadSettings<unknown>
  /** Title from the type's settings, with placeholders such as `${entityName}`; empty: the widget's title. */
  readonly titleOf?: (widget: DashboardWidget) => string
  /** Supported type aliases, if the file declares all types of a bundle. */
  readonly aliases?: readonly string[]
  /** Shows its own loading, empty and error states. */
  readonly ownsStates: boolean
  /** What must be there before the widget is drawn, rather than a state that says what is missing. */
  readonly needs: 'values' | 'entities' | 'nothing'
  /** Has a table view. */
  readonly hasTable: boolean
  /** A small value card: two fit in a row on phones. */
  readonly isFigure: boolean
  /**
   * Names of the functions in its settings and those of its keys that it runs; `all`: it sees to its settings itself.
   * Post-processing runs always.
   */
  readonly runs: readonly string[] | 'all'
  /** Where its actions start, besides the buttons in its header. */
  readonly actionSources: readonly ActionSource[]
}

/** Creates a widget type with the usual defaults. */
export const widgetType = (
  Component: ComponentType<WidgetProps>,
  parts: Partial<Omit<WidgetType, 'Component'>> = {},
): WidgetType => ({
  Component,
  requests: (widget, window) => usualRequests(widget, window),
  ownsStates: false,
  needs: 'values',
  hasTable: true,
  isFigure: false,
  // Values of function datasources come from the data layer.
  runs: ['funcBody'],
  actionSources: [],
  ...parts,
})
