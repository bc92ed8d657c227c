/** A dashboard's filter in words, such as “temperature is greater than 20 and (model contains “A” or …)”. */

import type { FilterSentence } from '@sonde/model/dashboards/user-filters'
import type { Translate } from '../locale/texts.ts'
import type { Format } from '../ui/format/format.ts'

type Comparison = Extract<FilterSentence, { kind: 'comparison' }>

export const operationText = (operation: Comparison['operation'], t: Translate): string =>
  t(`deviceProfiles.operation_${operation}`)

export const booleanText = (value: boolean, t: Translate): string =>
  t(value ? 'deviceProfiles.true' : 'deviceProfiles.false')

/** What a filter compares, in words. */
export function sentenceText(sentence: FilterSentence, t: Translate, format: Format, isInner = false): string {
  if (sentence.kind === 'comparison') {
    return `${sentence.key} ${operationText(sentence.operation, t)} ${valueText(sentence, t, format)}`
  }
  if (sentence.parts.length === 0) return t('dashboards.filterNone')
  const [only] = sentence.parts
  if (only && sentence.parts.length === 1) return sentenceText(only, t, format, isInner)
  const joined = sentence.parts
    .map((part) => sentenceText(part, t, format, true))
    .join(` ${t(sentence.operation === 'AND' ? 'dashboards.filterAnd' : 'dashboards.filterOr')} `)
  return isInner ? `(${joined})` : joined
}

function valueText({ value, valueType }: Comparison, t: Translate, format: Format): string {
  if (value.kind === 'attribute') {
    return t(`dashboards.filterAttributeOf_${value.source}`, { attribute: value.attribute })
  }
  if (typeof value.value === 'boolean') return booleanText(value.value, t)
  if (typeof value.value === 'string') return `“${value.value}”`
  return valueType === 'DATE_TIME' ? format.dateTime(value.value) : format.number(value.value)
}
