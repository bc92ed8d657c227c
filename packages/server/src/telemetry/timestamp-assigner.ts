/**
 * Assigns timestamps to messages without one: strictly increasing per device, so that two messages in the same
 * millisecond become two points, and at most one second ahead of the clock.
 *
 * The timestamps of a device that sends more than one message per millisecond run ahead. At the limit, its messages
 * share the newest timestamp until the clock catches up.
 */

import type { Clock } from '../clock.ts'

export const stampsAheadMaxMs = 1000
/** Maximum devices per generation; there are two generations. */
const devicesMax = 50_000

export interface Stamper {
  /** Epoch ms for a message that arrives from this device now. */
  stamp(deviceId: string): number
}

export function createStamper(clock: Clock): Stamper {
  // Two generations instead of a time per entry: a device that is silent for a whole generation needs no memory, and a
  // device that is evicted too early only falls back to the clock.
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
