/**
 * Parses payloads of devices and callers into typed values, for MQTT, HTTP and REST.
 *
 * A number is LONG or DOUBLE depending on its notation (`21` or `21.0`), which `JSON.parse` doesn't retain. A scan
 * detects the few texts where the notation matters; only those take the slower parse that retains the source of every
 * number.
 */

import { Rejection } from '../rejection.ts'
import { jsonDepthMax, jsonProblem, mayHoldRejectedText } from '../storable-text.ts'
import { FlatObjectReader, holdsKey } from './flat-object.ts'
import { type KeyedValue, type RawValue, type TypedValue, ValueType } from './values.ts'

/** Maximum UTF-16 units of a telemetry or attribute key. */
export const keyLengthMax = 255
/** Maximum digits after the point of a number; with more it is stored as text, as in ThingsBoard. */
export const fractionDigitsMax = 16
/** Maximum time of a data point, epoch ms: the end of the year 9999. */
export const tsMax = 253_402_300_799_999
/** Minimum time of a data point, epoch ms: the beginning of the year 1. Times before 1970 are negative. */
export const tsMin = -62_135_596_800_000

/** Text that the topic or call doesn't accept. The message says what to send. */
export class PayloadError extends Rejection {
  override readonly name = 'PayloadError'
}

export interface PayloadOptions {
  /** Whether texts that look like numbers (`"1.0"`) become numbers: true for devices, false for REST. */
  readonly castNumericText: boolean
  /**
   * Types numbers by their notation alone, as attributes over REST do: a point or an exponent makes a DOUBLE, and a
   * number that fits neither type is rejected. Otherwise `numberOf` determines the type.
   */
  readonly numbersByForm?: boolean
}

export const devicePayload: PayloadOptions = { castNumericText: true }
export const strictPayload: PayloadOptions = { castNumericText: false }
export const attributePayload: PayloadOptions = { castNumericText: false, numbersByForm: true }

/** Values of one time; `ts` is null if the payload contains none. */
export interface TelemetryEntry {
  readonly ts: number | null
  readonly values: readonly KeyedValue[]
}

/** Entry of a payload. */
export interface PayloadEntry extends TelemetryEntry {
  /** Canonical JSON of the values, if the payload contains exactly that text; otherwise null. */
  readonly text: string | null
}

type JsonObject = Record<string, unknown>

/**
 * `{k: v}`, `{ts, values: {k: v}}` or a list of either. `null` values are skipped, so an entry can be empty.
 * Throws `PayloadError`.
 */
export function parseTelemetry(text: string, options: PayloadOptions = devicePayload): PayloadEntry[] {
  const flat = flatEntry(text)
  if (flat) return [flat]
  const json = parseJson(text)
  if (Array.isArray(json)) {
    const entries: PayloadEntry[] = []
    for (const item of json) entries.push(entryOf(item, options))
    return entries
  }
  return [entryOf(json, options)]
}

/** A flat object `{k: v}`. Throws `PayloadError`. */
export function parseAttributes(text: string, options: PayloadOptions = devicePayload): KeyedValue[] {
  const flat = reader.read(text, 0)
  if (flat && reader.at === text.length) return flat
  const json = parseJson(text)
  if (!isObject(json)) throw new PayloadError('Send the attributes as one JSON object, such as {"key":"value"}.')
  return valuesOf(json, options)
}

/** Shared by all payloads: reading is synchronous. */
const reader = new FlatObjectReader()
const tsPrefix = '{"ts":'
const valuesPrefix = ',"values":'

