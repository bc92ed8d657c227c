/**
 * Moves points from `hot` into chunks, a little with every commit.
 *
 * Full heads are sealed immediately. When the segment of `hot` reaches its limit, a sweep goes over the heads whose
 * points are still in its rows: long heads are sealed, short ones are carried forward into a new row. Then the old rows
 * are deleted.
 *
 * Invariant: a row of `hot` is deleted only when no head and no latest value needs it any more.
 */

import type { DatabaseSync } from 'node:sqlite'
import { chunkEnd, textEnd } from '../series/chunk-cut.ts'
import type { ChunkTable } from '../series/chunks.ts'
import { expiryAt, rawValue, type StoredValue, slice, sorted, typeAt } from '../series/columns.ts'
import { type CompactionLimits, createCompactor } from '../series/compactor.ts'
import { type FullHead, type Head, type Heads, isFull } from '../series/heads.ts'
import { Control, createPointsWriter } from '../series/points-batch.ts'

export interface SealingLimits {
  /** Heads of this length are sealed, into chunks of this length; the last chunk may have up to half as much more. */
  readonly chunkPoints: number
  /** Heads with this many text characters are sealed, into chunks of about as many. */
  readonly chunkCharacters: number
  /**
   * Total characters of open texts that start a sweep; at twice as many, commits take as long as needed to seal them.
   */
  readonly openCharacters: number
  /**
   * Number of open heads (about 300 bytes each) at which all are sealed. At twice as many, each commit seals somewhat
   * more heads than were added, which limits their number.
   */
  readonly openHeads: number
  /** Points, rows and bytes of `hot` that start a sweep; a start has to read them. */
  readonly segmentPoints: number
  readonly segmentRows: number
  readonly segmentBytes: number
  /** Shorter heads are carried forward, unless there are too many of them. */
  readonly sealPointsMin: number
  /** Time per commit for sealing and then for compaction, ms. */
  readonly budgetMs: number
  readonly compaction?: CompactionLimits
}

export const sealingLimits: SealingLimits = {
  chunkPoints: 512,
  chunkCharacters: 256 * 1024,
  openCharacters: 16 * 1024 * 1024,
  openHeads: 100_000,
  segmentPoints: 250_000,
  segmentRows: 20_000,
  segmentBytes: 64 * 1024 * 1024,
  sealPointsMin: 64,
  budgetMs: 2,
}

/** Heads with more text characters aren't carried forward: rewriting them costs more than a small chunk. */
const carriedCharactersMax = 4096
/** Maximum number of full heads waiting (about 8 KB each); with more, a commit takes the time to seal them. */
const waitingHeadsMax = 1000
const deletedRowsAtOnce = 1000
/** Segments by which `hot` may grow during a sweep. With more, a start reads more, and a commit seals less. */
const sweptSegments = 8
const expiredChunksAtOnce = 100
const expiryPassMs = 3_600_000
const carriedPointsAtOnce = 20_000
/**
 * Number of heads that a commit seals for each added one when there are far too many. Their number falls, and no commit
 * takes much longer for sealing than for its own points.
 */
const crowdedShare = 1.25

export const fullHead = ({ chunkPoints, chunkCharacters }: SealingLimits): FullHead => ({
  points: chunkPoints,
  characters: chunkCharacters,
})

interface Sweep {
  /** Rows before this one are to be deleted. */
  readonly boundary: number
  /** Remaining heads. Heads added later are at the end and don't have points in the rows to delete. */
  readonly heads: Iterator<Head>
  isThrough: boolean
  /** Number of heads when the sweep began. */
  readonly headCount: number
  /** The latest values of groups up to this one must be in the table before rows are deleted. */
  readonly group: number
  /** Shorter heads are carried forward. */
  readonly sealPointsMin: number
  carried: number
}

