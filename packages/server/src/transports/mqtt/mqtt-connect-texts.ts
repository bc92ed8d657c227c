/**
 * Validates the texts and properties of a CONNECT. The packet decoder repairs invalid UTF-8, which could make two
 * client IDs equal, so the raw bytes are checked first.
 */

import { utf8Text } from '../device-text.ts'
import { type PropertyPlace, propertiesEnd } from './mqtt-properties.ts'

const flag = { will: 0x04, userName: 0x80 } as const

/**
 * MQTT-1.5.4-1, MQTT-1.5.4-2: texts are well-formed UTF-8 without U+0000. Also returns `text` when the packet ends
 * within a field; null when the packet is valid.
 */
export function connectProblem(bytes: Buffer, body: number, end: number): 'text' | 'properties' | null {
  const reader = new FieldReader(bytes, body, end)
  // Protocol name.
  let isSound = reader.text()
  const level = reader.byte() & 0x7f
  const flags = reader.byte()
  // Keep-alive.
  reader.skip(2)
  const hasProperties = level === 5
  if (hasProperties && !reader.properties('connect')) return 'properties'
  // Client ID.
  isSound = reader.text() && isSound
  if ((flags & flag.will) !== 0) {
    if (hasProperties && !reader.properties('will')) return 'properties'
    // Topic and payload.
    isSound = reader.text() && isSound
    reader.skip(reader.length())
  }
  if ((flags & flag.userName) !== 0) isSound = reader.text() && isSound
  return isSound && reader.isWithin ? null : 'text'
}

class FieldReader {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number

  constructor(bytes: Buffer, start: number, end: number) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  get isWithin(): boolean {
    return this.#at <= this.#end
  }

  byte(): number {
    return this.#at < this.#end ? (this.#bytes[this.#at++] as number) : this.#fail()
  }

  length(): number {
    return (this.byte() << 8) | this.byte()
  }

  skip(count: number): void {
    this.#at += count
  }

  /** Skips properties; returns false when they are invalid. */
  properties(place: PropertyPlace): boolean {
    const after = propertiesEnd(this.#bytes, this.#at, this.#end, place)
    if (after < 0) return false
    this.#at = after
    return true
  }

  /** Skips a text; returns false when it is invalid. */
  text(): boolean {
    const length = this.length()
    const start = this.#at
    this.#at += length
    if (!this.isWithin) return false
    const text = utf8Text(this.#bytes, start, this.#at)
    return text !== null && !text.includes('\0')
  }

  #fail(): number {
    this.#at = this.#end + 1
    return 0
  }
}
