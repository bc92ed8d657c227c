/** Conversion of values between the text in stores and responses and their types. No other module parses such text. */

import { doubleText, type RawValue, type TypedValue, ValueType, valueText } from '@sonde/model/telemetry/values'

/** Parses a value that the attribute table stores as `String(value)`. */
export function valueOfStoredText(type: ValueType, text: string): RawValue {
  switch (type) {
    case ValueType.BOOLEAN:
      return text === 'true'
    case ValueType.LONG: {
      const number = Number(text)
      return Number.isSafeInteger(number) ? number : BigInt(text)
    }
    case ValueType.DOUBLE:
      return Number(text)
    default:
      return text
  }
}

/**
 * The value for `JSON.stringify`: numbers with all digits and a DOUBLE with a decimal point (`21.0`), so that parsing
 * the text restores the same types; JSON as JSON, with its numbers as written.
 */
export function jsonValue({ type, value }: TypedValue): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(String(value))
  // From 1e21 on the text has an exponent, which also identifies a DOUBLE.
  if (type === ValueType.DOUBLE && Number.isInteger(value) && Math.abs(Number(value)) < 1e21) {
    return JSON.rawJSON(`${value}.0`)
  }
  return parsed(type, value, (source) => source)
}

/** Parsed JSON whose numbers are rewritten by `write` from their source text; other values are returned unchanged. */
function parsed(type: ValueType, value: RawValue, write: (source: string) => string): unknown {
  if (type !== ValueType.JSON || typeof value !== 'string') return value
  try {
    if (!mayChangeNumbers.test(value)) return JSON.parse(value)
    return JSON.parse(value, (_key, each: unknown, context?: { source?: string }) =>
      typeof each === 'number' && context?.source !== undefined ? JSON.rawJSON(write(context.source)) : each,
    )
  } catch {
    return value
  }
}

/** Decimal point, exponent, or more digits than a double holds. A match inside a string only costs time. */
const mayChangeNumbers = /\d[.eE]|\d{16}/

/** A number within JSON in wire format: integers with all digits, others as doubles. */
function numberText(source: string): string {
  const number = Number(source)
  return /^-?\d+$/.test(source) || !Number.isFinite(number) ? source : doubleText(number)
}

/** A point's value in a telemetry response: text, unless strict types are requested. */
export const answerValue = (typed: TypedValue, strict: boolean): unknown =>
  strict ? strictValue(typed) : valueText(typed)

/** The value for `JSON.stringify` in a response, with numbers in wire format. */
export function strictValue(typed: TypedValue): unknown {
  const { type, value } = typed
  if (type === ValueType.DOUBLE && Number.isFinite(value)) return JSON.rawJSON(doubleText(value as number))
  return type === ValueType.JSON ? parsed(type, value, numberText) : jsonValue(typed)
}
