/**
 * Outgoing messages of a session.
 *
 * Responses are sent in order. Updates of subscriptions aren't queued: a subscription marks itself as changed and is
 * drained in the next turn of its owner, so that many changes become one message. While the client reads slowly or
 * exceeds its update rate, subscriptions aren't drained: their changes are merged, the newest values are kept, and
 * memory stays limited. Only a backlog of responses or buffered bytes closes a session.
 */

import { LiveErrorCode, type LiveUpdate } from '@sonde/model/entity-query/live-updates'
import type { Clock } from '../clock.ts'
import type { ReaderRoom, SocketLimits } from './socket-limits.ts'
import { createUpdateRate } from './update-rate.ts'

export interface UpdateSource {
  readonly cmdId: number
  /** Returns the next messages and marks them as sent. */
  drain(): LiveUpdate[]
  /** True while permissions are being checked: the source isn't drained until then, and marks itself again. */
  readonly isUndecided?: boolean
  /**
   * Drops older points; returns the number of remaining characters of points. Absent for sources that keep only the
   * newest values.
   */
  thin?(): number
}

/** Subset of a WebSocket for writing. */
export interface OutSocket {
  readonly bufferedAmount: number
  /** Bytes are UTF-8 text. */
  send(text: string | Uint8Array, options: { readonly binary: false }, done: (error?: Error | null) => void): void
}

/** Limit on the bytes buffered for the clients of an owner. */
export interface BufferRoom {
  tryAcquire(bytes: number): boolean
  give(bytes: number): void
}

export interface OutboxDeps {
  readonly socket: OutSocket
  readonly clock: Clock
  readonly limits: Pick<SocketLimits, 'queuedMessages' | 'updateRates'>
  /** Limits of this session; they depend on the number of sessions. */
  readonly room: () => ReaderRoom
  /** Shared by all sessions of the owner. */
  readonly buffers: BufferRoom
  /** Runs a short job in the owner's turn. */
  readonly soon: (job: () => void) => void
  /** A limit on waiting data is exceeded: the session must be closed. */
  readonly onOverflow: (what: 'answers' | 'bytes') => void
  readonly onSent: (messages: number) => void
}

/** Whether the socket takes more. */
type Flow =
  | { readonly kind: 'free' }
  /** Too much waits for the client; `whenWritable` is called when it has read enough. */
  | { readonly kind: 'blocked'; readonly whenWritable: (() => void)[] }
  | { readonly kind: 'closed' }

/** Whether the client gets updates at once. */
type Pace =
  | { readonly kind: 'immediate' }
  /** The rate is exceeded and the client has been told; updates wait for the timer. */
  | { readonly kind: 'held'; readonly timer: NodeJS.Timeout }
  /** The wait is over, but the client has been told: no further notice until the rate allows updates again. */
  | { readonly kind: 'told' }

const free: Flow = { kind: 'free' }
const closed: Flow = { kind: 'closed' }
const immediate: Pace = { kind: 'immediate' }
const told: Pace = { kind: 'told' }

export type SessionOutbox = ReturnType<typeof createSessionOutbox>

