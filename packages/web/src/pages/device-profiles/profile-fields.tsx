/** What a device profile is, and where messages of its devices go. */

import { createOtaPackageCalls } from '@sonde/client/ota-packages/ota-package-calls'
import { createRuleChainCalls } from '@sonde/client/rule-chains/rule-chain-calls'
import type { PackageType } from '@sonde/model/ota-packages/ota-package'
import { queueNames } from '@sonde/model/queues/queue'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DashboardPicker } from '../../entities/dashboard-picker.tsx'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { ComboField, type ComboFieldProps } from '../../ui/field/combo-field.tsx'
import { ImageField } from '../../ui/field/image-field.tsx'
import { Select, TextArea, TextField } from '../../ui/field/text-field.tsx'
import type { DeviceProfileDraft, DeviceProfileFaults } from './device-profile-input.ts'

export type DeviceProfileFields = EntityFields<DeviceProfileDraft, DeviceProfileFaults>

interface ProfileFieldsProps {
  readonly fields: DeviceProfileFields
  /** Absent: a new one, which has no packages yet. */
  readonly profileId?: string
}

export function ProfileFields({ fields: { draft, change, touch, faults }, profileId }: ProfileFieldsProps) {
  const t = useText()
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
      <Select
        label={t('deviceProfiles.queue')}
        isOptional
        help={t('deviceProfiles.queueHelp')}
        value={draft.queueName}
        options={[
          { value: '', label: t('deviceProfiles.noQueue') },
          ...queueNames.map((name) => ({ value: name as string, label: name })),
        ]}
        onChange={(queueName) => change({ queueName })}
      />
      {profileId !== undefined && (
        <>
          <PackageField
            type="FIRMWARE"
            profileId={profileId}
            value={draft.firmwareId}
            onChange={(firmwareId) => change({ firmwareId })}
          />
          <PackageField
            type="SOFTWARE"
            profileId={profileId}
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

/** Choices that are offered at once. */
const choicesMax = 50
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

interface NamedFieldProps extends Pick<ComboFieldProps, 'label' | 'help' | 'source' | 'load'> {
  /** An id; empty: none. */
  readonly value: string
  readonly onChange: (id: string) => void
  readonly nameOf: (id: string, signal: AbortSignal) => Promise<string>
}

/** A field of which only the id is known at first. One that is gone or hidden still stands there, by its id. */
function NamedField({ value, onChange, nameOf, source, ...rest }: NamedFieldProps) {
  const { data: name } = useQuery({
    queryKey: [...source, 'name', value],
    enabled: value !== '',
    staleTime: 60_000,
    queryFn: ({ signal }) => nameOf(value, signal).catch(() => value),
  })
  return (
    <ComboField
      {...rest}
      isOptional
      source={source}
      value={value === '' ? null : { value, label: name ?? '…' }}
      onChange={(option) => onChange(option?.value ?? '')}
    />
  )
}

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

function PackageField({
  type,
  profileId,
  ...props
}: IdFieldProps & { readonly type: PackageType; readonly profileId: string }) {
  const t = useText()
  const { rest } = useClient()
  const packages = useMemo(() => createOtaPackageCalls(rest), [rest])
  const nameOf = ({ title, version }: { title: string; version: string }) => `${title} (${version})`
  return (
    <NamedField
      {...props}
      label={t(type === 'FIRMWARE' ? 'deviceProfiles.firmware' : 'deviceProfiles.software')}
      help={t('deviceProfiles.packageHelp')}
      source={['otaPackages', 'choices', profileId, type]}
      nameOf={async (id, signal) => nameOf(await packages.info(id, { ...quiet, signal }))}
      load={async (textSearch, signal) => {
        const link = { page: 0, pageSize: choicesMax, textSearch, sortProperty: 'title', sortOrder: 'ASC' } as const
        const { data } = await packages.listOfProfile(profileId, type, link, { ...quiet, signal })
        return data.map((one) => ({ value: one.id.id, label: nameOf(one) }))
      }}
    />
  )
}
