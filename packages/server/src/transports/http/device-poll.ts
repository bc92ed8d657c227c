/**
 * A pending long poll of a device: a session that ends after one downlink.
 *
 * The result is the received message or the reason for ending without one: timeout, deleted device or closed
 * connection.
 */

import type { ServerResponse } from 'node:http'
import type { DeviceRecord } from '../../devices/device-directory.ts'
import { guarded } from '../../guard/work.ts'
import type { CloseReason, DeviceSession, ServerRpc, SessionLink } from '../device-session.ts'
import type { SessionRegistry } from '../session-registry.ts'

/** Default and maximum timeout of a poll, ms. */
export const pollTimeoutDefaultMs = 60_000
export const pollTimeoutMaxMs = 300_000

export type PollResult =
  | { readonly kind: 'answered'; readonly json: string }
  | { readonly kind: 'timeout' | 'deviceDeleted' | 'ended' }

export class DevicePoll implements SessionLink {
  readonly session: DeviceSession
  readonly result: Promise<PollResult>
  readonly #sessions: SessionRegistry
  readonly #response: ServerResponse
  readonly #timer: NodeJS.Timeout
  #resolve: (result: PollResult) => void = () => {}
  #isDone = false

  constructor(sessions: SessionRegistry, device: DeviceRecord, response: ServerResponse, timeoutMs: number) {
    this.#sessions = sessions
    this.#response = response
    this.result = new Promise((resolve) => {
      this.#resolve = resolve
    })
    const waitMs = Math.min(timeoutMs > 0 ? timeoutMs : pollTimeoutDefaultMs, pollTimeoutMaxMs)
    this.#timer = setTimeout(() => this.#end({ kind: 'timeout' }), waitMs)
    this.session = sessions.open('HTTP', device, this)
    response.once(
      'close',
      guarded(() => void this.#end({ kind: 'ended' })),
    )
  }

  sendAttributes(update: string) {
    this.#end({ kind: 'answered', json: update })
  }

  sendCall({ requestId, method, params }: ServerRpc, delivered: () => void): boolean {
    if (this.#isDone || this.#response.destroyed) return false
    this.#response.once('finish', guarded(delivered))
    const json = `{"id":${requestId},"method":${JSON.stringify(method)},"params":${params}}`
    return this.#end({ kind: 'answered', json })
  }

  sendCallReply(_requestId: number, payload: string) {
    this.#end({ kind: 'answered', json: payload })
  }

  close(reason: CloseReason) {
    this.#end({ kind: reason === 'deviceDeleted' ? 'deviceDeleted' : 'ended' })
  }

  #end(result: PollResult): boolean {
    if (this.#isDone) return false
    this.#isDone = true
    clearTimeout(this.#timer)
    this.#sessions.closed(this.session)
    this.#resolve(result)
    return true
  }
}
