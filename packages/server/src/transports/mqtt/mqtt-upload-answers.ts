/**
 * Responses to an upload, by its QoS: none, PUBACK in order, or PUBREC.
 *
 * There is one object per connection and QoS. An upload is identified by a number, so that the uplink allocates no
 * object per upload.
 */

import type { Work } from '../../guard/work.ts'
import type { UplinkWaiter } from '../uplink.ts'
import { Reason } from './mqtt-reasons.ts'
import { type Receipts, receivedPacket } from './mqtt-receipts.ts'
import type { MqttChannel } from './mqtt-wire.ts'

export interface UploadAnswer extends UplinkWaiter {
  /** True when a rejection can be sent instead of closing the connection. */
  readonly canReject: boolean
  /** An upload was received; returns its token. */
  expect(packetId: number): number
  /** The upload is processed. */
  accepted(token: number): void
  /** Sends a reason code; only if `canReject`. */
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

  /** The upload isn't acknowledged: the client sends it again after it reconnects. */
  rejected(_token: number, error: unknown) {
    this.wire.fail('store', Reason.SERVER_BUSY, 'Failed to save an upload.', error)
  }
}

/** QoS 0: no response. */
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

/** QoS 2, version 3 clients only: PUBREC. */
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
