/** Positions of a layout's widgets in pixels, and its background. */

import type { DashboardLayout, DashboardWidget, GridSettings } from '@sonde/model/dashboards/dashboard-configuration'
import { mobileBelowPx, type PlacedGrid, placeOnDesktop, placeOnMobile } from '@sonde/model/dashboards/dashboard-layout'
import { defaultBackground } from '@sonde/model/dashboards/normalize-dashboard'
import { type CSSProperties, useMemo } from 'react'
import { useElementSize } from '../ui/element-size/use-element-size.ts'
import { useWidth } from '../ui/theme/use-width.ts'
import { cssColor } from './css-color.ts'
import type { OpenWidgetTypes } from './use-widget-types.ts'

export interface GridParts {
  readonly layout: DashboardLayout
  readonly widgets: Readonly<Record<string, DashboardWidget>>
  readonly types: OpenWidgetTypes
  /** Width of the screen if it isn't the window, such as in the editor's preview of phones. */
  readonly screenPx?: number | undefined
}

export function usePlacedGrid({ layout, widgets, types, screenPx }: GridParts) {
  const [box, size] = useElementSize<HTMLDivElement>()
  const isMobile = useWidth((px) => (screenPx ?? px) < mobileBelowPx)
  const placed = useMemo((): PlacedGrid => {
    // On phones, value cards share rows, so positions depend on the loaded widget types.
    if (size.width === 0 || (isMobile && !types.areSettled)) return { widgets: [], height: 0 }
    const isFigure = (widget: DashboardWidget) => {
      const state = types.of(widget)
      return state.kind === 'ready' && state.type.isFigure
    }
    return isMobile ? placeOnMobile(layout, widgets, size, isFigure) : placeOnDesktop(layout, widgets, size)
  }, [layout, widgets, types, size, isMobile])
  return { box, size, isMobile, placed }
}

/** Background style; the default color in dashboard files means the page's background, in both color schemes. */
export function backgroundOf({
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
