/**
 * The one connection of the live client: when it opens, how it comes back, when it ends.
 *
 * It opens while somebody wants it, waits longer after each failure, comes back at once when the network does, and
 * closes 90 s after the last subscriber left. The server ends it with its token, so it hands over a newer one in time.
 */

import type { AuthFrame } from '@sonde/model/entity-query/live-commands'
import type { AuthUpdate } from '@sonde/model/entity-query/live-updates'
import { ApiError, SessionError } from '../rest/api-error.ts'
import type { Session } from '../session/session.ts'
import type { ClientClock } from '../session/session-parts.ts'
import type { LiveSocket, OpenSocket, Timers } from './live-socket.ts'
import { createLiveStatus } from './live-status.ts'

/** Ms until the first attempt to come back. */
export const retryFirstMs = 2000
/** Ms between attempts, at most. */
export const retryMaxMs = 30_000
const retryGrowth = 1.6
/** Share of the delay by which attempts of many clients are spread. */
const retrySpread = 0.3
/** Ms that the connection stays without subscribers. */
export const idleCloseMs = 90_000
/** Ms after which a connection counts as sound, so that the next loss starts with the first delay again. */
const soundAfterMs = 10_000
/** Ms for the socket to open. */
const openWithinMs = 20_000

/** Ms before the end of the token at which a newer one is handed over. */
export const renewBeforeMs = 60_000
/** Ms until the next attempt when no newer token could be had. */
const renewAgainMs = 5000

/** Ways to close that need no words: the other end went, restarted, or lost patience. */
const silentCloseCodes = new Set([1000, 1001, 1005, 1006, 1011, 1012, 4500])

export interface ConnectionDeps {
  /** `ws://host:port`, without a slash at its end. */
  readonly socketBaseUrl: string
  readonly session: Session
  readonly openSocket: OpenSocket
  readonly clock: ClientClock
  readonly timers: Timers
  /** In [0, 1). */
  readonly random: () => number
  /** The connection is open: send every subscription. */
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
  /** Distinguishes late answers of earlier sockets and token requests from those of the present one. */
  let generation = 0
  let attempts = 0
  let retryTimer: unknown
  let idleTimer: unknown
  let soundTimer: unknown
  let openTimer: unknown
  let renewTimer: unknown
  /** What the server knows the connection by. */
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
    // Nobody is signed in; `onChange` of the session comes when somebody is.
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
      // The end of the session comes by `onChange`.
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
    // The first attempt comes when it was promised; later ones spread, so that a restarted server is not run over.
    const spread = attempts === 0 ? 0 : delay * retrySpread * (random() * 2 - 1)
    const waitMs = Math.min(retryMaxMs, Math.round(delay + spread))
    attempts++
    status.become({ kind: 'waiting', retryAt: clock.nowMs() + waitMs, attempts, reason })
    retryTimer = timers.set(() => void connect(), waitMs)
  }

  /** Ends the connection, if there is one, without coming back. */
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
    /** Only while open. */
    send: (text: string) => socket?.send(text),
    /** Somebody subscribes, or nobody does any more. */
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
    /** The browser says that the network went or came. */
    networkChanged(online: boolean) {
      if (!online) {
        wasOffline = true
        return
      }
      const { kind } = status.store.get()
      // A socket that outlived a lost network may be dead without knowing it.
      if (kind === 'waiting' || (wasOffline && kind !== 'closed')) reconnect()
      wasOffline = false
    },
    reconnect,
    /** The answer to a token that was handed over: without it the connection would end soon. */
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
