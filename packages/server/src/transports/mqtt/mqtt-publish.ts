/**
 * Reads a client's PUBLISH from its bytes without allocation: one result object is reused for every packet.
 * mqtt-device.ts decides what a device may publish.
 */

import { utf8Text } from '../device-text.ts'
import { decodePacket } from './mqtt-frames.ts'
import { propertiesEnd } from './mqtt-properties.ts'

export interface PublishPacket {
  readonly topic: string
  readonly qos: 0 | 1 | 2
  /** 0 for QoS 0. */
  readonly packetId: number
  readonly hasTopicAlias: boolean
  /** Offset of the payload; it ends with the packet. */
  readonly at: number
}

const packet: { -readonly [K in keyof PublishPacket]: PublishPacket[K] } = {
  topic: '',
  qos: 0,
  packetId: 0,
  hasTopicAlias: false,
  at: 0,
}

/** QoS bits of the first byte, including the invalid 3. */
export const publishQos = (first: number): number => (first >>> 1) & 3

/**
 * Reads the packet between `start` and `end`; `first` is the first byte of its fixed header, `body` the offset after
 * the header. The result is valid until the next call. Throws on malformed bytes.
 */
export function readPublish(
  bytes: Buffer,
  start: number,
  first: number,
  body: number,
  end: number,
  protocolVersion: number,
): PublishPacket {
  const qos = publishQos(first)
  // MQTT-3.3.1-2: DUP must be 0 for QoS 0.
  if (qos === 3 || (qos === 0 && (first & 8) !== 0)) throw new Error('bad flags of PUBLISH')
  packet.qos = qos as 0 | 1 | 2
  let at = body + 2
  if (at > end) throw new Error('PUBLISH without topic')
  const topicEnd = at + bytes.readUInt16BE(body)
  if (topicEnd > end) throw new Error('PUBLISH with a cut topic')
  packet.topic = topicText(bytes, at, topicEnd)
  at = topicEnd
  packet.packetId = 0
  if (qos > 0) {
    if (at + 2 > end) throw new Error('PUBLISH without packet id')
    packet.packetId = bytes.readUInt16BE(at)
    if (packet.packetId === 0) throw new Error('PUBLISH with packet id 0')
    at += 2
  }
  packet.hasTopicAlias = false
  packet.at = protocolVersion === 5 ? readProperties(bytes, start, at, end) : at
  return packet
}

/** Returns the offset of the payload. Most clients send no properties: one zero byte. */
function readProperties(bytes: Buffer, start: number, at: number, end: number): number {
  if (bytes[at] === 0 && at < end) return at + 1
  if (propertiesEnd(bytes, at, end, 'publish') < 0) throw new Error('PUBLISH with bad properties')
  const decoded = decodePacket(bytes.subarray(start, end), 5)
  if (decoded.cmd !== 'publish') throw new Error('not a PUBLISH')
  packet.hasTopicAlias = decoded.properties?.topicAlias !== undefined
  return Math.max(at, end - decoded.payload.length)
}

/** MQTT-1.5.4-1, MQTT-1.5.4-2: a topic is well-formed UTF-8 without U+0000. */
function topicText(bytes: Buffer, start: number, end: number): string {
  const topic = utf8Text(bytes, start, end)
  if (topic === null || topic.includes('\0')) throw new Error('PUBLISH with a topic that isn’t text')
  return topic
}
