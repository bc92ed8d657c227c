/**
 * Session of a connected device; the same type for every transport.
 *
 * The transport owns the connection behind `link`; the registry owns the list of sessions. The transport sets what a
 * session subscribes to (attribute updates, calls), and the senders of downlinks read it.
 */

import type { TransportKind } from '@sonde/model/transports/transports'
import type { DeviceRecord } from '../devices/device-directory.ts'

/** Reason why the server ends a session; each transport maps it to its own protocol. */
export type CloseReason = 'deviceDeleted' | 'credentialsChanged' | 'takenOver' | 'stopping'

/** Changed shared attributes as JSON text: `{k: v}` or `{"deleted": [k]}`. */
export type AttributesUpdate = string

/** Server-side RPC call to the device. */
export interface ServerRpc {
  /** Number that the device's reply refers to. */
  readonly requestId: number
  readonly method: string
  /** JSON text. */
  readonly params: string
}

/** Operations that a transport provides for its session. */
export interface SessionLink {
  sendAttributes(update: AttributesUpdate): void
  /**
   * Sends a call to the device; `delivered` is called once when the device has received it. Returns false when the call
   * could not be written; `delivered` is never called then.
   */
  sendCall(call: ServerRpc, delivered: () => void): boolean
  /** Sends the reply to a client-side call. */
  sendCallReply(requestId: number, payload: string): void
  close(reason: CloseReason): void
}

export class DeviceSession {
  /** UUID; `sessionId` in the metadata of client-side calls. */
  readonly id: string
  readonly transport: TransportKind
  readonly link: SessionLink
  /** Current device record; the registry replaces it when the device changes. */
  device: DeviceRecord
  wantsAttributes = false
  /** Set through `SessionRegistry.subscribeToCalls`, which also sends the pending calls. */
  wantsCalls = false
  isOpen = true

  constructor(id: string, transport: TransportKind, device: DeviceRecord, link: SessionLink) {
    this.id = id
    this.transport = transport
    this.device = device
    this.link = link
  }
}
