/**
 * What subscriptions take in memory, roughly, and how much of it a socket, its owners and all of them may have.
 *
 * A subscription weighs what was measured: some KB of its own, about a KB for each entity that it watches and some hundred
 * bytes for each key of each. So a page of 500 entities with ten keys weighs as much as some hundred single entities.
 */

import type { LatestValues } from '@sonde/model/entity-query/entity-query'
import type { LimitKey } from '@sonde/model/limits/limits'
import type { Limits } from '../limits/limits.ts'
import { createShares } from '../turns/shares.ts'
import { createOwnerAmounts, measuredOwners, type OwnerKind, type SessionOwner } from './owner-amounts.ts'

/** Of the sockets of all tenants together. */
export const subscriptionBytesOfAll = 128 * 1024 * 1024
/** A tenant may have so much of what others left. */
const tenantPart = 3 / 4

/** A socket and its session. */
const socketBytes = 24 * 1024
const subscriptionBytes = 3 * 1024
const entityBytes = 1200
const keyBytes = 250
/** An entity of which only the id is known. */
const idBytes = 100

export interface Watched {
  /** Entities that are followed, and the keys of each. */
  readonly entities?: number
  readonly keys?: number
  /** Entities that are only known by their id. */
  readonly ids?: number
  /** Characters of what is kept: the command, and the values that the client knows. */
  readonly characters?: number
}

export const weightOf = ({ entities = 0, keys = 0, ids = 0, characters = 0 }: Watched): number =>
  subscriptionBytes + entities * (entityBytes + keys * keyBytes) + ids * idBytes + characters * 2

/** Characters of the latest values of an entity: of all that a subscription keeps of it. */
export function charactersOfLatest(latest: LatestValues): number {
  let characters = 0
  for (const values of Object.values(latest)) {
    for (const key in values) characters += values[key]?.value.length ?? 0
  }
  return characters
}

/** What one subscription holds. */
export interface Hold {
  /** Throws `LimitReached` when it may not have so much; then it holds what it held. */
  resize(watched: Watched): void
  release(): void
}

export interface SocketMemory {
  /** Throws `LimitReached` when there is no room for it. */
  hold(watched: Watched): Hold
  /** Gives back what the socket itself takes; its subscriptions have ended. */
  close(): void
}

export interface SubscriptionMemory {
  /** Room for a socket. Throws `LimitReached` when there is none. */
  open(owner: SessionOwner): SocketMemory
  /** Bytes. */
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

/** What the subscriptions of one socket take. */
interface SocketAmount {
  bytes: number
}

/** The sockets of each tenant, to find the one with most. */
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
