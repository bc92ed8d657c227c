/**
 * Device connections that have not signed in: silent, on their way through TLS, while credentials are checked, or here
 * only to ask for credentials. Strangers open them, so their number is bounded over all transports that have a port.
 *
 * After a restart a whole fleet comes at once, from one address behind a router, and signing in costs time of the
 * processor: over TLS a few milliseconds each. So a connection that has said something waits until the server takes it
 * up, the ones of each address in the order in which they came, addresses in turns. It is taken up when there is time
 * for it, and while not too many credentials are being checked. Nothing that waits for the server is closed: it would
 * come again, and the work would never end. Only newcomers are, when more wait than there is room for.
 *
 * A connection that waits for nothing but its client counts a moment later against stricter bounds, per address and in
 * all. Then the oldest closes, never the newcomer: a device that signs in at once gets through a flood.
 */

import type { TransportKind } from '@sonde/model/transports/transports'
import { asNobody } from '../guard/work.ts'
import type { EventLoopTurns } from '../turns/event-loop-turns.ts'
import { Fifo } from '../turns/fifo.ts'

const sweepEveryMs = 1_000
/**
 * Sweeps that find a connection with its sign-in undone before it counts against the stricter bounds. Sweeps and not a
 * time: a server that was busy for a second has not read what its clients have sent.
 */
const sweepsOfGrace = 2
/** Sign-ins that are being checked; while there are so many, nothing new is taken up. */
export const checksMax = 200
/**
 * TLS handshakes of one address that have begun and wait for their client; more of them wait to begin. A site that
 * shares a processor or a slow line finishes these first: one that is not finished in time was done in vain.
 */
export const handshakesMax = 200

export interface NewConnection {
  readonly kind: TransportKind
  readonly address: string
  /** It begins with a TLS handshake, which costs more than all else of a sign-in. */
  readonly isTls: boolean
  /** Takes it up, once: reads what it has said. Work that this queues with `nextTick` counts for its turn. */
  begin(): void
  /** Closes it; called once. */
  close(): void
}

export type ConnectionLimit = 'unsignedConnections' | 'allUnsignedConnections' | 'waitingConnections'

export interface UnsignedConnectionsDeps {
  /** Connections of one address that leave their sign-in undone. */
  readonly perAddressMax: () => number
  /** The same of all addresses. */
  readonly allMax: () => number
  /** All that have not signed in, whatever they wait for. Each address may have its share even when others fill it. */
  readonly waitingMax: () => number
  readonly turns: Pick<EventLoopTurns, 'owner' | 'mayGo' | 'spent' | 'queue'>
  /** Counts a refusal. */
  readonly rejected: (limit: ConnectionLimit) => void
  /** Follows how many there are, for the metrics. */
  readonly counts: Record<TransportKind, number>
}

/** What a connection waits for: its client, to be taken up, or the check of its credentials. */
type Stage = 'client' | 'queued' | 'check' | 'gone'

/** A connection among those that have not signed in. */
export interface UnsignedConnection {
  /** It has said something and waits to be taken up. */
  arrived(): void
  /** Its credentials are being checked, or no more. */
  checking(isChecking: boolean): void
  /** It has signed in, or is closed. */
  end(): void
}

export type UnsignedConnections = ReturnType<typeof createUnsignedConnections>

interface Place extends NewConnection {
  stage: Stage
  /** Sweeps that found it waiting for its client. */
  sweeps: number
  /** In its handshake, or until its credentials are checked. */
  isShaking: boolean
}

/** The connections of an address. */
interface Address {
  size: number
  handshakes: number
  /** Those that wait for their client, the longest first. */
  readonly idle: Set<Place>
  readonly queue: Fifo<Place>
}

