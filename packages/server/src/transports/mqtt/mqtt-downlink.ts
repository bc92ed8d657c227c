/**
 * Messages to one MQTT client: packet ids, what waits for its acknowledgement, and how much a client that does not
 * acknowledge may keep the server from sending.
 */

import { encodePublish } from './mqtt-frames.ts'

/** Messages at QoS 1 that wait for a client's acknowledgement. */
export const unacknowledgedMax = 256
/** Messages that wait for room among those; a client that lets more gather is disconnected. */
export const waitingMax = 1024

/** What a message takes besides its text, roughly. */
const messageBytes = 200

const bytesOf = (payload: string): number => messageBytes + payload.length

interface Waiting {
  readonly topic: string
  readonly payload: string
  readonly delivered: (() => void) | null
}

export class Downlink {
  readonly #version: number
  readonly #unacknowledgedMax: number
  readonly #packetBytesMax: number
  #inFlight: Map<number, (() => void) | null> | null = null
  #waiting: Waiting[] | null = null
  #lastId = 0
  #waitingBytes = 0

  constructor(version: number, receiveMaximum: number, packetBytesMax: number) {
    this.#version = version
    this.#unacknowledgedMax = Math.min(unacknowledgedMax, receiveMaximum)
    this.#packetBytesMax = packetBytesMax
  }

  /** About what the waiting messages take in memory. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** The bytes to write now, `queued` when they come later, or why the message cannot go out. */
  publish(
    topic: string,
    payload: string,
    qos: number,
    delivered: (() => void) | null,
  ): Buffer | 'queued' | 'oversized' | 'full' {
    if (qos === 0) {
      const packet = encodePublish(topic, payload, 0, this.#version)
      if (packet.length > this.#packetBytesMax) return 'oversized'
      delivered?.()
      return packet
    }
    if ((this.#inFlight?.size ?? 0) >= this.#unacknowledgedMax) {
      this.#waiting ??= []
      if (this.#waiting.length >= waitingMax) return 'full'
      this.#waiting.push({ topic, payload, delivered })
      this.#waitingBytes += bytesOf(payload)
      return 'queued'
    }
    const packetId = this.#freeId()
    const packet = encodePublish(topic, payload, packetId, this.#version)
    if (packet.length > this.#packetBytesMax) return 'oversized'
    this.#inFlight ??= new Map()
    this.#inFlight.set(packetId, delivered)
    return packet
  }

  /** The client acknowledged; returns what has room now. Unknown ids are ignored. */
  acknowledged(packetId: number, isSuccess: boolean): Buffer | null {
    const delivered = this.#inFlight?.get(packetId)
    if (delivered === undefined) return null
    this.#inFlight?.delete(packetId)
    if (isSuccess) delivered?.()
    for (;;) {
      const next = this.#waiting?.shift()
      if (!next) return null
      this.#waitingBytes -= bytesOf(next.payload)
      const packet = this.publish(next.topic, next.payload, 1, next.delivered)
      if (Buffer.isBuffer(packet)) return packet
    }
  }

  #freeId(): number {
    do this.#lastId = this.#lastId === 0xffff ? 1 : this.#lastId + 1
    while (this.#inFlight?.has(this.#lastId))
    return this.#lastId
  }
}
