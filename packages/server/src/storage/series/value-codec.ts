/** Values as the stores and the answers carry them: the one place where text becomes a value again. */

import { type RawValue, type TypedValue, ValueType, valueText } from '@sonde/model/telemetry/values'

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
 * whoever reads the text again finds the same types; JSON as JSON.
 */
export function jsonValue({ type, value }: TypedValue): unknown {
  if (typeof value === 'bigint') return JSON.rawJSON(String(value))
  // From 1e21 on the text has an exponent, which says DOUBLE too.
  if (type === ValueType.DOUBLE && Number.isInteger(value) && Math.abs(Number(value)) < 1e21) {
    return JSON.rawJSON(`${value}.0`)
  }
  if (type !== ValueType.JSON || typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** A point's value as telemetry answers carry it: text unless strict types are asked for. */
export const answerValue = (typed: TypedValue, strict: boolean): unknown =>
  strict ? jsonValue(typed) : valueText(typed)
