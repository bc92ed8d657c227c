/**
 * Values of telemetry and attributes.
 *
 * The API has five types. A whole number is LONG. A number with a fraction or an exponent is DOUBLE even if it is whole
 * (`21.0`), and responses show the difference ("21.0"). JSON values are stored as text.
 */

export const ValueType = { BOOLEAN: 0, LONG: 1, DOUBLE: 2, STRING: 3, JSON: 4 } as const
export type ValueType = (typeof ValueType)[keyof typeof ValueType]

/** `bigint` only for a LONG beyond ±2^53. For JSON, its text. */
export type RawValue = number | bigint | string | boolean

export interface TypedValue {
  readonly type: ValueType
  readonly value: RawValue
}

export interface KeyedValue extends TypedValue {
  readonly key: string
}

export interface Point extends TypedValue {
  /** Epoch milliseconds. */
  readonly ts: number
}

export const attributeScopes = ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'] as const
export type AttributeScope = (typeof attributeScopes)[number]

export const aggregations = ['NONE', 'MIN', 'MAX', 'AVG', 'SUM', 'COUNT'] as const
export type Aggregation = (typeof aggregations)[number]

/** Formats a double like Java, as ThingsBoard does: `6.0` and `0.001`, but `1.0E7` and `1.0E-4`. */
export function doubleText(value: number): string {
  const size = Math.abs(value)
  if (size === 0 || (size >= 1e-3 && size < 1e7)) return Number.isInteger(value) ? `${value}.0` : String(value)
  if (!Number.isFinite(value)) return String(value)
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`
}

/** Text form of a value, used in responses without strict types. */
export function valueText({ type, value }: TypedValue): string {
  return type === ValueType.DOUBLE ? doubleText(value as number) : String(value)
}
