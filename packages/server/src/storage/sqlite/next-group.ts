/**
 * Which transaction goes with the next group, and which waits for a later one.
 *
 * Groups are small, so that none takes long. A transaction that finds the next group full waits in a lane of its
 * tenant; the group after it takes from all lanes, the same weight from each (time-shares.ts). So a tenant that hands
 * over more than the disk takes delays its own transactions.
 */

import type { Clock } from '../../clock.ts'
import { createCommitLanes } from './commit-lanes.ts'
import { createGroupBuffers, GroupBuilder, type PackedGroup, type Waiter } from './group-builder.ts'
import type { SeriesIndex } from './series-index.ts'

/** Beside its bytes, what a transaction weighs in the share of its tenant. */
const transactionWeight = 256
/** Small transactions that join a group which is full, and what they hold at most. */
const joinedMax = 64
const smallPartsMax = 16
const smallCharactersMax = 1024

type Next =
  | { readonly kind: 'none' }
  /** `joined`: small transactions that joined when it was full. */
  | { readonly kind: 'open'; readonly builder: GroupBuilder; joined: number }
  | { readonly kind: 'closed'; readonly group: PackedGroup }

const none: Next = { kind: 'none' }

export interface NextGroupDeps {
  readonly index: SeriesIndex
  readonly clock: Clock
  /** A transaction that cannot be packed. */
  readonly reject: (waiter: Waiter, error: Error) => void
}

export interface NextGroup {
  /** No group is begun; then nothing waits in a lane either. */
  readonly isEmpty: boolean
  add(waiter: Waiter): void
  /** Begins a group though it may stay empty. */
  open(): void
  /** The group, closed; null if none was begun. */
  take(): PackedGroup | null
  /** Fills the group from the lanes, until it is full or none waits. */
  fill(): void
  /** Everything that waits in the lanes. */
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

  /** False: the group is closed or full, and goes first. */
  function canAdd(waiter: Waiter): boolean {
    if (next.kind === 'none') return true
    if (next.kind === 'closed') return false
    if (isAlone(waiter)) {
      close()
      return false
    }
    return !next.builder.isFull || (next.joined < joinedMax && isSmall(waiter))
  }

  /** Adds what `canAdd` allowed. */
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
        // A tenant that has little and waits for nothing goes with the next group, and not behind those that fill it.
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

/** One with deletions is alone in its group: the values that it names are those of that moment. */
const isAlone = ({ transaction: { deletions } }: Waiter) => deletions !== undefined && deletions.length > 0

function isSmall({ transaction: { messages, points, attributes, statements, done, deletions } }: Waiter): boolean {
  const size = (of: readonly unknown[] | undefined) => of?.length ?? 0
  const parts = size(messages) + size(points) + size(attributes) + size(statements) + size(done)
  if (parts > smallPartsMax || size(deletions) > 0) return false
  return messages?.every(({ data }) => data.length <= smallCharactersMax) ?? true
}
