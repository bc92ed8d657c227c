/** What the editor replaces in the view of a dashboard. The widgets stay those of the view, with their live data. */

import type { StateEntry } from '@sonde/model/dashboards/dashboard-states'
import type { LayoutPlace } from '@sonde/model/dashboards/editing/commands'
import type { TimeWindow } from '@sonde/model/time-windows/time-window'
import type { ReactNode } from 'react'
import type { DashboardGridProps } from './dashboard-grid.tsx'
import type { RightLayout } from './use-right-layout.ts'

export interface EditedBar {
  readonly stack: readonly StateEntry[]
  readonly onStack: (stack: readonly StateEntry[]) => void
  readonly window: TimeWindow
  readonly onWindow: (window: TimeWindow) => void
  readonly right: RightLayout
}

export interface EditedGrid extends DashboardGridProps {
  readonly place: LayoutPlace
}

export interface DashboardEditing {
  readonly bar: (parts: EditedBar) => ReactNode
  readonly grid: (parts: EditedGrid) => ReactNode
  /** Next to the layouts. */
  readonly side: ReactNode
  /** Time window that the edited dashboard opens with; a change is shown at once. */
  readonly window: TimeWindow
}
