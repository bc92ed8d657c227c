/** Form of a device: draft, validation and request body. */

import type { DeviceInfo, DeviceInput } from '@sonde/model/devices/device'
import type { EntityId } from '@sonde/model/ids'
import {
  type DeviceTransportDraft,
  draftOfDeviceTransport,
  hasDeviceSettings,
  wireOfDeviceTransport,
} from './transport/device-transport-input.ts'

export interface DeviceDraft {
  readonly name: string
  readonly label: string
  readonly deviceProfileId: string
  /** IDs of the device's own firmware and software packages; empty: the profile's. */
  readonly firmwareId: string
  readonly softwareId: string
  readonly isGateway: boolean
  readonly overwritesActivity: boolean
  readonly description: string
  /** Device settings for the profile's transport. */
  readonly transport: DeviceTransportDraft
}

export const nameLengthMax = 255

/** Message keys of `devices`, by field. */
export interface DeviceErrors {
  readonly name?: 'nameRequired' | 'nameTooLong'
  readonly label?: 'labelTooLong'
}

export function deviceErrors({ name, label }: Pick<DeviceDraft, 'name' | 'label'>): DeviceErrors {
  const length = name.trim().length
  return {
    ...(length === 0 ? { name: 'nameRequired' } : length > nameLengthMax ? { name: 'nameTooLong' } : {}),
    ...(label.trim().length > nameLengthMax ? { label: 'labelTooLong' } : {}),
  }
}

/** Additional info of the device, as an object. */
export const infoOf = ({ additionalInfo }: DeviceInfo): Readonly<Record<string, unknown>> =>
  typeof additionalInfo === 'object' && additionalInfo !== null ? (additionalInfo as Record<string, unknown>) : {}

export function draftOf(device: DeviceInfo): DeviceDraft {
  const info = infoOf(device)
  return {
    name: device.name,
    label: device.label ?? '',
    deviceProfileId: device.deviceProfileId.id,
    firmwareId: device.firmwareId?.id ?? '',
    softwareId: device.softwareId?.id ?? '',
    isGateway: info.gateway === true,
    overwritesActivity: info.overwriteActivityTime === true,
    description: typeof info.description === 'string' ? info.description : '',
    transport: draftOfDeviceTransport(device.deviceData?.transportConfiguration),
  }
}

/** Request body: the device with the changes of the draft. Properties that the form does not know are preserved. */
export function inputOf(draft: DeviceDraft, device: DeviceInfo | null): DeviceInput {
  return {
    ...(device ? { id: device.id, ...packagesOf(draft, device) } : {}),
    ...(device || hasDeviceSettings(draft.transport)
      ? {
          deviceData: {
            configuration: device?.deviceData.configuration ?? { type: 'DEFAULT' },
            transportConfiguration: wireOfDeviceTransport(draft.transport, device?.deviceData.transportConfiguration),
          },
        }
      : {}),
    name: draft.name.trim(),
    label: draft.label.trim() || null,
    // Null if no profile was chosen, such as before the list is loaded: the server uses the tenant's default profile.
    deviceProfileId: draft.deviceProfileId ? { entityType: 'DEVICE_PROFILE', id: draft.deviceProfileId } : null,
    additionalInfo: {
      ...(device ? infoOf(device) : {}),
      gateway: draft.isGateway,
      overwriteActivityTime: draft.isGateway && draft.overwritesActivity,
      description: draft.description.trim(),
    },
  }
}

/** Packages belong to a profile: choosing another profile clears those that the device had. */
function packagesOf(draft: DeviceDraft, device: DeviceInfo) {
  const isMoved = draft.deviceProfileId !== device.deviceProfileId.id
  const chosen = (id: string, before: EntityId | null | undefined) =>
    id === '' || (isMoved && id === before?.id) ? null : ({ entityType: 'OTA_PACKAGE', id } as const)
  return {
    firmwareId: chosen(draft.firmwareId, device.firmwareId),
    softwareId: chosen(draft.softwareId, device.softwareId),
  }
}
