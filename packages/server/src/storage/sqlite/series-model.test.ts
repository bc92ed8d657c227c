/**
 * Compares the series store with a sorted map: any sequence of writes, deletions, crashes, pauses and compactions must
 * give the same reads, with and without roll-ups.
 *
 * Runs the store's parts in this thread with tiny limits, so that sealing, sweeping, merging, rolling up and expiry
 * happen all the time. Compaction runs a step or a few at a time, so that everything else happens in the middle of it.
 * `SONDE_MODEL_RUNS=5000` runs more sequences than the few hundred of a test run.
 */

import assert from 'node:assert/strict'
import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { longNumberOf } from '@sonde/model/telemetry/payload'
import { type Aggregation, aggregations, type Point, type RawValue, ValueType } from '@sonde/model/telemetry/values'
import fc from 'fast-check'
import { newId } from '../../ids.ts'
import { chunkSize } from '../series/chunk-cut.ts'
import type { ChunkFinder } from '../series/chunks.ts'
import { pointAt } from '../series/columns.ts'
import { rollUpLevels } from '../series/roll-up-blocks.ts'
import type { HeadCopy } from '../series/series-merge.ts'
import { readSeries, type SeriesRange } from '../series/series-range.ts'
import { temporaryFolder } from '../testing.ts'
import { createChunkFinder } from './chunk-table.ts'
import { createCommitQueue } from './commit-queue.ts'
import type { SealingLimits } from './sealing.ts'
import { createSeriesIndex } from './series-index.ts'
import { openStorageWriter } from './storage-writer.ts'

interface Drawn {
  readonly stepsMax: number
  readonly openHeads: number
}

const tiny = ({ stepsMax, openHeads }: Drawn): SealingLimits => ({
  chunkPoints: 8,
  chunkCharacters: 40,
  openCharacters: 120,
  openHeads,
  segmentPoints: 30,
  segmentRows: 12,
  segmentBytes: 1e6,
  sealPointsMin: 3,
  budgetMs: 1000,
  compaction: {
    size: { ...chunkSize, pointsMax: 12 },
    rollUps: { bucketPoints: 1.5, pointsMin: 4, blockBuckets: 6, stepPoints: 8 },
    share: 1,
    stepsMax,
    everyMs: 3_600_000,
    firstAfterMs: 0,
  },
})

/** Number of roll-ups opened by reads, in all sequences. */
let rollUpsOpened = 0

function openStore(databasePath: string, clock: { nowMs(): number }, drawn: Drawn) {
  let isStopped = false
  const writer = openStorageWriter({ databasePath, journalHours: 24, journalBytes: 1e6 }, tiny(drawn))
  const database = new DatabaseSync(databasePath, { readOnly: true })
  const finder = createChunkFinder(database)
  const counted: ChunkFinder = {
    ...finder,
    rollUps: {
      find: finder.rollUps.find,
      open(block) {
        rollUpsOpened++
        return finder.rollUps.open(block)
      },
    },
  }
  const withoutRollUps: ChunkFinder = { ...finder, rollUps: { ...finder.rollUps, find: () => [] } }
  const index = createSeriesIndex(database, writer.ready.nextSeries)
  const queue = createCommitQueue({
    index,
    clock,
    nextSeq: writer.ready.nextSeq,
    undone: writer.ready.undone,
    send(message) {
      // After a crash the queue's timer may still fire.
      if (message.kind === 'group' && !isStopped) queue.answered(writer.commit(message))
    },
  })

  /** A copy of the current head, also for reads that come later. */
  function headOf(entity: string, key: string): HeadCopy | undefined {
    const slot = index.entity(entity).slots.get(key)
    return slot && writer.heads([slot.series])[0]
  }

  return {
    queue,
    index,
    compactAll: writer.compactAll,
    headOf,
    read(entity: string, key: string, range: SeriesRange, head = headOf(entity, key)): [Point[], Point[]] {
      const slot = index.entity(entity).slots.get(key)
      if (!slot) return [[], []]
      const read = (chunks: ChunkFinder) => {
        const columns = readSeries(chunks, slot.series, head, range)
        return Array.from({ length: columns.length }, (_, i) => pointAt(columns, i))
      }
      return [read(counted), read(withoutRollUps)]
    },
    stop() {
      isStopped = true
      database.close()
      writer.close()
    },
  }
}

interface Stored {
  readonly type: ValueType
  readonly value: RawValue
  readonly expiresAt: number
}

interface Model {
  readonly points: Map<number, Stored>
  latest: Point | undefined
}

