/**
 * Serializes typed values as JSON text of a message or response.
 *
 * A DOUBLE keeps its decimal point (`21.0`), a LONG beyond ±2^53 its digits and a JSON value its text, so that reading
 * the text again yields the same types.
 */

import { type KeyedValue, type TypedValue, ValueType } from '@sonde/model/telemetry/values'

/** Cache of quoted keys, because a fleet sends the same few keys repeatedly; cleared when full. */
const quotedKeysMax = 10_000
const quotedKeys = new Map<string, string>()

function quotedKey(key: string): string {
  let quoted = quotedKeys.get(key)
  if (quoted === undefined) {
    if (quotedKeys.size >= quotedKeysMax) quotedKeys.clear()
    quoted = `${JSON.stringify(key)}:`
    quotedKeys.set(key, quoted)
  }
  return quoted
}

/** Serializes one value as JSON text. */
export function valueJson({ type, value }: TypedValue): string {
  switch (type) {
    case ValueType.STRING:
      return JSON.stringify(value)
    case ValueType.DOUBLE:
      // From 1e21 on the text has an exponent, which also marks a DOUBLE.
      return Number.isInteger(value) && Math.abs(Number(value)) < 1e21 ? `${value}.0` : String(value)
    default:
      return String(value)
  }
}

/** Returns `{"key":value,…}`. Repeated keys are all written; readers use the last one. */
export function valuesJson(values: readonly KeyedValue[]): string {
  let text = '{'
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as KeyedValue
    if (i > 0) text += ','
    text += quotedKey(value.key) + valueJson(value)
  }
  return `${text}}`
}
