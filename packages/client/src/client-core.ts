/**
 * Core of the client: session, calls and live subscriptions for one server.
 *
 * A page that must stay small uses this and only the call modules that it needs: `createDeviceCalls(core.rest)`.
 */

import { createLiveClient } from './live/live-client.ts'
import { type OpenSocket, openPlatformSocket, platformTimers, type Timers } from './live/live-socket.ts'
import type { SessionError } from './rest/api-error.ts'
import { createRest, type RequestHooks } from './rest/rest.ts'
import { createSession } from './session/session.ts'
import { type ClientClock, memoryStorage, type SessionLock, type TokenStorage } from './session/session-parts.ts'

export interface ClientOptions extends RequestHooks {
  /** `http://host:port`. In a page: `location.origin`. */
  readonly baseUrl: string
  /** Storage of the tokens; default: in memory. */
  readonly storage?: TokenStorage
  /**
   * Prevents clients with a shared storage from refreshing tokens at the same time. In a page:
   * `webLock(navigator.locks)`.
   */
  readonly lock?: SessionLock
  /** Called when the session ended without a sign-out by the user. */
  readonly onForcedLogout?: (error: SessionError) => void
  readonly fetch?: typeof globalThis.fetch
  /** Default: the runtime's WebSocket (browsers, Node 22 and later). */
  readonly openSocket?: OpenSocket
  readonly clock?: ClientClock
  readonly timers?: Timers
  readonly random?: () => number
}

export type ClientCore = ReturnType<typeof createClientCore>

/** Sends no request before the first call or subscription. */
export function createClientCore(options: ClientOptions) {
  const baseUrl = options.baseUrl.replace(/\/+$/, '')
  const fetch = options.fetch ?? globalThis.fetch
  const clock = options.clock ?? { nowMs: () => Date.now() }
  const random = options.random ?? Math.random
  const { onForcedLogout, onRequestStart, onRequestEnd, onRequestError } = options
  const storage = options.storage ?? memoryStorage()
  const timers = options.timers ?? platformTimers
  const session = createSession({
    baseUrl,
    fetch,
    storage,
    clock,
    lock: options.lock,
    wait: (ms) => new Promise((resolve) => void timers.set(resolve, ms)),
    onForcedLogout,
  })
  const rest = createRest({ baseUrl, fetch, session, random, onRequestStart, onRequestEnd, onRequestError })
  const live = createLiveClient({
    socketBaseUrl: baseUrl.replace(/^http/, 'ws'),
    session,
    openSocket: options.openSocket ?? openPlatformSocket,
    clock,
    timers,
    random,
  })
  return {
    /** Signing in and out, and the signed-in user. */
    session,
    /** Any call by its method and path. */
    rest,
    /** Live subscriptions. */
    live,
    /** Closes the live connection. */
    close: () => live.close(),
  }
}
