/**
 * The main thread's side of writing: gathers transactions into groups and has one on its way at a time.
 *
 * What arrives while a group is being written forms the next one; without load, a group holds what one turn of the
 * event loop brought. When the answer comes, the change is on disk: latest values take effect, then the callers hear.
 */

import { invariant } from '@sonde/model/errors'
import type { Clock } from '../../clock.ts'
import { RowsMismatch, StoreFailed, type Transaction, type TransactionResult, UniqueViolation } from '../storage.ts'
import { createGroupBuffers, GroupBuilder, type PackedGroup, type PendingSegment, resultsOf } from './group-builder.ts'
import { createPointsWriter, NEVER } from './points-batch.ts'
import { encodeCheckpoint } from './progress.ts'
import type { SeriesIndex, SeriesSlot } from './series-index.ts'
import type {
  DeletePoints,
  FromWriter,
  GroupCommitted,
  PointsDeleted,
  SegmentFailure,
  ToWriter,
} from './worker-protocol.ts'

/** Latest values that may wait for the table; above, they go along with each group. */
const dirtyMax = 20_000
const latestAtOnce = 1000
/** Groups between two checkpoints of what is not done. */
const checkpointGroups = 256
/** How long an idle store waits before it tidies up. */
const idleMs = 50

interface DeleteJob {
  readonly kind: 'delete'
  readonly number: number
  readonly slots: readonly SeriesSlot[]
  readonly startTs: number
  readonly endTs: number
  readonly rewriteLatest: boolean
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

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
  delete(slots: readonly SeriesSlot[], range: { startTs: number; endTs: number }, rewriteLatest: boolean): Promise<void>
  answered(message: FromWriter): void
  /** Refuses everything from now on. */
  fail(message: string): void
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
  const undone = new Set(left)
  /** Those of `undone` whose outcome is on its way. */
  const finishing = new Set<number>()
  let nextSeq = firstSeq
  let nextNumber = 1
  let gathering: GroupBuilder | null = null
  let waiting: (PackedGroup | DeleteJob)[] = []
  let running: PackedGroup | DeleteJob | null = null
  let isScheduled = false
  let refusal: string | null = null
  let drained: (() => void) | null = null
  let idle: NodeJS.Timeout | undefined
  let commits = 0

  let dirty: SeriesSlot[] = []
  let dirtyAt = 0
  let latestWanted = 0
  let latestThrough = 0
  let lastCheckpoint = 0
  let moreToDo = false

  function transact(transaction: Transaction): Promise<TransactionResult> {
    if (refusal !== null) return Promise.reject(new StoreFailed(refusal))
    return new Promise((resolve, reject) => {
      const { done } = transaction
      for (const seq of done ?? []) {
        // What is done is done once: a second outcome of one message would store its points twice.
        invariant(undone.has(seq) && !finishing.has(seq), `message ${seq} has its outcome already`)
      }
      gathering ??= new GroupBuilder(nextNumber++, index, buffers)
      gathering.add({ transaction, resolve, reject }, clock.nowMs())
      for (const seq of done ?? []) finishing.add(seq)
      if (gathering.isFull) closeGroup()
      schedule()
    })
  }

  function closeGroup() {
    if (gathering) waiting.push(gathering.pack())
    gathering = null
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
    if (waiting.length === 0) closeGroup()
    const job = waiting.shift()
    if (!job) {
      drained?.()
      if (moreToDo && refusal === null) idle ??= setTimeout(tidy, idleMs).unref()
      return
    }
    running = job
    if (job.kind === 'delete') sendDelete(job)
    else sendGroup(job)
  }

  function tidy() {
    idle = undefined
    if (running || refusal !== null) return
    gathering ??= new GroupBuilder(nextNumber++, index, buffers)
    schedule()
  }

  function sendGroup({ number, segments, newSeries, transfer }: PackedGroup) {
    const latest = latestToStore()
    if (latest) transfer.push(latest.buffer)
    const isCheckpoint = number - lastCheckpoint >= checkpointGroups
    if (isCheckpoint) lastCheckpoint = number
    const message: ToWriter = {
      kind: 'group',
      number,
      nowMs: clock.nowMs(),
      newSeries,
      segments,
      latest,
      latestThrough: dirtyAt < dirty.length ? (dirty[dirtyAt] as SeriesSlot).dirtyGroup - 1 : number - 1,
      checkpoint: isCheckpoint ? encodeCheckpoint(nextSeq, undone) : null,
      lowWater: undone.values().next().value ?? nextSeq,
    }
    latestThrough = message.latestThrough
    send(message, transfer)
  }

  const isDue = (slot: SeriesSlot) => slot.dirtyGroup <= latestWanted || dirty.length - dirtyAt > dirtyMax

