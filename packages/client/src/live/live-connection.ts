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
const soundAfterMs = 10_000
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

export type LiveConnection = ReturnType<typeof createLiveConnection>

export function createLiveConnection(deps: ConnectionDeps) {
  const { session, openSocket, clock, timers, random } = deps
  const status = createLiveStatus()
  let wanted = false
  let socket: LiveSocket | null = null
  let isOpen = false
  /** Detects late events of earlier sockets and token requests. */
  let generation = 0
  let attempts = 0
  let retryTimer: unknown
  let idleTimer: unknown
  let soundTimer: unknown
  let openTimer: unknown
  let renewTimer: unknown
  /** Token that the server has for this connection. */
  let heldToken = ''
  let renewals = 0
  let wasOffline = false
  let userId = session.user?.userId ?? null

  async function connect() {
    clearTimers()
    const mine = ++generation
    status.become({ kind: 'connecting' })
    let token: string | null
    try {
      token = await session.accessToken()
    } catch (error) {
      if (mine !== generation) return
      if (error instanceof SessionError) return drop()
      if (error instanceof ApiError) return waitToRetry(null)
      throw error
    }
    if (mine !== generation) return
    // No user is signed in; the session's `onChange` fires on sign-in.
    if (token === null) return drop()
    heldToken = token
    socket = openSocket(`${deps.socketBaseUrl}/api/ws/plugins/telemetry?token=${encodeURIComponent(token)}`, {
      onOpen() {
        if (mine !== generation) return
        timers.clear(openTimer)
        isOpen = true
        soundTimer = timers.set(() => {
          attempts = 0
        }, soundAfterMs)
        status.become({ kind: 'open' })
        renewInTime()
        deps.onOpen()
      },
      onText(text) {
        if (mine !== generation) return
        status.messageAt(clock.nowMs())
        deps.onText(text)
      },
      onClose(code, reason) {
        if (mine === generation) lost(silentCloseCodes.has(code) ? null : reason || `The connection closed (${code}).`)
      },
    })
    openTimer = timers.set(() => {
      const slow = socket
      lost(null)
      slow?.close(1000)
    }, openWithinMs)
  }

  function renewInTime() {
    timers.clear(renewTimer)
    const endsMs = session.accessTokenEndsMs()
    if (endsMs === null) return
    const leftMs = Math.max(0, endsMs - clock.nowMs())
    renewTimer = timers.set(() => void renew(), leftMs - Math.min(renewBeforeMs, leftMs / 2))
  }

  async function renew() {
    const mine = generation
    let token: string
    try {
      token = await session.refresh(heldToken)
    } catch (error) {
      // The session's `onChange` reports the end of the session.
      if (mine !== generation || error instanceof SessionError) return
      if (!(error instanceof ApiError)) throw error
      renewTimer = timers.set(() => void renew(), renewAgainMs)
      return
    }
    if (mine !== generation || !isOpen) return
    heldToken = token
    const frame: AuthFrame = { authCmd: { cmdId: ++renewals, token } }
    socket?.send(JSON.stringify(frame))
    renewInTime()
  }

  function lost(reason: string | null) {
    generation++
    forgetSocket()
    if (wanted) waitToRetry(reason)
    else drop()
  }

  function waitToRetry(reason: string | null) {
    clearTimers()
    const delay = Math.min(retryMaxMs, retryFirstMs * retryGrowth ** attempts)
    // The first attempt has no random spread; later ones do, so that clients don't overload a restarted server.
    const spread = attempts === 0 ? 0 : delay * retrySpread * (random() * 2 - 1)
    const waitMs = Math.min(retryMaxMs, Math.round(delay + spread))
    attempts++
    status.become({ kind: 'waiting', retryAt: clock.nowMs() + waitMs, attempts, reason })
    retryTimer = timers.set(() => void connect(), waitMs)
  }

  /** Closes the connection, if any, without reconnecting. */
  function drop() {
    generation++
    clearTimers()
    const open = socket
    forgetSocket()
    open?.close(1000)
    if (status.store.get().kind !== 'closed') status.become({ kind: 'closed' })
  }

  function forgetSocket() {
    socket = null
    isOpen = false
    timers.clear(soundTimer)
    timers.clear(openTimer)
    timers.clear(renewTimer)
  }

  function clearTimers() {
    for (const timer of [retryTimer, idleTimer, soundTimer, openTimer, renewTimer]) timers.clear(timer)
  }

  function reconnect() {
    drop()
    attempts = 0
    if (wanted) void connect()
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
      return isOpen
    },
    /** Must only be called while the connection is open. */
    send: (text: string) => socket?.send(text),
    /** Reports whether there are subscribers. */
    want(someone: boolean) {
      if (someone === wanted) return
      wanted = someone
      timers.clear(idleTimer)
      if (wanted && status.store.get().kind === 'closed') void connect()
      else if (!wanted) {
        if (isOpen) idleTimer = timers.set(drop, idleCloseMs)
        else drop()
      }
    },
    /** Reports that the browser went offline or online. */
    networkChanged(online: boolean) {
      if (!online) {
        wasOffline = true
        return
      }
      const { kind } = status.store.get()
      // A socket that survived an offline period may be dead without a close event.
      if (kind === 'waiting' || (wasOffline && kind !== 'closed')) reconnect()
      wasOffline = false
    },
    reconnect,
    /** Response to a renewed token. If it was rejected, the connection would close soon. */
    tokenAnswered({ errorCode }: AuthUpdate) {
      if (errorCode !== 0) reconnect()
    },
    close() {
      wanted = false
      stopListening()
      drop()
    },
  }
}
