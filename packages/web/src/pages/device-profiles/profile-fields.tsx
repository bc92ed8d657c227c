/** What a device profile is, and where messages of its devices go. */

import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import { useMemo } from 'react'
import { DashboardPicker } from '../../entities/dashboard-picker.tsx'
import { NamedField } from '../../entities/named-field.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { OtaPackageField } from '../../ota-packages/ota-package-field.tsx'
import { QueueField } from '../../queues/queue-field.tsx'
import { useClient } from '../../session/use-session.tsx'
import { ImageField } from '../../ui/field/image-field.tsx'
import { TextArea, TextField } from '../../ui/field/text-field.tsx'
import type { DeviceProfileDraft, DeviceProfileFaults } from './device-profile-input.ts'

export type DeviceProfileFields = EntityFields<DeviceProfileDraft, DeviceProfileFaults>

interface ProfileFieldsProps {
  readonly fields: DeviceProfileFields
  /** Absent: a new one, which has no packages yet. */
  readonly profileId?: string
}

export function ProfileFields({ fields: { draft, change, touch, faults }, profileId }: ProfileFieldsProps) {
  const t = useText()
  const ofProfile = { isOptional: true, help: t('deviceProfiles.packageHelp') }
  return (
    <>
      <TextField
        label={t('deviceProfiles.name')}
        value={draft.name}
        error={faults.name}
        help={t('deviceProfiles.nameHelp')}
        onBlur={() => touch('name')}
        onChange={(name) => change({ name })}
        autoComplete="off"
      />
      <RuleChainField value={draft.ruleChainId} onChange={(ruleChainId) => change({ ruleChainId })} />
      <DashboardPicker
        label={t('deviceProfiles.dashboard')}
        help={t('deviceProfiles.dashboardHelp')}
        of={{ kind: 'ownTenant' }}
        value={draft.dashboardId}
        onChange={(dashboardId) => change({ dashboardId })}
      />
      <QueueField
        isOptional
        help={t('deviceProfiles.queueHelp')}
        placeholder={t('deviceProfiles.noQueue')}
        value={draft.queueName}
        onChange={(queueName) => change({ queueName })}
      />
      {profileId !== undefined && (
        <>
          <OtaPackageField
            {...ofProfile}
            type="FIRMWARE"
            deviceProfileId={profileId}
            value={draft.firmwareId}
            onChange={(firmwareId) => change({ firmwareId })}
          />
          <OtaPackageField
            {...ofProfile}
            type="SOFTWARE"
            deviceProfileId={profileId}
            value={draft.softwareId}
            onChange={(softwareId) => change({ softwareId })}
          />
        </>
      )}
      <ImageField label={t('deviceProfiles.image')} value={draft.image} onChange={(image) => change({ image })} />
      <TextArea
        label={t('deviceProfiles.description')}
        isOptional
        value={draft.description}
        error={faults.description}
        onBlur={() => touch('description')}
        onChange={(description) => change({ description })}
      />
    </>
  )
}

/** Maximum number of choices offered at a time. */
const choicesMax = 50
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

interface IdFieldProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

function RuleChainField(props: IdFieldProps) {
  const t = useText()
  const { rest } = useClient()
  const ruleChains = useMemo(() => createRuleChainCalls(rest), [rest])
  return (
    <NamedField
      {...props}
      label={t('deviceProfiles.ruleChain')}
      help={t('deviceProfiles.ruleChainHelp')}
      source={['ruleChains', 'choices', 'CORE']}
      nameOf={async (id, signal) => (await ruleChains.get(id, { ...quiet, signal })).name}
      load={async (textSearch, signal) => {
        const link = { page: 0, pageSize: choicesMax, textSearch, sortProperty: 'name', sortOrder: 'ASC' } as const
        const { data } = await ruleChains.list(link, { type: 'CORE' }, { ...quiet, signal })
        return data.map(({ id, name }) => ({ value: id.id, label: name }))
      }}
    />
  )
}
