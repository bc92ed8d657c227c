/** Interfaces between an MQTT connection and the handler of its packets. */

import type { ISubscribePacket, IUnsubscribePacket } from 'mqtt-packet'
import type { Work } from '../../guard/work.ts'
import type { TransportErrorKind } from '../transport-counts.ts'

/** Reasons why a connection doesn't read; bit flags, because several can apply at once. */
export const Pause = { NO_ROOM: 1, UNACKNOWLEDGED: 2, REQUESTS: 4, SIGNING_IN: 8, TURN: 16, STOPPING: 32 } as const

export interface MqttChannel {
  /** Unit of work of the connection: an unexpected error in its callbacks closes this connection only. */
  readonly work: Work
  /** 3 (3.1), 4 (3.1.1) or 5. */
  readonly version: number
  /** Groups clients of the same network for rate limits. */
  readonly address: string
  /** Writes at the end of this tick. */
  send(bytes: Buffer): void
  /** More bytes wait for the client than before; counted at the end of this tick. */
  waits(): void
  /** Queues an acknowledgment; returns the token to settle it with. */
  expectAck(packetId: number): number
  /** Settles an acknowledgment with a reason code; version 3 supports success only. */
  settle(token: number, code: number): void
  pause(why: number): void
  resume(why: number): void
  /**
   * Closes after a fault: counts and logs it, and sends the reason to a client of version 5 (`reason` 0: already
   * answered).
   */
  fail(kind: TransportErrorKind, reason: number, message: string, error?: unknown): void
  /** Closes after the queued data has been written. */
  close(reason: number): void
  /** Fields that identify the connection in the log. */
  who(): Record<string, unknown>
}

/** Handler of the packets after CONNECT: an authenticated device, or a client that requests credentials. */
export interface MqttHandler {
  readonly deviceId: string | undefined
  /** Bytes of messages that wait for acknowledgments of the client. */
  readonly waitingBytes: number
  /** Called for every packet. */
  active(): void
  /**
   * Handles a PUBLISH from `start` to `end`; `first` is the first byte of its fixed header, `body` the offset after the
   * header.
   */
  publish(bytes: Buffer, start: number, first: number, body: number, end: number): void
  acknowledged(packetId: number, isSuccess: boolean): void
  released(packetId: number): void
  subscribe(packet: ISubscribePacket): void
  unsubscribe(packet: IUnsubscribePacket): void
  /** The connection has closed. */
  closed(): void
}
