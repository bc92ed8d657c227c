/** Colors of a widget that has its own background or text color. */

import type { WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import type { CSSProperties } from 'react'
import type { ColorScheme } from '../ui/theme/color-scheme.ts'
import { inksOn } from './contrast.ts'
import { chosenColor } from './css-color.ts'

export interface FrameColors {
  /** Scheme of the theme's colors within the frame; undefined: the page's. */
  readonly scheme?: ColorScheme
  readonly style?: CSSProperties
}

/** On an own background, the theme's texts, lines and series colors are those that can be read there. */
export function frameColors({
  backgroundColor,
  color: textColor,
}: Pick<WidgetConfig, 'backgroundColor' | 'color'>): FrameColors {
  const background = chosenColor(backgroundColor)
  const color = chosenColor(textColor)
  if (!background) return color ? { style: { color } } : {}
  const inks = inksOn(background, color)
  if (!inks) return { style: { background, color } }
  return {
    scheme: inks.isDark ? 'dark' : 'light',
    style: {
      background,
      color: inks.text,
      '--sd-surface': background,
      '--sd-text': inks.text,
      '--sd-text-2': inks.text2,
      '--sd-text-3': inks.text3,
      '--sd-chart-axis': inks.text3,
      '--sd-chart-grid': `color-mix(in srgb, ${inks.text} 14%, transparent)`,
      '--sd-border': `color-mix(in srgb, ${inks.text} 16%, transparent)`,
      '--sd-border-strong': `color-mix(in srgb, ${inks.text} 30%, transparent)`,
    } as CSSProperties,
  }
}
