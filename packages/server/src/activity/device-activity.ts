/** What transports tell of a device's life. Called per message: an implementation only notes it. */

import type { DeviceRecord } from '../devices/device-directory.ts'

export interface DeviceActivity {
  /** The device sent something, a ping included. */
  seen(device: DeviceRecord): void
  /** A lasting session opened. */
  connected(device: DeviceRecord): void
  /** Its last lasting session closed. */
  disconnected(device: DeviceRecord): void
}