/** Entry of a flat payload in the usual form; null: the parser is needed. */
function flatEntry(text: string): PayloadEntry | null {
  if (text.startsWith(tsPrefix)) {
    const ts = reader.readWhole(text, tsPrefix.length)
    if (!(ts >= tsMin && ts <= tsMax) || !text.startsWith(valuesPrefix, reader.at)) return null
    const start = reader.at + valuesPrefix.length
    const values = reader.read(text, start)
    const end = reader.at
    if (!values || text.charCodeAt(end) !== 0x7d || end + 1 !== text.length) return null
    return { ts, values, text: reader.isCanonical ? text.slice(start, end) : null }
  }
  const values = reader.read(text, 0)
  if (!values || reader.at !== text.length) return null
  // With both keys, the object is a time and its values.
  if (holdsKey(values, 'values') && holdsKey(values, 'ts')) return null
  return { ts: null, values, text: reader.isCanonical ? text : null }
}

function entryOf(json: unknown, options: PayloadOptions): PayloadEntry {
  if (!isObject(json)) {
    throw new PayloadError('Send telemetry as {"key":value}, as {"ts":ms,"values":{…}} or as a list of these.')
  }
  if (json.ts === undefined || json.values === undefined)
    return { ts: null, values: valuesOf(json, options), text: null }
  const ts = tsOf(json.ts)
  if (!isObject(json.values)) throw new PayloadError('"values" next to "ts" must be an object, such as {"key":1}.')
  return { ts, values: valuesOf(json.values, options), text: null }
}

const tsOf = (json: unknown): number => pointTime(json instanceof NumberSource ? json.text : json)

/**
 * Time of a data point, epoch ms, from a number or its text: the valid range is the same for all inputs. Fractions of a
 * millisecond are cut off. Throws `PayloadError`.
 */
export function pointTime(source: unknown): number {
  const ts =
    typeof source === 'number' ? source : typeof source === 'string' && source !== '' ? Number(source) : Number.NaN
  if (ts >= tsMin && ts <= tsMax) return Math.trunc(ts) + 0
  throw new PayloadError(
    ts > tsMax
      ? '"ts" is after the year 9999. Send milliseconds since 1970, not microseconds or nanoseconds.'
      : ts < tsMin
        ? '"ts" is before the year 1. Send milliseconds since 1970.'
        : '"ts" must be the time in milliseconds since 1970.',
  )
}

function valuesOf(object: JsonObject, options: PayloadOptions): KeyedValue[] {
  const values: KeyedValue[] = []
  // `for…in` is safe: parsed JSON inherits from Object.prototype, which has no enumerable members.
  for (const key in object) {
    const json = object[key]
    if (json === null) continue
    checkKey(key)
    values.push(keyed(key, json, options))
  }
  return values
}

/** Throws `PayloadError` if the key isn't a valid name of a series or attribute. */
export function checkKey(key: string): void {
  if (key.length > keyLengthMax) {
    throw new PayloadError(`A key has ${key.length} characters; the limit is ${keyLengthMax}.`)
  }
  // Assigning `__proto__` on a plain object doesn't create an own member.
  if (key === '__proto__') throw new PayloadError('A key must not be __proto__.')
  if (key.charCodeAt(0) > 0x20) return
  if (key.trim() === '') throw new PayloadError('A key must not be empty or blank.')
}

function keyed(key: string, json: unknown, options: PayloadOptions): KeyedValue {
  switch (typeof json) {
    case 'number':
      if (!Number.isInteger(json)) return { key, type: ValueType.DOUBLE, value: json }
      return Number.isSafeInteger(json)
        ? { key, type: ValueType.LONG, value: json + 0 }
        : withKey(key, numberOf(String(json)))
    case 'boolean':
      return { key, type: ValueType.BOOLEAN, value: json }
    case 'string':
      if (options.castNumericText && looksNumeric(json)) return withKey(key, numberOf(json))
      return { key, type: ValueType.STRING, value: json }
    default:
      if (json instanceof NumberSource) {
        return withKey(key, options.numbersByForm ? numberByForm(key, json.text) : numberOf(json.text))
      }
      return { key, type: ValueType.JSON, value: jsonText(json) }
  }
}

const withKey = (key: string, { type, value }: TypedValue): KeyedValue => ({ key, type, value })