const alive = (model: Model, nowMs: number): Point[] =>
  [...model.points]
    .filter(([, { expiresAt }]) => expiresAt > nowMs)
    .map(([ts, { type, value }]) => ({ ts, type, value }))
    .sort((a, b) => a.ts - b.ts)

function modelRead(model: Model, range: SeriesRange): Point[] {
  const {
    startTs,
    endTs,
    limit,
    descending,
    aggregation,
    intervalMs,
    nowMs,
    bucketsEndTs = Number.POSITIVE_INFINITY,
  } = range
  const all = alive(model, nowMs)
  if (startTs >= endTs) return []
  if (aggregation === 'NONE') {
    const inside = all.filter(({ ts }) => ts >= startTs && ts < endTs)
    return (descending ? inside.reverse() : inside).slice(0, limit)
  }
  const buckets: Point[] = []
  for (let start = startTs; start < endTs; start += intervalMs) {
    const inside = all.filter(({ ts }) => ts >= start && ts < Math.min(start + intervalMs, bucketsEndTs))
    const ts = start + Math.floor(intervalMs / 2)
    const value = aggregate(aggregation, inside)
    if (value) buckets.push({ ts, ...value })
  }
  return buckets
}

function aggregate(aggregation: Aggregation, points: readonly Point[]): { type: ValueType; value: RawValue } | null {
  if (points.length === 0) return null
  if (aggregation === 'COUNT') return { type: ValueType.LONG, value: points.length }
  const isText = ({ type, value }: Point) => type === ValueType.STRING && longNumberOf(value as string) === null
  const texts = points.filter(isText).map(({ value }) => value as string)
  if (texts.length > 0 && (aggregation === 'MIN' || aggregation === 'MAX')) {
    texts.sort()
    return { type: ValueType.STRING, value: (aggregation === 'MIN' ? texts[0] : texts.at(-1)) as string }
  }
  const numbers = points.flatMap((point) => {
    if (point.type === ValueType.LONG || point.type === ValueType.DOUBLE) return [point]
    const number = point.type === ValueType.STRING ? longNumberOf(point.value as string) : null
    return number === null ? [] : [{ ...point, type: ValueType.DOUBLE, value: number }]
  })
  if (numbers.length === 0) return null
  const doubles = numbers.map(({ value }) => Number(value))
  const sum = doubles.reduce((total, value) => total + value, 0)
  if (aggregation === 'AVG') return { type: ValueType.DOUBLE, value: sum / numbers.length }
  if (numbers.some(({ type }) => type === ValueType.DOUBLE)) {
    const value = aggregation === 'SUM' ? sum : aggregation === 'MIN' ? Math.min(...doubles) : Math.max(...doubles)
    return { type: ValueType.DOUBLE, value }
  }
  const longs = numbers.map(({ value }) => BigInt(value as number))
  const total = longs.reduce((a, b) => a + b)
  const ascending = longs.sort((a, b) => Number(a - b))
  const extreme = (aggregation === 'MIN' ? ascending[0] : ascending.at(-1)) as bigint
  return { type: ValueType.LONG, value: aggregation === 'SUM' ? total : extreme }
}

/** Sums of doubles may differ in the last digit; a LONG may be a number or a bigint. */
function comparable({ ts, type, value }: Point) {
  if (type === ValueType.DOUBLE) return { ts, type, value: Number((value as number).toPrecision(12)) }
  return { ts, type, value: type === ValueType.LONG ? BigInt(value as number) : value }
}

