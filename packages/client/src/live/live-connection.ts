/**
 * Connection of the live client: opening, reconnecting and closing.
 *
 * It opens while there are subscribers, waits longer after each failure, reconnects at once when the network returns,
 * and closes 90 s after the last subscriber left. The server closes it when its token expires, so the connection sends
 * a newer token in time.
 */

import type { AuthFrame } from '@sonde/model/entity-query/live-commands'
import type { AuthUpdate } from '@sonde/model/entity-query/live-updates'
import { ApiError, SessionError } from '../rest/api-error.ts'
import type { Session } from '../session/session.ts'
import type { ClientClock } from '../session/session-parts.ts'
import type { LiveSocket, OpenSocket, Timers } from './live-socket.ts'
import { createLiveStatus } from './live-status.ts'

/** Reasons of the server that mean that the token grants nothing any more, though it hasn't expired for the client. */
const endedTokenReasons: ReadonlySet<string> = new Set([
  'You are signed out.',
  'The token has expired. Connect with a new one.',
])
/** Delay of the first reconnection attempt, ms. */
export const retryFirstMs = 2000
/** Maximum delay between attempts, ms. */
export const retryMaxMs = 30_000
const retryGrowth = 1.6
/** Share of the delay that is randomized, to spread the attempts of many clients. */
const retrySpread = 0.3
/** Time that the connection stays open without subscribers, ms. */
export const idleCloseMs = 90_000
/** Time after which a connection counts as stable, ms: the next loss starts with the first delay again. */
const stableAfterMs = 10_000
/** Timeout for opening the socket, ms. */
const openWithinMs = 20_000

/** Time before the token expires at which a newer one is sent, ms. */
export const renewBeforeMs = 60_000
/** Delay of the next attempt if no newer token was available, ms. */
const renewAgainMs = 5000

/** Close codes without a message for the user: the peer left, restarted or timed out. */
const silentCloseCodes = new Set([1000, 1001, 1005, 1006, 1011, 1012, 4500])

export interface ConnectionDeps {
  /** `ws://host:port`, without a trailing slash. */
  readonly socketBaseUrl: string
  readonly session: Session
  readonly openSocket: OpenSocket
  readonly clock: ClientClock
  readonly timers: Timers
  /** Random number in [0, 1). */
  readonly random: () => number
  /** Called when the connection is open, to send all subscriptions. */
  readonly onOpen: () => void
  readonly onText: (text: string) => void
}

/** Purposes of timers. A new one replaces the one with the same purpose; leaving a state ends all of its timers. */
type Purpose = 'retry' | 'idle' | 'stable' | 'opening' | 'renewal'

/** Each change makes a new object, so late events and answers of an earlier state are recognized by it. */
type State =
  /** There are no subscribers, or no user is signed in. */
  | { readonly kind: 'closed' }
  /** Waits for an access token. */
  | { readonly kind: 'authenticating' }
  | { readonly kind: 'opening'; readonly socket: LiveSocket }
  | OpenState
  /** Waits until the next attempt. */
  | { readonly kind: 'waiting' }

interface OpenState {
  readonly kind: 'open'
  readonly socket: LiveSocket
  /** Token that the server has for this connection. */
  token: string
}

export type LiveConnection = ReturnType<typeof createLiveConnection>

