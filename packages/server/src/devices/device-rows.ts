/** Converts a row of the device table to a device. */

import type { Device } from '@sonde/model/devices/device'
import { entityId, optionalEntityId } from '@sonde/model/ids'
import { assignableFieldsOf } from '../assignables/assignable-rows.ts'
import type { DeviceTable } from '../storage/schema.ts'

export function deviceOf(row: DeviceTable): Device {
  return {
    id: entityId('DEVICE', row.id),
    ...assignableFieldsOf(row),
    label: row.label,
    deviceProfileId: entityId('DEVICE_PROFILE', row.device_profile_id),
    deviceData: JSON.parse(row.device_data) as Device['deviceData'],
    firmwareId: optionalEntityId('OTA_PACKAGE', row.firmware_id),
    softwareId: optionalEntityId('OTA_PACKAGE', row.software_id),
  }
}
