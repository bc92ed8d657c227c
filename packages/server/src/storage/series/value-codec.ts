/** Values as the stores and the answers carry them: the one place where text becomes a value again. */

import { doubleText, type RawValue, type TypedValue, ValueType, valueText } from '@sonde/model/telemetry/values'

declare global {
  interface JSON {
    /** Stands for a number by its text in `JSON.stringify` (ECMAScript proposal in V8 since 11.4). */
    rawJSON(text: string): unknown
  }
}

/** The value that the attribute table holds as `String(value)`. */
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
 * What `JSON.stringify` writes as this value: numbers with all digits and a DOUBLE with its point (`21.0`), so that
 * reading the text again gives the same types; JSON as JSON, its numbers as they are written.
 */
export function jsonValue({ type, value }: TypedValue): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(String(value))
  // From 1e21 on the text has an exponent, which says DOUBLE too.
  if (type === ValueType.DOUBLE && Number.isInteger(value) && Math.abs(Number(value)) < 1e21) {
    return JSON.rawJSON(`${value}.0`)
  }
  return parsed(type, value, (source) => source)
}

/** JSON as JSON, its numbers as `write` makes them of how they are written; any other value as it is. */
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

/** A point, an exponent, or more digits than a double holds; in texts they only cost time. */
const mayChangeNumbers = /\d[.eE]|\d{16}/

/** A number within JSON as the wire writes it: whole ones with all digits, others as doubles. */
function numberText(source: string): string {
  const number = Number(source)
  return /^-?\d+$/.test(source) || !Number.isFinite(number) ? source : doubleText(number)
}

/** A point's value as telemetry answers carry it: text unless strict types are asked for. */
export const answerValue = (typed: TypedValue, strict: boolean): unknown =>
  strict ? strictValue(typed) : valueText(typed)

/** What `JSON.stringify` writes as this value in an answer: numbers as the wire writes them. */
export function strictValue(typed: TypedValue): unknown {
  const { type, value } = typed
  if (type === ValueType.DOUBLE && Number.isFinite(value)) return JSON.rawJSON(doubleText(value as number))
  return type === ValueType.JSON ? parsed(type, value, numberText) : jsonValue(typed)
}
