/** Fields of the bulk edit of devices. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { useMemo } from 'react'
import type { EditableRoom, RenderProfile } from '../../bulk-edit/bulk-edit.ts'
import { useBulkEdit } from '../../bulk-edit/use-bulk-edit.tsx'
import { useClient } from '../../session/use-session.tsx'
import type { BulkAction } from '../../ui/entity-table/entity-description.ts'
import { ProfileField } from './device-fields.tsx'
import { draftOf, inputOf } from './device-input.ts'

const renderProfile: RenderProfile = (value, onChange) => <ProfileField value={value} onChange={onChange} />

export function useDeviceBulkEdit(others: readonly BulkAction<DeviceInfo>[], canEdit: boolean) {
  const client = useClient()
  const room = useMemo(
    (): EditableRoom<DeviceInfo> => ({
      kind: 'DEVICE',
      fields: ['label', 'profile', 'description'],
      idOf: ({ id }) => id.id,
      valuesOf(device) {
        const { label, deviceProfileId, description } = draftOf(device)
        return { label, profile: deviceProfileId, description }
      },
      load: ({ id }, how) => client.devices.info(id.id, how),
      save(device, { label, profile, description }, how) {
        const now = draftOf(device)
        const draft = {
          ...now,
          label: label ?? now.label,
          deviceProfileId: profile ?? now.deviceProfileId,
          description: description ?? now.description,
        }
        return client.devices.save(inputOf(draft, device), undefined, how)
      },
    }),
    [client],
  )
  return useBulkEdit(room, others, canEdit, renderProfile)
}
