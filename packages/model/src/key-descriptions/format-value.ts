/** Formats a value with the decimals and unit of its key. The caller supplies the number format of its locale. */

import type { KeyDescription } from './key-description.ts'

export interface NumberFormat {
  number(value: number, options: { decimals: number; fixed: boolean; unit?: string }): string
}

/** Numbers as the API sends them: decimal notation without leading or trailing spaces. */
const numberPattern = /^-?\d+(\.\d+)?([eE][-+]?\d+)?$/

const isNumberText = (text: string): boolean => numberPattern.test(text)

/**
 * `decimals`: fraction digits for keys without a description. Text and booleans stay unchanged, and so do whole numbers
 * beyond the precision of a double.
 */
export function formatValue(
  value: string,
  description: KeyDescription | undefined,
  format: NumberFormat,
  decimals = digitsOf(value),
): string {
  if (!isNumberText(value)) return value
  const number = Number(value)
  const unit = description?.unit || undefined
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return unit ? `${value} ${unit}` : value
  return format.number(number, { decimals: description?.decimals ?? decimals, fixed: true, unit })
}

const digitsMax = 6

function digitsOf(value: string): number {
  const [, fraction = ''] = /\.(\d+)$/.exec(value) ?? []
  return Math.min(digitsMax, fraction.length)
}
