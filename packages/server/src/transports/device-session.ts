/**
 * A device that is connected, as the platform sees it: the same for every transport.
 *
 * The transport owns the wire behind `link`; the registry owns which sessions exist. What a session wants (attribute
 * updates, calls) is set by the transport and read by senders of downlinks.
 */

import type { TransportKind } from '@sonde/model/transports/transports'
import type { DeviceRecord } from '../devices/device-directory.ts'

/** Why the platform ends a session; each transport says it in its own words. */
export type CloseReason = 'deviceDeleted' | 'credentialsChanged' | 'takenOver' | 'stopping'

/** Shared attributes that changed: JSON text `{k: v}` or `{"deleted": [k]}`. */
export type AttributesUpdate = string

/** A call of the server to the device. */
export interface ServerRpc {
  /** The number by which the device answers. */
  readonly requestId: number
  readonly method: string
  /** JSON text. */
  readonly params: string
}

/** What a transport can do for its session. */
export interface SessionLink {
  sendAttributes(update: AttributesUpdate): void
  /**
   * Hands a call to the device; `delivered` is called once when the device has it. False when it could not be written:
   * `delivered` is never called then.
   */
  sendCall(call: ServerRpc, delivered: () => void): boolean
  /** The answer to a call of the device. */
  sendCallReply(requestId: number, payload: string): void
  close(reason: CloseReason): void
}

export class DeviceSession {
  /** UUID; `sessionId` in the metadata of client-side calls. */
  readonly id: string
  readonly transport: TransportKind
  readonly link: SessionLink
  /** The device as it is now; the registry replaces it when it changes. */
  device: DeviceRecord
  wantsAttributes = false
  /** Set through `SessionRegistry.subscribeToCalls`, so that waiting calls flow. */
  wantsCalls = false
  isOpen = true

  constructor(id: string, transport: TransportKind, device: DeviceRecord, link: SessionLink) {
    this.id = id
    this.transport = transport
    this.device = device
    this.link = link
  }
}
