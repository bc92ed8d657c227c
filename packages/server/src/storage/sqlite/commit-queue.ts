/**
 * Main thread side of writing: collects transactions into groups and sends one group at a time.
 *
 * Transactions that arrive while a group is being written form the next one. Without load, a group contains the
 * transactions of one event loop turn (next-group.ts). A response means that the group is on disk: latest values take
 * effect, then the callers' promises resolve.
 */

import { invariant } from '@sonde/model/errors'
import type { Clock } from '../../clock.ts'
import { asNobody } from '../../guard/work.ts'
import { RowsMismatch, StoreFailed, type Transaction, type TransactionResult, UniqueViolation } from '../storage.ts'
import { type PackedGroup, type PendingSegment, resultsOf, type Waiter } from './group-builder.ts'
import { createNextGroup } from './next-group.ts'
import { OpenMessages } from './open-messages.ts'
import { emptied, segmentDeletions, takeDeleted } from './pending-deletions.ts'
import { PendingLatest } from './pending-latest.ts'
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

/** Number of groups between two checkpoints of the journal positions that aren't done. */
const checkpointGroups = 256
/** Maximum number of empty series removed with one group. */
const removedAtOnce = 1000
/** Idle time before the store does maintenance work, ms. */
const idleMs = 50

/** Empty list. Messages and points are iterated by index, because an iterator allocates an object per element. */
const none: readonly never[] = []

/** State of the queue; at most one group is in flight. */
type Phase =
  | { readonly kind: 'idle' }
  /** The next group is sent at the end of this event loop turn. */
  | { readonly kind: 'scheduled' }
  /** `removed`: series that are removed with the group. */
  | { readonly kind: 'writing'; readonly group: PackedGroup; readonly removed: readonly number[] }

/** Whether transactions are accepted; if not, the error that they're rejected with. */
type Admission =
  | { readonly kind: 'open' }
  /**
   * Rejects until the writer has recovered; `end` resolves the promise that rejected callers wait for. Once the writer
   * uses its reserve (`onReserve`), transactions with `cannotWait` are accepted.
   */
  | { readonly kind: 'interrupted' | 'onReserve'; readonly error: StoreFailed; readonly end: () => void }
  | { readonly kind: 'closed'; readonly error: StoreFailed }

const idle: Phase = { kind: 'idle' }
const scheduled: Phase = { kind: 'scheduled' }
const open: Admission = { kind: 'open' }

export interface CommitQueueDeps {
  readonly index: SeriesIndex
  readonly clock: Clock
  readonly nextSeq: number
  /** Journal positions that aren't done. */
  readonly undone: Iterable<number>
  readonly send: (message: ToWriter, transfer: ArrayBuffer[]) => void
}

