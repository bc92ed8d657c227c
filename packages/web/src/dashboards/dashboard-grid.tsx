/** Grid of widgets; a single column on phones. */

import type { DashboardWidget } from '@sonde/model/dashboards/dashboard-configuration'
import { own } from '@sonde/model/own'
import type { ReactNode } from 'react'
import { backgroundOf, type GridParts, usePlacedGrid } from './use-placed-grid.ts'

export interface DashboardGridProps extends GridParts {
  readonly children: (widget: DashboardWidget) => ReactNode
}

export function DashboardGrid({ children, ...parts }: DashboardGridProps) {
  const { layout, widgets } = parts
  const { box, placed } = usePlacedGrid(parts)

  return (
    <div ref={box} className="db-scroll" style={backgroundOf(layout.gridSettings)}>
      <div className="db-grid" style={{ height: placed.height }}>
        {placed.widgets.map(({ id, left, top, width, height }) => {
          const widget = own(widgets, id)
          return (
            widget && (
              <div key={id} className="db-cell" style={{ left, top, width, height }}>
                {children(widget)}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}