const base = 1_700_000_000_000
const places = 60
const key = fc.constantFrom('a', 'b')
/** Distance between places, ms. Buckets of none, the narrowest, the middle or the widest roll-ups fit. */
const stepMs = fc.constantFrom(10, 10_000, 600_000, 14_400_000)
/** A place on the time axis, or a distant time. */
type Time = { readonly place: number } | { readonly ts: number }
const time: fc.Arbitrary<Time> = fc.oneof(
  { weight: 12, arbitrary: fc.nat(places).map((place) => ({ place })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(0, 1, -62_135_596_800_000, 253_402_300_799_000, base + 86_400_000 * 400)
      .map((ts) => ({ ts })),
  },
)
const typed: fc.Arbitrary<{ type: ValueType; value: RawValue }> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -400, max: 400 }).map((n) => ({ type: ValueType.DOUBLE, value: n / 4 })) },
  { weight: 4, arbitrary: fc.integer({ min: -9, max: 9 }).map((value) => ({ type: ValueType.LONG, value })) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 60n, -(2n ** 55n)).map((value) => ({ type: ValueType.LONG, value })) },
  { weight: 1, arbitrary: fc.boolean().map((value) => ({ type: ValueType.BOOLEAN, value })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', 'ab', 'Zürich', '0.30000000000000004')
      .map((value) => ({ type: ValueType.STRING, value })),
  },
  { weight: 1, arbitrary: fc.constantFrom('{}', '[1]').map((value) => ({ type: ValueType.JSON, value })) },
)
const write = fc.record({
  key,
  time,
  typed,
  ttlSeconds: fc.oneof({ weight: 8, arbitrary: fc.constant(0) }, fc.nat(30)),
})
const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('write' as const), writes: fc.array(write, { maxLength: 14 }) }),
  },
  {
    // Like a sensor: consecutive points of one type.
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      key,
      from: fc.nat(places),
      count: fc.integer({ min: 5, max: 40 }),
      longs: fc.boolean(),
      ttlSeconds: fc.constantFrom(0, 0, 0, 15),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      keys: fc.subarray(['a', 'b', 'never written']),
      range: fc.option(fc.record({ start: time, places: fc.nat(30) }), { freq: 5 }),
      rewriteLatest: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tidy' as const), commits: fc.nat(8) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('compact' as const), commits: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(5, 20, 4000) }) },
)
const question = fc.record({
  key,
  start: time,
  /** The start is rounded down to a multiple of this. */
  aligned: fc.constantFrom(1, ...rollUpLevels),
  places: fc.oneof(fc.nat(70), fc.constant(0), fc.constant(100_000)),
  limit: fc.oneof(fc.nat(6), fc.constant(1000)),
  descending: fc.boolean(),
  aggregation: fc.constantFrom(...aggregations),
  interval: fc.oneof(
    fc.integer({ min: 1, max: 20 }).map((place) => ({ place })),
    fc.record({ ts: fc.constantFrom(...rollUpLevels), times: fc.integer({ min: 1, max: 3 }) }),
  ),
  /** Fraction of the range after which buckets exclude points. */
  cut: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 2, nil: undefined }),
})
const bucketsMax = 700