  /** The oldest dirty latest values, if it is time for them. */
  function latestToStore(): Uint8Array<ArrayBuffer> | null {
    const oldest = dirty[dirtyAt]
    if (!oldest || !isDue(oldest)) return null
    const batch = createPointsWriter()
    while (dirtyAt < dirty.length && batch.count < latestAtOnce) {
      const slot = dirty[dirtyAt] as SeriesSlot
      if (!isDue(slot)) break
      dirtyAt++
      slot.dirtyGroup = 0
      // A deleted one was taken out of the table by the delete itself.
      if (slot.latest) batch.point(slot.series, slot.latest.type, slot.latest.ts, slot.latest.value, NEVER)
    }
    if (dirtyAt > 4096 && dirtyAt * 2 > dirty.length) {
      dirty = dirty.slice(dirtyAt)
      dirtyAt = 0
    }
    return batch.count > 0 ? batch.finish() : null
  }

  function sendDelete({ number, slots, startTs, endTs, rewriteLatest }: DeleteJob) {
    // Everything before is answered, so the latest values here are those of this moment.
    const series = slots.map((slot) => ({ series: slot.series, latestTs: slot.latest?.ts ?? null }))
    const message: DeletePoints = {
      kind: 'delete',
      number,
      nowMs: clock.nowMs(),
      series,
      startTs,
      endTs,
      rewriteLatest,
    }
    send(message, [])
  }

  function answered(message: FromWriter) {
    const job = running
    if (message.kind === 'failed') return fail(message.message)
    invariant(job && (message.kind === 'committed' || message.kind === 'deleted'), 'the store answered unasked')
    invariant(job.number === message.number, 'the store answered out of order')
    running = null
    commits++
    if (job.kind === 'group' && message.kind === 'committed') committed(job, message)
    else if (job.kind === 'delete' && message.kind === 'deleted') deleted(job, message)
    schedule()
  }

  function committed(group: PackedGroup, answer: GroupCommitted) {
    latestWanted = answer.latestWanted
    moreToDo = answer.moreToDo
    group.pending.forEach((segment, i) => {
      const result = answer.segments[i]
      invariant(result, 'the store answered for every segment')
      if (result.failure) {
        for (const { transaction, reject } of segment.waiters) {
          for (const seq of transaction.done ?? []) finishing.delete(seq)
          reject(errorOf(result.failure))
        }
        return
      }
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
          undone.delete(seq)
          finishing.delete(seq)
        }
        resolve(own)
      })
    })
    index.shrink(latestThrough)
  }

  function takeLatest({ points, slots }: PendingSegment, group: number) {
    for (let i = 0; i < points.length; i++) {
      const slot = slots[i] as SeriesSlot
      const point = points[i]
      if (!point || (slot.latest && point.ts < slot.latest.ts)) continue
      slot.latest = { key: slot.key, ts: point.ts, type: point.type, value: point.value }
      if (slot.dirtyGroup === 0) {
        slot.dirtyGroup = group
        dirty.push(slot)
      }
    }
  }

  function deleted({ slots, resolve }: DeleteJob, { latest }: PointsDeleted) {
    slots.forEach((slot, i) => {
      const after = latest[i]
      if (after === undefined) return
      slot.latest = after === null ? undefined : { key: slot.key, ...fromStored(after) }
    })
    resolve()
  }

  function fail(message: string) {
    refusal ??= message
    closeGroup()
    const jobs = running ? [running, ...waiting] : waiting
    running = null
    waiting = []
    const error = new StoreFailed(refusal)
    for (const job of jobs) {
      if (job.kind === 'delete') job.reject(error)
      else for (const { waiters } of job.pending) for (const { reject } of waiters) reject(error)
    }
    drained?.()
  }

  return {
    transact,
    delete(slots, { startTs, endTs }, rewriteLatest) {
      if (refusal !== null) return Promise.reject(new StoreFailed(refusal))
      return new Promise((resolve, reject) => {
        closeGroup()
        const number = nextNumber++
        for (const { entity } of slots) entity.lastGroup = number
        waiting.push({ kind: 'delete', number, slots, startTs, endTs, rewriteLatest, resolve, reject })
        schedule()
      })
    },
    answered,
    fail,
    async drain() {
      refusal ??= 'The store is closed.'
      clearTimeout(idle)
      if (!running && waiting.length === 0 && !gathering) return
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

function fromStored(latest: NonNullable<PointsDeleted['latest'][number]>) {
  const { ts, type, value } = latest
  // Booleans are stored as 0 and 1.
  return { ts, type, value: type === 0 ? value === 1 : value }
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
