/** What a tab with settings of the dashboard gets. */

import type { DashboardSettings, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'

export interface SettingsPartProps {
  /** Settings as stored, with the changes of the dialog. */
  readonly json: JsonObject
  /** The same, with defaults. */
  readonly settings: DashboardSettings
  readonly onChange: (name: string, value: unknown) => void
}
