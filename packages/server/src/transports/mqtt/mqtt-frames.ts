/**
 * Framing of MQTT packets, and reading and writing of the frequent ones.
 *
 * PUBLISH, PUBACK and PINGREQ have fast paths; all other packets are rare and use mqtt-packet.
 */

import { generate, type Packet, parser as packetParser } from 'mqtt-packet'

/** Maximum bytes of a PUBLISH payload. */
export const payloadBytesMax = 65_536
/** Maximum bytes of any packet after its fixed header: a payload plus topic, packet ID and properties. */
export const packetBytesMax = payloadBytesMax + 4096
/** Initial capacity of the buffer for an incomplete packet; it doubles as bytes arrive. */
const heldBytesMin = 256

export const PacketType = {
  CONNECT: 1,
  PUBLISH: 3,
  PUBACK: 4,
  PUBREL: 6,
  SUBSCRIBE: 8,
  UNSUBSCRIBE: 10,
  PINGREQ: 12,
  DISCONNECT: 14,
} as const

export type FrameProblem = 'malformed' | 'oversized'

/** Receives the packets that a reader finds. The bytes are valid only during the call. */
export interface FrameSink {
  /** False: the reader stops after the current packet and buffers the rest. */
  readonly isReading: boolean
  /**
   * Maximum bytes of a packet after its fixed header; a larger one is rejected by its length, before it has arrived.
   */
  readonly packetBytesMax: number
  /** The packet begins at `start` with the byte `first`; its content after the fixed header is from `body` to `end`. */
  frame(bytes: Buffer, start: number, first: number, body: number, end: number): void
}

/**
 * Splits a byte stream into packets. Buffers at most one incomplete packet and the chunks received while the sink isn't
 * reading.
 */
export class FrameReader {
  readonly #sink: FrameSink
  #held: Buffer | null = null
  #heldBytes = 0
  #isHandingOn = false

  constructor(sink: FrameSink) {
    this.#sink = sink
  }

  get heldBytes(): number {
    return this.#heldBytes
  }

