/**
 * Binary encoding of messages for the journal.
 *
 * A batch is self-contained: strings that repeat in it (tenants, originators, types, names) are written once and then
 * referenced by number; UUIDs take 16 bytes. A telemetry message therefore takes little more than its payload.
 *
 *     batch   := version u8, count u32, message*
 *     message := ts f64, dataType u8, id, type, tenantId, entityType, originatorId, customerId, queueName,
 *                ruleChainId, ruleNodeId, data, pairs varint, (key, value)*
 *     text    := tag varint: 0 null; 1 + 2·form + remembered; 16 + number of a remembered text
 *     form    := 0 UTF-8 (varint length), 1 UUID (16 bytes), 2 UTF-16 (varint units; texts with lone surrogates)
 */

import type { EntityType } from '@sonde/model/ids'
import type { Message } from './message.ts'

/** The bytes aren't a valid batch of messages. */
export class MessageBytesError extends Error {
  override readonly name = 'MessageBytesError'
}

const version = 1
const headerBytes = 5
const dictionaryBase = 16
const dataTypes = ['JSON', 'TEXT', 'BINARY'] as const

const hexDigit = new Int8Array(128).fill(-1)
for (let i = 0; i < 16; i++) hexDigit['0123456789abcdef'.charCodeAt(i)] = i
const hexPair = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
const isDash = (position: number) => position === 8 || position === 13 || position === 18 || position === 23

export interface MessageBatchMark {
  readonly at: number
  readonly count: number
  readonly known: number
}

export interface MessageBatchWriter {
  /** Throws a TypeError for an invalid message; the caller must then roll back to a mark. */
  add(message: Message): void
  mark(): MessageBatchMark
  /** Removes everything added after the mark. */
  rollback(mark: MessageBatchMark): void
  readonly count: number
  readonly byteLength: number
  /** The batch in a new buffer. The writer is empty afterwards. */
  finish(): Uint8Array<ArrayBuffer>
}

export function createMessageBatchWriter(): MessageBatchWriter {
  let buffer = Buffer.allocUnsafeSlow(8192)
  let view = new DataView(buffer.buffer)
  let at = headerBytes
  let count = 0
  let dictionary = new Map<string, number>()

  function room(bytes: number) {
    if (at + bytes <= buffer.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(buffer.length * 2, at + bytes))
    buffer.copy(larger, 0, 0, at)
    buffer = larger
    view = new DataView(buffer.buffer)
  }

  function varint(value: number) {
    while (value >= 0x80) {
      buffer[at++] = (value & 0x7f) | 0x80
      value >>>= 7
    }
    buffer[at++] = value
  }

  function writeUuid(text: string): boolean {
    if (text.length !== 36) return false
    const start = at
    for (let i = 0; i < 36; ) {
      if (isDash(i)) {
        if (text.charCodeAt(i) !== 45) break
        i++
        continue
      }
      const high = text.charCodeAt(i)
      const low = text.charCodeAt(i + 1)
      if (high > 127 || low > 127) break
      const byte = ((hexDigit[high] as number) << 4) | (hexDigit[low] as number)
      if (byte < 0) break
      buffer[at++] = byte
      i += 2
    }
    if (at === start + 16) return true
    at = start
    return false
  }

  /** Writes a text with its tag. `remembered` is 1 if the text is added to the dictionary, otherwise 0. */
  function inline(value: string, remembered: number) {
    room(value.length * 3 + 16)
    buffer[at++] = 3 + remembered
    if (writeUuid(value)) return
    at--
    if (value.isWellFormed()) {
      buffer[at++] = 1 + remembered
      if (value.length < 32) {
        let i = 0
        const lengthAt = at++
        for (; i < value.length; i++) {
          const code = value.charCodeAt(i)
          if (code > 127) break
          buffer[at++] = code
        }
        if (i === value.length) {
          buffer[lengthAt] = i
          return
        }
        at = lengthAt
      }
      const bytes = Buffer.byteLength(value)
      varint(bytes)
      at += buffer.write(value, at, bytes, 'utf8')
    } else {
      buffer[at++] = 5 + remembered
      varint(value.length)
      at += buffer.write(value, at, value.length * 2, 'utf16le')
    }
  }

  function remembered(value: string) {
    const existing = dictionary.get(value)
    if (existing === undefined) {
      if (typeof value !== 'string') throw new TypeError(`A message's text is ${typeof value}.`)
      inline(value, 1)
      dictionary.set(value, dictionary.size)
    } else {
      room(5)
      varint(dictionaryBase + existing)
    }
  }

  function nullable(value: string | null) {
    if (value === null) {
      room(1)
      buffer[at++] = 0
    } else remembered(value)
  }

  function once(value: string) {
    if (typeof value !== 'string') throw new TypeError(`A message's text is ${typeof value}.`)
    inline(value, 0)
  }

  function write(message: Message) {
    const dataType = dataTypes.indexOf(message.dataType)
    if (dataType < 0) throw new TypeError(`A message's data type is ${message.dataType}.`)
    room(9)
    view.setFloat64(at, message.ts, true)
    at += 8
    buffer[at++] = dataType
    once(message.id)
    remembered(message.type)
    remembered(message.tenantId)
    remembered(message.originator.entityType)
    remembered(message.originator.id)
    remembered(message.customerId)
    remembered(message.queueName)
    nullable(message.ruleChainId)
    nullable(message.ruleNodeId)
    once(message.data)
    const { metadata } = message
    let pairs = 0
    for (const _ in metadata) pairs++
    room(5)
    varint(pairs)
    for (const key in metadata) {
      remembered(key)
      // The timestamp differs in every message, so it isn't added to the dictionary.
      if (key === 'ts') once(metadata[key] as string)
      else remembered(metadata[key] as string)
    }
  }

  return {
    add(message) {
      write(message)
      count++
    },
    mark: () => ({ at, count, known: dictionary.size }),
    rollback(mark) {
      at = mark.at
      count = mark.count
      if (dictionary.size > mark.known) dictionary = new Map([...dictionary].slice(0, mark.known))
    },
    get count() {
      return count
    },
    get byteLength() {
      return at
    },
    finish() {
      view.setUint8(0, version)
      view.setUint32(1, count, true)
      const bytes = new Uint8Array(at)
      bytes.set(buffer.subarray(0, at))
      at = headerBytes
      count = 0
      dictionary = new Map()
      return bytes
    },
  }
}

