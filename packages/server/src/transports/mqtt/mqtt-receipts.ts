/**
 * QoS 2 uploads of version 3 clients, which cannot learn that QoS 1 is the maximum.
 *
 * The device API offers QoS 0 and 1. A client that uses QoS 2 gets the guarantees of QoS 1 with the packets that it
 * expects: PUBREC once the message is on disk, PUBCOMP for its PUBREL (MQTT-4.3.3). A message that is repeated before
 * its PUBREL is stored once. Receipts end with the connection, as for QoS 1.
 */

/** State of a packet that was received at QoS 2. */
export type Receipt = 'new' | 'under way' | 'received' | 'too many'

export class Receipts {
  readonly #max: number
  /** By packet ID; true when the message is on disk. */
  readonly #received = new Map<number, boolean>()

  /** @param max packets that may wait for their PUBREL */
  constructor(max: number) {
    this.#max = max
  }

  /** Records a packet. Only a `new` packet is to be processed; a `received` one is to be acknowledged again. */
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

  /** The client has confirmed: the packet ID can be reused. */
  release(packetId: number): void {
    this.#received.delete(packetId)
  }
}

/** PUBREC: the message is on disk. */
export const receivedPacket = (packetId: number): Buffer => Buffer.from([0x50, 2, packetId >>> 8, packetId & 0xff])
/** PUBCOMP: the packet ID can be reused. */
export const completedPacket = (packetId: number): Buffer => Buffer.from([0x70, 2, packetId >>> 8, packetId & 0xff])