export function createSessionOutbox(deps: OutboxDeps) {
  const { socket, clock, limits, room, buffers, soon, onOverflow, onSent } = deps
  const rate = createUpdateRate(limits.updateRates)
  const answers: (LiveUpdate | Uint8Array)[] = []
  /** Sources with pending updates, and the characters of points that each holds. */
  const ready = new Map<UpdateSource, number>()
  let held = 0
  /** Characters that remained after the last thinning: every key may keep one point. */
  let leftLast = 0
  let isScheduled = false
  /** Bytes in the socket's buffer that are counted in `buffers`. */
  let taken = 0
  /** Time of the client's last progress while data waits for it, epoch ms. */
  let progressMs = 0
  let flow: Flow = free
  let pace: Pace = immediate

  const isFree = () => flow.kind === 'free'
  const isClosed = () => flow.kind === 'closed'

  function schedule() {
    if (isScheduled || isClosed()) return
    isScheduled = true
    soon(flush)
  }

  function send(update: LiveUpdate | Uint8Array) {
    if (isClosed()) return
    socket.send(update instanceof Uint8Array ? update : JSON.stringify(update), { binary: false }, drained)
    onSent(1)
    if (taken === 0) progressMs = clock.nowMs()
    if (!settle()) return onOverflow('bytes')
    if (isFree() && taken > room().bufferedBytes) flow = { kind: 'blocked', whenWritable: [] }
  }

  /** Updates the count to the size of the socket's buffer; false: the owner's limit is exceeded. */
  function settle(): boolean {
    const { bufferedAmount } = socket
    const more = bufferedAmount - taken
    if (more > 0 && !buffers.tryAcquire(more)) return false
    if (more < 0) buffers.give(-more)
    taken = bufferedAmount
    return true
  }

  function drained() {
    if (isClosed()) return
    progressMs = clock.nowMs()
    settle()
    if (flow.kind !== 'blocked' || socket.bufferedAmount > room().bufferedBytes / 4) return
    const { whenWritable } = flow
    flow = free
    for (const resolve of whenWritable) resolve()
    schedule()
  }

  function flush() {
    isScheduled = false
    if (isClosed()) return
    while (isFree()) {
      const answer = answers.shift()
      if (answer === undefined) break
      rate.note(clock.nowMs())
      send(answer)
    }
    for (const [source, characters] of ready) {
      if (!isFree() || isHeld(source)) break
      if (source.isUndecided) continue
      ready.delete(source)
      held -= characters
      for (const update of source.drain()) {
        rate.note(clock.nowMs())
        send(update)
      }
    }
    if (ready.size === 0) leftLast = 0
    if (!isFree() && answers.length > limits.queuedMessages) onOverflow('answers')
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

  /**
   * True when the client has exceeded its update rate; a single notice tells the client that updates are merged from
   * now on.
   */
  function isHeld({ cmdId }: UpdateSource): boolean {
    if (pace.kind === 'held') return true
    const waitMs = rate.waitMs(clock.nowMs())
    if (waitMs === 0) {
      pace = immediate
      return false
    }
    if (pace.kind === 'immediate') {
      send({
        subscriptionId: cmdId,
        errorCode: LiveErrorCode.TOO_MANY_UPDATES,
        errorMsg: 'Too many updates for one connection. They are merged until the rate allows more.',
        data: null,
        latestValues: {},
      })
      // The notice may have been too much for the limits.
      if (isClosed()) return true
    }
    const timer = setTimeout(() => {
      pace = told
      schedule()
    }, waitMs)
    pace = { kind: 'held', timer }
    return true
  }

  return {
    /** Queues a response to a command, or its text as bytes; responses are sent in order and never merged. */
    answer(update: LiveUpdate | Uint8Array) {
      if (isClosed()) return
      answers.push(update)
      schedule()
    },
    /** Marks the source as having updates; `characters` is the increase of its points' characters. */
    mark(source: UpdateSource, characters = 0) {
      if (isClosed()) return
      ready.set(source, (ready.get(source) ?? 0) + characters)
      held += characters
      if (isFree() && pace.kind !== 'held') schedule()
      else if (held > room().heldCharacters && held > 2 * leftLast) thin()
    },
    /**
     * True while updates wait, because the client reads slowly or exceeds its update rate: only the newest values
     * should be kept.
     */
    get isHolding() {
      return flow.kind === 'blocked' || pace.kind === 'held'
    },
    /** Removes a source; its pending updates are no longer needed. */
    forget(source: UpdateSource) {
      held -= ready.get(source) ?? 0
      ready.delete(source)
    },
    /** Total characters of waiting points. */
    get heldCharacters() {
      return held
    },
    /** Time since the client last accepted waiting data, ms. */
    stalledMs: (nowMs: number): number => (flow.kind === 'blocked' ? nowMs - progressMs : 0),
    /** Resolves when the client has read enough for another response. */
    writable(): Promise<void> {
      if (flow.kind !== 'blocked') return Promise.resolve()
      const { whenWritable } = flow
      return new Promise((resolve) => whenWritable.push(resolve))
    },
    close() {
      const waiting = flow.kind === 'blocked' ? flow.whenWritable : []
      flow = closed
      buffers.give(taken)
      taken = 0
      if (pace.kind === 'held') clearTimeout(pace.timer)
      answers.length = 0
      ready.clear()
      held = 0
      for (const resolve of waiting) resolve()
    },
  }
}
