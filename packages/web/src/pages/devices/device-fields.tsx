/** Device fields, used in the details and in the wizard. */

import type { TransportType } from '@sonde/model/device-profiles/device-profile'
import { lazy, Suspense, useState } from 'react'
import { EntityLink } from '../../entities/entity-link.tsx'
import { NamedField } from '../../entities/named-field.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useClient } from '../../session/use-session.tsx'
import type { ComboOption } from '../../ui/field/combo-field.tsx'
import { CheckField, TextArea, TextField } from '../../ui/field/text-field.tsx'
import { Skeleton } from '../../ui/states/states.tsx'
import type { DeviceDraft, DeviceErrors } from './device-input.ts'
import type { DeviceTransportFieldsProps } from './transport/device-transport-fields.tsx'
import { hasDeviceSettings } from './transport/device-transport-input.ts'

// Loaded lazily, because most devices have no transport settings.
const DeviceTransportFields = lazy(() => import('./transport/device-transport-fields.tsx'))

/** Maximum number of profiles offered at a time. */
const choicesMax = 50
const quiet = { ignoreErrors: true, ignoreLoading: true } as const

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
  // The gateway API isn't supported: the mark shows only where an import or another client has set it.
  const [wasGateway, setWasGateway] = useState(draft.isGateway)
  if (draft.isGateway && !wasGateway) setWasGateway(true)
  return (
    <>
      {wasGateway && (
        <CheckField
          label={t('devices.isGateway')}
          help={t('devices.gatewayHelp')}
          isChecked={draft.isGateway}
          onChange={(isGateway) => onChange({ ...draft, isGateway })}
        />
      )}
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

interface ProfileFieldProps {
  /** Id; empty: no profile. */
  readonly value: string
  readonly onChange: (deviceProfileId: string, transportType: TransportType) => void
  /** The device's own profile, whose name needs no request. */
  readonly known?: { readonly id: string; readonly name: string }
  /** Shows a link to the profile's page. */
  readonly hasLink?: boolean
}

interface ProfileOption extends ComboOption {
  readonly transportType: TransportType
}

/** Chooses one of the tenant's device profiles. A device always has one, so the field can't be cleared. */
export function ProfileField({ value, onChange, known, hasLink = false }: ProfileFieldProps) {
  const t = useText()
  const { deviceProfiles } = useClient()
  return (
    <NamedField<ProfileOption>
      label={t('devices.profile')}
      isRequired
      placeholder={t('ui.none')}
      source={['deviceProfiles', 'choices']}
      value={value}
      known={known}
      nameOf={async (id, signal) => (await deviceProfiles.info(id, { ...quiet, signal })).name}
      load={async (textSearch, signal) => {
        const link = { page: 0, pageSize: choicesMax, textSearch, sortProperty: 'name', sortOrder: 'ASC' } as const
        const { data } = await deviceProfiles.infos(link, {}, { ...quiet, signal })
        return data.map(({ id, name, transportType }) => ({ value: id.id, label: name, transportType }))
      }}
      onChange={(id, profile) => profile && onChange(id, profile.transportType)}
      aside={hasLink && <EntityLink id={{ entityType: 'DEVICE_PROFILE', id: value }} name={t('devices.openProfile')} />}
    />
  )
}
