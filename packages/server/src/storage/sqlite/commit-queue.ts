/**
 * The main thread's side of writing: gathers transactions into groups and has one on its way at a time.
 *
 * What arrives while a group is being written forms the next one; without load, a group holds what one turn of the
 * event loop brought. When the answer comes, the change is on disk: latest values take effect, then the callers hear.
 *
 * Groups are small, so that none takes long. What finds the next group full waits in a lane of its tenant; the group
 * after it takes from all lanes, the same weight from each (time-shares.ts). So a tenant that hands over more than the
 * disk takes delays its own transactions.
 */

import { invariant } from '@sonde/model/errors'
import type { Clock } from '../../clock.ts'
import { createPointsWriter, NEVER } from '../series/points-batch.ts'
import { RowsMismatch, StoreFailed, type Transaction, type TransactionResult, UniqueViolation } from '../storage.ts'
import { createCommitLanes } from './commit-lanes.ts'
import {
  createGroupBuffers,
  GroupBuilder,
  type PackedGroup,
  type PendingSegment,
  resultsOf,
  type Waiter,
} from './group-builder.ts'
import { OpenMessages } from './open-messages.ts'
import { emptied, segmentDeletions, takeDeleted } from './pending-deletions.ts'
import { encodeCheckpoint } from './progress.ts'
import type { SeriesIndex, SeriesSlot } from './series-index.ts'
import type {
  FromWriter,
  GroupCommitted,
  NewSeries,
  Segment,
  SegmentFailure,
  ToWriter,
  WriterRecovered,
} from './worker-protocol.ts'

/** Latest values that may wait for the table; above, they go along with each group. */
const dirtyMax = 20_000
const latestAtOnce = 1000
/** When `hot` waits for them. */
const latestWantedAtOnce = 4000
/** Characters of latest texts that may wait likewise. */
const dirtyCharactersMax = 8 * 1024 * 1024
/** Beside its bytes, what a transaction weighs in the share of its tenant. */
const transactionWeight = 256
/** Groups between two checkpoints of what is not done. */
const checkpointGroups = 256
/** Empty series that one group removes. */
const removedAtOnce = 1000
/** How long an idle store waits before it tidies up. */
const idleMs = 50

/** Why nothing is taken, and how those that wait for the end of it hear. */
interface Refusal {
  readonly error: StoreFailed
  readonly end: () => void
}

/** Transactions that join a group which is full, and what they hold at most. */
const joinedMax = 64
const smallPartsMax = 16
const smallCharactersMax = 1024

export interface CommitQueueParts {
  readonly index: SeriesIndex
  readonly clock: Clock
  readonly nextSeq: number
  /** Journal positions that are not done. */
  readonly undone: Iterable<number>
  readonly send: (message: ToWriter, transfer: ArrayBuffer[]) => void
}

export interface CommitQueue {
  transact(transaction: Transaction): Promise<TransactionResult>
  answered(message: FromWriter): void
  /** Refuses what is on its way and everything from now on; if it is temporary, until the writer has recovered. */
  fail(message: string, isTemporary: boolean): void
  /** Resolves when all that was handed over is written; refuses everything else. */
  drain(): Promise<void>
  readonly journalLag: number
  readonly commits: number
}

