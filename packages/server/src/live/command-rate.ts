/** How often a socket may send commands: so many at once, and then as many as the rate has given back. */

import { type Peak, raise } from '../limits/peaks.ts'

export interface CommandRate {
  /** Takes so many. Answers the ms that the next ones have to wait; 0: none. */
  acquire(commands: number, nowMs: number): number
}

/** `peak`: gets the highest share. */
export function createCommandRate(commands: number, seconds: number, peak?: Peak): CommandRate {
  const perMs = commands / (seconds * 1000)
  let left = commands
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    acquire(count, nowMs) {
      left = Math.min(commands, left + Math.max(0, nowMs - lastMs) * perMs) - count
      lastMs = nowMs
      if (peak) raise(peak, (commands - left) / commands)
      return left >= 0 ? 0 : Math.ceil(-left / perMs)
    },
  }
}
