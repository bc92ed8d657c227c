/**
 * Acknowledgements that the server owes a client, in the order of what they acknowledge (MQTT-4.6.0-2).
 *
 * Uploads are settled when their commit is on disk and requests when they are answered; an early one waits for those
 * before it.
 */

import { pubAckBytes, writePubAck } from './mqtt-frames.ts'

const unsettled = -1

export class AckQueue {
  readonly #packetIds: number[] = []
  /** A reason code, or `unsettled`. */
  readonly #codes: number[] = []
  /** Token of the first in the queue. */
  #first = 0

  get length(): number {
    return this.#packetIds.length
  }

  /** Queues a packet; returns the token by which it is settled. */
  expect(packetId: number): number {
    this.#packetIds.push(packetId)
    this.#codes.push(unsettled)
    return this.#first + this.#packetIds.length - 1
  }

  /** Settles one with a reason code, 0 for success. True when something may be written now. */
  settle(token: number, code: number): boolean {
    const at = token - this.#first
    if (at < 0 || at >= this.#codes.length) return false
    this.#codes[at] = code
    return this.#codes[0] !== unsettled
  }

  /** The packets for all that is settled, or null. Reason codes are written only to clients of version 5. */
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
