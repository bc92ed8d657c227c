/**
 * Decides which transactions go into the next group and which wait for a later one.
 *
 * Groups are small, so that none takes long. If the next group is full, a transaction waits in a lane of its tenant;
 * later groups take the same weight from each lane (time-shares.ts). So a tenant that writes more than the disk can
 * take only delays its own transactions.
 */

import type { Clock } from '../../clock.ts'
import { createCommitLanes } from './commit-lanes.ts'
import { createGroupBuffers, GroupBuilder, type PackedGroup, type Waiter } from './group-builder.ts'
import type { SeriesIndex } from './series-index.ts'

/** Weight of a transaction in its tenant's share, in addition to its bytes. */
const transactionWeight = 256
/** Maximum number of small transactions that may join a full group, and their maximum size. */
const joinedMax = 64
const smallPartsMax = 16
const smallCharactersMax = 1024

type Next =
  | { readonly kind: 'none' }
  /** `joined`: number of small transactions that joined the full group. */
  | { readonly kind: 'open'; readonly builder: GroupBuilder; joined: number }
  | { readonly kind: 'closed'; readonly group: PackedGroup }

const none: Next = { kind: 'none' }

export interface NextGroupDeps {
  readonly index: SeriesIndex
  readonly clock: Clock
  /** Called for a transaction that can't be packed. */
  readonly reject: (waiter: Waiter, error: Error) => void
}

export interface NextGroup {
  /** No group was begun; then no transaction waits in a lane either. */
  readonly isEmpty: boolean
  add(waiter: Waiter): void
  /** Begins a group even if it stays empty. */
  open(): void
  /** Closes and returns the group; null if none was begun. */
  take(): PackedGroup | null
  /** Fills the group from the lanes until it is full or the lanes are empty. */
  fill(): void
  /** Removes and returns all transactions in the lanes. */
  takeWaiting(): Waiter[]
}

export function createNextGroup({ index, clock, reject }: NextGroupDeps): NextGroup {
  const buffers = createGroupBuffers()
  const lanes = createCommitLanes()
  let next: Next = none
  let nextNumber = 1

  const opened = () => ({ kind: 'open' as const, builder: new GroupBuilder(nextNumber++, index, buffers), joined: 0 })

  function close() {
    if (next.kind === 'open') next = { kind: 'closed', group: next.builder.pack() }
  }

  /** False: the group is closed or full and must be sent first. */
  function canAdd(waiter: Waiter): boolean {
    if (next.kind === 'none') return true
    if (next.kind === 'closed') return false
    if (isAlone(waiter)) {
      close()
      return false
    }
    return !next.builder.isFull || (next.joined < joinedMax && isSmall(waiter))
  }

  /** Adds a transaction for which `canAdd` returned true. */
  function put(waiter: Waiter) {
    const group = next.kind === 'open' ? next : opened()
    next = group
    const { builder } = group
    try {
      builder.add(waiter, clock.nowMs())
    } catch (error) {
      reject(waiter, error as Error)
    }
    if (builder.isFull) group.joined++
    if (isAlone(waiter)) close()
  }

  const openBytes = () => (next.kind === 'open' ? next.builder.byteLength : 0)

  return {
    get isEmpty() {
      return next.kind === 'none'
    },
    add(waiter) {
      if (lanes.isEmpty && canAdd(waiter)) put(waiter)
      else if (isSmall(waiter) && lanes.isIdle(waiter) && canAdd(waiter)) {
        // A small transaction of a tenant without queued ones skips the queue of the tenants that fill the groups.
        put(waiter)
        lanes.chargeFor(waiter, transactionWeight)
      } else lanes.put(waiter)
    },
    open() {
      if (next.kind === 'none') next = opened()
    },
    take() {
      close()
      if (next.kind !== 'closed') return null
      const { group } = next
      next = none
      return group
    },
    fill() {
      while (!lanes.isEmpty) {
        const waiter = lanes.first()
        if (!waiter || !canAdd(waiter)) return
        const before = openBytes()
        lanes.shift()
        put(waiter)
        lanes.charge(transactionWeight + openBytes() - before)
      }
    },
    takeWaiting: () => lanes.takeAll(),
  }
}

/** A transaction with deletions is alone in its group, because it contains the latest values at that time. */
const isAlone = ({ transaction: { deletions } }: Waiter) => deletions !== undefined && deletions.length > 0

function isSmall({ transaction: { messages, points, attributes, statements, done, deletions } }: Waiter): boolean {
  const size = (of: readonly unknown[] | undefined) => of?.length ?? 0
  const parts = size(messages) + size(points) + size(attributes) + size(statements) + size(done)
  if (parts > smallPartsMax || size(deletions) > 0) return false
  return messages?.every(({ data }) => data.length <= smallCharactersMax) ?? true
}
