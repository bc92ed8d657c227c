/**
 * Gathers transactions into a group and packs it for the storage worker.
 *
 * Transactions without statements share a segment: their messages and points lie together in one buffer each, so a
 * thousand small transactions cost the worker one row in the journal and one in `hot`. One with statements has a
 * segment of its own, because it may be refused.
 */

import type { JournalledMessage } from '../../journal/message.ts'
import { createMessageBatchWriter, type MessageBatchWriter } from '../../journal/message-codec.ts'
import type { AttributeWrite, PointWrite, Transaction, TransactionResult } from '../storage.ts'
import { createPointsWriter, NEVER, type PointsWriter } from './points-batch.ts'
import { encodeDone } from './progress.ts'
import type { SeriesIndex, SeriesSlot } from './series-index.ts'
import type { AttributeRow, NewSeries, Segment, SegmentResult } from './worker-protocol.ts'

export interface Waiter {
  readonly transaction: Transaction
  readonly resolve: (result: TransactionResult) => void
  readonly reject: (error: unknown) => void
}

/** A segment as the main thread remembers it until the answer. */
export interface PendingSegment {
  readonly waiters: readonly Waiter[]
  readonly points: readonly PointWrite[]
  /** The series of each point. */
  readonly slots: readonly SeriesSlot[]
}

export interface PackedGroup {
  readonly kind: 'group'
  readonly number: number
  readonly segments: readonly Segment[]
  readonly newSeries: readonly NewSeries[]
  readonly transfer: ArrayBuffer[]
  readonly pending: readonly PendingSegment[]
}

export interface GroupBuilder {
  /** Adds a transaction. Throws a TypeError, and leaves the group as it was, when it cannot be packed. */
  add(waiter: Waiter, nowMs: number): void
  readonly isFull: boolean
  pack(): PackedGroup
}

/** A group is closed at these sizes: they bound the time of a commit. */
const groupBytesMax = 8 * 1024 * 1024
const groupTransactionsMax = 8192

/** Buffers that the groups use one after the other. */
export interface GroupBuffers {
  readonly messages: MessageBatchWriter
  readonly points: PointsWriter
}

export const createGroupBuffers = (): GroupBuffers => ({
  messages: createMessageBatchWriter(),
  points: createPointsWriter(),
})

interface OpenSegment {
  waiters: Waiter[]
  points: PointWrite[]
  slots: SeriesSlot[]
  done: number[]
  attributes: AttributeRow[]
}

const openSegment = (): OpenSegment => ({ waiters: [], points: [], slots: [], done: [], attributes: [] })

/** The builder of group `number`; the one before must be packed, since they share the buffers. */
export function createGroupBuilder(number: number, index: SeriesIndex, buffers: GroupBuffers): GroupBuilder {
  const { messages, points } = buffers
  const segments: Segment[] = []
  const pending: PendingSegment[] = []
  const newSeries: NewSeries[] = []
  const transfer: ArrayBuffer[] = []
  let transactions = 0
  let open = openSegment()
  let bytes = 0

  function append(transaction: Transaction, nowMs: number) {
    for (const point of transaction.points ?? []) {
      const entity = index.entity(point.entity.id)
      const slot = index.slot(entity, point.tenantId, point.key, newSeries)
      const expiresAt = point.ttlSeconds > 0 ? nowMs + point.ttlSeconds * 1000 : NEVER
      points.point(slot.series, point.type, point.ts, point.value, expiresAt)
      open.slots.push(slot)
      open.points.push(point)
      entity.lastGroup = number
    }
    for (const message of transaction.messages ?? []) messages.add(message)
    for (const attribute of transaction.attributes ?? []) open.attributes.push(attributeRow(attribute))
    for (const seq of transaction.done ?? []) open.done.push(seq)
  }

  function close(transaction: Transaction | null) {
    if (open.waiters.length === 0) return
    const segment: Segment = {
      messageCount: messages.count,
      messages: messages.count > 0 ? taken(messages.finish()) : null,
      points: points.count > 0 ? taken(points.finish()) : null,
      done: open.done.length > 0 ? encodeDone(open.done) : null,
      attributes: open.attributes,
      statements: transaction?.statements ?? null,
    }
    segments.push(segment)
    pending.push(open)
    open = openSegment()
  }

  function taken(packed: Uint8Array<ArrayBuffer>): Uint8Array {
    bytes += packed.byteLength
    transfer.push(packed.buffer)
    return packed
  }

  return {
    add(waiter, nowMs) {
      const { transaction } = waiter
      const isOwn = (transaction.statements?.length ?? 0) > 0
      if (isOwn) close(null)
      const messageMark = messages.mark()
      const pointMark = points.count
      const { points: written, slots, done, attributes } = open
      const lengths = [written.length, done.length, attributes.length] as const
      try {
        append(transaction, nowMs)
      } catch (error) {
        messages.rollback(messageMark)
        points.truncate(pointMark)
        written.length = slots.length = lengths[0]
        done.length = lengths[1]
        attributes.length = lengths[2]
        throw error
      }
      open.waiters.push(waiter)
      transactions++
      if (isOwn) close(transaction)
    },
    get isFull() {
      return transactions >= groupTransactionsMax || bytes + messages.byteLength + points.byteLength >= groupBytesMax
    },
    pack() {
      close(null)
      return { kind: 'group', number, segments, newSeries, transfer, pending }
    },
  }
}

function attributeRow({ tenantId, entity, scope, key, lastUpdateTs, value }: AttributeWrite): AttributeRow {
  if (value === null) return [entity.id, scope, key]
  return [tenantId, entity.entityType, entity.id, scope, key, lastUpdateTs, value.type, String(value.value)]
}

/** What the callers get, from the position of the segment's first message. */
export function resultsOf(segment: PendingSegment, { firstSeq, rowsChanged }: SegmentResult): TransactionResult[] {
  let seq = firstSeq
  return segment.waiters.map(({ transaction }) => {
    const messages: JournalledMessage[] = []
    for (const message of transaction.messages ?? []) messages.push({ seq: seq++, message })
    return { messages, rowsChanged }
  })
}
