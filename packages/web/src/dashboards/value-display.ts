/** Formats values with the decimals and units of their key, else of their widget, else with the decimals received. */

import type { DataKey, WidgetConfig } from '@sonde/model/dashboards/dashboard-configuration'
import type { Figure } from '@sonde/model/dashboards/figures'
import { parseValue } from '@sonde/model/dashboards/series-column'
import type { Translate } from '../locale/texts.ts'
import type { Format } from '../ui/format/format.ts'

/** Maximum decimals when neither key nor widget sets them. */
export const decimalsDefault = 2

export interface ValueDisplay {
  readonly units: string
  readonly decimals: number
}

/** `decimalsSeen`: most decimals in the key's values, used when no setting exists. */
export const displayOf = (
  key: DataKey,
  config: Pick<WidgetConfig, 'units' | 'decimals'>,
  decimalsSeen: number,
): ValueDisplay => ({
  units: key.units ?? config.units,
  decimals: key.decimals ?? config.decimals ?? decimalsSeen,
})

/** Display of averages, which may have fractions even if the values have none. */
export const displayOfAverage = (
  key: DataKey,
  config: Pick<WidgetConfig, 'units' | 'decimals'>,
  decimalsSeen: number,
): ValueDisplay => displayOf(key, config, Math.max(decimalsSeen, decimalsDefault))

/** Formats a number with its unit, such as `−18.4 °C`; NaN becomes a dash. */
export function numberText(value: Figure, { units, decimals }: ValueDisplay, format: Format): string {
  if (typeof value === 'number' && Number.isNaN(value)) return '–'
  return format.number(value, { decimals, fixed: true, unit: units || undefined })
}

/** Formats a received value: numbers formatted, true and false as words, text unchanged, empty as a dash. */
export function valueText(text: string, display: ValueDisplay, format: Format, t: Translate): string {
  if (text === '') return '–'
  const parsed = parseValue(text)
  switch (parsed.kind) {
    case 'number':
      return numberText(parsed.figure, display, format)
    case 'boolean':
      return parsed.number === 1 ? t('ui.yes') : t('ui.no')
    case 'text':
      return parsed.text
  }
}

/** Value and unit separately, for displays that use two font sizes. */
export function valueParts(text: string, display: ValueDisplay, format: Format, t: Translate) {
  const parsed = parseValue(text)
  if (parsed.kind !== 'number') return { value: valueText(text, display, format, t), units: '' }
  return { value: numberText(parsed.figure, { ...display, units: '' }, format), units: display.units }
}
