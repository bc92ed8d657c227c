/** Alarm rule that raised an alarm: that of the originator's device profile with the alarm's type. */

import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import type { ProfileAlarm } from '@sonde/model/device-profiles/alarm-rule'
import { useQuery } from '@tanstack/react-query'
import { useAccount, useClient } from '../session/use-session.tsx'

export interface RaisingRule {
  readonly profileId: string
  readonly alarmType: string
}

/** Null if no rule raised the alarm or the rule was removed. Only tenant administrators can read profiles. */
export function useAlarmRule({ originator, type, cause }: ExplainedAlarm, isWanted: boolean) {
  const { devices, deviceProfiles } = useClient()
  const isAdministrator = useAccount()?.auth.authority === 'TENANT_ADMIN'
  return useQuery({
    // The key's first part is that of device profiles: saving a profile reloads the rule.
    queryKey: ['deviceProfiles', 'ruleOfAlarm', originator.id, type],
    // Only rules record a cause.
    enabled: isWanted && isAdministrator && cause !== null && originator.entityType === 'DEVICE',
    async queryFn({ signal }): Promise<RaisingRule | null> {
      const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
      const { deviceProfileId } = await devices.get(originator.id, quiet)
      const { profileData } = await deviceProfiles.get(deviceProfileId.id, quiet)
      const hasRule = profileData.alarms?.some((rule) => (rule as Partial<ProfileAlarm> | null)?.alarmType === type)
      return hasRule ? { profileId: deviceProfileId.id, alarmType: type } : null
    },
  })
}
