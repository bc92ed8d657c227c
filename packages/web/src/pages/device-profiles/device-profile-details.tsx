/** Details of a device profile over one draft, for the drawer and the page. */

import './device-profiles.css'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { ReactNode } from 'react'
import { EntityFacts } from '../../entities/entity-facts.tsx'
import { EntityKindIcon } from '../../entities/entity-kind.tsx'
import { EntityForm } from '../../entities/use-entity-form.tsx'
import { EntityDetails } from '../../entity-pages/entity-details.tsx'
import { standardTabs } from '../../entity-room/standard-tabs.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount } from '../../session/use-session.tsx'
import type { EntityAction } from '../../ui/entity-table/entity-description.ts'
import { AlarmRulesFields } from './alarm-rules/alarm-rules-fields.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { ProvisionFields } from './provision-fields.tsx'
import { TransportFields } from './transport/transport-fields.tsx'
import { useDeviceProfileForm } from './use-device-profile-form.tsx'

interface DeviceProfileDetailsProps {
  readonly profile: DeviceProfile
  readonly actions: readonly EntityAction<DeviceProfile>[]
  readonly openPage?: EntityAction<DeviceProfile>
  readonly onClose?: () => void
  readonly onStep?: (step: 1 | -1) => void
}

export function DeviceProfileDetails({ profile, actions, openPage, onClose, onStep }: DeviceProfileDetailsProps) {
  const t = useText()
  const authority = useAccount()?.auth.authority
  const { form, dialogs } = useDeviceProfileForm(profile)
  const profileId = profile.id.id
  const inForm = (fields: ReactNode, facts?: ReactNode) => (
    <EntityForm form={form} facts={facts} isKept>
      {fields}
    </EntityForm>
  )
  return (
    <>
      <EntityDetails<DeviceProfile>
        description={{
          nameOf: ({ name }) => name,
          kindOf: () => t('entityTypes.DEVICE_PROFILE'),
          icon: <EntityKindIcon entityType="DEVICE_PROFILE" size={14} />,
          status: (row) => (
            <>
              <span>{t(`deviceProfiles.transport_${row.transportType}`)}</span>
              {row.default && <span>{t('deviceProfiles.isDefault')}</span>}
            </>
          ),
          actions,
          openPage,
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
              render: () => inForm(<AlarmRulesFields fields={form} profileId={profileId} />),
            },
            {
              id: 'provisioning',
              label: 'deviceProfiles.tabProvisioning',
              render: () => inForm(<ProvisionFields fields={form} />),
            },
            ...standardTabs({ entity: profile.id, authority }),
          ],
        }}
        row={profile}
        onClose={onClose}
        onStep={onStep}
      />
      {dialogs}
    </>
  )
}
