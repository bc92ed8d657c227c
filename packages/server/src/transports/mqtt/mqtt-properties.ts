/**
 * Validates the properties of an MQTT 5 packet: each is known, allowed in its packet, complete, not repeated and
 * without a forbidden value (2.2.2.2). The packet decoder doesn't check this: it keeps the last of repeated properties,
 * or a list of them, and accepts any value.
 */

type ValueKind = 'flag' | 'two' | 'four' | 'number' | 'bytes' | 'pair'

/** Value encoding by property identifier; a flag is 0 or 1. */
const kinds: ReadonlyMap<number, ValueKind> = new Map([
  [0x01, 'flag'],
  [0x02, 'four'],
  [0x03, 'bytes'],
  [0x08, 'bytes'],
  [0x09, 'bytes'],
  [0x0b, 'number'],
  [0x11, 'four'],
  [0x15, 'bytes'],
  [0x16, 'bytes'],
  [0x17, 'flag'],
  [0x18, 'four'],
  [0x19, 'flag'],
  [0x1c, 'bytes'],
  [0x1f, 'bytes'],
  [0x21, 'two'],
  [0x22, 'two'],
  [0x23, 'two'],
  [0x26, 'pair'],
  [0x27, 'four'],
])
/** User property, the only one that may be repeated. */
const userProperty = 0x26
/** Receive maximum, maximum packet size, topic alias and subscription identifier: 0 is a protocol error. */
const neverZero: ReadonlySet<number> = new Set([0x21, 0x27, 0x23, 0x0b])

/** Properties that a client may send, by packet type. */
const allowed = {
  connect: [0x11, 0x15, 0x16, 0x17, 0x19, 0x21, 0x22, 0x26, 0x27],
  will: [0x01, 0x02, 0x03, 0x08, 0x09, 0x18, 0x26],
  publish: [0x01, 0x02, 0x03, 0x08, 0x09, 0x23, 0x26],
  subscribe: [0x0b, 0x26],
  unsubscribe: [0x26],
  disconnect: [0x11, 0x1f, 0x26],
  acknowledgement: [0x1f, 0x26],
} as const
export type PropertyPlace = keyof typeof allowed

/** Returns the end of the properties that begin at `at`; -1 when they are invalid. */
export function propertiesEnd(bytes: Buffer, at: number, end: number, place: PropertyPlace): number {
  const reader = { bytes, at, end }
  const length = readNumber(reader)
  const propertiesEnd = reader.at + length
  if (length < 0 || propertiesEnd > end) return -1
  reader.end = propertiesEnd
  const seen = new Set<number>()
  while (reader.at < propertiesEnd) {
    const id = bytes[reader.at++] as number
    const kind = kinds.get(id)
    if (kind === undefined || !(allowed[place] as readonly number[]).includes(id)) return -1
    if (id !== userProperty && seen.has(id)) return -1
    seen.add(id)
    const value = readValue(reader, kind)
    if (value < 0 || (value === 0 && neverZero.has(id))) return -1
  }
  return reader.at === propertiesEnd ? propertiesEnd : -1
}

interface Reader {
  readonly bytes: Buffer
  at: number
  end: number
}

/** Returns the numeric value, or the length of texts and binary data; -1 when the value is incomplete or forbidden. */
function readValue(reader: Reader, kind: ValueKind): number {
  switch (kind) {
    case 'flag': {
      const value = readUnsigned(reader, 1)
      return value > 1 ? -1 : value
    }
    case 'two':
      return readUnsigned(reader, 2)
    case 'four':
      return readUnsigned(reader, 4)
    case 'number':
      return readNumber(reader)
    case 'bytes':
      return skipBytes(reader)
    case 'pair':
      return skipBytes(reader) < 0 ? -1 : skipBytes(reader)
  }
}

function readUnsigned(reader: Reader, count: 1 | 2 | 4): number {
  if (reader.at + count > reader.end) return -1
  const value = reader.bytes.readUIntBE(reader.at, count)
  reader.at += count
  return value
}

function skipBytes(reader: Reader): number {
  const length = readUnsigned(reader, 2)
  if (length < 0 || reader.at + length > reader.end) return -1
  reader.at += length
  return length
}

/** Reads a variable byte integer: one to four bytes of seven bits. */
function readNumber(reader: Reader): number {
  let value = 0
  for (let shift = 0; shift <= 21; shift += 7) {
    if (reader.at >= reader.end) return -1
    const byte = reader.bytes[reader.at++] as number
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
  return -1
}