const longMax = 2n ** 63n - 1n
const longMin = -(2n ** 63n)
/** Maximum length of a LONG: sign and digits. */
const longTextMax = 20
/** Maximum zeros that are added to write out a number with an exponent. */
const writtenOutMax = 1000

/** Typed value of a number by its notation. A number that fits neither LONG nor DOUBLE becomes text, written out. */
export function numberOf(source: string): TypedValue {
  if (isWhole(source)) return longOf(source) ?? { type: ValueType.STRING, value: source }
  if (/e/i.test(source)) return numberWithExponent(source)
  const number = Number(source)
  if (!Number.isFinite(number) || scaleOf(source) > fractionDigitsMax) return { type: ValueType.STRING, value: source }
  // The API has no negative zero.
  return { type: ValueType.DOUBLE, value: number + 0 }
}

/** Minimum characters of a number that is stored as text. */
const longNumberMin = 17

/** Number of a text that `numberOf` stores for a number; null: it isn't one, such as `12` or `1.10` sent as text. */
export function longNumberOf(text: string): number | null {
  if (text.length < longNumberMin || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return null
  const number = Number(text)
  return Number.isFinite(number) && numberOf(text).type === ValueType.STRING ? number : null
}

/** Number that a value stands for: that of a LONG or DOUBLE, or of a number stored as text; null: it isn't one. */
export function numberOfValue({ type, value }: TypedValue): number | null {
  if (type === ValueType.LONG || type === ValueType.DOUBLE) return Number(value)
  return type === ValueType.STRING ? longNumberOf(value as string) : null
}

/** Throws `PayloadError` if the number fits neither LONG nor DOUBLE. */
function numberByForm(key: string, source: string): TypedValue {
  const number = Number(source)
  const value = isWhole(source) ? longOf(source) : { type: ValueType.DOUBLE, value: number + 0 }
  if (value && Number.isFinite(number)) return value
  throw new PayloadError(`The number of ${key} is too large. Send it as text.`)
}

/** undefined: out of range for a LONG. */
function longOf(source: string): TypedValue | undefined {
  const number = Number(source)
  if (Number.isSafeInteger(number)) return { type: ValueType.LONG, value: number + 0 }
  const digits = source.replace(/^(-?)0+(?=\d)/, '$1')
  if (digits.length > longTextMax) return undefined
  const big = BigInt(digits)
  return big >= longMin && big <= longMax ? { type: ValueType.LONG, value: big } : undefined
}

/** As in ThingsBoard, `1e2` and `1.5e1` are LONGs, `1e-7` is a DOUBLE. */
function numberWithExponent(source: string): TypedValue {
  const scale = scaleOf(source)
  const sign = source.startsWith('-') ? '-' : ''
  const digits = source
    .slice(sign.length, source.search(/e/i))
    .replace('.', '')
    .replace(/^0+(?=\d)/, '')
  if (!/[1-9]/.test(digits)) return { type: ValueType.LONG, value: 0 }
  const zeros = digits.length - digits.replace(/0+$/, '').length
  const isInteger = scale <= zeros
  if (!isInteger && scale <= fractionDigitsMax) return { type: ValueType.DOUBLE, value: Number(source) }
  // A few characters could otherwise expand to gigabytes.
  if (Math.abs(scale) > writtenOutMax) return { type: ValueType.STRING, value: source }
  const whole = scale <= 0 ? digits + '0'.repeat(-scale) : digits.slice(0, -scale)
  const long = isInteger ? longOf(`${sign}${whole || '0'}`) : undefined
  if (long) return long
  const fraction = scale > 0 ? `.${digits.padStart(scale, '0').slice(-scale)}` : ''
  return { type: ValueType.STRING, value: `${sign}${whole || '0'}${fraction}` }
}

function isWhole(source: string): boolean {
  for (let i = 0; i < source.length; i++) {
    const c = source.charCodeAt(i)
    if (c === 0x2e || c === 0x65 || c === 0x45) return false
  }
  return true
}

/** Digits after the point in plain notation: `1.5e-3` has 4. */
function scaleOf(source: string): number {
  const exponentAt = source.search(/e/i)
  const mantissa = exponentAt < 0 ? source : source.slice(0, exponentAt)
  const exponent = exponentAt < 0 ? 0 : Number(source.slice(exponentAt + 1))
  const point = mantissa.indexOf('.')
  return (point < 0 ? 0 : mantissa.length - point - 1) - exponent
}

const NUMERIC_TEXT = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/

/** A sign, digits and at most one point: no exponent, no spaces, as in ThingsBoard. */
function looksNumeric(text: string): boolean {
  const c = text.charCodeAt(0)
  if (!((c >= 0x30 && c <= 0x39) || c === 0x2d || c === 0x2e)) return false
  return NUMERIC_TEXT.test(text)
}

/** Typed value of an unquoted text, such as a CSV cell: true, false, a number or text. */
export function typedValueOfText(text: string): TypedValue {
  const lower = text.toLowerCase()
  if (lower === 'true' || lower === 'false') return { type: ValueType.BOOLEAN, value: lower === 'true' }
  return looksNumeric(text) ? numberOf(text) : { type: ValueType.STRING, value: text }
}

/** JSON text of a nested value; `null` members of objects are dropped, as in ThingsBoard. */
const jsonText = (json: unknown): string => writeJson(json, 1)

/** `depth`: number of objects and lists around the value. */
function writeJson(json: unknown, depth: number): string {
  if (typeof json !== 'object' || json === null) return JSON.stringify(json)
  if (json instanceof NumberSource) return json.text
  if (depth >= jsonDepthMax) throw new PayloadError(`A value nests deeper than ${jsonDepthMax} levels.`)
  if (Array.isArray(json)) return `[${json.map((item) => writeJson(item, depth + 1)).join()}]`
  let text = ''
  for (const key in json) {
    const member = (json as JsonObject)[key]
    if (member !== null) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${writeJson(member, depth + 1)}`
  }
  return `{${text}}`
}

const isObject = (json: unknown): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) && !(json instanceof NumberSource)

function parseJson(text: string): unknown {
  let json: unknown
  try {
    json = numbersNeedSource(text) ? JSON.parse(text, keepNumberSource) : JSON.parse(text)
  } catch (cause) {
    const message = cause instanceof RangeError ? 'The JSON is nested too deeply.' : 'The text isn’t valid JSON.'
    throw new PayloadError(message, { cause })
  }
  const problem = mayHoldRejectedText(text) ? jsonProblem(json, 'The payload') : null
  if (problem) throw new PayloadError(problem)
  return json
}

/** Number in its original notation. */
class NumberSource {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function keepNumberSource(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined ? new NumberSource(context.source) : value
}

/**
 * Whether the text may contain a number whose type can't be seen from its value: a fraction of only zeros, an exponent,
 * 16 or more digits before the point, more than 16 after it. Digits inside texts count too; they only cost time.
 */
export function numbersNeedSource(text: string): boolean {
  const length = text.length
  for (let i = 0; i < length; i++) {
    let c = text.charCodeAt(i)
    if (c > 0x39 || c < 0x30) continue
    let start = i
    do c = text.charCodeAt(++i)
    while (c <= 0x39 && c >= 0x30)
    if (i - start > 15) return true
    if (c === 0x2e) {
      start = i + 1
      let other = 0
      for (;;) {
        c = text.charCodeAt(++i)
        if (!(c <= 0x39 && c >= 0x30)) break
        other |= c ^ 0x30
      }
      if (other === 0 || i - start > fractionDigitsMax) return true
    }
    if (c === 0x65 || c === 0x45) return true
  }
  return false
}

/** Typed value of parsed JSON (an RPC response, a script's output), where `1.0` and `1` are the same. */
export function typedValueOf(json: unknown): TypedValue | null {
  if (json === null || json === undefined) return null
  const { type, value } = keyed('', json, strictPayload)
  return { type, value: value satisfies RawValue }
}
