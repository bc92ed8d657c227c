/**
 * What a session sends its client, and when.
 *
 * Answers go out in their order. Updates of subscriptions are not queued: a subscription says that it has something,
 * and is asked for it in the next turn of its owner, so that many changes until then become one message. While
 * the client reads slowly, or got too much lately, subscriptions are simply not asked: what they hold is
 * merged, the newest stays, and memory is bounded. Only answers that pile up close a session.
 */

import { LiveErrorCode, type LiveUpdate } from '@sonde/model/entity-query/live-updates'
import type { Clock } from '../clock.ts'
import type { ReaderRoom, SocketLimits } from './socket-limits.ts'
import { createUpdateRate } from './update-rate.ts'

export interface UpdateSource {
  readonly cmdId: number
  /** The next messages; they count as sent. */
  drain(): LiveUpdate[]
  /** Whether rights are being looked at: it is not asked until then, and marks itself again. */
  readonly isUndecided?: boolean
  /** Drops what is older; the characters of points that are left. Those who keep the newest alone need none. */
  thin?(): number
}

/** The part of a WebSocket that is written to. */
export interface OutSocket {
  readonly bufferedAmount: number
  /** Bytes are those of a text. */
  send(text: string | Uint8Array, options: { readonly binary: false }, done: (error?: Error | null) => void): void
}

/** What waits for clients of an owner, who may have so much and no more. */
export interface BufferRoom {
  tryAcquire(bytes: number): boolean
  give(bytes: number): void
}

export interface OutboxDeps {
  readonly socket: OutSocket
  readonly clock: Clock
  readonly limits: Pick<SocketLimits, 'queuedMessages' | 'updateRates'>
  /** What may wait here; it changes with the number of sessions. */
  readonly room: () => ReaderRoom
  /** Of all sessions of the owner. */
  readonly buffers: BufferRoom
  /** Runs a short job in the owner's turn. */
  readonly soon: (job: () => void) => void
  /** More waits than the bounds allow: close the session. */
  readonly onOverflow: (what: 'answers' | 'bytes') => void
  readonly onSent: (messages: number) => void
}

export type SessionOutbox = ReturnType<typeof createSessionOutbox>

export function createSessionOutbox(deps: OutboxDeps) {
  const { socket, clock, limits, room, buffers, soon, onOverflow, onSent } = deps
  const rate = createUpdateRate(limits.updateRates)
  const answers: (LiveUpdate | Uint8Array)[] = []
  /** Sources with something to send, and the characters of the points that each holds. */
  const ready = new Map<UpdateSource, number>()
  let held = 0
  /** What was left when points were thinned last: keys may have one point each. */
  let leftLast = 0
  let isScheduled = false
  /** Of what is in the socket's buffer, taken from the owner's room. */
  let taken = 0
  /** When the client took something last, while something waits for it. */
  let progressMs = 0
  let rateTimer: NodeJS.Timeout | null = null
  let warned = false
  let blocked = false
  let closed = false
  let whenWritable: (() => void)[] = []

  function schedule() {
    if (isScheduled || closed) return
    isScheduled = true
    soon(flush)
  }

  function send(update: LiveUpdate | Uint8Array) {
    if (closed) return
    socket.send(update instanceof Uint8Array ? update : JSON.stringify(update), { binary: false }, drained)
    onSent(1)
    if (taken === 0) progressMs = clock.nowMs()
    if (!settle()) return onOverflow('bytes')
    if (taken > room().bufferedBytes) blocked = true
  }

  /** Takes what the socket's buffer has now; false: the owner has no room for it. */
  function settle(): boolean {
    const { bufferedAmount } = socket
    const more = bufferedAmount - taken
    if (more > 0 && !buffers.tryAcquire(more)) return false
    if (more < 0) buffers.give(-more)
    taken = bufferedAmount
    return true
  }

  function drained() {
    if (closed) return
    progressMs = clock.nowMs()
    settle()
    if (!blocked || closed || socket.bufferedAmount > room().bufferedBytes / 4) return
    blocked = false
    const resolved = whenWritable
    whenWritable = []
    for (const resolve of resolved) resolve()
    schedule()
  }

  function flush() {
    isScheduled = false
    if (closed) return
    while (!blocked) {
      const answer = answers.shift()
      if (answer === undefined) break
      rate.note(clock.nowMs())
      send(answer)
    }
    for (const [source, characters] of ready) {
      if (blocked || isHeld(source)) break
      if (source.isUndecided) continue
      ready.delete(source)
      held -= characters
      for (const update of source.drain()) {
        rate.note(clock.nowMs())
        send(update)
      }
    }
    if (ready.size === 0) leftLast = 0
    if (blocked && answers.length > limits.queuedMessages) onOverflow('answers')
  }

  function thin() {
    held = 0
    for (const [source, before] of ready) {
      const left = source.thin ? source.thin() : before
      ready.set(source, left)
      held += left
    }
    leftLast = held
  }

  /** Whether the client got too much lately; one notice says that updates are merged from now on. */
  function isHeld({ cmdId }: UpdateSource): boolean {
    if (rateTimer) return true
    const waitMs = rate.waitMs(clock.nowMs())
    if (waitMs === 0) {
      warned = false
      return false
    }
    if (!warned) {
      warned = true
      send({
        subscriptionId: cmdId,
        errorCode: LiveErrorCode.TOO_MANY_UPDATES,
        errorMsg: 'Too many updates for one connection. They are merged until the rate allows more.',
        data: null,
        latestValues: {},
      })
    }
    rateTimer = setTimeout(() => {
      rateTimer = null
      schedule()
    }, waitMs)
    return true
  }

  return {
    /** An answer to a command, or the bytes of its text: in order, never merged. */
    answer(update: LiveUpdate | Uint8Array) {
      if (closed) return
      answers.push(update)
      schedule()
    },
    /** The source has something to send; its points have so many characters more than before. */
    mark(source: UpdateSource, characters = 0) {
      if (closed) return
      ready.set(source, (ready.get(source) ?? 0) + characters)
      held += characters
      if (!blocked && rateTimer === null) schedule()
      else if (held > room().heldCharacters && held > 2 * leftLast) thin()
    },
    /** Whether updates wait, because the client reads slowly or got too much: keep only the newest. */
    get isHolding() {
      return blocked || rateTimer !== null
    },
    /** What the source has is no longer wanted. */
    forget(source: UpdateSource) {
      held -= ready.get(source) ?? 0
      ready.delete(source)
    },
    /** Characters of points that wait. */
    get heldCharacters() {
      return held
    },
    /** How long the client has taken nothing of what waits for it, ms. */
    stalledMs: (nowMs: number): number => (blocked && !closed ? nowMs - progressMs : 0),
    /** Resolves when the client has read enough for another answer. */
    writable: (): Promise<void> =>
      blocked && !closed ? new Promise((resolve) => whenWritable.push(resolve)) : Promise.resolve(),
    close() {
      closed = true
      buffers.give(taken)
      taken = 0
      if (rateTimer) clearTimeout(rateTimer)
      answers.length = 0
      ready.clear()
      held = 0
      for (const resolve of whenWritable) resolve()
      whenWritable = []
    },
  }
}
