/**
 * Device connections that have not signed in: on their way through TLS, before their first packet, while credentials are
 * checked, or here only to ask for credentials. Strangers open them, so their number is bounded, per address and in all,
 * over all transports that have a port.
 *
 * A connection has a moment in which it only counts among all: after a restart a whole fleet signs in at once, from one
 * address behind a router, and each of them is done in milliseconds. What then still has not signed in is bounded by
 * address. The oldest closes, never the newcomer: a device that signs in at once gets through a flood.
 */

import type { TransportKind } from '@sonde/model/transports/transports'

/** How long a connection may take before it counts for its address, ms. */
export const signInGraceMs = 1_000

export interface UnsignedConnection {
  readonly kind: TransportKind
  readonly address: string
  readonly sinceMs: number
  /** Closes it; called once. */
  close(): void
}

export interface UnsignedConnectionsDeps {
  /** Connections of one address that are past their grace. */
  readonly perAddressMax: () => number
  /** Of all addresses, in their grace or not. */
  readonly allMax: () => number
  /** Counts a refusal. */
  readonly rejected: (limit: 'unsignedConnections' | 'allUnsignedConnections') => void
  /** Follows how many there are, for the metrics. */
  readonly counts: Record<TransportKind, number>
}

export type UnsignedConnections = ReturnType<typeof createUnsignedConnections>

export function createUnsignedConnections({ perAddressMax, allMax, rejected, counts }: UnsignedConnectionsDeps) {
  /** By address, the oldest first. */
  const byAddress = new Map<string, Set<UnsignedConnection>>()
  let size = 0

  function remove(connection: UnsignedConnection): boolean {
    const ofAddress = byAddress.get(connection.address)
    if (!ofAddress?.delete(connection)) return false
    size--
    counts[connection.kind]--
    if (ofAddress.size === 0) byAddress.delete(connection.address)
    return true
  }

  function end(connection: UnsignedConnection, limit: 'unsignedConnections' | 'allUnsignedConnections') {
    remove(connection)
    rejected(limit)
    connection.close()
  }

  /** Closes what an address has too many of and past its grace. */
  function boundAddress(ofAddress: ReadonlySet<UnsignedConnection>, nowMs: number) {
    const max = perAddressMax()
    for (const oldest of ofAddress) {
      if (ofAddress.size <= max || nowMs - oldest.sinceMs < signInGraceMs) return
      end(oldest, 'unsignedConnections')
    }
  }

  /** The address with the most pays. */
  function boundAll() {
    while (size > allMax()) {
      let most: ReadonlySet<UnsignedConnection> | null = null
      for (const ofAddress of byAddress.values()) if (!most || ofAddress.size > most.size) most = ofAddress
      const oldest = most?.values().next().value
      if (!oldest) return
      end(oldest, 'allUnsignedConnections')
    }
  }

  return {
    add(connection: UnsignedConnection) {
      const ofAddress = byAddress.get(connection.address) ?? new Set<UnsignedConnection>()
      byAddress.set(connection.address, ofAddress.add(connection))
      size++
      counts[connection.kind]++
      boundAddress(ofAddress, connection.sinceMs)
      boundAll()
    },
    /** It has signed in, or is closed. */
    remove: (connection: UnsignedConnection) => void remove(connection),
    sweep(nowMs: number) {
      const max = perAddressMax()
      for (const ofAddress of [...byAddress.values()]) if (ofAddress.size > max) boundAddress(ofAddress, nowMs)
    },
    get size() {
      return size
    },
  }
}
