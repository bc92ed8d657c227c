/** What a signed-in device may do with its connection. */

import type { ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet'
import type { Work } from '../../guard/work.ts'
import type { TransportErrorKind } from '../transport-counts.ts'

/** Why a connection does not read; bits, because several hold at once. */
export const Pause = { NO_ROOM: 1, UNACKNOWLEDGED: 2, REQUESTS: 4, SIGNING_IN: 8, TURN: 16, STOPPING: 32 } as const

export interface MqttChannel {
  /** An unexpected error of what belongs to the connection ends it alone. */
  readonly work: Work
  /** 3 (3.1), 4 (3.1.1) or 5. */
  readonly version: number
  /** Counts who comes from the same place. */
  readonly address: string
  /** Writes at the end of this turn. */
  send(bytes: Buffer): void
  /** More waits for the client than before; counted at the end of this turn. */
  waits(): void
  /** Queues an acknowledgement; returns the token by which it is settled. */
  expectAck(packetId: number): number
  /** Settles one with a reason code; version 3 has no code but success. */
  settle(token: number, code: number): void
  pause(why: number): void
  resume(why: number): void
  /** Closes after a fault: counted, logged, and named to a client of version 5 (`reason` 0: already answered). */
  fail(kind: TransportErrorKind, reason: number, message: string, error?: unknown): void
  /** Closes after what is queued has been written. */
  close(reason: number): void
  /** Who this is, for the log. */
  who(): Record<string, unknown>
}

/** The client of a connection that is signed in: a device, or one that asks for its credentials. */
export interface MqttHandler {
  readonly deviceId: string | undefined
  /** What waits until the client acknowledges what it has got. */
  readonly waitingBytes: number
  /** A packet came. */
  active(): void
  /**
   * A PUBLISH, from its first byte at `start` to `end`; `body` is behind the fixed header, whose first byte is `first`.
   */
  publish(bytes: Buffer, start: number, first: number, body: number, end: number): void
  acknowledged(packetId: number, isSuccess: boolean): void
  released(packetId: number): void
  subscribe(packet: ISubscribePacket): void
  unsubscribe(packet: IUnsubscribePacket): void
  /** The connection has ended. */
  closed(): void
}
