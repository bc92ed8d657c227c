/** Dry run of an alarm rule: how many alarms it would have created from the stored telemetry. */

import type { ProfileAlarm } from '@sonde/model/device-profiles/alarm-rule'
import { trialDays } from '@sonde/model/device-profiles/alarm-rule-trial'
import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useRoomCalls } from '../../entity-room/room-calls.ts'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../../ui/button/button.tsx'
import { createProfileCalls } from '../device-profile-calls.ts'

interface RuleTrialProps {
  readonly profileId: string
  readonly alarm: ProfileAlarm
  /** All required fields are filled in. */
  readonly isComplete: boolean
}

export function RuleTrial({ profileId, alarm, isComplete }: RuleTrialProps) {
  const t = useText()
  const profiles = useRoomCalls({ createCalls: createProfileCalls })
  const text = JSON.stringify(alarm)
  const trial = useMutation({
    mutationFn: async () => ({
      text,
      result: await profiles.tryAlarmRule(
        profileId,
        { ...alarm, alarmType: alarm.alarmType || alarm.id },
        { ignoreErrors: true, ignoreLoading: true },
      ),
    }),
  })
  // Ignores a result for another version of the rule.
  const result = trial.data?.text === text ? trial.data.result : undefined
  return (
    <div className="sd-sentence-line">
      <Button
        size="sm"
        icon={<FlaskConical size={16} strokeWidth={2} aria-hidden />}
        busy={trial.isPending}
        disabled={!isComplete}
        onClick={() => trial.mutate()}
      >
        {t('deviceProfiles.trial', { days: trialDays })}
      </Button>
      <p aria-live="polite">
        {!isComplete && t('deviceProfiles.trialIncomplete')}
        {isComplete && trial.isError && trial.error.message}
        {result &&
          (result.values === 0
            ? t('deviceProfiles.trialNoValues', { days: trialDays })
            : [
                t('deviceProfiles.trialRaised', {
                  count: result.raised,
                  devices: result.raisedDevices,
                  days: trialDays,
                }),
                t(result.isComplete ? 'deviceProfiles.trialScope' : 'deviceProfiles.trialPart', {
                  devices: result.devices,
                  values: result.values,
                }),
              ].join(' '))}
      </p>
    </div>
  )
}
