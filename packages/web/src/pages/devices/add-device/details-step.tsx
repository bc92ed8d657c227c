/** First step of the wizard: name, label, existing or new profile, gateway, description. */

import { useText } from '../../../locale/use-text.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { MoreFields, NameFields, ProfileField, TransportFields } from '../device-fields.tsx'
import { type DeviceErrors, nameLengthMax } from '../device-input.ts'
import { emptyProfile, type NewDevice, withProfile } from './new-device.ts'

interface DetailsStepProps {
  readonly wanted: NewDevice
  readonly onChange: (wanted: NewDevice) => void
  readonly fieldErrors: DeviceErrors
  readonly showsErrors: boolean
}

export function DetailsStep({ wanted, onChange, fieldErrors, showsErrors }: DetailsStepProps) {
  const t = useText()
  const { draft, newProfile } = wanted
  const fields = {
    draft,
    fieldErrors,
    onChange: (next: NewDevice['draft']) => onChange({ ...wanted, draft: next }),
  }
  const profileLength = newProfile?.name.trim().length ?? 0
  const profileError =
    profileLength === 0
      ? t('devices.profileNameRequired')
      : profileLength > nameLengthMax
        ? t('devices.nameTooLong', { length: profileLength })
        : undefined
  return (
    <>
      <NameFields {...fields} />
      <div className="sd-field">
        <Segmented
          label={t('devices.profile')}
          options={[
            { value: 'existing', label: t('devices.existingProfile') },
            { value: 'new', label: t('devices.newProfile') },
          ]}
          value={newProfile ? 'new' : 'existing'}
          onChange={(kind) => onChange({ ...wanted, newProfile: kind === 'new' ? emptyProfile : null })}
        />
      </div>
      {!newProfile ? (
        <>
          <ProfileField
            value={draft.deviceProfileId}
            onChange={(deviceProfileId, type) => onChange(withProfile(wanted, deviceProfileId, type))}
          />
          <TransportFields
            draft={draft.transport}
            onChange={(transport) => fields.onChange({ ...draft, transport })}
            showsErrors={showsErrors}
          />
        </>
      ) : (
        <TextField
          label={t('devices.profileName')}
          value={newProfile.name}
          onChange={(name) => onChange({ ...wanted, newProfile: { ...newProfile, name } })}
          error={showsErrors ? profileError : undefined}
          help={t('devices.profileNameHelp')}
          autoComplete="off"
        />
      )}
      <MoreFields {...fields} />
    </>
  )
}
