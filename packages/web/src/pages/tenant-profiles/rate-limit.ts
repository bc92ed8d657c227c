/** Rate limits as text: `count:seconds`, separated by commas. A request must satisfy all of them. */

export interface Rate {
  readonly count: number
  readonly seconds: number
}

/** Same rule as on the server: count with 1 to 9 digits, seconds with 1 to 7 digits. */
const ratePart = /^([1-9]\d{0,8}):([1-9]\d{0,6})$/

/** Undefined if the text is invalid; empty if it is blank (no limit). */
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

/** Rate limit for the request body; null: no limit. */
export const wireRate = (text: string): string | null => text.replace(/\s/g, '') || null
