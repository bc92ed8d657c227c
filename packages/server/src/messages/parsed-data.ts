/**
 * The typed values of a message travel beside its text, so that a payload is parsed once. The journal and scripts have
 * the text alone; reading it again gives the same values.
 */

import { parseAttributes, parseTelemetry, type TelemetryEntry } from '@sonde/model/telemetry/payload'
import { type KeyedValue, ValueType } from '@sonde/model/telemetry/values'
import type { Message, ParsedData } from './message.ts'

/** Values of larger messages are parsed again: while messages wait, values take several times the room of their text. */
const carriedMax = 32

/**
 * What a message whose data is this text carries along. Undefined for values that may read differently the next time: a
 * nested value is text, and a key `values` may be taken for the member beside `ts`.
 */
export function parsedData(text: string, values: readonly KeyedValue[]): ParsedData | undefined {
  if (values.length > carriedMax) return undefined
  for (let i = 0; i < values.length; i++) {
    const { key, type } = values[i] as KeyedValue
    if (type === ValueType.JSON || key === 'values') return undefined
  }
  return { text, values }
}

/** Nodes that change the data keep the rest of the message, so the text is compared. */
const carried = ({ data, parsed }: Message): readonly KeyedValue[] | null =>
  parsed !== undefined && parsed.text === data ? parsed.values : null

/** The message's data as telemetry. Throws `PayloadError`. */
export function telemetryOf(message: Message): readonly TelemetryEntry[] {
  const values = carried(message)
  return values ? [{ ts: null, values }] : parseTelemetry(message.data)
}

/** The message's data as attributes. Throws `PayloadError`. */
export const attributesOf = (message: Message): readonly KeyedValue[] =>
  carried(message) ?? parseAttributes(message.data)
