/** Cause of an alarm as a sentence; renders nothing for alarms without a recorded cause. */

import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import { useLocale, useText } from '../locale/use-text.tsx'
import { useFormat } from '../ui/format/use-format.ts'
import { causeSentence } from './cause-sentence.ts'

type Explained = Pick<ExplainedAlarm, 'cause' | 'deviceProfileName'>

export function CauseText({ alarm: { cause, deviceProfileName } }: { alarm: Explained }) {
  const t = useText()
  const format = useFormat()
  const { intl } = useLocale()
  const lookup = useKeyLookup()
  if (!cause) return null
  return causeSentence(cause, { t, format, language: intl, describe: (key) => lookup(key, deviceProfileName) })
}
