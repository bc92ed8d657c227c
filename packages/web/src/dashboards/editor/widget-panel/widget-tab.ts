/** What the tabs of a widget's settings show and change. */

import type { DashboardWidget, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { LayoutPlace } from '@sonde/model/dashboards/editing/commands'
import type { Editor } from '../use-editor.ts'

export interface WidgetTabProps {
  readonly editor: Editor
  readonly place: LayoutPlace
  readonly id: string
  /** As stored: without defaults, with unknown keys. */
  readonly json: JsonObject
  /** As it is drawn, with defaults. */
  readonly widget: DashboardWidget
  /**
   * Changes the configuration of the widget. Changes in a row with the same `field` are undone together, such as the
   * letters typed into a field.
   */
  readonly change: (field: string, change: (config: JsonObject) => JsonObject) => void
}
