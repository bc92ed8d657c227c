/**
 * How the server answers an upload, by its QoS: not at all, with PUBACK in order, or with PUBREC.
 *
 * Each is one object per connection, and an upload is a number of it, so that the uplink keeps no object per upload.
 */

import type { Work } from '../../guard/work.ts'
import type { UplinkWaiter } from '../uplink.ts'
import { Reason } from './mqtt-reasons.ts'
import { type Receipts, receivedPacket } from './mqtt-receipts.ts'
import type { MqttChannel } from './mqtt-wire.ts'

export interface UploadAnswer extends UplinkWaiter {
  /** Whether a refusal can be sent instead of closing the connection. */
  readonly canReject: boolean
  /** An upload was received; returns its token. */
  expect(packetId: number): number
  /** The upload is done. */
  accepted(token: number): void
  /** Sends a reason code; only where `canRefuse`. */
  reject(token: number, reason: number): void
}

type Wire = Pick<MqttChannel, 'version' | 'send' | 'expectAck' | 'settle' | 'fail' | 'work'>

abstract class Answer {
  readonly wire: Wire

  constructor(wire: Wire) {
    this.wire = wire
  }

  get work(): Work {
    return this.wire.work
  }

  /** Not acknowledged: the client sends it again after it reconnects. */
  rejected(_token: number, error: unknown) {
    this.wire.fail('store', Reason.SERVER_BUSY, 'Failed to save an upload.', error)
  }
}

/** QoS 0. */
export class NoAnswer extends Answer implements UploadAnswer {
  readonly canReject = false

  expect(): number {
    return 0
  }

  accepted() {}

  reject() {}
}

/** QoS 1: PUBACK, in the order of the uploads. */
export class AckAnswer extends Answer implements UploadAnswer {
  /** Version 3 has no reason code. */
  get canReject(): boolean {
    return this.wire.version === 5
  }

  expect(packetId: number): number {
    return this.wire.expectAck(packetId)
  }

  accepted(token: number) {
    this.wire.settle(token, Reason.SUCCESS)
  }

  reject(token: number, reason: number) {
    this.wire.settle(token, reason)
  }
}

/** QoS 2, clients of version 3 only: PUBREC. */
export class ReceiptAnswer extends Answer implements UploadAnswer {
  readonly canReject = false
  readonly #receipts: Receipts

  constructor(wire: Wire, receipts: Receipts) {
    super(wire)
    this.#receipts = receipts
  }

  expect(packetId: number): number {
    return packetId
  }

  accepted(packetId: number) {
    this.#receipts.settle(packetId)
    this.wire.send(receivedPacket(packetId))
  }

  reject() {}
}
