/** A duration as days, hours, minutes and seconds: how the four input fields carry and borrow. */

export interface IntervalParts {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

const partSeconds = { days: 86_400, hours: 3_600, minutes: 60, seconds: 1 } as const
export type IntervalPart = keyof typeof partSeconds
export const intervalPartNames = ['days', 'hours', 'minutes', 'seconds'] as const

export function splitInterval(ms: number): IntervalParts {
  let rest = Math.max(0, Math.floor(ms / 1000))
  const consume = (size: number) => {
    const count = Math.floor(rest / size)
    rest -= count * size
    return count
  }
  return {
    days: consume(partSeconds.days),
    hours: consume(partSeconds.hours),
    minutes: consume(partSeconds.minutes),
    seconds: consume(partSeconds.seconds),
  }
}

/** Duration in ms; 0 if any part isn't a number. */
export function joinInterval(parts: IntervalParts): number {
  const seconds = intervalPartNames.reduce((sum, name) => sum + parts[name] * partSeconds[name], 0)
  return Number.isFinite(seconds) ? seconds * 1000 : 0
}

/**
 * Sets one part to `value`, as typed or stepped: 60 seconds become a minute, −1 second borrows from the minutes. If
 * nothing can be borrowed, the part becomes 0. Fractions are dropped.
 */
export function withPart(parts: IntervalParts, name: IntervalPart, value: number): IntervalParts {
  const next = { ...parts, [name]: Math.trunc(value) || 0 }
  if (next[name] < 0) {
    const own = partSeconds[name]
    const larger = intervalPartNames.filter((part) => partSeconds[part] > own)
    const available = larger.reduce((sum, part) => sum + next[part] * partSeconds[part], 0)
    if (available + next[name] * own < 0) next[name] = 0
  }
  return splitInterval(joinInterval(next))
}
