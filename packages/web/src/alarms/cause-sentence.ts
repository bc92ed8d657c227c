/** Sentence that explains why a rule raised an alarm. Pure. */

import type { AlarmCause, CauseComparison } from '@sonde/model/alarms/alarm-cause'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import type { Translate } from '../locale/texts.ts'
import { shortDuration } from '../time-windows/time-window-words.ts'
import type { Format } from '../ui/format/format.ts'

export interface CauseWords {
  readonly t: Translate
  readonly format: Format
  /** Locale for joining the comparisons. */
  readonly language: string
  /** Descriptions of the originator's keys. */
  readonly describe: (key: string) => KeyDescription | undefined
}

/** Maximum decimals of values and limits: enough for sensors, without binary rounding noise. */
const decimalsMax = 6

/** Part of a sentence; values and limits are `isValue`. */
export interface CausePart {
  readonly text: string
  readonly isValue: boolean
}

/** Enclose values in a sentence. Control characters, which are removed from keys and values. */
const valueStart = '\u0002'
const valueEnd = '\u0003'
const marks = new RegExp(`[${valueStart}${valueEnd}]`, 'g')

/** `temperature was 83.4, greater than 80, for 5 min`; null if nothing was compared. */
export const causeSentence = (cause: AlarmCause, words: CauseWords): string | null =>
  sentenceOf(cause, words, (value) => value)

/** The sentence, divided at its values. */
export function causeParts(cause: AlarmCause, words: CauseWords): readonly CausePart[] | null {
  const sentence = sentenceOf(cause, words, (value) => `${valueStart}${value.replace(marks, '')}${valueEnd}`)
  if (sentence === null) return null
  const parts: CausePart[] = []
  for (const [at, piece] of sentence.split(valueStart).entries()) {
    const end = at === 0 ? 0 : piece.indexOf(valueEnd)
    if (end > 0) parts.push({ text: piece.slice(0, end), isValue: true })
    const rest = piece.slice(end).replace(marks, '')
    if (rest !== '') parts.push({ text: rest, isValue: false })
  }
  return parts
}

/** Marks a value or limit. */
type Mark = (value: string) => string

function sentenceOf(cause: AlarmCause, words: CauseWords, mark: Mark): string | null {
  const { t, language } = words
  if (cause.comparisons.length === 0) return null
  const compared = cause.comparisons.map((one) => comparisonWords(one, words, mark))
  const all = new Intl.ListFormat(language, { type: 'conjunction' }).format(compared)
  if (cause.durationMs) return t('alarms.causeFor', { compared: all, duration: shortDuration(cause.durationMs) })
  if (cause.eventCount && cause.eventCount > 1)
    return t('alarms.causeTimes', { compared: all, count: cause.eventCount })
  return t('alarms.causeOnce', { compared: all })
}

function comparisonWords(comparison: CauseComparison, words: CauseWords, mark: Mark): string {
  const { t } = words
  const { key: name } = comparison
  const key =
    comparison.keyType === 'CONSTANT'
      ? t('alarms.causeConstant')
      : keyName(name, descriptionOf(comparison, words)).replace(marks, '')
  return t(`alarms.cause_${comparison.operation}`, {
    key,
    value: mark(valueWords(comparison, comparison.value, words)),
    limit: mark(valueWords(comparison, comparison.limit, words)),
  })
}

/** Only telemetry and attribute keys have descriptions; entity fields don't. */
const descriptionOf = ({ keyType, key }: CauseComparison, { describe }: CauseWords): KeyDescription | undefined =>
  keyType === 'TIME_SERIES' || keyType === 'ATTRIBUTE' ? describe(key) : undefined

function valueWords(comparison: CauseComparison, value: CauseComparison['value'], words: CauseWords): string {
  const { t, format } = words
  const { keyType, key } = comparison
  if (typeof value === 'boolean') return t(value ? 'alarms.causeTrue' : 'alarms.causeFalse')
  if (typeof value === 'string') return t('alarms.causeText', { text: value })
  if (keyType === 'ENTITY_FIELD' && key === 'createdTime') return format.dateTime(value)
  const unit = descriptionOf(comparison, words)?.unit
  return format.number(value, { decimals: decimalsMax, ...(unit && { unit }) })
}