export function createUnsignedConnections(deps: UnsignedConnectionsDeps) {
  const { perAddressMax, allMax, waitingMax, turns, rejected, counts } = deps
  const addresses = new Map<string, Address>()
  /** Those with a queue, the one whose turn it is first. */
  const next = new Set<Address>()
  const strangers = turns.owner('')
  let size = 0
  let checks = 0
  let sweptMs = 0
  let isTaking = false

  function addressOf(name: string): Address {
    const existing = addresses.get(name)
    if (existing) return existing
    const made = { size: 0, handshakes: 0, idle: new Set<Place>(), queue: new Fifo<Place>() }
    addresses.set(name, made)
    return made
  }

  function move(place: Place, to: Stage) {
    const address = addressOf(place.address)
    const { idle } = address
    if (place.stage === 'client') idle.delete(place)
    if (place.isShaking) {
      place.isShaking = false
      if (address.handshakes-- === handshakesMax && address.queue.length > 0) next.add(address)
    }
    if (place.stage === 'check') checks--
    place.stage = to
    if (to === 'client') {
      place.sweeps = 0
      idle.add(place)
    } else if (to === 'check') checks++
  }

  function remove(place: Place) {
    if (place.stage === 'gone') return
    move(place, 'gone')
    const address = addressOf(place.address)
    address.size--
    if (address.size === 0) addresses.delete(place.address)
    size--
    counts[place.kind]--
    takeNext()
  }

  function refuse(place: Place, limit: ConnectionLimit) {
    remove(place)
    rejected(limit)
    place.close()
  }

  // Taking up.

  function nextPlace(): Place | undefined {
    for (const address of next) {
      next.delete(address)
      let place = address.queue.shift()
      while (place && place.stage !== 'queued') place = address.queue.shift()
      if (address.queue.length > 0) next.add(address)
      if (place) return place
    }
    return undefined
  }

  function countHandshake(place: Place) {
    const address = addressOf(place.address)
    place.isShaking = true
    if (++address.handshakes === handshakesMax) next.delete(address)
  }

  /** Starts to take up what waits, unless that is under way already. */
  function takeNext() {
    if (isTaking || next.size === 0 || checks >= checksMax) return
    isTaking = true
    if (turns.mayGo(strangers)) asNobody(takeOne)
    else turns.queue(strangers, takeOne)
  }

  /**
   * Takes up one, and measures what it costs to the end of the tick: a TLS connection begins its handshake there. Goes
   * on while this round of the event loop has time for it.
   */
  function takeOne() {
    const place = checks < checksMax ? nextPlace() : undefined
    if (!place) {
      isTaking = false
      return
    }
    const started = performance.now()
    try {
      move(place, 'client')
      if (place.isTls) countHandshake(place)
      place.begin()
    } finally {
      process.nextTick(() => {
        turns.spent(strangers, performance.now() - started)
        isTaking = false
        takeNext()
      })
    }
  }

  // Bounds.

  const isLate = ({ sweeps }: Place) => sweeps >= sweepsOfGrace

  function boundAddress({ idle }: Address) {
    const max = perAddressMax()
    for (const oldest of idle) {
      if (idle.size <= max || !isLate(oldest)) return
      refuse(oldest, 'unsignedConnections')
    }
  }

  /** The addresses with the most pay. */
  function boundAll() {
    const late = [...addresses.values()].map(({ idle }) => [...idle].filter(isLate))
    late.sort((a, b) => a.length - b.length)
    let room = allMax()
    for (const [i, places] of late.entries()) {
      const kept = Math.min(places.length, Math.floor(room / (late.length - i)))
      room -= kept
      for (const oldest of places.slice(0, places.length - kept)) refuse(oldest, 'allUnsignedConnections')
    }
  }

  return {
    /** Adds one that has just been opened; it may be closed at once. */
    add(connection: NewConnection): UnsignedConnection {
      const place: Place = { ...connection, stage: 'gone', sweeps: 0, isShaking: false }
      const address = addressOf(connection.address)
      move(place, 'client')
      address.size++
      size++
      counts[place.kind]++
      const max = waitingMax()
      if (size > max && address.size > max / addresses.size) refuse(place, 'waitingConnections')
      else boundAddress(address)
      return {
        arrived() {
          if (place.stage !== 'client') return
          move(place, 'queued')
          const of = addressOf(place.address)
          of.queue.push(place)
          if (of.handshakes < handshakesMax) next.add(of)
          takeNext()
        },
        checking(isChecking) {
          if (place.stage === 'gone') return
          move(place, isChecking ? 'check' : 'client')
          takeNext()
        },
        end: () => remove(place),
      }
    },
    /** Holds those that leave their sign-in undone against the stricter bounds, once a second however often it is called. */
    sweep(nowMs: number) {
      if (nowMs >= sweptMs && nowMs - sweptMs < sweepEveryMs) return
      sweptMs = nowMs
      for (const { idle } of addresses.values()) for (const place of idle) place.sweeps++
      for (const address of [...addresses.values()]) boundAddress(address)
      boundAll()
    },
    get size() {
      return size
    },
  }
}
