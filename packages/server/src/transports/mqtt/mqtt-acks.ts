/**
 * Acknowledgments owed to a client, sent in the order of the packets that they acknowledge (MQTT-4.6.0-2).
 *
 * Uploads are settled when their commit is on disk, and requests when they are answered; an entry that settles early
 * waits for the ones before it.
 */

import { pubAckBytes, writePubAck } from './mqtt-frames.ts'

const unsettled = -1

export class AckQueue {
  readonly #packetIds: number[] = []
  /** Reason codes, or `unsettled`. */
  readonly #codes: number[] = []
  /** Token of the first entry. */
  #first = 0

  get length(): number {
    return this.#packetIds.length
  }

  /** Queues a packet; returns the token to settle it with. */
  expect(packetId: number): number {
    this.#packetIds.push(packetId)
    this.#codes.push(unsettled)
    return this.#first + this.#packetIds.length - 1
  }

  /** Settles an entry with a reason code, 0 for success. Returns true when an acknowledgment can be written. */
  settle(token: number, code: number): boolean {
    const at = token - this.#first
    if (at < 0 || at >= this.#codes.length) return false
    this.#codes[at] = code
    return this.#codes[0] !== unsettled
  }

  /**
   * Returns the packets of all settled entries at the head of the queue, or null. Only clients of version 5 get reason
   * codes.
   */
  drain(isVersion5: boolean): Buffer | null {
    const codes = this.#codes
    let count = 0
    let withCode = 0
    while (count < codes.length && codes[count] !== unsettled) {
      if (isVersion5 && codes[count] !== 0) withCode++
      count++
    }
    if (count === 0) return null
    const bytes = Buffer.allocUnsafe(count * pubAckBytes + withCode)
    let at = 0
    for (let i = 0; i < count; i++) {
      at = writePubAck(bytes, at, this.#packetIds[i] as number)
      const code = codes[i] as number
      if (!isVersion5 || code === 0) continue
      bytes[at - 3] = 3
      bytes[at++] = code
    }
    this.#first += count
    if (count === codes.length) {
      codes.length = 0
      this.#packetIds.length = 0
    } else {
      codes.splice(0, count)
      this.#packetIds.splice(0, count)
    }
    return bytes
  }
}
