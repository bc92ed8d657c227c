/**
 * What a device has sent since somebody last took it up: plain numbers beside its record, for the way of every message.
 */

export interface DeviceTraffic {
  messages: number
  points: number
  /** It stands in the list of those that sent something. */
  isListed: boolean
}

export const newDeviceTraffic = (): DeviceTraffic => ({ messages: 0, points: 0, isListed: false })
