/** Grid of widgets; a single column on phones. */

import type { DashboardLayout, DashboardWidget, GridSettings } from '@sonde/model/dashboards/dashboard-configuration'
import { mobileBelowPx, placeOnDesktop, placeOnMobile } from '@sonde/model/dashboards/dashboard-layout'
import { defaultBackground } from '@sonde/model/dashboards/normalize-dashboard'
import { own } from '@sonde/model/own'
import { type CSSProperties, type ReactNode, useMemo } from 'react'
import { useElementSize } from '../ui/element-size/use-element-size.ts'
import { useWidth } from '../ui/theme/use-width.ts'
import { cssColor } from './css-color.ts'
import type { OpenWidgetTypes } from './use-widget-types.ts'

export interface DashboardGridProps {
  readonly layout: DashboardLayout
  readonly widgets: Readonly<Record<string, DashboardWidget>>
  readonly types: OpenWidgetTypes
  readonly children: (widget: DashboardWidget) => ReactNode
}

export function DashboardGrid({ layout, widgets, types, children }: DashboardGridProps) {
  const [box, size] = useElementSize<HTMLDivElement>()
  const isMobile = useWidth((px) => px < mobileBelowPx)
  const placed = useMemo(() => {
    // On phones, value cards share rows, so positions depend on the loaded widget types.
    if (size.width === 0 || (isMobile && !types.areSettled)) return { widgets: [], height: 0 }
    const isFigure = (widget: DashboardWidget) => {
      const state = types.of(widget)
      return state.kind === 'ready' && state.type.isFigure
    }
    return isMobile ? placeOnMobile(layout, widgets, size, isFigure) : placeOnDesktop(layout, widgets, size)
  }, [layout, widgets, types, size, isMobile])

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

/** Background style; the default color in dashboard files means the page's background, in both color schemes. */
function backgroundOf({
  backgroundColor,
  backgroundImageUrl,
  backgroundSizeMode,
}: GridSettings): CSSProperties | undefined {
  const color = cssColor(backgroundColor)
  const isDefault = color === null || color.toLowerCase() === defaultBackground || color === 'var(--sd-canvas)'
  const image = backgroundImageUrl && /^(data:image\/|https?:)/.test(backgroundImageUrl) ? backgroundImageUrl : null
  if (isDefault && !image) return undefined
  return {
    ...(!isDefault && { backgroundColor: color }),
    ...(image && {
      backgroundImage: `url(${JSON.stringify(image)})`,
      backgroundSize: backgroundSizeMode,
      backgroundPosition: '0 0',
      backgroundRepeat: 'no-repeat',
    }),
  }
}
