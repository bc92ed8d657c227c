/** Wizard step for a new profile: its alarm rules. Optional. */

import '../../../device-profiles/device-profiles.css'
import type { AlarmDraft } from '../../../device-profiles/alarm-rules/alarm-rule-draft.ts'
import { AlarmRulesFields } from '../../../device-profiles/alarm-rules/alarm-rules-fields.tsx'

interface AlarmRulesStepProps {
  readonly alarms: readonly AlarmDraft[]
  readonly onChange: (alarms: readonly AlarmDraft[]) => void
  readonly showsErrors: boolean
}

export default function AlarmRulesStep({ alarms, onChange, showsErrors }: AlarmRulesStepProps) {
  return <AlarmRulesFields alarms={alarms} onChange={onChange} showsErrors={showsErrors} />
}
