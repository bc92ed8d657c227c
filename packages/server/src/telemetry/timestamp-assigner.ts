/**
 * Times for messages that name none: strictly increasing per device, so that two messages of one
 * millisecond are two points, and never more than a second ahead of the clock.
 *
 * A device that sends more than one message per millisecond runs ahead; at the limit its messages share the newest
 * stamp until the clock catches up.
 */

import type { Clock } from '../clock.ts'

export const stampsAheadMaxMs = 1000
/** Devices remembered per generation; two generations are kept. */
const devicesMax = 50_000

export interface Stamper {
  /** Epoch ms for a message of this device that arrives now. */
  stamp(deviceId: string): number
}

export function createStamper(clock: Clock): Stamper {
  // Two generations instead of a time per entry: a device silent for a whole generation needs no memory, and one
  // forgotten too early only falls back to the clock.
  let young = new Map<string, number>()
  let old = new Map<string, number>()

  function stamp(deviceId: string): number {
    const now = clock.nowMs()
    const last = young.get(deviceId) ?? old.get(deviceId)
    const next = last === undefined || now > last ? now : Math.min(last + 1, now + stampsAheadMaxMs)
    if (young.size >= devicesMax && !young.has(deviceId)) {
      old = young
      young = new Map()
    }
    young.set(deviceId, next)
    return next
  }

  return { stamp }
}