test('reads equal those of a sorted map after any writes, deletes, crashes, pauses and compactions', async (t) => {
  // Thousands of commits: use an in-memory file system if available, to avoid disk syncs.
  const folder = await temporaryFolder(t, existsSync('/dev/shm') ? '/dev/shm' : undefined)
  const template = join(folder, 'template.db')
  openStorageWriter({ databasePath: template, journalHours: 24, journalBytes: 1e6 }).close()
  let nowMs = base
  const clock = { nowMs: () => nowMs }
  const runs = Number(process.env.SONDE_MODEL_RUNS ?? 200)
  let sequence = 0

  async function run(width: number, drawn: Drawn, steps: readonly Step[]) {
    const databasePath = join(folder, `${++sequence}.db`)
    copyFileSync(template, databasePath)
    let store = openStore(databasePath, clock, drawn)
    const tsOf = (time: Time) => ('place' in time ? base + time.place * width : time.ts)
    const entity = entityId('DEVICE', newId())
    const models = new Map<string, Model>()
    const model = (name: string): Model => {
      const known = models.get(name) ?? { points: new Map(), latest: undefined }
      models.set(name, known)
      return known
    }

    function put(key: string, ts: number, typed: { type: ValueType; value: RawValue }, ttlSeconds: number) {
      const own = model(key)
      const expiresAt = ttlSeconds > 0 ? nowMs + ttlSeconds * 1000 : Number.POSITIVE_INFINITY
      own.points.set(ts, { ...typed, expiresAt })
      if (!own.latest || ts >= own.latest.ts) own.latest = { ts, ...typed }
      return store.queue.transact({ points: [{ tenantId: 't', entity, key, ts, ...typed, ttlSeconds }] })
    }

    function check(key: string, range: SeriesRange, head?: HeadCopy) {
      const expected = modelRead(model(key), range).map(comparable)
      const [withRollUps, without] = store.read(entity.id, key, range, head)
      assert.deepEqual(withRollUps.map(comparable), expected, 'with roll-ups')
      assert.deepEqual(without.map(comparable), expected, 'without roll-ups')
    }

    async function take(step: Step[0]) {
      switch (step.kind) {
        case 'write':
          await Promise.all(
            step.writes.map(({ key, time, typed, ttlSeconds }) => put(key, tsOf(time), typed, ttlSeconds)),
          )
          break
        case 'fill': {
          const { key, from, count, longs, ttlSeconds } = step
          const type = longs ? ValueType.LONG : ValueType.DOUBLE
          const points = Array.from({ length: count }, (_, i) => ({ place: from + i, value: longs ? i : i / 4 }))
          await Promise.all(points.map(({ place, value }) => put(key, tsOf({ place }), { type, value }, ttlSeconds)))
          break
        }
        case 'delete': {
          const startTs = step.range ? tsOf(step.range.start) : Number.NEGATIVE_INFINITY
          const endTs = step.range ? startTs + step.range.places * width : Number.POSITIVE_INFINITY
          const { keys, rewriteLatest } = step
          const range = step.range && { startTs, endTs }
          await store.queue.transact({ deletions: [{ tenantId: 't', entity, keys, range, rewriteLatest }] })
          for (const name of step.keys) {
            const own = model(name)
            for (const ts of [...own.points.keys()]) if (ts >= startTs && ts < endTs) own.points.delete(ts)
            if (!own.latest || own.latest.ts < startTs || own.latest.ts >= endTs) continue
            own.latest = step.rewriteLatest ? alive(own, nowMs).findLast(({ ts }) => ts < startTs) : undefined
          }
          break
        }
        case 'crash':
          store.stop()
          store = openStore(databasePath, clock, drawn)
          break
        case 'tidy':
          for (let i = 0; i < step.commits; i++) await store.queue.transact({})
          break
        case 'compact': {
          // Reads with heads that were copied before the compaction.
          const heads = new Map(['a', 'b'].map((name) => [name, store.headOf(entity.id, name)]))
          store.compactAll()
          for (let i = 0; i < step.commits; i++) await store.queue.transact({})
          for (const [name, head] of heads) if (head) check(name, everything(nowMs), head)
          break
        }
        case 'wait':
          nowMs += step.seconds * 1000
      }
    }

    try {
      for (const [step, asked] of steps) {
        await take(step)
        for (const name of ['a', 'b']) {
          const slot = store.index.entity(entity.id).slots.get(name)
          const latest = slot && store.index.latest(slot)
          const found = latest && comparable(latest)
          const expected = models.get(name)?.latest
          assert.deepEqual(found, expected && comparable(expected), `latest of ${name}`)
        }
        const { key, limit, descending, aggregation, interval, cut } = asked
        const startTs = Math.floor(tsOf(asked.start) / asked.aligned) * asked.aligned
        const endTs = startTs + asked.places * width
        const wanted = 'place' in interval ? interval.place * width : interval.ts * interval.times
        const intervalMs = Math.ceil((endTs - startTs) / bucketsMax / wanted) * wanted || wanted
        const bucketsEndTs = cut === undefined ? undefined : Math.ceil(startTs + cut * (endTs - startTs))
        const bounds = bucketsEndTs === undefined ? {} : { bucketsEndTs }
        check(key, { startTs, endTs, limit, descending, aggregation, intervalMs, nowMs, ...bounds })
      }
      for (const name of ['a', 'b']) {
        check(name, everything(nowMs))
        for (const level of rollUpLevels) {
          const startTs = Math.floor(base / level) * level
          const endTs = base + places * width * 2
          if ((endTs - startTs) / level > bucketsMax) continue
          for (const aggregation of ['SUM', 'COUNT', 'MIN'] as const)
            check(name, { ...everything(nowMs), startTs, endTs, aggregation, intervalMs: level })
        }
      }
    } finally {
      store.stop()
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${databasePath}${suffix}`, { force: true })
    }
  }

  await fc.assert(
    fc.asyncProperty(
      stepMs,
      fc.record({ stepsMax: fc.constantFrom(1, 3, 1000), openHeads: fc.constantFrom(2, 100) }),
      fc.array(fc.tuple(operation, question), { minLength: 1, maxLength: 25 }),
      run,
    ),
    { numRuns: runs },
  )
  assert.ok(rollUpsOpened > runs, `reads used roll-ups ${rollUpsOpened} times in ${runs} sequences`)
})

type Step = [operation: ArbitraryValue<typeof operation>, question: ArbitraryValue<typeof question>]
type ArbitraryValue<A> = A extends fc.Arbitrary<infer T> ? T : never

const everything = (nowMs: number): SeriesRange => ({
  startTs: Number.NEGATIVE_INFINITY,
  endTs: Number.POSITIVE_INFINITY,
  limit: 10_000,
  descending: false,
  aggregation: 'NONE',
  intervalMs: 0,
  nowMs,
})
