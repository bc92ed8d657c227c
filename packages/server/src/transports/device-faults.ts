/** Faults of a device, shown to its owner as error events of the device. */

import type { EntityId } from '@sonde/model/ids'

export interface FaultyDevice {
  readonly id: EntityId
  readonly tenantId: string
}

export interface DeviceFaults {
  /** `method` is what the device called or where it published. Faults of a device are noted now and then only. */
  note(device: FaultyDevice, method: string, error: string): void
}
