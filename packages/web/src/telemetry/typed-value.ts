/** Values that a user types: the five types of the wire, their rules, and how they are written as JSON. */

import type { StoredAttribute } from './stored-attributes.ts'

export const inputTypes = ['string', 'integer', 'double', 'boolean', 'json'] as const
export type InputType = (typeof inputTypes)[number]

/** What is wrong with the text: a message key of `telemetry`. */
export type ValueError = 'valueRequired' | 'integerInvalid' | 'doubleInvalid' | 'jsonInvalid' | 'jsonObject'

export interface TypedInput {
  readonly type: InputType
  readonly text: string
}

/** The value as JSON text: whole doubles keep their fraction, so that the platform takes them as doubles. */
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

/** The field's content for a value that is stored: numbers with the digits that say what they are. */
export function inputOfValue({ value, json }: Pick<StoredAttribute, 'value' | 'json'>): TypedInput {
  if (typeof value === 'boolean') return { type: 'boolean', text: String(value) }
  if (typeof value === 'number')
    return { type: /^-?\d+$/.test(json) ? 'integer' : 'double', text: numberText(value, json) }
  if (typeof value === 'object' && value !== null) {
    // Laid out in lines, unless that would lose digits.
    return { type: 'json', text: JSON.stringify(value) === json ? JSON.stringify(value, null, 2) : json }
  }
  return { type: 'string', text: String(value ?? '') }
}

/** The field's content after the type was changed. */
export function inputOfType(type: InputType): TypedInput {
  return { type, text: type === 'boolean' ? 'false' : type === 'json' ? '{}' : '' }
}

/** A value as a table shows it. */
export const shownValue = ({ value, json }: Pick<StoredAttribute, 'value' | 'json'>): string =>
  typeof value === 'string' ? value : value === null ? '' : typeof value === 'number' ? numberText(value, json) : json

/** A whole double with its fraction and no exponent, so that the platform takes it as a double. */
const plainDouble = (value: number): string => (Number.isInteger(value) ? `${BigInt(value)}.0` : String(value))

/** The platform writes large and small doubles with an exponent (`1.0E7`), which nobody reads. */
const numberText = (value: number, json: string): string => (/e/i.test(json) ? plainDouble(value) : json)
