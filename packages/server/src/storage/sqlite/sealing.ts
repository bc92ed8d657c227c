/**
 * Moves points from `hot` into chunks, a little with every commit.
 *
 * Full heads are sealed at once. When the segment of `hot` has grown to its bound, a sweep goes over the heads that
 * still lean on it: longer ones are sealed, short ones are carried forward into a new row; then the old rows go.
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
  /** Heads of this length are sealed, into chunks of this length or, the last one, up to half as much more. */
  readonly chunkPoints: number
  /** Heads whose texts have so many characters are sealed, into chunks of so many. */
  readonly chunkCharacters: number
  /** Characters of all open texts after which their heads are swept; at twice as many, commits take the time for it. */
  readonly openCharacters: number
  /**
   * Open heads, about 300 bytes each, after which all are sealed; at twice as many, a commit seals somewhat more than
   * came, so that there are never many more.
   */
  readonly openHeads: number
  /** Points, rows and bytes of `hot` after which its segment is swept: what a start has to read. */
  readonly segmentPoints: number
  readonly segmentRows: number
  readonly segmentBytes: number
  /** Shorter heads are carried forward, unless there are too many of them. */
  readonly sealPointsMin: number
  /** Time that sealing, and after it compaction, takes of one commit, ms. */
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

/** Heads with more characters of text are not carried forward: writing them again costs more than a small chunk. */
const carriedCharactersMax = 4096
/** Full heads that may wait, about 8 KB each; with more, a commit takes the time to seal them. */
const waitingHeadsMax = 1000
const deletedRowsAtOnce = 1000
/** Segments by which `hot` may grow while it is swept. More of them: a start reads more, and a commit seals less. */
const sweptSegments = 8
const expiredChunksAtOnce = 100
const expiryPassMs = 3_600_000
const carriedPointsAtOnce = 20_000
/**
 * Heads that a commit seals for each that came, when there are far too many: their number falls, and no commit takes much
 * longer for it than its own points do.
 */
const crowdedShare = 1.25

export const fullHead = ({ chunkPoints, chunkCharacters }: SealingLimits): FullHead => ({
  points: chunkPoints,
  characters: chunkCharacters,
})

interface Sweep {
  /** Rows before it are to go. */
  readonly boundary: number
  /** Those that are still to be looked at; the newer ones at the end do not lean on what is to go. */
  readonly heads: Iterator<Head>
  isThrough: boolean
  /** Heads at the beginning. */
  readonly headCount: number
  /** Its latest values have to be in the table first. */
  readonly group: number
  /** Shorter heads are carried forward. */
  readonly sealPointsMin: number
  carried: number
}

export interface Sealing {
  /** A head has become full. */
  full(head: Head): void
  /** Points arrived in a row of `hot` of so many bytes. */
  arrived(points: number, bytes: number): void
  /**
   * Runs inside a transaction. What it changes of the heads comes back as a batch of points for `hot`, to be applied
   * after the commit like any other.
   */
  run(group: number, latestThrough: number, nextHotId: number, nowMs: number): Uint8Array | null
  /** Seals every open point, then merges and rolls up all there is, with the commits that follow. */
  compactAll(): void
  readonly hasMoreToDo: boolean
  /** Latest values of groups up to this number are waited for; 0: none. */
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
  /** Heads that the last run left open, and points of the segment then. */
  let headsBefore = 0
  let pointsBefore = 0
  let sweep: Sweep | null = null
  let sealPointsMin = limits.sealPointsMin
  let nextExpiryPass = 0
  let latestWanted = 0
  /** Every open point is to be sealed; then the compactor goes over everything. */
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
   * Heads that this commit has to seal or carry, whatever the time: as many as came when there are far too many, and as
   * many as it takes for the sweep to end before `hot` has grown by some more segments.
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
    // What is sealed here is taken off the heads after the commit: it counts down from what was open before.
    let open = heads.characters
    const until = performance.now() + limits.budgetMs
    const sealed = new Set<Head>()
    let carriedHeads = 0
    const sealedMin = headsDue()
    const isTimeLeft = () => performance.now() < until || open > 2 * limits.openCharacters || sealed.size < sealedMin

    while (ripe.length > 0 && (ripe.length > waitingHeadsMax || isTimeLeft())) {
      const head = ripe.pop() as Head
      // It may have been swept or cut since.
      if (heads.get(head.series) !== head || sealed.has(head) || !isFull(head, full)) continue
      seal(head, controls)
      open -= head.columns.characters
      sealed.add(head)
    }

    if (!sweep && isSweepDue) beginSweep(group - 1, nextHotId)
    if (heads.size > 2 * limits.openHeads) {
      // Not only those of the sweep: while it ends, others come.
      for (const head of heads.all()) {
        if (sealed.size >= sealedMin) break
        if (head.columns.length === 0 || sealed.has(head)) continue
        seal(head, controls)
        open -= head.columns.characters
        sealed.add(head)
      }
    }
    if (sweep) {
      // Carried forward, short texts of many series would be over the bound again at once.
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
    // Not before everything is sealed that is to be compacted at once.
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
    // Many short series would be carried for ever: seal shorter ones next time.
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
