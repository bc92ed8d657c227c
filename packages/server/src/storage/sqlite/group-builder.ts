/**
 * Collects transactions into a group and packs it for the storage worker.
 *
 * Transactions without statements share a segment. Their messages and their points are each packed into one buffer, so
 * that a thousand small transactions cost the worker one row in the journal and one in `hot`. A transaction with
 * statements gets a separate segment, because it may fail. One with deletions is alone in its group.
 */

import type { JournalledMessage } from '../../messages/message.ts'
import { createMessageBatchWriter, type MessageBatchWriter } from '../../messages/message-codec.ts'
import { createPointsWriter, NEVER, type PointsWriter } from '../series/points-batch.ts'
import type { AttributeWrite, PointWrite, Transaction, TransactionResult } from '../storage.ts'
import { type PendingDeletion, pendingDeletions } from './pending-deletions.ts'
import { encodeDone } from './progress.ts'
import type { SeriesIndex, SeriesSlot } from './series-index.ts'
import type { AttributeRow, NewSeries, Segment, SegmentResult } from './worker-protocol.ts'

export interface Waiter {
  readonly transaction: Transaction
  readonly resolve: (result: TransactionResult) => void
  readonly reject: (error: unknown) => void
}

/** A segment's data on the main thread, needed when the response arrives. */
export interface PendingSegment {
  readonly waiters: readonly Waiter[]
  readonly points: readonly PointWrite[]
  /** Series slot of each point. */
  readonly slots: readonly SeriesSlot[]
  readonly deletions: readonly PendingDeletion[] | null
}

export interface PackedGroup {
  readonly kind: 'group'
  readonly number: number
  readonly segments: readonly Segment[]
  readonly newSeries: readonly NewSeries[]
  readonly transfer: ArrayBuffer[]
  readonly pending: readonly PendingSegment[]
}

/** A group is full at any of these sizes, which limit the duration of a commit and thus the wait for the next group. */
const groupBytesMax = 256 * 1024
const groupTransactionsMax = 8192
const groupStatementsMax = 1024
const groupSeriesMax = 256

/** Buffers reused by successive groups. */
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
  deletions: PendingDeletion[] | null
}

const openSegment = (): OpenSegment => ({
  waiters: [],
  points: [],
  slots: [],
  done: [],
  attributes: [],
  deletions: null,
})

/**
 * Builder of group `number`. The previous group must be packed, because they share buffers.
 *
 * A class, because one is created for every commit: an object literal with a getter has its own hidden class, which
 * lives in the old generation and retains everything that its getter captures, here every message, until the next full
 * garbage collection.
 */
export class GroupBuilder {
  readonly #number: number
  readonly #index: SeriesIndex
  readonly #messages: MessageBatchWriter
  readonly #points: PointsWriter
  readonly #segments: Segment[] = []
  readonly #pending: PendingSegment[] = []
  readonly #newSeries: NewSeries[] = []
  readonly #transfer: ArrayBuffer[] = []
  #transactions = 0
  #statements = 0
  #open = openSegment()
  #bytes = 0

  constructor(number: number, index: SeriesIndex, { messages, points }: GroupBuffers) {
    this.#number = number
    this.#index = index
    this.#messages = messages
    this.#points = points
  }

  /** Adds a transaction. Throws a TypeError if it can't be packed; the group is unchanged then. */
  add(waiter: Waiter, nowMs: number): void {
    const { transaction } = waiter
    const isOwn = (transaction.statements?.length ?? 0) > 0
    if (isOwn) this.#close(null)
    const messageMark = this.#messages.mark()
    const pointMark = this.#points.count
    const { points: written, slots, done, attributes } = this.#open
    const lengths = [written.length, done.length, attributes.length, this.#newSeries.length] as const
    try {
      this.#append(transaction, nowMs)
    } catch (error) {
      this.#messages.rollback(messageMark)
      this.#points.truncate(pointMark)
      written.length = slots.length = lengths[0]
      done.length = lengths[1]
      attributes.length = lengths[2]
      this.#index.uncreate(this.#newSeries.splice(lengths[3]))
      throw error
    }
    this.#open.waiters.push(waiter)
    this.#transactions++
    this.#statements += transaction.statements?.length ?? 0
    if (isOwn) this.#close(transaction)
  }

  get isFull(): boolean {
    return (
      this.#transactions >= groupTransactionsMax ||
      this.#statements >= groupStatementsMax ||
      this.#newSeries.length >= groupSeriesMax ||
      this.byteLength >= groupBytesMax
    )
  }

  get byteLength(): number {
    return this.#bytes + this.#messages.byteLength + this.#points.byteLength
  }

  pack(): PackedGroup {
    this.#close(null)
    return {
      kind: 'group',
      number: this.#number,
      segments: this.#segments,
      newSeries: this.#newSeries,
      transfer: this.#transfer,
      pending: this.#pending,
    }
  }

  #append(transaction: Transaction, nowMs: number) {
    const open = this.#open
    const points = transaction.points ?? []
    for (let i = 0; i < points.length; i++) {
      const point = points[i] as PointWrite
      const entity = this.#index.entity(point.entity.id)
      const slot = this.#index.slot(entity, point.tenantId, point.key, this.#newSeries)
      const expiresAt = point.ttlSeconds > 0 ? nowMs + point.ttlSeconds * 1000 : NEVER
      this.#points.point(slot.series, point.type, point.ts, point.value, expiresAt)
      open.slots.push(slot)
      open.points.push(point)
      entity.lastGroup = this.#number
    }
    for (const message of transaction.messages ?? []) this.#messages.add(message)
    for (const attribute of transaction.attributes ?? []) open.attributes.push(attributeRow(attribute))
    for (const seq of transaction.done ?? []) open.done.push(seq)
    if (transaction.deletions) open.deletions = pendingDeletions(transaction.deletions, this.#index, this.#number)
  }

  #close(transaction: Transaction | null) {
    const open = this.#open
    if (open.waiters.length === 0) return
    const { count } = this.#messages
    this.#segments.push({
      messageCount: count,
      messages: count > 0 ? this.#taken(this.#messages.finish()) : null,
      points: this.#points.count > 0 ? this.#taken(this.#points.finish()) : null,
      done: open.done.length > 0 ? encodeDone(open.done) : null,
      attributes: open.attributes,
      // Added when the group is sent, because they contain the latest values at that time.
      deletions: null,
      statements: transaction?.statements ?? null,
    })
    this.#pending.push(open)
    this.#open = openSegment()
  }

  #taken(packed: Uint8Array<ArrayBuffer>): Uint8Array {
    this.#bytes += packed.byteLength
    this.#transfer.push(packed.buffer)
    return packed
  }
}

function attributeRow({ tenantId, entity, scope, key, lastUpdateTs, value }: AttributeWrite): AttributeRow {
  if (value === null) return [entity.id, scope, key]
  return [tenantId, entity.entityType, entity.id, scope, key, lastUpdateTs, value.type, String(value.value)]
}

/** Results for the callers; message positions count from the segment's first one. */
export function resultsOf(segment: PendingSegment, { firstSeq, rowsChanged }: SegmentResult): TransactionResult[] {
  let seq = firstSeq
  return segment.waiters.map(({ transaction }) => ({
    messages: transaction.messages?.map((message): JournalledMessage => ({ seq: seq++, message, load: null })) ?? [],
    rowsChanged,
  }))
}