export function createCommitQueue({
  index,
  clock,
  nextSeq: firstSeq,
  undone: left,
  send,
}: CommitQueueParts): CommitQueue {
  const buffers = createGroupBuffers()
  const undone = new OpenMessages(left)
  let nextSeq = firstSeq
  let nextNumber = 1
  let gathering: GroupBuilder | null = null
  /** A group that is full, or whose turn it is. */
  let packed: PackedGroup | null = null
  /** Small transactions that joined the group when it was full. */
  let joined = 0
  /** What found the group full. */
  const lanes = createCommitLanes()
  let running: PackedGroup | null = null
  let isScheduled = false
  let refusal: Refusal | null = null
  let life = 0
  /** Series of groups that were not written: their numbers are given. */
  let unwrittenSeries: NewSeries[] = []
  /** Slots whose points were deleted. */
  const empty = new Set<SeriesSlot>()
  /** Series to be removed with the next group, and those of the group that is written. */
  let removedSeries: number[] = []
  let removingSeries: number[] = []
  let drained: (() => void) | null = null
  let idle: NodeJS.Timeout | undefined
  let commits = 0

  let dirty: SeriesSlot[] = []
  let dirtyAt = 0
  /** About: texts that were replaced meanwhile count too. */
  let dirtyCharacters = 0
  /** Latest values that waited after the last group. */
  let dirtyBefore = 0
  let latestWanted = 0
  let latestThrough = 0
  let lastCheckpoint = 0
  let moreToDo = false

  function transact(transaction: Transaction): Promise<TransactionResult> {
    if (refusal !== null) return Promise.reject(refusal.error)
    return new Promise((resolve, reject) => {
      for (const seq of transaction.done ?? []) {
        // What is done is done once: a second outcome of one message would store its points twice.
        invariant(undone.isOpen(seq), `message ${seq} has its outcome already`)
      }
      const waiter: Waiter = { transaction, resolve, reject }
      for (const seq of transaction.done ?? []) undone.begin(seq)
      if (lanes.isEmpty && canAdd(waiter)) add(waiter)
      else if (isSmall(waiter) && lanes.isIdle(waiter) && canAdd(waiter)) {
        // Whoever has little and waits for nothing goes with the next group, and not behind those that fill it.
        add(waiter)
        lanes.chargeFor(waiter, transactionWeight)
      } else lanes.put(waiter)
      schedule()
    })
  }

  const isSmall = ({ transaction: { messages, points, attributes, statements, done, deletions } }: Waiter) => {
    const size = (of: readonly unknown[] | undefined) => of?.length ?? 0
    const parts = size(messages) + size(points) + size(attributes) + size(statements) + size(done)
    if (parts > smallPartsMax || size(deletions) > 0) return false
    return messages?.every(({ data }) => data.length <= smallCharactersMax) ?? true
  }

  /** One with deletions is alone in its group: the values that it names are those of that moment. */
  const isAlone = ({ transaction: { deletions } }: Waiter) => deletions !== undefined && deletions.length > 0

  /** False: the group that is gathered is full, and goes first. */
  function canAdd(waiter: Waiter): boolean {
    if (packed !== null) return false
    if (gathering === null) return true
    if (isAlone(waiter)) {
      pack()
      return false
    }
    return !gathering.isFull || (joined < joinedMax && isSmall(waiter))
  }

  function add(waiter: Waiter) {
    gathering ??= new GroupBuilder(nextNumber++, index, buffers)
    try {
      gathering.add(waiter, clock.nowMs())
    } catch (error) {
      refuseOne(waiter, error as Error)
    }
    if (gathering.isFull) joined++
    if (isAlone(waiter)) pack()
  }

  function pack() {
    if (gathering) packed = gathering.pack()
    gathering = null
    joined = 0
  }

  /** Takes from the lanes until a group is full, or nothing waits. */
  function gather() {
    while (!lanes.isEmpty) {
      const waiter = lanes.first()
      if (!waiter || !canAdd(waiter)) return
      const before = gathering?.byteLength ?? 0
      lanes.shift()
      add(waiter)
      lanes.charge(transactionWeight + (gathering ? gathering.byteLength - before : 0))
    }
  }

  function schedule() {
    if (isScheduled || running) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      if (!running) next()
    })
  }

  function next() {
    if (packed === null) pack()
    const group = packed
    packed = null
    if (!group) {
      drained?.()
      if ((moreToDo || removedSeries.length > 0 || empty.size > 0) && refusal === null)
        idle ??= setTimeout(tidy, idleMs).unref()
      return
    }
    running = group
    sendGroup(group)
    gather()
  }

  function tidy() {
    idle = undefined
    if (running || refusal !== null) return
    gathering ??= new GroupBuilder(nextNumber++, index, buffers)
    schedule()
  }

  function sendGroup({ number, segments, newSeries, transfer, pending }: PackedGroup) {
    const latest = latestToStore()
    if (latest) transfer.push(latest.buffer)
    const isCheckpoint = number - lastCheckpoint >= checkpointGroups
    if (isCheckpoint) lastCheckpoint = number
    const message: ToWriter = {
      kind: 'group',
      number,
      life,
      nowMs: clock.nowMs(),
      removedSeries,
      newSeries: unwrittenSeries.length > 0 ? [...unwrittenSeries, ...newSeries] : newSeries,
      segments: withDeletions(segments, pending),
      latest,
      latestThrough: dirtyAt < dirty.length ? (dirty[dirtyAt] as SeriesSlot).dirtyGroup - 1 : number - 1,
      checkpoint: isCheckpoint ? encodeCheckpoint(nextSeq, undone) : null,
      lowWater: undone.lowest ?? nextSeq,
    }
    removingSeries = removedSeries
    removedSeries = []
    latestThrough = message.latestThrough
    send(message, transfer)
  }

  const isDue = (slot: SeriesSlot) =>
    slot.dirtyGroup <= latestWanted || dirty.length - dirtyAt > dirtyMax || dirtyCharacters > dirtyCharactersMax

  /** The oldest dirty latest values, if it is time for them. */
  function latestToStore(): Uint8Array<ArrayBuffer> | null {
    const oldest = dirty[dirtyAt]
    if (!oldest || !isDue(oldest)) return null
    const batch = createPointsWriter()
    // Above the bound at least as many go as have come, or they would be more and more.
    const waiting = dirty.length - dirtyAt
    const came = waiting > dirtyMax ? Math.max(0, waiting - dirtyBefore) : 0
    const atOnce = (latestWanted > 0 ? latestWantedAtOnce : latestAtOnce) + came
    while (dirtyAt < dirty.length && batch.count < atOnce) {
      const slot = dirty[dirtyAt] as SeriesSlot
      if (!isDue(slot)) break
      dirtyAt++
      slot.dirtyGroup = 0
      // A deleted one was taken out of the table by the delete itself.
      const { latest } = slot
      if (latest && latest.value !== null) {
        batch.point(slot.series, latest.type, latest.ts, latest.value, NEVER)
        if (typeof latest.value === 'string') dirtyCharacters -= latest.value.length
      }
    }
    if (dirtyAt === dirty.length) dirtyCharacters = 0
    if (dirtyAt > 4096 && dirtyAt * 2 > dirty.length) {
      dirty = dirty.slice(dirtyAt)
      dirtyAt = 0
    }
    dirtyBefore = dirty.length - dirtyAt
    return batch.count > 0 ? batch.finish() : null
  }

  function answered(message: FromWriter) {
    if (message.kind === 'failed') return fail(message.message, message.isTemporary)
    if (message.kind === 'recovered') return recovered(message)
    const group = running
    invariant(group && message.kind === 'committed', 'the store answered unasked')
    invariant(group.number === message.number, 'the store answered out of order')
    running = null
    commits++
    unwrittenSeries = []
    removingSeries = []
    committed(group, message)
    schedule()
  }

  function committed(group: PackedGroup, answer: GroupCommitted) {
    latestWanted = answer.latestWanted
    moreToDo = answer.moreToDo
    group.pending.forEach((segment, i) => {
      const result = answer.segments[i]
      invariant(result, 'the store answered for every segment')
      if (result.failure) {
        for (const waiter of segment.waiters) refuseOne(waiter, errorOf(result.failure))
        return
      }
      const deletedLatest = segment.deletions && takeDeleted(index, segment.deletions, result.latestAfter ?? [])
      if (segment.deletions) for (const slot of emptied(segment.deletions)) empty.add(slot)
      takeLatest(segment, group.number)
      const results = resultsOf(segment, result)
      segment.waiters.forEach(({ transaction, resolve }, w) => {
        const own = results[w] as TransactionResult
        for (const { seq } of own.messages) {
          invariant(seq === nextSeq, 'the journal has no gaps')
          undone.add(seq)
          nextSeq++
        }
        for (const seq of transaction.done ?? []) {
          undone.finish(seq)
        }
        resolve(deletedLatest ? { ...own, deletedLatest } : own)
      })
    })
    if (empty.size > 0) removeEmpty(group.number)
    index.shrink(latestThrough)
  }

  /**
   * Series without a point are removed, so that their keys count no more: when no group that holds a point of their
   * entity is on its way. A point that comes later makes a new series.
   */
  function removeEmpty(committed: number) {
    const removed: SeriesSlot[] = []
    for (const slot of empty) {
      const { entity, latest, key } = slot
      if (latest !== undefined || entity.slots.get(key) !== slot) empty.delete(slot)
      else if (entity.lastGroup <= committed) {
        empty.delete(slot)
        removed.push(slot)
        if (removed.length === removedAtOnce) break
      }
    }
    index.remove(removed)
    for (const { series } of removed) removedSeries.push(series)
  }

  function takeLatest({ points, slots }: PendingSegment, group: number) {
    for (let i = 0; i < points.length; i++) {
      const slot = slots[i] as SeriesSlot
      const point = points[i]
      if (!point || (slot.latest && point.ts < slot.latest.ts)) continue
      index.setLatest(slot, { key: slot.key, ts: point.ts, type: point.type, value: point.value })
      if (typeof point.value === 'string') dirtyCharacters += point.value.length
      if (slot.dirtyGroup === 0) {
        slot.dirtyGroup = group
        dirty.push(slot)
      }
    }
  }

  function refuseOne({ transaction, reject }: Waiter, error: Error) {
    for (const seq of transaction.done ?? []) undone.reopen(seq)
    reject(error)
  }

  function refuse(message: string, isTemporary: boolean) {
    const { promise, resolve } = Promise.withResolvers<void>()
    refusal?.end()
    refusal = { error: new StoreFailed(message, isTemporary ? promise : null), end: resolve }
  }

  function fail(message: string, isTemporary: boolean) {
    // What lasts stands: a full disk does not open a closed store.
    if (!refusal || (refusal.error.recovered && !isTemporary)) refuse(message, isTemporary)
    const groups = [running, packed, gathering?.pack() ?? null].filter((group) => group !== null)
    running = packed = gathering = null
    moreToDo = false
    removedSeries = [...removingSeries, ...removedSeries]
    removingSeries = []
    const error = new StoreFailed(message, refusal?.error.recovered ?? null)
    for (const { pending, newSeries } of groups) {
      for (const series of newSeries) unwrittenSeries.push(series)
      for (const { waiters } of pending) for (const waiter of waiters) refuseOne(waiter, error)
    }
    for (const waiter of lanes.takeAll()) refuseOne(waiter, error)
    drained?.()
  }

  /** The writer has taken up what is stored; it is what was answered. */
  function recovered({ nextSeq: stored, undoneCount }: WriterRecovered) {
    life++
    if (!refusal?.error.recovered) return
    if (stored !== nextSeq || undoneCount !== undone.size) {
      return fail('What the store holds after the full disk is not what it had answered: start Sonde again.', false)
    }
    // Its latest values are all in the table.
    for (const slot of dirty) slot.dirtyGroup = 0
    dirty = []
    dirtyAt = latestWanted = dirtyCharacters = 0
    refusal.end()
    refusal = null
  }

  return {
    transact,
    answered,
    fail,
    async drain() {
      if (!refusal || refusal.error.recovered) refuse('The store is closed.', false)
      clearTimeout(idle)
      if (!running && packed === null && !gathering) return
      await new Promise<void>((resolve) => {
        drained = resolve
        schedule()
      })
    },
    get journalLag() {
      return undone.size
    },
    get commits() {
      return commits
    },
  }
}

/** Deletions in the place of those that are still to be named. */
function withDeletions(segments: readonly Segment[], pending: readonly PendingSegment[]): readonly Segment[] {
  if (!pending.some(({ deletions }) => deletions !== null)) return segments
  return segments.map((segment, i) => {
    const deletions = pending[i]?.deletions
    return deletions ? { ...segment, deletions: segmentDeletions(deletions) } : segment
  })
}

function errorOf(failure: SegmentFailure): Error {
  switch (failure.kind) {
    case 'unique':
      return new UniqueViolation(failure.table ?? '', failure.columns ?? [])
    case 'rows':
      return new RowsMismatch(failure.statement ?? 0, failure.expected ?? 0, failure.actual ?? 0)
    case 'other':
      return new Error(`A statement was refused: ${failure.message}`)
  }
}
