/** Firmware and software of a device: its own or its profile's packages, and the progress of updates. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { type PackageType, packageTypes } from '@sonde/model/ota-packages/ota-package'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../locale/use-text.tsx'
import { OtaPackageField, useOtaPackageName } from '../../ota-packages/ota-package-field.tsx'
import { PackageProgress } from '../../ota-packages/package-progress.tsx'
import { useClient } from '../../session/use-session.tsx'
import { FieldGroup } from '../../ui/field/field-group.tsx'
import type { DeviceDraft } from './device-input.ts'

const fieldOf = { FIRMWARE: 'firmwareId', SOFTWARE: 'softwareId' } as const

interface PackageFieldsProps {
  readonly row: DeviceInfo
  readonly draft: DeviceDraft
  readonly onChange: (packages: Partial<Pick<DeviceDraft, 'firmwareId' | 'softwareId'>>) => void
}

export function PackageFields({ row, draft, onChange }: PackageFieldsProps) {
  const t = useText()
  const { deviceProfiles } = useClient()
  const { deviceProfileId } = draft
  const profile = useQuery({
    queryKey: ['deviceProfiles', 'packages', deviceProfileId],
    staleTime: 30_000,
    queryFn: ({ signal }) => deviceProfiles.get(deviceProfileId, { signal, ignoreErrors: true, ignoreLoading: true }),
  })
  return (
    <FieldGroup title={t('devices.packages')}>
      {packageTypes.map((type) => (
        <PackageField
          key={type}
          type={type}
          row={row}
          deviceProfileId={deviceProfileId}
          value={draft[fieldOf[type]]}
          ofProfile={profile.data?.[fieldOf[type]]?.id ?? ''}
          onChange={(id) => onChange({ [fieldOf[type]]: id })}
        />
      ))}
    </FieldGroup>
  )
}

interface PackageFieldProps {
  readonly type: PackageType
  readonly row: DeviceInfo
  readonly deviceProfileId: string
  readonly value: string
  /** ID of the profile's package; empty: none. */
  readonly ofProfile: string
  readonly onChange: (id: string) => void
}

function PackageField({ type, row, deviceProfileId, value, ofProfile, onChange }: PackageFieldProps) {
  const t = useText()
  const { name } = useOtaPackageName(ofProfile)
  return (
    <>
      <OtaPackageField
        isOptional
        type={type}
        deviceProfileId={deviceProfileId}
        value={value}
        onChange={onChange}
        help={
          value !== ''
            ? t('devices.packageOwn')
            : ofProfile === ''
              ? t('devices.packageNone')
              : t('devices.packageOfProfile', { name: name ?? '…' })
        }
      />
      <PackageProgress device={row.id} type={type} mayRetry />
    </>
  )
}

/** Read-only states of the updates, for users who can't choose packages. */
export const PackageStates = ({ row }: { readonly row: DeviceInfo }) =>
  packageTypes.map((type) => <PackageProgress key={type} device={row.id} type={type} mayRetry={false} />)
