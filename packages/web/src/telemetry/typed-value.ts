/** Typed values: the five value types of the REST API, their validation, and their JSON text. */

import type { StoredAttribute } from './stored-attributes.ts'

export const inputTypes = ['string', 'integer', 'double', 'boolean', 'json'] as const
export type InputType = (typeof inputTypes)[number]

/** Validation error: a message key in the namespace `telemetry`. */
export type ValueError = 'valueRequired' | 'integerInvalid' | 'doubleInvalid' | 'jsonInvalid' | 'jsonObject'

export interface TypedInput {
  readonly type: InputType
  readonly text: string
}

/** Value as JSON text: whole doubles keep their fraction, so that the server stores them as doubles. */
export function jsonOfInput({ type, text }: TypedInput): { json: string } | { fieldError: ValueError } {
  const trimmed = text.trim()
  if (type === 'boolean') return { json: trimmed === 'true' ? 'true' : 'false' }
  if (trimmed === '') return { fieldError: 'valueRequired' }
  if (type === 'string') return { json: JSON.stringify(trimmed) }
  if (type === 'integer') {
    return /^-?\d+$/.test(trimmed) ? { json: String(BigInt(trimmed)) } : { fieldError: 'integerInvalid' }
  }
  if (type === 'double') {
    const value = Number(trimmed)
    if (!Number.isFinite(value)) return { fieldError: 'doubleInvalid' }
    return { json: plainDouble(value) }
  }
  try {
    const value: unknown = JSON.parse(trimmed)
    return typeof value === 'object' && value !== null ? { json: trimmed } : { fieldError: 'jsonObject' }
  } catch {
    return { fieldError: 'jsonInvalid' }
  }
}

/** Field content for a stored value; numbers keep the digits that identify their type. */
export function inputOfValue({ value, json }: Pick<StoredAttribute, 'value' | 'json'>): TypedInput {
  if (typeof value === 'boolean') return { type: 'boolean', text: String(value) }
  if (typeof value === 'number')
    return { type: /^-?\d+$/.test(json) ? 'integer' : 'double', text: numberText(value, json) }
  if (typeof value === 'object' && value !== null) {
    // Formatted with line breaks, unless that would lose digits.
    return { type: 'json', text: JSON.stringify(value) === json ? JSON.stringify(value, null, 2) : json }
  }
  return { type: 'string', text: String(value ?? '') }
}

/** Field content after the type was changed. */
export function inputOfType(type: InputType): TypedInput {
  return { type, text: type === 'boolean' ? 'false' : type === 'json' ? '{}' : '' }
}

/** Value as shown in a table. */
export const shownValue = ({ value, json }: Pick<StoredAttribute, 'value' | 'json'>): string =>
  typeof value === 'string' ? value : value === null ? '' : typeof value === 'number' ? numberText(value, json) : json

/** Whole doubles with a fraction and without an exponent, so that the server stores them as doubles. */
const plainDouble = (value: number): string => (Number.isInteger(value) ? `${BigInt(value)}.0` : String(value))

/** The server writes large and small doubles with an exponent (`1.0E7`), which is hard to read. */
const numberText = (value: number, json: string): string => (/e/i.test(json) ? plainDouble(value) : json)
