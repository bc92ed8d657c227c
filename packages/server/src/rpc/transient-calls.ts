/**
 * Transient RPC calls, which are only in memory: sent to the device's session, or waiting for one until they expire.
 */

import type { Clock } from '../clock.ts'
import type { DeviceSession } from '../transports/device-session.ts'
import type { SessionRegistry } from '../transports/session-registry.ts'
import type { AddWaiting } from './call-limits.ts'
import type { CallOutcome, DeviceCall } from './device-calls.ts'

/** Maximum waiting calls of one device, and of all; further ones are rejected. */
export const waitingCallsPerDeviceMax = 100
export const waitingCallsMax = 10_000
/** Maximum lifetime of a transient call, ms: its caller doesn't wait longer either. */
export const passingCallMsMax = 300_000
/** Largest request ID of a transient call, starting at 1; persistent calls have greater ones. */
export const passingRequestIdMax = 0x3fff_ffff

interface PassingCall {
  readonly call: DeviceCall
  readonly requestId: number
  isSent: boolean
  readonly timer: NodeJS.Timeout
  readonly waiting: { end(): void }
  readonly resolve: (outcome: CallOutcome) => void
}

export interface PassingCalls {
  call(call: DeviceCall): Promise<CallOutcome>
  /** Sends waiting calls to a session that accepts calls. */
  flush(session: DeviceSession): void
  /** Returns false if no such call is waiting. */
  answered(deviceId: string, requestId: number, payload: string): boolean
  /** The device was deleted: ends its calls. */
  drop(deviceId: string): void
  /** Ends all waiting calls, because the process stops. */
  close(): void
  readonly size: number
}

export interface TransientRpcDeps {
  readonly sessions: Pick<SessionRegistry, 'ofDevice'>
  readonly clock: Clock
  /** Counts a waiting call of a tenant. Throws 429. */
  readonly addWaiting: AddWaiting
}

export function createPassingCalls({ sessions, clock, addWaiting }: TransientRpcDeps): PassingCalls {
  const byDevice = new Map<string, Map<number, PassingCall>>()
  let size = 0
  let lastRequestId = 0

  function end(passing: PassingCall, outcome: CallOutcome) {
    const calls = byDevice.get(passing.call.deviceId)
    if (!calls?.delete(passing.requestId)) return
    size--
    if (calls.size === 0) byDevice.delete(passing.call.deviceId)
    clearTimeout(passing.timer)
    passing.waiting.end()
    passing.resolve(outcome)
  }

  const timedOut = (passing: PassingCall) =>
    end(passing, { kind: 'failed', error: passing.isSent ? 'TIMEOUT' : 'NO_ACTIVE_CONNECTION' })

  function send(passing: PassingCall, session: DeviceSession): boolean {
    const { call, requestId } = passing
    // Only the response shows whether the call arrived; a one-way call is done when it is written.
    if (!session.link.sendCall({ requestId, method: call.method, params: call.params }, () => {})) return false
    passing.isSent = true
    if (call.oneway) end(passing, { kind: 'sent' })
    return true
  }

  function nextRequestId(taken: ReadonlyMap<number, unknown>): number {
    do lastRequestId = lastRequestId >= passingRequestIdMax ? 1 : lastRequestId + 1
    while (taken.has(lastRequestId))
    return lastRequestId
  }

  return {
    call(call) {
      const calls = byDevice.get(call.deviceId) ?? new Map<number, PassingCall>()
      if (calls.size >= waitingCallsPerDeviceMax || size >= waitingCallsMax) {
        return Promise.resolve({ kind: 'failed', error: 'TOO_MANY_CALLS' })
      }
      const { tenantId, deviceId, requestId: rpcId } = call
      const waiting = addWaiting({ tenantId, deviceId, rpcId })
      return new Promise((resolve) => {
        const requestId = nextRequestId(calls)
        const waitMs = Math.min(Math.max(0, call.expirationTime - clock.nowMs()), passingCallMsMax)
        const timer = setTimeout(() => timedOut(passing), waitMs)
        timer.unref()
        const passing: PassingCall = { call, requestId, isSent: false, timer, waiting, resolve }
        byDevice.set(call.deviceId, calls.set(requestId, passing))
        size++
        // Prefers the newest session that accepts calls: an older one may be about to end.
        for (const session of [...sessions.ofDevice(call.deviceId)].reverse()) {
          if (session.wantsCalls && send(passing, session)) break
        }
      })
    },
    flush(session) {
      for (const passing of [...(byDevice.get(session.device.id.id)?.values() ?? [])]) {
        if (!session.wantsCalls) return
        if (!passing.isSent) send(passing, session)
      }
    },
    answered(deviceId, requestId, payload) {
      const passing = byDevice.get(deviceId)?.get(requestId)
      if (!passing) return false
      end(passing, { kind: 'answered', response: payload })
      return true
    },
    drop(deviceId) {
      for (const passing of [...(byDevice.get(deviceId)?.values() ?? [])]) {
        end(passing, { kind: 'failed', error: 'NOT_FOUND' })
      }
    },
    close() {
      for (const calls of [...byDevice.values()]) for (const passing of [...calls.values()]) timedOut(passing)
    },
    get size() {
      return size
    },
  }
}
