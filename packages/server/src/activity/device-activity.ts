/** Connectivity events from transports. Called per message: an implementation only records them. */

import type { DeviceRecord } from '../devices/device-directory.ts'

export interface DeviceActivity {
  /** The device sent something, a ping included. */
  seen(device: DeviceRecord): void
  /** A lasting session opened. */
  connected(device: DeviceRecord): void
  /** Its last lasting session closed. */
  disconnected(device: DeviceRecord): void
}
