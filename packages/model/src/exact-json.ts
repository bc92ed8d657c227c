/**
 * JSON whose whole numbers keep all their digits: those that a double doesn't hold are bigint, such as 2^53 + 1.
 *
 * Importing this module lets `JSON.stringify` write bigint, which it rejects otherwise.
 */

declare global {
  interface JSON {
    /** Represents a number by its source text in `JSON.stringify` (ECMAScript proposal, in V8 since 11.4). */
    rawJSON(text: string): unknown
  }
  interface BigInt {
    toJSON?: () => unknown
  }
}

Object.defineProperty(BigInt.prototype, 'toJSON', {
  value(this: bigint) {
    return JSON.rawJSON(String(this))
  },
  configurable: true,
  writable: true,
})

/** Whether a text may hold a whole number beyond ±2^53. Most don't, and parsing with a reviver is slow. */
const mayHoldLongInteger = /(?:^|[\s:,[])-?\d{16,}\s*(?:[\],}]|$)/

/** Longer ones are doubles: converting millions of digits would block the event loop. */
const digitsMax = 1_000

/** Parsing more members and items with a reviver would block the event loop for too long. */
const partsMax = 50_000

/**
 * Parses JSON. Whole numbers that a double doesn't hold are bigint; in texts with more than `partsMax` commas, and in
 * browsers without source text access (before 2025), they are doubles. Throws `SyntaxError` as `JSON.parse` does.
 */
export const parseJson = (text: string): unknown =>
  mayHoldLongInteger.test(text) && !hasManyParts(text) ? JSON.parse(text, longIntegerAsBigInt) : JSON.parse(text)

function hasManyParts(text: string): boolean {
  if (text.length <= partsMax) return false
  let commas = 0
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) if (++commas > partsMax) return true
  return false
}

function longIntegerAsBigInt(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source
  if (source === undefined || source.length > digitsMax || !/^-?\d+$/.test(source)) return value
  return String(value) === source ? value : BigInt(source)
}

/** Turns each bigint within a parsed JSON value into a double, in place. Returns whether there was one. */
export function longIntegersToDoubles(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  let hasOne = false
  const members = value as Record<string, unknown>
  for (const key in members) {
    const member = members[key]
    if (typeof member === 'bigint') {
      members[key] = Number(member)
      hasOne = true
    } else if (longIntegersToDoubles(member)) hasOne = true
  }
  return hasOne
}
