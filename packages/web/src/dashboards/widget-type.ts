/** What a type of widget declares, and what its component gets. A type is loaded when a dashboard has it. */

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
  /** Values are from before the connection was lost. */
  readonly isStale: boolean
  /** Somebody can see it. */
  readonly isSeen: boolean
  /** The user asked for the values as a table. */
  readonly isTable: boolean
  /** Of the window that the widget follows; IANA name. */
  readonly zone: string
  /** Null: back to the window from before the zoom. */
  readonly onZoom: (range: TimeRange | null) => void
  readonly isZoomed: boolean
}

export interface WidgetType {
  readonly Component: ComponentType<WidgetProps>
  /** What it asks of the data layer; `window`: its own or the dashboard's. */
  readonly requests: (widget: DashboardWidget, window: TimeWindow) => readonly DataRequest[]
  /** Reads its settings by their schema; undefined without settings. */
  readonly settings?: (widget: DashboardWidget) => ReadSettings<unknown>
  readonly keySettings?: (key: DataKey) => ReadSettings<unknown>
  /** Of a file that declares a whole bundle: the type aliases that it draws. */
  readonly aliases?: readonly string[]
  /** Shows its own waiting, emptiness and failures. */
  readonly ownsStates: boolean
  /** Has a view as a table. */
  readonly hasTable: boolean
  /** Small enough for two in a row of a phone, and drawn without a header of its own. */
  readonly isFigure: boolean
}

/** A type with what most types have. */
export const widgetType = (
  Component: ComponentType<WidgetProps>,
  parts: Partial<Omit<WidgetType, 'Component'>> = {},
): WidgetType => ({
  Component,
  requests: (widget, window) => usualRequests(widget, window),
  ownsStates: false,
  hasTable: true,
  isFigure: false,
  ...parts,
})
