/** Rate limits as they are typed: `count:seconds`, several separated by commas, all of which must allow. */

export interface Rate {
  readonly count: number
  readonly seconds: number
}

/** The platform's rule: 1 to 9 digits in, 1 to 7 digits of seconds. */
const ratePart = /^([1-9]\d{0,8}):([1-9]\d{0,6})$/

/** Undefined when it is no rate limit; empty when there is none. */
export function parseRates(text: string): readonly Rate[] | undefined {
  if (text.trim() === '') return []
  const rates: Rate[] = []
  for (const part of text.trim().split(',')) {
    const [, count, seconds] = ratePart.exec(part.trim()) ?? []
    if (count === undefined || seconds === undefined) return undefined
    rates.push({ count: Number(count), seconds: Number(seconds) })
  }
  return rates
}

/** As the wire carries it; null: off. */
export const wireRate = (text: string): string | null => text.replace(/\s/g, '') || null
