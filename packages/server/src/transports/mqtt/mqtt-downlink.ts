/**
 * Messages to one MQTT client: assigns packet IDs, tracks unacknowledged messages, and queues a limited number of
 * messages for a client that doesn't acknowledge.
 */

import { encodePublish } from './mqtt-frames.ts'

/** Maximum number of QoS 1 messages in flight to a client. */
export const unacknowledgedMax = 256
/** Maximum number of messages queued behind them; a client that exceeds it is disconnected. */
export const waitingMax = 1024

/** Approximate memory overhead of a queued message, in bytes. */
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

  /** Approximate memory use of the queued messages, in bytes. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Returns the bytes to write now, `queued` when the message is sent later, or why it cannot be sent. */
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

  /** Handles an acknowledgment; returns the next queued message to send. Unknown IDs are ignored. */
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
