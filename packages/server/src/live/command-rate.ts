/** How often a socket may send commands: so many at once, and then as many as the rate has given back. */

export interface CommandRate {
  /** Takes so many. Answers the ms that the next ones have to wait; 0: none. */
  take(commands: number, nowMs: number): number
}

export function createCommandRate(commands: number, seconds: number): CommandRate {
  const perMs = commands / (seconds * 1000)
  let left = commands
  let lastMs = Number.NEGATIVE_INFINITY
  return {
    take(count, nowMs) {
      left = Math.min(commands, left + Math.max(0, nowMs - lastMs) * perMs) - count
      lastMs = nowMs
      return left >= 0 ? 0 : Math.ceil(-left / perMs)
    },
  }
}
