/** Tabs of a device profile, which share one draft. */

import '../../device-profiles/device-profiles.css'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { lazy, type ReactNode, Suspense } from 'react'
import { AlarmRulesFields } from '../../device-profiles/alarm-rules/alarm-rules-fields.tsx'
import { ProvisionFields } from '../../device-profiles/provision-fields.tsx'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { EntityForm } from '../../entities/use-entity-form.tsx'
import type { RoomTabs } from '../../entity-room/room.ts'
import { ProfileFields } from './profile-fields.tsx'
import { TransportFields } from './transport/transport-fields.tsx'
import { useDeviceProfileForm } from './use-device-profile-form.tsx'

const ProfileKeysTab = lazy(() => import('./profile-keys-tab.tsx'))

export function useDeviceProfileTabs(profile: DeviceProfile): RoomTabs<DeviceProfile> {
  const { form, dialogs } = useDeviceProfileForm(profile)
  const profileId = profile.id.id
  const inForm = (fields: ReactNode, facts?: ReactNode) => (
    <EntityForm form={form} facts={facts} isRetained>
      {fields}
    </EntityForm>
  )
  return {
    dialogs,
    tabs: [
      {
        id: 'details',
        label: 'ui.tabDetails',
        render: () =>
          inForm(
            <ProfileFields fields={form} profileId={profileId} />,
            <EntityFacts id={profileId} createdTime={profile.createdTime} />,
          ),
      },
      {
        id: 'transport',
        label: 'deviceProfiles.tabTransport',
        render: () => inForm(<TransportFields fields={form} />),
      },
      {
        id: 'alarmRules',
        label: 'deviceProfiles.tabAlarmRules',
        count: form.draft.alarms.length,
        render: () =>
          inForm(
            <AlarmRulesFields
              alarms={form.draft.alarms}
              onChange={(alarms) => form.change({ alarms })}
              showsErrors={Boolean(form.fieldErrors.alarms)}
              profileId={profileId}
            />,
          ),
      },
      {
        id: 'keys',
        label: 'deviceProfiles.tabKeys',
        render: () => (
          <Suspense>
            <ProfileKeysTab profileId={profileId} />
          </Suspense>
        ),
      },
      {
        id: 'provisioning',
        label: 'deviceProfiles.tabProvisioning',
        render: () => inForm(<ProvisionFields fields={form} />),
      },
    ],
  }
}
