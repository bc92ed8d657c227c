/** Rate limit for the commands of a socket: a token bucket that starts full. */

import { type Peak, raise } from '../limits/peaks.ts'

export interface CommandRate {
  /** Takes this many tokens. Returns how long the sender has to wait, in ms; 0: not at all. */
  acquire(commands: number, nowMs: number): number
}

/** `peak` records the highest used share. */
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
