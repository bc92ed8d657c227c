/**
 * What the rule engine asks of device sessions: calls to devices and answers to their calls.
 * Implemented by the rpc room; handed to the nodes "rpc call request" and "rpc call reply".
 */

export interface DeviceCall {
  readonly tenantId: string
  readonly deviceId: string
  /** The request's UUID, from metadata `requestUUID` or new. */
  readonly requestId: string
  readonly method: string
  /** JSON text. */
  readonly params: string
  readonly oneway: boolean
  readonly persistent: boolean
  /** null: the system's maximum. */
  readonly retries: number | null
  /** Epoch ms. */
  readonly expirationTime: number
  /** JSON text or null. */
  readonly additionalInfo: string | null
}

/** How a call ended: the device's answer as text, or why there is none. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly response: string }
  | { readonly kind: 'sent' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'failed'; readonly error: string }

export interface DeviceCalls {
  /** Hands the call to the device's session, or keeps it for one until it expires. Resolves with how it ended. */
  call(call: DeviceCall): Promise<CallOutcome>
  /** Answers a client-side call of a session. False when the session is gone. */
  reply(sessionId: string, requestId: number, payload: string): boolean
}
