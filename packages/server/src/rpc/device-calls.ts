/**
 * Interface of the rule engine to device sessions: calls to devices and responses to the devices' own calls.
 * Implemented by the rpc module and used by the nodes "rpc call request" and "rpc call reply".
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

/** Outcome of a call: the device's response as text, or why there is none. */
export type CallOutcome =
  | { readonly kind: 'answered'; readonly response: string }
  | { readonly kind: 'sent' }
  | { readonly kind: 'queued' }
  | { readonly kind: 'failed'; readonly error: string }

export interface DeviceCalls {
  /** Sends the call to the device's session, or holds it for one until it expires. Resolves with the outcome. */
  call(call: DeviceCall): Promise<CallOutcome>
  /** Responds to a client-side call of a session. Returns false if the session has ended. */
  reply(sessionId: string, requestId: number, payload: string): boolean
}