  /** Adds a chunk and passes complete packets to the sink. */
  push(chunk: Buffer): FrameProblem | null {
    if (!this.#held) return this.#read(chunk, chunk.length, false)
    this.#hold(chunk, 0, chunk.length)
    return this.#read(this.#held, this.#heldBytes, true)
  }

  /** Buffers a chunk for later. */
  keep(chunk: Buffer): void {
    this.#hold(chunk, 0, chunk.length)
  }

  /** Continues with the buffered bytes after the sink had stopped reading; may be called from within `frame`. */
  resume(): FrameProblem | null {
    // The loop that called `frame` continues after that packet.
    if (this.#isHandingOn) return null
    return this.#held ? this.#read(this.#held, this.#heldBytes, true) : null
  }

  /** Number of complete packets in the buffer, counted up to `limit`. */
  heldFrames(limit: number): number {
    let count = 0
    let at = 0
    const held = this.#held
    while (held && count < limit && at < this.#heldBytes) {
      const length = frameBytes(held, at, this.#heldBytes)
      if (length <= 0 || at + length > this.#heldBytes) break
      at += length
      count++
    }
    return count
  }

  drop(): void {
    this.#held = null
    this.#heldBytes = 0
  }

  #read(bytes: Buffer, end: number, isHeld: boolean): FrameProblem | null {
    let at = 0
    while (end - at >= 2 && this.#sink.isReading) {
      // The remaining length: up to four bytes of seven bits, the lowest first.
      let body = at + 1
      let length = 0
      let shift = 0
      let byte = 0x80
      while (body < end) {
        byte = bytes[body++] as number
        length |= (byte & 0x7f) << shift
        if (byte < 0x80) break
        shift += 7
        if (shift > 21) return 'malformed'
      }
      if (byte >= 0x80) break
      if (length > this.#sink.packetBytesMax) return 'oversized'
      if (body + length > end) break
      this.#isHandingOn = true
      try {
        this.#sink.frame(bytes, at, bytes[at] as number, body, body + length)
      } finally {
        this.#isHandingOn = false
      }
      at = body + length
    }
    if (at === end) this.drop()
    else if (!isHeld) this.#hold(bytes, at, end)
    else if (at > 0) {
      bytes.copyWithin(0, at, end)
      this.#heldBytes = end - at
    }
    return null
  }

  #hold(bytes: Buffer, from: number, to: number) {
    const needed = this.#heldBytes + to - from
    if (!this.#held || this.#held.length < needed) {
      const grown = Buffer.allocUnsafeSlow(Math.max(heldBytesMin, needed, this.#held ? this.#held.length * 2 : 0))
      this.#held?.copy(grown, 0, 0, this.#heldBytes)
      this.#held = grown
    }
    bytes.copy(this.#held, this.#heldBytes, from, to)
    this.#heldBytes = needed
  }
}

/** Length in bytes of the packet at `at`; 0 when its header is incomplete, -1 when its length is invalid. */
function frameBytes(bytes: Buffer, at: number, end: number): number {
  let length = 0
  for (let i = 0; i < 4; i++) {
    if (at + 1 + i >= end) return 0
    const byte = bytes[at + 1 + i] as number
    length |= (byte & 0x7f) << (7 * i)
    if (byte < 0x80) return 2 + i + length
  }
  return -1
}

/** Protocol level in the body of a CONNECT, 0 when it is missing. Used to respond to unsupported versions. */
export function protocolLevel(bytes: Buffer, body: number, end: number): number {
  if (body + 2 > end) return 0
  const at = body + 2 + bytes.readUInt16BE(body)
  return at < end ? (bytes[at] as number) : 0
}

/** Decodes one complete packet. Throws on malformed bytes. */
export function decodePacket(bytes: Buffer, protocolVersion: number): Packet {
  const parser = packetParser({ protocolVersion })
  let packet: Packet | null = null
  let problem: unknown = null
  parser.on('packet', (decoded) => {
    packet = decoded
  })
  parser.on('error', (error: unknown) => {
    problem ??= error
  })
  parser.parse(bytes)
  if (problem) throw problem
  if (!packet) throw new Error('The packet is incomplete.')
  return packet
}

export const encodePacket = (packet: Packet, protocolVersion: number): Buffer => generate(packet, { protocolVersion })

export const pingResponse = Buffer.from([0xd0, 0])

/** Writes a PUBACK without reason code, which is the same in all versions; returns the offset after it. */
export function writePubAck(into: Buffer, at: number, packetId: number): number {
  into[at] = 0x40
  into[at + 1] = 2
  into[at + 2] = packetId >>> 8
  into[at + 3] = packetId & 0xff
  return at + 4
}

export const pubAckBytes = 4

/** Encodes a PUBLISH of the server; `packetId` 0 means QoS 0. */
export function encodePublish(topic: string, payload: string, packetId: number, protocolVersion: number): Buffer {
  const topicBytes = Buffer.byteLength(topic)
  const payloadBytes = Buffer.byteLength(payload)
  const propertiesBytes = protocolVersion === 5 ? 1 : 0
  const length = 2 + topicBytes + (packetId > 0 ? 2 : 0) + propertiesBytes + payloadBytes
  const packet = Buffer.allocUnsafe(1 + varintBytes(length) + length)
  packet[0] = packetId > 0 ? 0x32 : 0x30
  let at = 1
  for (let rest = length; ; rest >>>= 7) {
    packet[at++] = rest > 0x7f ? (rest & 0x7f) | 0x80 : rest
    if (rest <= 0x7f) break
  }
  at = packet.writeUInt16BE(topicBytes, at)
  at += packet.write(topic, at)
  if (packetId > 0) at = packet.writeUInt16BE(packetId, at)
  if (propertiesBytes > 0) packet[at++] = 0
  packet.write(payload, at)
  return packet
}

const varintBytes = (value: number): number => (value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : 4)
