/** Connectivity events from transports. Called for each message, so an implementation must only record them. */

import type { DeviceRecord } from '../devices/device-directory.ts'

export interface DeviceActivity {
  /** The device sent data, which includes a ping. */
  seen(device: DeviceRecord): void
  /** A persistent session opened. */
  connected(device: DeviceRecord): void
  /** The device's last persistent session closed. */
  disconnected(device: DeviceRecord): void
}
