/**
 * Typed values carried with a message in addition to its text, so that a payload is parsed only once. The journal and
 * scripts get only the text; parsing it again yields the same values.
 */

import {
  devicePayload,
  type PayloadOptions,
  parseAttributes,
  parseTelemetry,
  strictPayload,
  type TelemetryEntry,
} from '@sonde/model/telemetry/payload'
import { type KeyedValue, ValueType } from '@sonde/model/telemetry/values'
import type { Message, ParsedData } from './message.ts'

/**
 * Maximum number of values that a message carries. Larger messages are parsed again, because values take several times
 * the memory of their text while messages wait.
 */
const carriedMax = 32

/**
 * Parsed values for a message with this text. Undefined if parsing the text again might yield different values: a
 * nested
 * value is stored as text, and a key `values` can be mistaken for the member next to `ts`.
 */
export function parsedData(text: string, values: readonly KeyedValue[]): ParsedData | undefined {
  if (values.length > carriedMax) return undefined
  for (let i = 0; i < values.length; i++) {
    const { key, type } = values[i] as KeyedValue
    if (type === ValueType.JSON || key === 'values') return undefined
  }
  return { text, values }
}

/** Metadata of messages whose texts stay texts even if they look like numbers. */
export const keepTextMetadata = 'keepText'

const optionsOf = ({ metadata }: Message): PayloadOptions =>
  metadata[keepTextMetadata] === 'true' ? strictPayload : devicePayload

/** Compares the text, because nodes that change the data copy the other fields of the message. */
const carried = ({ data, parsed }: Message): readonly KeyedValue[] | null =>
  parsed !== undefined && parsed.text === data ? parsed.values : null

/** The message's data as telemetry. Throws `PayloadError`. */
export function telemetryOf(message: Message): readonly TelemetryEntry[] {
  const values = carried(message)
  return values ? [{ ts: null, values }] : parseTelemetry(message.data, optionsOf(message))
}

/** The message's data as attributes. Throws `PayloadError`. */
export const attributesOf = (message: Message): readonly KeyedValue[] =>
  carried(message) ?? parseAttributes(message.data, optionsOf(message))
