/**
 * What a session has to tell its client, and when.
 *
 * Answers go out in their order. Updates of subscriptions are not queued: a subscription says that it has something,
 * and is asked for it at the end of the event loop's turn, so that many changes of one turn become one message. While
 * the client reads slowly, or has been told too much lately, subscriptions are simply not asked: what they hold is
 * merged, and memory stays bounded.
 */

import { LiveErrorCode, type LiveUpdate } from '@sonde/model/entity-query/live-updates'
import type { Clock } from '../clock.ts'
import { bufferedBytesHigh, bufferedBytesLow, heldPointsMax, type SocketLimits } from './socket-limits.ts'
import { createUpdateRate } from './update-rate.ts'

export interface UpdateSource {
  readonly cmdId: number
  /** What there is to tell; it is told now and not kept. */
  take(): LiveUpdate[]
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
  /** More waits than the bounds allow: close the session. */
  readonly onOverflow: () => void
  readonly onSent: (messages: number) => void
}

export type SessionOutbox = ReturnType<typeof createSessionOutbox>

export function createSessionOutbox({ socket, clock, limits, onOverflow, onSent }: OutboxParts) {
  const rate = createUpdateRate(limits.updateRates)
  const answers: (LiveUpdate | string)[] = []
  /** Sources with something to tell, and how many points each holds. */
  const ready = new Map<UpdateSource, number>()
  let readyPoints = 0
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
    if (socket.bufferedAmount > bufferedBytesHigh) blocked = true
  }

  function drained() {
    if (!blocked || closed || socket.bufferedAmount > bufferedBytesLow) return
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
    for (const [source, points] of ready) {
      if (blocked || isHeld(source)) break
      ready.delete(source)
      readyPoints -= points
      for (const update of source.take()) {
        rate.note(clock.nowMs())
        send(update)
      }
    }
    if (blocked && answers.length + ready.size > limits.queuedMessages) onOverflow()
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
    /** The source has something to tell, `points` more than before. */
    mark(source: UpdateSource, points = 0) {
      if (closed) return
      ready.set(source, (ready.get(source) ?? 0) + points)
      readyPoints += points
      const waits = blocked || rateTimer !== null
      if (waits && (readyPoints > heldPointsMax || (blocked && ready.size > limits.queuedMessages))) onOverflow()
      else if (!waits) schedule()
    },
    /** Whether updates wait, because the client reads slowly or was told too much: keep only the newest. */
    get isHolding() {
      return blocked || rateTimer !== null
    },
    /** What the source has is no longer wanted. */
    forget(source: UpdateSource) {
      readyPoints -= ready.get(source) ?? 0
      ready.delete(source)
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
      for (const resolve of whenWritable) resolve()
      whenWritable = []
    },
  }
}
