/** Configuration of a dashboard whose state is shown within another state. */

import { own } from '../../own.ts'
import type { DashboardConfiguration, DashboardLayout } from '../dashboard-configuration.ts'

/** How the layouts of the embedded state differ from those that the dashboard gives it. */
export interface EmbeddedLook {
  /** Stretches the rows to the height of the box. */
  readonly isAutoFilled: boolean
  /** Pixels; null: the layout's. */
  readonly margin: number | null
  /** null: the layout's. */
  readonly backgroundColor: string | null
}

/** Null if the dashboard has no such state. */
export function embeddedConfiguration(
  configuration: DashboardConfiguration,
  stateId: string,
  { isAutoFilled, margin, backgroundColor }: EmbeddedLook,
): DashboardConfiguration | null {
  const state = own(configuration.states, stateId)
  if (!state) return null
  const layoutOf = (layout: DashboardLayout): DashboardLayout => ({
    ...layout,
    gridSettings: {
      ...layout.gridSettings,
      ...(isAutoFilled && { autoFillHeight: true, mobileAutoFillHeight: true }),
      ...(margin !== null && { margin }),
      ...(backgroundColor !== null && { backgroundColor }),
    },
  })
  const { main, right } = state.layouts
  const layouts = { main: layoutOf(main), ...(right && { right: layoutOf(right) }) }
  return {
    ...configuration,
    states: { ...configuration.states, [stateId]: { ...state, layouts } },
    // The file holds the whole dashboard: it's offered where that is shown.
    settings: { ...configuration.settings, showDashboardExport: false },
  }
}
