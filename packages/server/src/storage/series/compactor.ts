/**
 * The compactor: merges small and overlapping chunks into well-filled ones and maintains roll-ups, a little with every
 * commit.
 *
 * Every hour it processes the changes since the last pass. After a restart it processes everything once, because
 * changes are only tracked in memory. Each step is complete within its transaction, so the compactor can stop after any
 * step and continue later, whatever has changed. Readers never see a difference.
 */

import { type ChunkSize, chunkSize } from './chunk-cut.ts'
import { mergeChunks } from './chunk-merge.ts'
import type { ChunkTable, StoredChunk } from './chunks.ts'
import { type MergeLimits, planMerge } from './merge-plan.ts'
import { createRollUps, type RollUpLimits, rollUpLimits } from './roll-ups.ts'

export interface CompactionLimits {
  readonly size: ChunkSize
  readonly rollUps: RollUpLimits
  /** Maximum share of the time that steps may use, 0 to 1. After a run, the compactor pauses accordingly. */
  readonly share: number
  /** Maximum number of steps per commit, however short they are. */
  readonly stepsMax: number
  /** Time from one pass to the next, and from the first commit to the first pass, ms. */
  readonly everyMs: number
  readonly firstAfterMs: number
}

export const compactionLimits: CompactionLimits = {
  size: chunkSize,
  rollUps: rollUpLimits,
  share: 0.2,
  stepsMax: 1000,
  everyMs: 3_600_000,
  firstAfterMs: 600_000,
}

/** Maximum number of series with tracked changes; with more, the next pass processes everything. */
const changedMax = 200_000
/** Maximum number of chunks and points per merge. */
const mergeChunksMax = 16
const mergePointsMax = 4608
/** Number of headers read at once, and of chunks before a change that may be merged with it. */
const pageChunks = 64
const chunksBefore = 16
/** Maximum number of merges per series and pass. Points written in random order may need several passes. */
const mergesMax = 5000

interface Span {
  from: number
  to: number
}

export interface Compactor {
  /** Whether `run` has work to do: a pass is running or due. */
  isDue(nowMs: number): boolean
  /** A pass has begun and hasn't ended. */
  readonly isRunning: boolean
  /** Runs inside a transaction, until `performance.now()` reaches `until`. */
  run(nowMs: number, until: number): void
  /** Starts a pass over everything that leaves as little as possible for later. */
  all(): void
}

export function createCompactor(chunks: ChunkTable, limits: CompactionLimits = compactionLimits): Compactor {
  const merging: MergeLimits = { chunksMax: mergeChunksMax, pointsMax: mergePointsMax, size: limits.size }
  const rollUps = createRollUps(chunks, limits.rollUps)
  let changed = new Map<number, Span>()
  let isEverything = true
  let pass: Generator<void> | null = null
  let nextPass: number | null = null
  let pausedUntil = 0
  let nowMs = 0

  chunks.onChange((series, from, to) => {
    if (isEverything) return
    const span = changed.get(series)
    if (span) {
      span.from = Math.min(span.from, from)
      span.to = Math.max(span.to, to)
    } else if (changed.size < changedMax) changed.set(series, { from, to })
    else {
      changed = new Map()
      isEverything = true
    }
  })

  function begin(eager: boolean) {
    const spans = isEverything || eager ? null : changed
    changed = new Map()
    isEverything = false
    pass = runPass(spans, eager)
  }

  function* runPass(spans: ReadonlyMap<number, Span> | null, eager: boolean): Generator<void> {
    if (spans) {
      for (const [series, { from, to }] of spans) {
        yield* guarded(compact(series, from, to, eager))
        yield
      }
      return
    }
    for (let series = chunks.seriesAfter(-1); series !== null; series = chunks.seriesAfter(series)) {
      yield* guarded(compact(series, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, eager))
      yield
    }
  }

  /** A chunk that can't be opened blocks only its own series: it stays unchanged, and the check command reports it. */
  function* guarded(steps: Generator<void>): Generator<void> {
    try {
      yield* steps
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== undefined) throw error
    }
  }

  function* compact(series: number, from: number, to: number, eager: boolean): Generator<void> {
    yield* merge(series, from, to, eager)
    yield* rollUps.update({ series, from, to, eager, nowMs: () => nowMs })
  }

  function* merge(series: number, from: number, to: number, eager: boolean): Generator<void> {
    let cursor = chunks.startBefore(series, from, chunksBefore) ?? from
    let limit = pageChunks
    let settledTo = Number.NEGATIVE_INFINITY
    for (let merges = 0; merges < mergesMax; ) {
      const page = chunks.page(series, cursor, limit)
      const isLast = page.length < limit
      const first = page[0]
      if (!first) return
      if (first.t0 < cursor) {
        // Chunks that overlap the first one must be included too.
        cursor = first.t0
        continue
      }
      const plan = planMerge({ chunks: page, from: cursor, isLast }, merging, settledTo, eager)
      if (plan === 'show more') limit *= 4
      else if (plan === 'nothing') {
        if (isLast) return
        const next = (page[limit - chunksBefore] as StoredChunk).t0
        if (next > to) return
        if (next > cursor) {
          cursor = next
          limit = pageChunks
        } else limit *= 4
      } else {
        merges++
        if (!mergeChunks(chunks, plan, merging, nowMs)) {
          settledTo = Math.max(...plan.chunks.map(({ t0 }) => t0))
        }
        yield
      }
    }
  }

  return {
    isDue(now) {
      nextPass ??= now + limits.firstAfterMs
      return pass !== null || now >= nextPass
    },
    get isRunning() {
      return pass !== null
    },
    run(now, until) {
      nowMs = now
      if (!pass && now >= (nextPass ?? Number.POSITIVE_INFINITY)) begin(false)
      const start = performance.now()
      if (!pass || start < pausedUntil) return
      for (let steps = 0; pass && (steps === 0 || (steps < limits.stepsMax && performance.now() < until)); steps++) {
        if (!pass.next().done) continue
        pass = null
        nextPass = now + limits.everyMs
      }
      const end = performance.now()
      pausedUntil = end + (end - start) * (1 / limits.share - 1)
    },
    all() {
      begin(true)
    },
  }
}
