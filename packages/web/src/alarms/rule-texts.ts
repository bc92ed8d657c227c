/** Texts of alarm rules, for sentences such as "temperature is greater than 50 for 5 min". */

import type { RuleKey, SentenceTexts } from '@sonde/model/device-profiles/rule-sentence'
import type { KeyDescription } from '@sonde/model/key-descriptions/key-description'
import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { useMemo } from 'react'
import { useKeyDescriptions, useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import type { Translate } from '../locale/texts.ts'
import { useText } from '../locale/use-text.tsx'
import type { Format } from '../ui/format/format.ts'
import { useFormat } from '../ui/format/use-format.ts'

/** Maximum decimals of a limit; telemetry is shown with fewer. */
const decimals = 6

type Describe = (key: string) => KeyDescription | undefined

/** Only telemetry and attribute keys have descriptions; entity fields don't. */
const descriptionOf = (of: RuleKey | null, describe: Describe) =>
  of?.type === 'TIME_SERIES' || of?.type === 'ATTRIBUTE' ? describe(of.key) : undefined

export const ruleTextsOf = (
  t: Translate,
  format: Pick<Format, 'number' | 'dateTime'>,
  describe: Describe,
): SentenceTexts => ({
  key: (of) => keyName(of.key, descriptionOf(of, describe)),
  comparison: (key, operation, value) => t('alarms.ruleComparison', { key, operation, value }),
  value(value, valueType, of) {
    if (valueType === 'DATE_TIME' && typeof value === 'number') return format.dateTime(value)
    if (typeof value === 'number') {
      const unit = descriptionOf(of, describe)?.unit
      return format.number(value, { decimals, ...(unit && { unit }) })
    }
    return typeof value === 'boolean' || valueType === 'BOOLEAN' ? String(value) : `“${value}”`
  },
  attribute: (attribute, source) => t('alarms.ruleAttribute', { attribute, source }),
  all: (parts) => parts.join(t('alarms.ruleAnd')),
  any: (parts) => parts.join(t('alarms.ruleOr')),
  duration: (value, unit) => t('alarms.ruleDuration', { value, unit }),
  repeats: (value) => t('alarms.ruleRepeats', { value }),
  schedule: (type) => t(`alarms.ruleSchedule_${type}`),
  none: t('alarms.ruleEmpty'),
})

/** Texts for the rules of a device profile; undefined: a new profile. */
export function useRuleTexts(profileId: string | undefined): SentenceTexts {
  const t = useText()
  const format = useFormat()
  const lookup = useKeyLookup()
  const { data } = useKeyDescriptions()
  const type = data?.profiles.find(({ deviceProfileId }) => deviceProfileId === profileId)?.deviceProfileName
  return useMemo(() => ruleTextsOf(t, format, (key) => lookup(key, type)), [t, format, lookup, type])
}
