/**
 * Approximate memory of subscriptions, and its limits per socket, per owner and in total.
 *
 * The weights are measured: some KB per subscription, about a KB per watched entity and some hundred bytes per key of
 * each entity. A page of 500 entities with ten keys thus weighs as much as some hundred single entities.
 */

import type { LatestValues } from '@sonde/model/entity-query/entity-query'
import type { LimitKey } from '@sonde/model/limits/limits'
import type { Limits } from '../limits/limits.ts'
import { createShares } from '../turns/shares.ts'
import { createOwnerAmounts, measuredOwners, type OwnerKind, type SessionOwner } from './owner-amounts.ts'

/** Maximum bytes of the sockets of all tenants. */
export const subscriptionBytesOfAll = 128 * 1024 * 1024
/** Maximum part of the bytes not used by other tenants that one tenant may use. */
const tenantPart = 3 / 4

/** Bytes of a socket with its session. */
const socketBytes = 24 * 1024
const subscriptionBytes = 3 * 1024
const entityBytes = 1200
const keyBytes = 250
/** Bytes of an entity of which only the ID is stored. */
const idBytes = 100

export interface Watched {
  /** Number of watched entities, and of keys per entity. */
  readonly entities?: number
  readonly keys?: number
  /** Number of entities of which only the ID is stored. */
  readonly ids?: number
  /** Characters of the stored command and of the values that the client knows. */
  readonly characters?: number
}

export const weightOf = ({ entities = 0, keys = 0, ids = 0, characters = 0 }: Watched): number =>
  subscriptionBytes + entities * (entityBytes + keys * keyBytes) + ids * idBytes + characters * 2

/** Characters of an entity's latest values. */
export function charactersOfLatest(latest: LatestValues): number {
  let characters = 0
  for (const values of Object.values(latest)) {
    for (const key in values) characters += values[key]?.value.length ?? 0
  }
  return characters
}

/** Memory reserved for one subscription. */
export interface Hold {
  /** Throws `LimitReached` when a limit is exceeded; the reservation then stays unchanged. */
  resize(watched: Watched): void
  release(): void
}

export interface SocketMemory {
  /** Throws `LimitReached` when a limit is exceeded. */
  hold(watched: Watched): Hold
  /** Releases the memory of the socket itself; its subscriptions must have ended. */
  close(): void
}

export interface SubscriptionMemory {
  /** Reserves memory for a socket. Throws `LimitReached` when a limit is exceeded. */
  open(owner: SessionOwner): SocketMemory
  /** Total bytes in use. */
  readonly used: number
}

const keysOf: Readonly<Record<OwnerKind, LimitKey>> = {
  tenant: 'tenantSubscriptionBytes',
  customer: 'customerSubscriptionBytes',
  user: 'userSubscriptionBytes',
  visitor: 'visitorSubscriptionBytes',
  address: 'addressSubscriptionBytes',
}

export function createSubscriptionMemory(limits: Pick<Limits, 'of' | 'reject' | 'measure'>): SubscriptionMemory {
  const amounts = createOwnerAmounts((kind, { tenantId }) => limits.of(tenantId, keysOf[kind]))
  const shares = createShares(subscriptionBytesOfAll, { tenantPart, userPart: 1, visitorPart: 1 })
  for (const kind of measuredOwners) limits.measure(keysOf[kind], (tenantId) => amounts.highest(kind, tenantId))
  const sockets = createSocketAmounts()
  limits.measure('socketSubscriptionBytes', sockets.highest)

  function acquire(owner: SessionOwner, bytes: number) {
    const { tenantId, userId, isPublic } = owner
    const by = { entityType: isPublic ? 'CUSTOMER' : 'USER', id: isPublic ? owner.customerId : userId } as const
    const full = amounts.tryAcquire(owner, bytes)
    if (full) limits.reject(tenantId, keysOf[full], by)
    if (shares.tryAcquire(owner, bytes)) return
    amounts.give(owner, bytes)
    limits.reject(tenantId, 'tenantSubscriptionBytes', by)
  }

  function give(owner: SessionOwner, bytes: number) {
    amounts.give(owner, bytes)
    shares.give(owner, bytes)
  }

  return {
    open(owner) {
      const socket = { bytes: 0 }
      const max = limits.of(owner.tenantId, 'socketSubscriptionBytes')
      acquire(owner, socketBytes)
      sockets.add(owner.tenantId, socket)

      function change(by: number) {
        if (by > 0) {
          if (socket.bytes + by > max) limits.reject(owner.tenantId, 'socketSubscriptionBytes')
          acquire(owner, by)
        } else give(owner, -by)
        socket.bytes += by
      }

      return {
        hold(watched) {
          let bytes = weightOf(watched)
          change(bytes)
          return {
            resize(now) {
              const next = weightOf(now)
              change(next - bytes)
              bytes = next
            },
            release() {
              change(-bytes)
              bytes = 0
            },
          }
        },
        close() {
          give(owner, socketBytes)
          sockets.remove(owner.tenantId, socket)
        },
      }
    },
    get used() {
      return shares.usedByAll
    },
  }
}

/** Bytes of the subscriptions of one socket. */
interface SocketAmount {
  bytes: number
}

/** Tracks the sockets of each tenant, to find the highest amount. */
function createSocketAmounts() {
  const tenants = new Map<string, Set<SocketAmount>>()
  return {
    add(tenantId: string, socket: SocketAmount) {
      tenants.set(tenantId, (tenants.get(tenantId) ?? new Set()).add(socket))
    },
    remove(tenantId: string, socket: SocketAmount) {
      const ofTenant = tenants.get(tenantId)
      ofTenant?.delete(socket)
      if (ofTenant?.size === 0) tenants.delete(tenantId)
    },
    highest(tenantId: string): number {
      let most = 0
      for (const { bytes } of tenants.get(tenantId) ?? []) most = Math.max(most, bytes)
      return most
    },
  }
}
