/** The wizard's first step: name, label, profile (one that exists or a new one), gateway, description. */

import { useText } from '../../../locale/use-text.tsx'
import { TextField } from '../../../ui/field/text-field.tsx'
import { Segmented } from '../../../ui/segmented/segmented.tsx'
import { MoreFields, NameFields, ProfileSelect, TransportFields } from '../device-fields.tsx'
import { type DeviceFaults, nameLengthMax } from '../device-input.ts'
import { type NewDevice, withProfile } from './new-device.ts'

interface DetailsStepProps {
  readonly wanted: NewDevice
  readonly onChange: (wanted: NewDevice) => void
  readonly faults: DeviceFaults
  readonly showsFaults: boolean
}

export function DetailsStep({ wanted, onChange, faults, showsFaults }: DetailsStepProps) {
  const t = useText()
  const { draft, newProfileName } = wanted
  const fields = { draft, faults, onChange: (next: NewDevice['draft']) => onChange({ ...wanted, draft: next }) }
  const profileLength = newProfileName?.trim().length ?? 0
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
          value={newProfileName === null ? 'existing' : 'new'}
          onChange={(kind) => onChange({ ...wanted, newProfileName: kind === 'new' ? '' : null })}
        />
      </div>
      {newProfileName === null ? (
        <>
          <ProfileSelect
            value={draft.deviceProfileId}
            onChange={(deviceProfileId, type) => onChange(withProfile(wanted, deviceProfileId, type))}
          />
          <TransportFields
            draft={draft.transport}
            onChange={(transport) => fields.onChange({ ...draft, transport })}
            showsFaults={showsFaults}
          />
        </>
      ) : (
        <TextField
          label={t('devices.profileName')}
          value={newProfileName}
          onChange={(next) => onChange({ ...wanted, newProfileName: next })}
          error={showsFaults ? profileError : undefined}
          help={t('devices.profileNameHelp')}
          autoComplete="off"
        />
      )}
      <MoreFields {...fields} />
    </>
  )
}
