/** Details of a device: what it is, and by those who may, changed. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { useQueryClient } from '@tanstack/react-query'
import { EntityForm, useEntityForm } from '../../entities/use-entity-form.tsx'
import { useText } from '../../locale/use-text.tsx'
import { useAccount, useClient } from '../../session/use-session.tsx'
import { CopyIconButton } from '../../ui/copy/copy-button.tsx'
import { firstFault } from '../../ui/field/field-places.tsx'
import { useFormat } from '../../ui/format/use-format.ts'
import { deviceKey, refreshDevices } from './device-calls.ts'
import { MoreFields, NameFields, ProfileSelect, TransportFields } from './device-fields.tsx'
import { type DeviceDraft, deviceFaults, draftOf, inputOf } from './device-input.ts'
import { deviceTransportFaults } from './transport/device-transport-input.ts'

export function DeviceForm({ device }: { device: DeviceInfo }) {
  const canEdit = useAccount()?.auth.authority === 'TENANT_ADMIN'
  return canEdit ? <EditableDevice device={device} /> : <ReadOnlyDevice device={device} />
}

function EditableDevice({ device }: { device: DeviceInfo }) {
  const t = useText()
  const client = useClient()
  const queries = useQueryClient()
  const deviceId = device.id.id
  const form = useEntityForm({
    stored: draftOf(device),
    faultsOf: (draft: DeviceDraft) => ({
      ...deviceFaults(draft),
      transport: firstFault(deviceTransportFaults(draft.transport, t)),
    }),
    reload: async () =>
      draftOf(
        await queries.fetchQuery({
          queryKey: deviceKey(deviceId),
          queryFn: () => client.devices.info(deviceId, { ignoreErrors: true }),
          staleTime: 0,
        }),
      ),
    async save(draft) {
      await client.devices.save(inputOf(draft, device), undefined, { ignoreErrors: true })
      await refreshDevices(queries)
    },
    saved: t('devices.saved'),
  })
  const fields = { draft: form.draft, onChange: form.change, onBlur: form.touch, faults: form.faults }
  return (
    <EntityForm form={form} facts={<Facts device={device} />}>
      <NameFields {...fields} />
      <ProfileSelect
        hasLink
        value={form.draft.deviceProfileId}
        knownName={device.deviceProfileName}
        onChange={(deviceProfileId, type) =>
          form.change({ deviceProfileId, transport: { ...form.draft.transport, type } })
        }
      />
      <TransportFields
        draft={form.draft.transport}
        onChange={(transport) => form.change({ transport })}
        showsFaults={Boolean(form.faults.transport)}
      />
      <MoreFields {...fields} />
    </EntityForm>
  )
}

function ReadOnlyDevice({ device }: { device: DeviceInfo }) {
  const t = useText()
  const { label, isGateway, description } = draftOf(device)
  return (
    <div className="sd-tab-body">
      <dl className="sd-facts">
        <dt>{t('devices.name')}</dt>
        <dd>{device.name}</dd>
        <dt>{t('devices.label')}</dt>
        <dd>{label || t('ui.none')}</dd>
        <dt>{t('devices.profile')}</dt>
        <dd>{device.deviceProfileName}</dd>
        <dt>{t('devices.isGateway')}</dt>
        <dd>{isGateway ? t('ui.yes') : t('ui.no')}</dd>
        <dt>{t('devices.description')}</dt>
        <dd>{description || t('ui.none')}</dd>
      </dl>
      <Facts device={device} />
    </div>
  )
}

/** Read-only properties. */
function Facts({ device }: { device: DeviceInfo }) {
  const t = useText()
  const format = useFormat()
  return (
    <dl className="sd-facts">
      <dt>{t('devices.customer')}</dt>
      <dd>{device.customerIsPublic ? t('devices.public') : device.customerTitle || t('ui.none')}</dd>
      <dt>{t('devices.created')}</dt>
      <dd className="sd-num">{format.dateTime(device.createdTime)}</dd>
      <dt>{t('devices.id')}</dt>
      <dd>
        <span className="sd-mono">{device.id.id}</span>
        <CopyIconButton text={device.id.id} label={t('ui.copyId')} />
      </dd>
    </dl>
  )
}
