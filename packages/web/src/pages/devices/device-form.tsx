/** Form of a device; administrators of its tenant change it. */

import { createDeviceCalls } from '@sonde/client/devices/device-calls'
import type { DeviceInfo } from '@sonde/model/devices/device'
import type { EntityFields } from '../../entities/new-entity-dialog.tsx'
import type { PlainRoomFormProps } from '../../entity-room/plain-room.ts'
import { definePlainForm, PlainDetails } from '../../entity-room/plain-room-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { firstFault } from '../../ui/field/field-places.tsx'
import { MoreFields, NameFields, ProfileSelect, TransportFields } from './device-fields.tsx'
import { type DeviceDraft, type DeviceFaults, deviceFaults, draftOf, inputOf } from './device-input.ts'
import { deviceTransportFaults } from './transport/device-transport-input.ts'

interface RowProps {
  readonly row: DeviceInfo
}

interface FormFaults extends DeviceFaults {
  readonly transport?: string | undefined
}

interface FieldsProps extends RowProps {
  readonly fields: EntityFields<DeviceDraft, FormFaults>
}

function Fields({ fields: { draft, change, touch, faults }, row }: FieldsProps) {
  const fields = { draft, onChange: change, onBlur: touch, faults }
  return (
    <>
      <NameFields {...fields} />
      <ProfileSelect
        hasLink
        value={draft.deviceProfileId}
        knownName={row.deviceProfileName}
        onChange={(deviceProfileId, type) => change({ deviceProfileId, transport: { ...draft.transport, type } })}
      />
      <TransportFields
        draft={draft.transport}
        onChange={(transport) => change({ transport })}
        showsFaults={Boolean(faults.transport)}
      />
      <MoreFields {...fields} />
    </>
  )
}

function ReadOnly({ row }: RowProps) {
  const t = useText()
  const { label, isGateway, description } = draftOf(row)
  return (
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

const form = definePlainForm<DeviceInfo, DeviceDraft, FormFaults>({
  draftOf,
  faultsOf: (draft, t) => ({
    ...deviceFaults(draft),
    transport: firstFault(deviceTransportFaults(draft.transport, t)),
  }),
  save: (rest, draft, device, options) => createDeviceCalls(rest).save(inputOf(draft, device), undefined, options),
  Fields,
  Facts,
  mayEdit: (_, authority) => authority === 'TENANT_ADMIN',
  ReadOnly,
})

export const DeviceForm = (props: PlainRoomFormProps<DeviceInfo>) => <PlainDetails {...props} form={form} />
