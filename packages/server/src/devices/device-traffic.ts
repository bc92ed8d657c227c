/**
 * Counters of what a device has sent since they were last collected: plain numbers next to its record, as they are
 * updated for every message.
 */

export interface DeviceTraffic {
  messages: number
  points: number
  /** Whether the device is in the list of devices with traffic. */
  isListed: boolean
}

export const newDeviceTraffic = (): DeviceTraffic => ({ messages: 0, points: 0, isListed: false })