export interface Sealing {
  /** Called when a head has become full. */
  full(head: Head): void
  /** Called when points were added in a row of `hot` with this many bytes. */
  arrived(points: number, bytes: number): void
  /**
   * Runs inside a transaction. Returns its changes of heads as a batch of points for `hot`, to be applied after the
   * commit like any other batch.
   */
  run(group: number, latestThrough: number, nextHotId: number, nowMs: number): Uint8Array | null
  /** Seals every open point, then merges and rolls up everything, during the following commits. */
  compactAll(): void
  readonly hasMoreToDo: boolean
  /** Sealing waits for the latest values of groups up to this number; 0: doesn't wait. */
  readonly latestWanted: number
}

export function createSealing(
  database: DatabaseSync,
  heads: Heads,
  chunks: ChunkTable,
  limits: SealingLimits,
): Sealing {
  const oldestHot = database.prepare('select min(id) as id from hot')
  const compactor = createCompactor(chunks, limits.compaction)
  const deleteHot = database.prepare('delete from hot where id < ?')
  const full: FullHead = fullHead(limits)
  let ripe: Head[] = []
  let segmentPoints = 0
  let segmentRows = 0
  let segmentBytes = 0
  /** Number of open heads after the last run, and points of the segment at that time. */
  let headsBefore = 0
  let pointsBefore = 0
  let sweep: Sweep | null = null
  let sealPointsMin = limits.sealPointsMin
  let nextExpiryPass = 0
  let latestWanted = 0
  /** Every open point is to be sealed; then the compactor processes everything. */
  let isSealingAll = false

  function seal(head: Head, controls: ReturnType<typeof createPointsWriter>) {
    const columns = sorted(head.columns)
    for (let start = 0; start < columns.length; ) {
      const end = textEnd(columns, start, chunkEnd(columns, start, limits.chunkPoints), limits.chunkCharacters)
      chunks.insert(head.series, slice(columns, start, end))
      start = end
    }
    controls.control(head.series, Control.RESET)
  }

  function carry(head: Head, controls: ReturnType<typeof createPointsWriter>) {
    const { columns } = head
    controls.control(head.series, Control.RESET)
    for (let i = 0; i < columns.length; i++) {
      const type = typeAt(columns, i)
      const value = rawValue(type, columns.values[i] as StoredValue)
      controls.point(head.series, type, columns.ts[i] as number, value, expiryAt(columns, i))
    }
  }

  const isCrowded = () => heads.size >= limits.openHeads

  function beginSweep(group: number, nextHotId: number) {
    sweep = {
      boundary: nextHotId,
      heads: heads.all(),
      isThrough: false,
      headCount: heads.size,
      group,
      sealPointsMin: isSealingAll || isCrowded() ? 1 : sealPointsMin,
      carried: 0,
    }
    if (isSealingAll) compactor.all()
    isSealingAll = false
    segmentPoints = 0
    pointsBefore = 0
    segmentRows = 0
    segmentBytes = 0
  }

  /**
   * Number of heads that this commit must seal or carry, regardless of time. If there are far too many heads, it is
   * based on the number of added ones; during a sweep, it is large enough for the sweep to end before `hot` has grown
   * by `sweptSegments` segments.
   */
  function headsDue(): number {
    const came = Math.max(0, heads.size - headsBefore)
    const points = segmentPoints - pointsBefore
    headsBefore = heads.size
    pointsBefore = segmentPoints
    const crowded = heads.size > 2 * limits.openHeads ? Math.ceil(crowdedShare * came) : 0
    return Math.max(crowded, sweep ? Math.ceil((sweep.headCount * points) / (limits.segmentPoints * sweptSegments)) : 0)
  }

  function run(group: number, latestThrough: number, nextHotId: number, nowMs: number): Uint8Array | null {
    latestWanted = 0
    const isSweepDue =
      isSealingAll ||
      segmentPoints >= limits.segmentPoints ||
      segmentRows >= limits.segmentRows ||
      segmentBytes >= limits.segmentBytes ||
      heads.characters >= limits.openCharacters ||
      isCrowded()
    const isCompactionDue = compactor.isDue(nowMs)
    if (ripe.length === 0 && !sweep && !isSweepDue && nowMs < nextExpiryPass && !isCompactionDue) return null
    const controls = createPointsWriter()
    // Sealed points leave the heads only after the commit, so this counts down from the current number.
    let open = heads.characters
    const until = performance.now() + limits.budgetMs
    const sealed = new Set<Head>()
    let carriedHeads = 0
    const sealedMin = headsDue()
    const isTimeLeft = () => performance.now() < until || open > 2 * limits.openCharacters || sealed.size < sealedMin

    while (ripe.length > 0 && (ripe.length > waitingHeadsMax || isTimeLeft())) {
      const head = ripe.pop() as Head
      // It may have been swept or cut since it became full.
      if (heads.get(head.series) !== head || sealed.has(head) || !isFull(head, full)) continue
      seal(head, controls)
      open -= head.columns.characters
      sealed.add(head)
    }

    if (!sweep && isSweepDue) beginSweep(group - 1, nextHotId)
    if (heads.size > 2 * limits.openHeads) {
      // Covers all heads, not only those of the sweep, because heads are also added during a sweep.
      for (const head of heads.all()) {
        if (sealed.size >= sealedMin) break
        if (head.columns.length === 0 || sealed.has(head)) continue
        seal(head, controls)
        open -= head.columns.characters
        sealed.add(head)
      }
    }
    if (sweep) {
      // If short texts of many series were carried forward, they would exceed the limit again immediately.
      const charactersMax = open >= limits.openCharacters ? 0 : carriedCharactersMax
      while (isTimeLeft() && controls.count < carriedPointsAtOnce) {
        const { value: head, done: isThrough } = sweep.heads.next()
        sweep.isThrough = isThrough === true
        if (isThrough) break
        if (sealed.has(head) || head.firstHot >= sweep.boundary || head.columns.length === 0) continue
        const { length, characters } = head.columns
        if (length >= sweep.sealPointsMin || characters > charactersMax) {
          seal(head, controls)
          open -= characters
        } else {
          carry(head, controls)
          sweep.carried += head.columns.length
          carriedHeads++
        }
        sealed.add(head)
      }
      if (sweep.isThrough) finishSweep(sweep, latestThrough)
    } else if (nowMs >= nextExpiryPass && chunks.removeExpired(nowMs, expiredChunksAtOnce) < expiredChunksAtOnce) {
      nextExpiryPass = nowMs + expiryPassMs
    }
    headsBefore -= sealed.size - carriedHeads
    // A full compaction starts only after everything is sealed.
    if (isCompactionDue && !(sweep?.sealPointsMin === 1 && !sweep.isThrough)) compactor.run(nowMs, until)
    return controls.count > 0 ? controls.finish() : null
  }

  function finishSweep(done: Sweep, latestThrough: number) {
    if (latestThrough < done.group) {
      latestWanted = done.group
      return
    }
    const oldest = (oldestHot.get() as { id: number | null }).id
    if (oldest !== null && oldest < done.boundary) {
      deleteHot.run(Math.min(done.boundary, oldest + deletedRowsAtOnce))
      return
    }
    // Many short series would be carried forward forever: seal shorter ones next time.
    sealPointsMin =
      done.carried > limits.segmentPoints / 4
        ? Math.max(1, Math.floor(sealPointsMin / 2))
        : Math.min(limits.sealPointsMin, sealPointsMin * 2)
    sweep = null
  }

  return {
    full: (head) => ripe.push(head),
    arrived(points, bytes) {
      segmentPoints += points
      segmentBytes += bytes
      segmentRows++
    },
    run,
    compactAll() {
      isSealingAll = true
    },
    get hasMoreToDo() {
      if (ripe.length === 0) ripe = []
      return sweep !== null || ripe.length > 0 || isSealingAll || compactor.isRunning
    },
    get latestWanted() {
      return latestWanted
    },
  }
}
