/** Formats a value with the decimals and unit of its key. The caller supplies the number format of its locale. */

import { type Figure, figureOf } from '../dashboards/figures.ts'
import { parseNumber } from '../dashboards/series-column.ts'
import type { KeyDescription } from './key-description.ts'

export interface NumberFormat {
  number(value: Figure, options: { decimals: number; fixed: boolean; unit?: string }): string
}

/** `decimals`: fraction digits for keys without a description. Text and booleans stay unchanged. */
export function formatValue(
  value: string,
  description: KeyDescription | undefined,
  format: NumberFormat,
  decimals = digitsOf(value),
): string {
  if (parseNumber(value) === null) return value
  const unit = description?.unit || undefined
  return format.number(figureOf(value), { decimals: description?.decimals ?? decimals, fixed: true, unit })
}

const digitsMax = 6

function digitsOf(value: string): number {
  const [, fraction = ''] = /\.(\d+)$/.exec(value) ?? []
  return Math.min(digitsMax, fraction.length)
}
