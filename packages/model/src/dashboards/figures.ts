/**
 * Numbers for display. A double has 15 to 17 digits; numbers with more keep their text, so that no digit is lost on
 * the way to the screen.
 */

import { doubleText } from '../telemetry/values.ts'

/** Text: a number that a double can't hold. */
export type Figure = number | string

/** Any decimal text with at most this many characters round-trips as a double. */
const exactCharacters = 15
const whole = /^-?\d+$/
/** Larger ones are doubles, not counted in whole numbers. */
const longMax = 1e21

/** Whether the text is the server's or JavaScript's text of this number. */
export const isTextOf = (text: string, number: number): boolean =>
  String(number) === text || doubleText(number) === text

/** `text`: a number that `parseNumber` accepts. */
export function figureOf(text: string): Figure {
  const number = Number(text)
  if (text.length <= exactCharacters) return number
  const isExact = whole.test(text) ? BigInt(number) === BigInt(text) : isTextOf(text, number)
  return isExact ? number : text
}

/** Exact for whole numbers, however large. */
export function addFigures(one: Figure, other: Figure): Figure {
  if (typeof one === 'number' && typeof other === 'number') {
    const sum = one + other
    const isExact = Number.isSafeInteger(sum) || !Number.isInteger(one) || !Number.isInteger(other)
    if (isExact || Math.abs(sum) >= longMax) return sum
  }
  const [left, right] = [wholeOf(one), wholeOf(other)]
  return left === null || right === null ? Number(one) + Number(other) : figureOf(String(left + right))
}

/** Exact for whole numbers, however large. */
export const subtractFigures = (one: Figure, other: Figure): Figure => addFigures(one, negated(other))

function negated(figure: Figure): Figure {
  if (typeof figure === 'number') return -figure
  return figure.startsWith('-') ? figure.slice(1) : `-${figure}`
}

/** Negative if the first one is less. */
export function compareFigures(one: Figure, other: Figure): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [left, right] = [wholeOf(one), wholeOf(other)]
  if (left === null || right === null) return Number(one) - Number(other)
  return left < right ? -1 : left > right ? 1 : 0
}

function wholeOf(figure: Figure): bigint | null {
  if (typeof figure === 'number') return Number.isInteger(figure) ? BigInt(figure) : null
  return whole.test(figure) ? BigInt(figure) : null
}