export function createLiveConnection(deps: ConnectionDeps) {
  const { session, openSocket, clock, timers, random } = deps
  const status = createLiveStatus()
  const running = new Map<Purpose, unknown>()
  let state: State = { kind: 'closed' }
  let hasSubscribers = false
  /** Attempts since the connection was last stable. */
  let attempts = 0
  let renewals = 0
  let wasOffline = false
  let userId = session.user?.userId ?? null

  function startTimer(purpose: Purpose, ms: number, run: () => void) {
    timers.clear(running.get(purpose))
    running.set(purpose, timers.set(run, ms))
  }

  function stopTimer(purpose: Purpose) {
    timers.clear(running.get(purpose))
    running.delete(purpose)
  }

  function enter<S extends State>(next: S): S {
    for (const timer of running.values()) timers.clear(timer)
    running.clear()
    state = next
    return next
  }

  async function connect() {
    const authenticating = enter({ kind: 'authenticating' })
    status.become({ kind: 'connecting' })
    let token: string | null
    try {
      token = await session.accessToken()
    } catch (error) {
      if (state !== authenticating) return
      if (error instanceof SessionError) return drop()
      if (error instanceof ApiError) return waitToRetry(null)
      throw error
    }
    if (state !== authenticating) return
    // No user is signed in; the session's `onChange` fires on sign-in.
    if (token === null) return drop()
    open(token)
  }

  function open(token: string) {
    const socket = openSocket(`${deps.socketBaseUrl}/api/ws/plugins/telemetry?token=${encodeURIComponent(token)}`, {
      onOpen() {
        if (!isCurrent()) return
        const opened = enter({ kind: 'open', socket, token })
        startTimer('stable', stableAfterMs, () => {
          attempts = 0
        })
        status.become({ kind: 'open' })
        renewInTime(opened)
        deps.onOpen()
      },
      onText(text) {
        if (!isCurrent()) return
        status.messageAt(clock.nowMs())
        deps.onText(text)
      },
      onClose(code, reason) {
        if (!isCurrent()) return
        // The session's `onChange` reports its end; otherwise the next attempt has a new token.
        if (endedTokenReasons.has(reason)) void session.refresh(token).catch(() => {})
        lost(silentCloseCodes.has(code) ? null : reason || `The connection closed (${code}).`)
      },
    })
    const isCurrent = () => 'socket' in state && state.socket === socket
    enter({ kind: 'opening', socket })
    startTimer('opening', openWithinMs, () => {
      lost(null)
      socket.close(1000)
    })
  }

  function renewInTime(opened: OpenState) {
    const endsMs = session.accessTokenEndsMs()
    if (endsMs === null) return stopTimer('renewal')
    const leftMs = Math.max(0, endsMs - clock.nowMs())
    startTimer('renewal', leftMs - Math.min(renewBeforeMs, leftMs / 2), () => void renew(opened))
  }

  async function renew(opened: OpenState) {
    let token: string
    try {
      token = await session.refresh(opened.token)
    } catch (error) {
      // The session's `onChange` reports the end of the session.
      if (state !== opened || error instanceof SessionError) return
      if (!(error instanceof ApiError)) throw error
      return startTimer('renewal', renewAgainMs, () => void renew(opened))
    }
    if (state !== opened) return
    opened.token = token
    const frame: AuthFrame = { authCmd: { cmdId: ++renewals, token } }
    opened.socket.send(JSON.stringify(frame))
    renewInTime(opened)
  }

  function lost(reason: string | null) {
    if (hasSubscribers) waitToRetry(reason)
    else drop()
  }

  function waitToRetry(reason: string | null) {
    enter({ kind: 'waiting' })
    const delay = Math.min(retryMaxMs, retryFirstMs * retryGrowth ** attempts)
    // The first attempt has no random spread; later ones do, so that clients don't overload a restarted server.
    const spread = attempts === 0 ? 0 : delay * retrySpread * (random() * 2 - 1)
    const waitMs = Math.min(retryMaxMs, Math.round(delay + spread))
    attempts++
    status.become({ kind: 'waiting', retryAt: clock.nowMs() + waitMs, attempts, reason })
    startTimer('retry', waitMs, () => void connect())
  }

  /** Closes the connection, if any, without reconnecting. */
  function drop() {
    const before = state
    enter({ kind: 'closed' })
    if ('socket' in before) before.socket.close(1000)
    if (before.kind !== 'closed') status.become({ kind: 'closed' })
  }

  function reconnect() {
    drop()
    attempts = 0
    if (hasSubscribers) void connect()
  }

  const stopListening = session.onChange((user) => {
    const next = user?.userId ?? null
    if (next === userId) return
    userId = next
    reconnect()
  })

  return {
    status: status.store,
    get isOpen() {
      return state.kind === 'open'
    },
    /** Must only be called while the connection is open. */
    send(text: string) {
      if (state.kind === 'open') state.socket.send(text)
    },
    /** Reports whether there are subscribers. */
    want(someone: boolean) {
      if (someone === hasSubscribers) return
      hasSubscribers = someone
      stopTimer('idle')
      if (someone && state.kind === 'closed') void connect()
      else if (!someone) {
        if (state.kind === 'open') startTimer('idle', idleCloseMs, drop)
        else drop()
      }
    },
    /** Reports that the browser went offline or online. */
    networkChanged(online: boolean) {
      if (!online) {
        wasOffline = true
        return
      }
      // A socket that survived an offline period may be dead without a close event.
      if (state.kind === 'waiting' || (wasOffline && state.kind !== 'closed')) reconnect()
      wasOffline = false
    },
    reconnect,
    /** Response to a renewed token. If it was rejected, the connection would close soon. */
    tokenAnswered({ errorCode }: AuthUpdate) {
      if (errorCode !== 0) reconnect()
    },
    close() {
      hasSubscribers = false
      stopListening()
      drop()
    },
  }
}
