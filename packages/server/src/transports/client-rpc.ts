/**
 * Client-side RPC calls that wait for the reply of a rule chain.
 *
 * A call without a reply gets a timeout error after one minute, so that the device doesn't wait forever.
 */

import type { DeviceSession } from './device-session.ts'

export const clientCallTimeoutMs = 60_000
/** Maximum number of pending calls per session; further calls get an error at once. */
export const clientCallsPerSessionMax = 64

export interface ClientCalls {
  /** Registers a pending call. Returns false when the session has too many; the error is then already sent to it. */
  start(session: DeviceSession, requestId: number): boolean
  /** Sends the reply. Returns false when no such call is pending. */
  answer(session: DeviceSession, requestId: number, payload: string): boolean
  /** Removes a call that was never accepted. */
  forget(session: DeviceSession, requestId: number): void
  /** Removes all calls of a closing session. */
  drop(session: DeviceSession): void
}

export function createClientCalls({ timeoutMs = clientCallTimeoutMs }: { timeoutMs?: number } = {}): ClientCalls {
  const waiting = new Map<DeviceSession, Map<number, NodeJS.Timeout>>()

  function tryConsume(session: DeviceSession, requestId: number): boolean {
    const calls = waiting.get(session)
    const timer = calls?.get(requestId)
    if (!calls || !timer) return false
    clearTimeout(timer)
    calls.delete(requestId)
    if (calls.size === 0) waiting.delete(session)
    return true
  }

  return {
    start(session, requestId) {
      tryConsume(session, requestId)
      const calls = waiting.get(session) ?? new Map<number, NodeJS.Timeout>()
      if (calls.size >= clientCallsPerSessionMax) {
        session.link.sendCallReply(requestId, '{"error":"too many waiting calls"}')
        return false
      }
      const timer = setTimeout(() => {
        if (tryConsume(session, requestId)) session.link.sendCallReply(requestId, '{"error":"timeout"}')
      }, timeoutMs)
      timer.unref()
      waiting.set(session, calls.set(requestId, timer))
      return true
    },
    answer(session, requestId, payload) {
      if (!tryConsume(session, requestId)) return false
      session.link.sendCallReply(requestId, payload)
      return true
    },
    forget: tryConsume,
    drop(session) {
      for (const timer of waiting.get(session)?.values() ?? []) clearTimeout(timer)
      waiting.delete(session)
    },
  }
}
