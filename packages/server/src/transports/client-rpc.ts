/**
 * Calls of devices to the server that wait for a rule chain's answer.
 *
 * A chain that never answers is answered for after a minute, so that a device does not wait without end.
 */

import type { DeviceSession } from './device-session.ts'

export const clientCallTimeoutMs = 60_000
/** Waiting calls of one session; further ones are answered with an error at once. */
export const clientCallsPerSessionMax = 64

export interface ClientCalls {
  /** Notes that the session waits for an answer. False when too many are open already; the session has got the error. */
  start(session: DeviceSession, requestId: number): boolean
  /** False when nobody waits for it. */
  answer(session: DeviceSession, requestId: number, payload: string): boolean
  /** Forgets a call that was never accepted. */
  forget(session: DeviceSession, requestId: number): void
  /** Forgets all of a session that ends. */
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
