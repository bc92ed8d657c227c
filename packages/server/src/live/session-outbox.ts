/**
 * What a session has to tell its client, and when.
 *
 * Answers go out in their order. Updates of subscriptions are not queued: a subscription says that it has something,
 * and is asked for it at the end of the event loop's turn, so that many changes of one turn become one message. While
 * the client reads slowly, or has been told too much lately, subscriptions are simply not asked: what they hold is
 * merged, the newest stays, and memory is bounded. Only answers that pile up close a session.
 */

import { LiveErrorCode, type LiveUpdate } from '@sonde/model/entity-query/live-updates'
import type { Clock } from '../clock.ts'
import type { ReaderRoom, SocketLimits } from './socket-limits.ts'
import { createUpdateRate } from './update-rate.ts'

export interface UpdateSource {
  readonly cmdId: number
  /** What there is to tell; it is told now and not kept. */
  take(): LiveUpdate[]
  /** Whether rights are being looked at: it is not asked until then, and marks itself again. */
  readonly isUndecided?: boolean
  /** Drops what is older; the characters of points that are left. Those who keep the newest alone need none. */
  thin?(): number
}

/** The part of a WebSocket that is written to. */
export interface OutSocket {
  readonly bufferedAmount: number
  send(text: string, done: (error?: Error | null) => void): void
}

export interface OutboxParts {
  readonly socket: OutSocket
  readonly clock: Clock
  readonly limits: Pick<SocketLimits, 'queuedMessages' | 'updateRates'>
  /** What may wait here; it changes with the number of sessions. */
  readonly room: () => ReaderRoom
  /** More answers wait than the bounds allow: close the session. */
  readonly onOverflow: () => void
  readonly onSent: (messages: number) => void
}

export type SessionOutbox = ReturnType<typeof createSessionOutbox>

export function createSessionOutbox({ socket, clock, limits, room, onOverflow, onSent }: OutboxParts) {
  const rate = createUpdateRate(limits.updateRates)
  const answers: (LiveUpdate | string)[] = []
  /** Sources with something to tell, and the characters of the points that each holds. */
  const ready = new Map<UpdateSource, number>()
  let held = 0
  /** What was left when points were thinned last: keys may have one point each. */
  let leftLast = 0
  let scheduled: NodeJS.Immediate | null = null
  let rateTimer: NodeJS.Timeout | null = null
  let warned = false
  let blocked = false
  let closed = false
  let whenWritable: (() => void)[] = []

  function schedule() {
    if (scheduled || closed) return
    scheduled = setImmediate(flush)
  }

  function send(update: LiveUpdate | string) {
    socket.send(typeof update === 'string' ? update : JSON.stringify(update), drained)
    onSent(1)
    if (socket.bufferedAmount > room().bufferedBytes) blocked = true
  }

  function drained() {
    if (!blocked || closed || socket.bufferedAmount > room().bufferedBytes / 4) return
    blocked = false
    const resolved = whenWritable
    whenWritable = []
    for (const resolve of resolved) resolve()
    schedule()
  }

  function flush() {
    scheduled = null
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
      for (const update of source.take()) {
        rate.note(clock.nowMs())
        send(update)
      }
    }
    if (ready.size === 0) leftLast = 0
    if (blocked && answers.length > limits.queuedMessages) onOverflow()
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

  /** Whether the client has been told too much lately; it hears once that updates are merged from now on. */
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
        errorMsg: 'Too many updates for one session: they are merged until the rate allows more.',
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
    /** An answer to a command, or its text: in order, never merged. */
    answer(update: LiveUpdate | string) {
      if (closed) return
      answers.push(update)
      schedule()
    },
    /** The source has something to tell; its points have so many characters more than before. */
    mark(source: UpdateSource, characters = 0) {
      if (closed) return
      ready.set(source, (ready.get(source) ?? 0) + characters)
      held += characters
      if (!blocked && rateTimer === null) schedule()
      else if (held > room().heldCharacters && held > 2 * leftLast) thin()
    },
    /** Whether updates wait, because the client reads slowly or was told too much: keep only the newest. */
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
    /** Resolves when the client has read enough for another answer. */
    writable: (): Promise<void> =>
      blocked && !closed ? new Promise((resolve) => whenWritable.push(resolve)) : Promise.resolve(),
    close() {
      closed = true
      if (scheduled) clearImmediate(scheduled)
      if (rateTimer) clearTimeout(rateTimer)
      answers.length = 0
      ready.clear()
      held = 0
      for (const resolve of whenWritable) resolve()
      whenWritable = []
    },
  }
}