export interface CommitQueue {
  transact(transaction: Transaction): Promise<TransactionResult>
  answered(message: FromWriter): void
  /** Rejects the group in flight and all further transactions; if temporary, until the writer has recovered. */
  fail(message: string, isTemporary: boolean): void
  /** Resolves when all accepted transactions are written; rejects all others. */
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
}: CommitQueueDeps): CommitQueue {
  const undone = new OpenMessages(left)
  let nextSeq = firstSeq
  const nextGroup = createNextGroup({ index, clock, reject: rejectOne })
  const pendingLatest = new PendingLatest()
  let phase: Phase = idle
  let admission: Admission = open
  let life = 0
  /** New series of groups that weren't written. Their numbers are assigned, so they're sent with the next group. */
  let unwrittenSeries: NewSeries[] = []
  /** Slots that may be empty after a deletion. */
  const empty = new Set<SeriesSlot>()
  /** Series to remove with the next group. */
  let removedSeries: number[] = []
  let drained: (() => void) | null = null
  let tidying: NodeJS.Timeout | undefined
  let commits = 0
  let latestThrough = 0
  let lastCheckpoint = 0
  let moreToDo = false

  function transact(transaction: Transaction): Promise<TransactionResult> {
    if (admission.kind !== 'open' && !(admission.kind === 'onReserve' && transaction.cannotWait)) {
      return Promise.reject(admission.error)
    }
    return new Promise((resolve, reject) => {
      const done = transaction.done ?? none
      for (let i = 0; i < done.length; i++) {
        // A message must be completed only once: a second outcome would store its points twice.
        if (!undone.isOpen(done[i] as number)) invariant(false, `message ${done[i]} has its outcome already`)
      }
      const waiter: Waiter = { transaction, resolve, reject }
      for (let i = 0; i < done.length; i++) undone.begin(done[i] as number)
      nextGroup.add(waiter)
      schedule()
    })
  }

  const scheduleNext = () => void setImmediate(next)

  function schedule() {
    if (phase.kind !== 'idle') return
    phase = scheduled
    asNobody(scheduleNext)
  }

  function next() {
    const group = nextGroup.take()
    if (!group) {
      phase = idle
      drained?.()
      if ((moreToDo || removedSeries.length > 0 || empty.size > 0) && admission.kind === 'open')
        tidying ??= setTimeout(tidy, idleMs).unref()
      return
    }
    phase = { kind: 'writing', group, removed: removedSeries }
    sendGroup(group)
    nextGroup.fill()
  }

  function tidy() {
    tidying = undefined
    if (phase.kind === 'writing' || admission.kind !== 'open') return
    nextGroup.open()
    schedule()
  }

  function sendGroup({ number, segments, newSeries, transfer, pending }: PackedGroup) {
    const latest = pendingLatest.drain()
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
      latestThrough: pendingLatest.through(number),
      checkpoint: isCheckpoint ? encodeCheckpoint(nextSeq, undone) : null,
      lowWater: undone.lowest ?? nextSeq,
    }
    removedSeries = []
    latestThrough = message.latestThrough
    send(message, transfer)
  }

  function answered(message: FromWriter) {
    if (message.kind === 'failed') return fail(message.message, message.isTemporary)
    if (message.kind === 'recovered') return recovered(message)
    if (message.kind === 'roomy') return reopen()
    invariant(phase.kind === 'writing' && message.kind === 'committed', 'the store answered unasked')
    const { group } = phase
    invariant(group.number === message.number, 'the store answered out of order')
    phase = idle
    commits++
    unwrittenSeries = []
    committed(group, message)
    schedule()
  }

  function committed(group: PackedGroup, answer: GroupCommitted) {
    pendingLatest.want(answer.latestWanted)
    moreToDo = answer.moreToDo
    group.pending.forEach((segment, i) => {
      const result = answer.segments[i]
      invariant(result, 'the store answered for every segment')
      if (result.failure) {
        for (const waiter of segment.waiters) rejectOne(waiter, errorOf(result.failure))
        return
      }
      const deletedLatest = segment.deletions && takeDeleted(index, segment.deletions, result.latestAfter ?? [])
      if (segment.deletions) for (const slot of emptied(segment.deletions)) empty.add(slot)
      applyLatest(segment, group.number)
      const results = resultsOf(segment, result)
      segment.waiters.forEach(({ transaction, resolve }, w) => {
        const own = results[w] as TransactionResult
        for (let m = 0; m < own.messages.length; m++) {
          invariant(own.messages[m]?.seq === nextSeq, 'the journal has no gaps')
          undone.add(nextSeq++)
        }
        const done = transaction.done ?? none
        for (let d = 0; d < done.length; d++) undone.finish(done[d] as number)
        resolve(deletedLatest ? { ...own, deletedLatest } : own)
      })
    })
    if (empty.size > 0) removeEmpty(group.number)
    index.shrink(latestThrough)
  }

  /**
   * Removes series without points, so that their keys no longer count, as soon as no group with a point of their entity
   * is in flight. A later point creates a new series.
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

  function applyLatest({ points, slots }: PendingSegment, group: number) {
    for (let i = 0; i < points.length; i++) {
      const slot = slots[i] as SeriesSlot
      const point = points[i]
      if (!point || (slot.latest && point.ts < slot.latest.ts)) continue
      index.setLatest(slot, point)
      pendingLatest.add(slot, point, group)
    }
  }

  function rejectOne({ transaction, reject }: Waiter, error: Error) {
    for (const seq of transaction.done ?? []) undone.reopen(seq)
    reject(error)
  }

  function interrupt(message: string) {
    const { promise, resolve } = Promise.withResolvers<void>()
    admission = { kind: 'interrupted', error: new StoreFailed(message, promise), end: resolve }
  }

  /**
   * Closes permanently, unless closed already: the first reason stays, and freed disk space doesn't reopen the store.
   */
  function close(message: string) {
    if (admission.kind === 'closed') return
    if (admission.kind !== 'open') admission.end()
    admission = { kind: 'closed', error: new StoreFailed(message, null) }
  }

  function fail(message: string, isTemporary: boolean) {
    if (!isTemporary) close(message)
    else if (admission.kind === 'open') interrupt(message)
    else if (admission.kind === 'onReserve') admission = { ...admission, kind: 'interrupted' }
    const error = new StoreFailed(message, admission.kind === 'interrupted' ? admission.error.recovered : null)
    if (phase.kind === 'writing') {
      removedSeries = [...phase.removed, ...removedSeries]
      rejectGroup(phase.group, error)
      phase = idle
    }
    moreToDo = false
    const group = nextGroup.take()
    if (group) rejectGroup(group, error)
    for (const waiter of nextGroup.takeWaiting()) rejectOne(waiter, error)
    drained?.()
  }

  function rejectGroup({ pending, newSeries }: PackedGroup, error: StoreFailed) {
    for (const series of newSeries) unwrittenSeries.push(series)
    for (const { waiters } of pending) for (const waiter of waiters) rejectOne(waiter, error)
  }

  /** The writer has reopened the store; its state must match what was acknowledged. */
  function recovered({ nextSeq: stored, undoneCount, isOnReserve }: WriterRecovered) {
    life++
    if (admission.kind !== 'interrupted') return
    if (stored !== nextSeq || undoneCount !== undone.size) {
      return fail('After the full disk, the database doesn’t match the acknowledged data. Start Sonde again.', false)
    }
    // All latest values of the reopened store are in the table.
    pendingLatest.clear()
    if (isOnReserve) admission = { ...admission, kind: 'onReserve' }
    else reopen()
  }

  function reopen() {
    if (admission.kind !== 'interrupted' && admission.kind !== 'onReserve') return
    admission.end()
    admission = open
  }

  return {
    transact,
    answered,
    fail,
    async drain() {
      close('The store is closed.')
      clearTimeout(tidying)
      if (phase.kind !== 'writing' && nextGroup.isEmpty) return
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

/** Adds the deletions to their segments; they're only resolved when the group is sent. */
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
