/** What every widget gets: its configuration, its view of the data, and what the dashboard does for it. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import type { TimeRange } from '@sonde/model/time-windows/quick-intervals'
import type { SeriesColors } from '../dashboards/series-colors.ts'
import type { WidgetView } from '../dashboards/widget-view.ts'

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
