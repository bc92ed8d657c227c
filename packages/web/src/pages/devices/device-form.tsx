/** Form of a device; only tenant administrators can change it. */

import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import type { DeviceInfo } from '@sonde/model/devices/device'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import { EntityOverview } from '../../entity-room/entity-overview.tsx'
import { defineForm } from '../../entity-room/room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { firstError } from '../../ui/field/field-places.tsx'
import { MoreFields, NameFields, ProfileField, TransportFields } from './device-fields.tsx'
import { type DeviceDraft, type DeviceErrors, deviceErrors, draftOf, inputOf } from './device-input.ts'
import { PackageFields, PackageStates } from './package-fields.tsx'
import { deviceTransportErrors } from './transport/device-transport-input.ts'

interface RowProps {
  readonly row: DeviceInfo
}

interface FormErrors extends DeviceErrors {
  readonly transport?: string | undefined
}

interface FieldsProps extends RowProps {
  readonly fields: EntityFields<DeviceDraft, FormErrors>
}

function Fields({ fields: { draft, change, touch, fieldErrors }, row }: FieldsProps) {
  const fields = { draft, onChange: change, onBlur: touch, fieldErrors }
  return (
    <>
      <NameFields {...fields} />
      <ProfileField
        hasLink
        value={draft.deviceProfileId}
        known={{ id: row.deviceProfileId.id, name: row.deviceProfileName }}
        onChange={(deviceProfileId, type) =>
          change({ deviceProfileId, firmwareId: '', softwareId: '', transport: { ...draft.transport, type } })
        }
      />
      <PackageFields row={row} draft={draft} onChange={change} />
      <TransportFields
        draft={draft.transport}
        onChange={(transport) => change({ transport })}
        showsErrors={Boolean(fieldErrors.transport)}
      />
      <MoreFields {...fields} />
    </>
  )
}

function ReadOnly({ row }: RowProps) {
  const t = useText()
  const { label, isGateway, description } = draftOf(row)
  return (
    <>
      <dl className="sd-facts">
        <dt>{t('devices.name')}</dt>
        <dd>{row.name}</dd>
        <dt>{t('devices.label')}</dt>
        <dd>{label || t('ui.none')}</dd>
        <dt>{t('devices.profile')}</dt>
        <dd>{row.deviceProfileName}</dd>
        <dt>{t('devices.isGateway')}</dt>
        <dd>{isGateway ? t('ui.yes') : t('ui.no')}</dd>
        <dt>{t('devices.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
      <PackageStates row={row} />
    </>
  )
}

function Facts({ row }: RowProps) {
  const t = useText()
  return (
    <>
      <dt>{t('devices.customer')}</dt>
      <dd>{row.customerIsPublic ? t('devices.public') : row.customerTitle || t('ui.none')}</dd>
    </>
  )
}

const Overview = ({ row }: RowProps) => (
  <EntityOverview entity={row.id} profile={row.deviceProfileName} isStale={!row.active} />
)

export const deviceForm = defineForm<DeviceInfo, DeviceDraft, FormErrors>({
  draftOf,
  fieldErrorsOf: (draft, t) => ({
    ...deviceErrors(draft),
    transport: firstError(deviceTransportErrors(draft.transport, t)),
  }),
  save: (rest, draft, device, options) => createDeviceCalls(rest).save(inputOf(draft, device), undefined, options),
  renderFields: (props) => <Fields {...props} />,
  Overview,
  Facts,
  mayEdit: (_, authority) => authority === 'TENANT_ADMIN',
  ReadOnly,
})
