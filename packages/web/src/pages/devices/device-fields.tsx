/** Device fields, used in the details and in the wizard. */

import type { TransportType } from '@sonde/model/device-profiles/device-profile'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { EntityLink } from '../../entities/entity-link.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import { CheckField, Select, TextArea, TextField } from '../../ui/field/text-field.tsx'
import { Skeleton } from '../../ui/states/states.tsx'
import type { DeviceDraft, DeviceErrors } from './device-input.ts'
import type { DeviceTransportFieldsProps } from './transport/device-transport-fields.tsx'
import { hasDeviceSettings } from './transport/device-transport-input.ts'

// Loaded lazily, because most devices have no transport settings.
const DeviceTransportFields = lazy(() => import('./transport/device-transport-fields.tsx'))

/** Maximum number of profiles offered. */
const profilesMax = 100

interface DeviceFieldsProps {
  readonly draft: DeviceDraft
  readonly onChange: (draft: DeviceDraft) => void
  readonly onBlur?: (field: 'name' | 'label') => void
  readonly fieldErrors: DeviceErrors
  /** Server error about the name. */
  readonly nameRejection?: string | null
}

export function NameFields({ draft, onChange, onBlur, fieldErrors, nameRejection }: DeviceFieldsProps) {
  const t = useText()
  const fieldError = (kind: string | undefined, length: number) =>
    kind && t(`devices.${kind as 'nameRequired' | 'nameTooLong' | 'labelTooLong'}`, { length })
  return (
    <>
      <TextField
        label={t('devices.name')}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
        onBlur={() => onBlur?.('name')}
        error={fieldError(fieldErrors.name, draft.name.trim().length) ?? nameRejection ?? undefined}
        help={t('devices.nameHelp')}
        autoComplete="off"
      />
      <TextField
        label={t('devices.label')}
        isOptional
        value={draft.label}
        onChange={(label) => onChange({ ...draft, label })}
        onBlur={() => onBlur?.('label')}
        error={fieldError(fieldErrors.label, draft.label.trim().length)}
        placeholder={t('devices.labelPlaceholder')}
        autoComplete="off"
      />
    </>
  )
}

export function MoreFields({ draft, onChange }: DeviceFieldsProps) {
  const t = useText()
  return (
    <>
      <CheckField
        label={t('devices.isGateway')}
        help={t('devices.gatewayHelp')}
        isChecked={draft.isGateway}
        isDisabled={!draft.isGateway}
        onChange={(isGateway) => onChange({ ...draft, isGateway })}
      />
      {draft.isGateway && (
        <CheckField
          label={t('devices.overwriteActivity')}
          isChecked={draft.overwritesActivity}
          onChange={(overwritesActivity) => onChange({ ...draft, overwritesActivity })}
        />
      )}
      <TextArea
        label={t('devices.description')}
        isOptional
        value={draft.description}
        onChange={(description) => onChange({ ...draft, description })}
      />
    </>
  )
}

/** Transport settings of the device; renders nothing if the profile's transport has none. */
export function TransportFields(props: DeviceTransportFieldsProps) {
  if (!hasDeviceSettings(props.draft)) return null
  return (
    <Suspense fallback={<Skeleton height={34} />}>
      <DeviceTransportFields {...props} />
    </Suspense>
  )
}

interface ProfileSelectProps {
  readonly value: string
  readonly onChange: (deviceProfileId: string, transportType: TransportType) => void
  /** Name of the current profile, shown until the list is loaded. */
  readonly knownName?: string
  /** Adds an empty option while nothing is selected. */
  readonly mayBeNone?: boolean
  /** Shows a link to the profile's page. */
  readonly hasLink?: boolean
}

export function ProfileSelect({ value, onChange, knownName, mayBeNone = false, hasLink = false }: ProfileSelectProps) {
  const t = useText()
  const client = useClient()
  const { data } = useQuery({
    queryKey: ['deviceProfiles', 'choices'],
    staleTime: 30_000,
    queryFn: ({ signal }) => {
      const link = { page: 0, pageSize: profilesMax, sortProperty: 'name', sortOrder: 'ASC' } as const
      return client.deviceProfiles.infos(link, {}, { signal, ignoreErrors: true, ignoreLoading: true })
    },
  })
  const options = (data?.data ?? []).map((profile) => ({ value: profile.id.id, label: profile.name }))
  if (value && !options.some((option) => option.value === value)) options.unshift({ value, label: knownName ?? '…' })
  if (mayBeNone && !value) options.unshift({ value: '', label: t('ui.none') })
  return (
    <Select
      label={t('devices.profile')}
      value={value}
      options={options}
      onChange={(id) => onChange(id, data?.data.find((profile) => profile.id.id === id)?.transportType ?? 'DEFAULT')}
      aside={hasLink && <EntityLink id={{ entityType: 'DEVICE_PROFILE', id: value }} name={t('devices.openProfile')} />}
    />
  )
}
