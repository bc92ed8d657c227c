/**
 * Device connections that are not authenticated yet: idle, in the TLS handshake, waiting for the credentials check, or
 * connected only for provisioning. Anyone can open them, so their number is limited over all transports with their own
 * port.
 *
 * After a restart a whole fleet connects at once, often from one address behind a router, and signing in costs CPU
 * time: a few milliseconds each over TLS. A connection that has sent its first bytes is therefore queued until the
 * server accepts it, in order of arrival per address and round-robin over addresses. It is accepted when the event loop
 * has time and not too many credentials checks are running. Queued connections are never closed, because their devices
 * would reconnect and the work would never end. Only new connections are closed, when too many are waiting.
 *
 * A connection that waits only for its client counts, after a short grace period, against stricter limits per address
 * and in total. The oldest is closed then, never the newest: a device that signs in at once gets through a flood.
 */

import type { TransportKind } from '@sonde/model/transports/transports'
import { asNobody } from '../guard/work.ts'
import type { EventLoopTurns } from '../turns/event-loop-turns.ts'
import { Fifo } from '../turns/fifo.ts'

const sweepEveryMs = 1_000
/**
 * Number of sweeps that must find a connection idle before it counts against the stricter limits. Sweeps are counted
 * instead of time, because a server that was busy for a second has not yet read what its clients sent.
 */
const sweepsOfGrace = 2
/** Maximum number of concurrent credentials checks; at the limit, no queued connection is accepted. */
export const checksMax = 200
/**
 * Maximum number of TLS handshakes per address that have begun and wait for their client; further ones stay queued. A
 * site with a slow CPU or line then completes some handshakes in time instead of timing out on all of them.
 */
export const handshakesMax = 200

export interface NewConnection {
  readonly kind: TransportKind
  readonly address: string
  /** The connection begins with a TLS handshake, the most expensive part of signing in. */
  readonly isTls: boolean
  /**
   * Called once to accept the connection and read its buffered bytes. The time of work queued with `nextTick` is
   * included in its cost.
   */
  begin(): void
  /** Closes the connection; called once. */
  close(): void
}

export type ConnectionLimit = 'unsignedConnections' | 'allUnsignedConnections' | 'waitingConnections'

export interface UnsignedConnectionsDeps {
  /** Maximum number of idle unauthenticated connections per address. */
  readonly perAddressMax: () => number
  /** Maximum number of idle unauthenticated connections of all addresses. */
  readonly allMax: () => number
  /**
   * Maximum number of unauthenticated connections in any stage. At the limit, an address may still open connections up
   * to its equal share.
   */
  readonly waitingMax: () => number
  readonly turns: Pick<EventLoopTurns, 'owner' | 'mayGo' | 'spent' | 'queue'>
  /** Counts a rejection. */
  readonly rejected: (limit: ConnectionLimit) => void
  /** Number of unauthenticated connections, maintained for the metrics. */
  readonly counts: Record<TransportKind, number>
}

/**
 * Connections wait for their client (`client`), for acceptance by the server (`queued`) or for the credentials check
 * (`check`).
 */
type Stage = 'client' | 'queued' | 'check' | 'gone'

/** Handle of an unauthenticated connection. */
export interface UnsignedConnection {
  /** The first bytes have arrived; the connection is queued for acceptance. */
  arrived(): void
  /** The credentials check has started (true) or ended (false). */
  checking(isChecking: boolean): void
  /** The connection has been authenticated or closed. */
  end(): void
}

export type UnsignedConnections = ReturnType<typeof createUnsignedConnections>

interface Place extends NewConnection {
  stage: Stage
  /** Number of sweeps that found it waiting for its client. */
  sweeps: number
  /** True from acceptance until the credentials check or the end of the connection; counts as a TLS handshake. */
  isShaking: boolean
}

/** Connections of one network address. */
interface Address {
  size: number
  handshakes: number
  /** Connections that wait for their client, longest wait first. */
  readonly idle: Set<Place>
  readonly queue: Fifo<Place>
}

export function createUnsignedConnections(deps: UnsignedConnectionsDeps) {
  const { perAddressMax, allMax, waitingMax, turns, rejected, counts } = deps
  const addresses = new Map<string, Address>()
  /** Addresses with queued connections, in round-robin order. */
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

  // Accepting queued connections.

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

  /** Starts to accept queued connections, unless that is already in progress. */
  function takeNext() {
    if (isTaking || next.size === 0 || checks >= checksMax) return
    isTaking = true
    if (turns.mayGo(strangers)) asNobody(takeOne)
    else turns.queue(strangers, takeOne)
  }

  /**
   * Accepts one connection and measures its cost to the end of the tick, because a TLS connection begins its handshake
   * there. Continues while this round of the event loop has time.
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

  // Enforcing the limits.

  const isLate = ({ sweeps }: Place) => sweeps >= sweepsOfGrace

  function boundAddress({ idle }: Address) {
    const max = perAddressMax()
    for (const oldest of idle) {
      if (idle.size <= max || !isLate(oldest)) return
      refuse(oldest, 'unsignedConnections')
    }
  }

  /** Applies the total limit; the addresses with the most idle connections lose them first. */
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
    /** Adds a new connection, which may be closed at once. */
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
    /** Applies the stricter limits to idle connections; runs at most once a second, however often it is called. */
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