export function encodeMessages(messages: readonly Message[]): Uint8Array<ArrayBuffer> {
  const writer = createMessageBatchWriter()
  for (const message of messages) writer.add(message)
  return writer.finish()
}

/** Reads a batch. Throws `MessageBytesError` for anything that `encodeMessages` did not write. */
export function decodeMessages(bytes: Uint8Array): Message[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const dictionary: string[] = []
  let at = 0

  function fail(why: string): never {
    throw new MessageBytesError(`These bytes aren’t a batch of messages: ${why} at byte ${at} of ${buffer.length}.`)
  }

  function need(length: number) {
    if (at + length > buffer.length) fail('they end too early')
  }

  function varint(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      need(1)
      const byte = buffer[at++] as number
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
      if (shift >= 28) fail('a number is too long')
    }
  }

  function uuid(): string {
    need(16)
    let text = ''
    for (let i = 0; i < 16; i++) {
      if (i === 4 || i === 6 || i === 8 || i === 10) text += '-'
      text += hexPair[buffer[at++] as number]
    }
    return text
  }

  function inline(form: number): string {
    if (form === 1) return uuid()
    const length = varint() * (form === 2 ? 2 : 1)
    need(length)
    at += length
    return buffer.toString(form === 2 ? 'utf16le' : 'utf8', at - length, at)
  }

  function nullable(): string | null {
    const tag = varint()
    if (tag === 0) return null
    if (tag >= dictionaryBase) return dictionary[tag - dictionaryBase] ?? fail('an unknown text is named')
    if (tag > 6) fail(`tag ${tag} is unknown`)
    const text = inline((tag - 1) >> 1)
    if ((tag & 1) === 0) dictionary.push(text)
    return text
  }

  const text = (): string => nullable() ?? fail('a text is missing')

  need(headerBytes)
  if (buffer[0] !== version) fail(`version ${buffer[0]} is unknown`)
  const count = buffer.readUInt32LE(1)
  at = headerBytes
  const messages: Message[] = []
  for (let i = 0; i < count; i++) {
    need(9)
    const ts = buffer.readDoubleLE(at)
    const dataType = dataTypes[buffer[at + 8] as number] ?? fail('the data type is unknown')
    at += 9
    const id = text()
    const type = text()
    const tenantId = text()
    const originator = { entityType: text() as EntityType, id: text() }
    const customerId = text()
    const queueName = text()
    const ruleChainId = nullable()
    const ruleNodeId = nullable()
    const data = text()
    const metadata: Record<string, string> = {}
    for (let pairs = varint(); pairs > 0; pairs--) {
      const key = text()
      // Assigning `__proto__` would set the prototype instead of a key.
      if (key === '__proto__') {
        Object.defineProperty(metadata, key, { value: text(), enumerable: true, configurable: true, writable: true })
      } else metadata[key] = text()
    }
    messages.push({
      id,
      ts,
      type,
      tenantId,
      originator,
      customerId,
      metadata,
      dataType,
      data,
      queueName,
      ruleChainId,
      ruleNodeId,
    })
  }
  if (at !== buffer.length) fail('bytes are left over')
  return messages
}
