/**
 * Uploads at QoS 2 of clients of version 3, which have no way to learn that QoS 1 is the highest.
 *
 * The wire offers QoS 0 and 1. A client that asks for more is served with what QoS 1 promises, in the packets that it
 * waits for: PUBREC once the message is on disk, PUBCOMP for its PUBREL (MQTT-4.3.3). A message that comes again before
 * its PUBREL is received once. Nothing is kept beyond the connection, as for QoS 1.
 */

/** What became of a packet that came at QoS 2. */
export type Receipt = 'new' | 'under way' | 'received' | 'too many'

export class Receipts {
  readonly #max: number
  /** By packet id: whether the message is on disk. */
  readonly #received = new Map<number, boolean>()

  /** @param max packets that may wait for their PUBREL */
  constructor(max: number) {
    this.#max = max
  }

  /** Notes a packet. Only a `new` one is to be processed; one that is `received` is to be answered again. */
  note(packetId: number): Receipt {
    const isOnDisk = this.#received.get(packetId)
    if (isOnDisk !== undefined) return isOnDisk ? 'received' : 'under way'
    if (this.#received.size >= this.#max) return 'too many'
    this.#received.set(packetId, false)
    return 'new'
  }

  settle(packetId: number): void {
    this.#received.set(packetId, true)
  }

  /** The client has confirmed: the packet id is free again. */
  release(packetId: number): void {
    this.#received.delete(packetId)
  }
}

/** PUBREC: the message is on disk. */
export const receivedPacket = (packetId: number): Buffer => Buffer.from([0x50, 2, packetId >>> 8, packetId & 0xff])
/** PUBCOMP: the packet id is free again. */
export const completedPacket = (packetId: number): Buffer => Buffer.from([0x70, 2, packetId >>> 8, packetId & 0xff])
