/**
 * Texts with placeholders for values and names: `${temperature:1} in ${entityName}`. Cards, labels and tooltips use
 * them. Labels of keys, which contain only names, are in `label-patterns.ts`.
 *
 * - `${label}`: value of the key with this label. Numbers have two decimals.
 * - `${label:1}`: number with one decimal.
 * - `${#0}`: value of the key at this position.
 * - `${entityName}`, `${aliasName}` …: names.
 * - `{i18n:key}`: text by its key.
 */

import { figureOf } from './figures.ts'
import { type LabelNames, labelOf } from './label-patterns.ts'
import { parseNumber } from './series-column.ts'

/** Decimals of numbers whose placeholder doesn't set them. */
const decimalsDefault = 2
/** Most decimals that JavaScript can write. */
const decimalsMax = 100

export interface PatternValue {
  /** Label of the key, with its own names filled in. */
  readonly label: string
  /** As received; empty: no value. */
  readonly text: string
}

export interface PatternData {
  readonly names: LabelNames
  /** In the order of `${#0}`, `${#1}` … If several have the same label, the last one with a value counts. */
  readonly values: readonly PatternValue[]
}

export interface PatternOutput {
  /** Applied to everything that is filled in: names and values are text, whatever they contain. */
  readonly encode: (text: string) => string
  /** Text of `{i18n:key}`; undefined: there is none, and the key is shown. */
  readonly translate?: (key: string) => string | undefined
}

const placeholder = /\$\{([^{}]*)\}|\{i18n:([^{}]*)\}/g

/** Placeholders without a value become empty. What is filled in isn't searched for placeholders again. */
export function fillPattern(pattern: string, data: PatternData, { encode, translate }: PatternOutput): string {
  const byLabel = new Map<string, string>()
  for (const { label, text } of data.values) if (text !== '' || !byLabel.has(label)) byLabel.set(label, text)
  return pattern.replace(placeholder, (whole: string, variable: string | undefined, key: string | undefined) => {
    if (variable === undefined) return encode(translate?.(key ?? '') ?? key ?? '')
    const name = labelOf(whole, data.names)
    return encode(name === whole ? valueFor(variable, byLabel, data.values) : name)
  })
}

const withDecimals = /^(.*):(\d+)$/s
const position = /^#(\d+)$/

function valueFor(variable: string, byLabel: ReadonlyMap<string, string>, values: readonly PatternValue[]): string {
  const [, label = variable, digits] = withDecimals.exec(variable) ?? []
  const index = position.exec(label)?.[1]
  const text = (index === undefined ? byLabel.get(label) : values[Number(index)]?.text) ?? ''
  return valueText(text, digits === undefined ? decimalsDefault : Math.min(decimalsMax, Number(digits)))
}

/** Without separators, so that numbers also work in attributes such as `value="…"` and in CSS. */
function valueText(text: string, decimals: number): string {
  const number = parseNumber(text)
  if (number === null) return text
  // A number with more digits than a double has is left as it is.
  return typeof figureOf(text) === 'number' ? number.toFixed(decimals) : text
}

const htmlEscapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
}

/** For HTML, in text and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"'`]/g, (sign) => htmlEscapes[sign] ?? sign)
