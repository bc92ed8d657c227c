/** Faults caused by a device, recorded as error events of the device for its owner. */

import type { EntityId } from '@sonde/model/ids'

export interface FaultyDevice {
  readonly id: EntityId
  readonly tenantId: string
}

export interface DeviceFaults {
  /** `method` is the method that the device called or the topic that it published to. Rate limited per device. */
  note(device: FaultyDevice, method: string, error: string): void
}
