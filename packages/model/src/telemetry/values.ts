/**
 * Values of telemetry and attributes.
 *
 * The wire knows five types. A whole number is LONG, a number written with a fraction or an exponent is DOUBLE
 * even when it is whole (`21.0`), and the difference shows in answers ("21.0"). JSON values travel as text.
 */

export const ValueType = { BOOLEAN: 0, LONG: 1, DOUBLE: 2, STRING: 3, JSON: 4 } as const
export type ValueType = (typeof ValueType)[keyof typeof ValueType]

/** `bigint` only for a LONG beyond ±2^53; JSON holds its text. */
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

/** A double as the wire writes it, which is Java's way: `6.0` and `0.001`, but `1.0E7` and `1.0E-4`. */
export function doubleText(value: number): string {
  const size = Math.abs(value)
  if (size === 0 || (size >= 1e-3 && size < 1e7)) return Number.isInteger(value) ? `${value}.0` : String(value)
  if (!Number.isFinite(value)) return String(value)
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`
}

/** The text form of a value, as in answers without strict types. */
export function valueText({ type, value }: TypedValue): string {
  return type === ValueType.DOUBLE ? doubleText(value as number) : String(value)
}
