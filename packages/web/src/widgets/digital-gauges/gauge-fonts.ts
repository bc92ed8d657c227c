/** Fonts that users choose for the texts of a gauge. */

import type { GaugeFont } from '@sonde/model/widgets/digital-gauges/digital-gauge'
import type { CSSProperties } from 'react'
import { inkColor } from '../../dashboards/widget-api.ts'

export interface GaugeText {
  /** Size relative to the usual one. */
  readonly scale: number
  readonly style: CSSProperties
}

/** Families that browsers have; others are drawn in the theme's font. */
const families: Readonly<Record<string, string>> = {
  arial: 'Arial, sans-serif',
  courier: 'Courier, monospace',
  'courier new': '"Courier New", monospace',
  georgia: 'Georgia, serif',
  helvetica: 'Helvetica, sans-serif',
  impact: 'Impact, sans-serif',
  monospace: 'var(--sd-font-mono)',
  'sans-serif': 'sans-serif',
  // Figures of seven segments, which ThingsBoard brings along.
  segment7standard: 'var(--sd-font-mono)',
  serif: 'serif',
  tahoma: 'Tahoma, sans-serif',
  'times new roman': '"Times New Roman", serif',
  verdana: 'Verdana, sans-serif',
}

const weights = /^(normal|bold|bolder|lighter|[1-9]00)$/
/** Weight that the editor of ThingsBoard writes for every font. */
const unsetWeight = '500'

/** `usual`: the size that stands for the usual one. */
export function gaugeText({ family, size, style, weight, color }: GaugeFont, usual: number): GaugeText {
  const fontFamily = families[family.split(',')[0]?.trim().replace(/["']/g, '').toLowerCase() ?? '']
  const fill = inkColor(color)
  return {
    scale: Math.min(2.5, Math.max(0.5, size / usual)),
    style: {
      ...(fontFamily && { fontFamily }),
      ...(style !== 'normal' && { fontStyle: style }),
      ...(weights.test(weight) && weight !== unsetWeight && { fontWeight: weight }),
      ...(fill && { fill, color: fill }),
    },
  }
}

/** Usual sizes by text. */
const usualSizes = { title: 12, label: 8, value: 18, scale: 10 } as const

export type GaugeTexts = Readonly<Record<keyof typeof usualSizes, GaugeText>>

export const gaugeTexts = (fonts: {
  readonly titleFont: GaugeFont
  readonly labelFont: GaugeFont
  readonly valueFont: GaugeFont
  readonly minMaxFont: GaugeFont
}): GaugeTexts => ({
  title: gaugeText(fonts.titleFont, usualSizes.title),
  label: gaugeText(fonts.labelFont, usualSizes.label),
  value: gaugeText(fonts.valueFont, usualSizes.value),
  scale: gaugeText(fonts.minMaxFont, usualSizes.scale),
})
