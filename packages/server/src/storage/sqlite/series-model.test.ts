/**
 * The series store against a sorted map: any sequence of writes, deletes, crashes and pauses gives the same reads.
 *
 * Runs the store's parts in this thread with tiny limits, so that sealing, sweeping and expiry happen all the time.
 */

import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { type Aggregation, aggregations, type Point, type RawValue, ValueType } from '@sonde/model/telemetry/values'
import fc from 'fast-check'
import { newId } from '../../ids.ts'
import { temporaryFolder } from '../testing.ts'
import { createChunkFinder } from './chunk-table.ts'
import { pointAt } from './columns.ts'
import { createCommitQueue } from './commit-queue.ts'
import type { SealingLimits } from './sealing.ts'
import { createSeriesIndex } from './series-index.ts'
import { readSeries, type SeriesRange } from './series-range.ts'
import { openStorageWriter } from './storage-writer.ts'

const tiny: SealingLimits = { chunkPoints: 8, segmentPoints: 30, segmentRows: 12, sealPointsMin: 3, budgetMs: 1000 }

function openStore(databasePath: string, clock: { nowMs(): number }) {
  let isStopped = false
  const writer = openStorageWriter({ databasePath, journalHours: 24, journalBytes: 1e6 }, tiny)
  const database = new DatabaseSync(databasePath, { readOnly: true })
  const chunks = createChunkFinder(database)
  const index = createSeriesIndex(database, writer.ready.nextSeries)
  const queue = createCommitQueue({
    index,
    clock,
    nextSeq: writer.ready.nextSeq,
    undone: writer.ready.undone,
    send(message) {
      // A crash leaves the queue's timer behind.
      if (message.kind === 'group' && !isStopped) queue.answered(writer.commit(message))
    },
  })

  return {
    queue,
    index,
    read(entity: string, key: string, range: SeriesRange): Point[] {
      const slot = index.entity(entity).slots.get(key)
      if (!slot) return []
      const columns = readSeries(chunks, slot.series, writer.heads([slot.series])[0], range)
      return Array.from({ length: columns.length }, (_, i) => pointAt(columns, i))
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
  const { startTs, endTs, limit, descending, aggregation, intervalMs, nowMs } = range
  const all = alive(model, nowMs)
  if (startTs >= endTs) return []
  if (aggregation === 'NONE') {
    const inside = all.filter(({ ts }) => ts >= startTs && ts < endTs)
    return (descending ? inside.reverse() : inside).slice(0, limit)
  }
  const buckets: Point[] = []
  for (let start = startTs; start < endTs; start += intervalMs) {
    const inside = all.filter(({ ts }) => ts >= start && ts < start + intervalMs)
    const ts = start + Math.floor(intervalMs / 2)
    const value = aggregate(aggregation, inside)
    if (value) buckets.push({ ts, ...value })
  }
  return buckets
}

function aggregate(aggregation: Aggregation, points: readonly Point[]): { type: ValueType; value: RawValue } | null {
  if (points.length === 0) return null
  if (aggregation === 'COUNT') return { type: ValueType.LONG, value: points.length }
  const texts = points.filter(({ type }) => type === ValueType.STRING).map(({ value }) => value as string)
  if (texts.length > 0 && (aggregation === 'MIN' || aggregation === 'MAX')) {
    texts.sort()
    return { type: ValueType.STRING, value: (aggregation === 'MIN' ? texts[0] : texts.at(-1)) as string }
  }
  const numbers = points.filter(({ type }) => type === ValueType.LONG || type === ValueType.DOUBLE)
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

/** Sums of doubles may differ in the last digit; a LONG is one number in either form. */
function comparable({ ts, type, value }: Point) {
  if (type === ValueType.DOUBLE) return { ts, type, value: Number((value as number).toPrecision(12)) }
  return { ts, type, value: type === ValueType.LONG ? BigInt(value as number) : value }
}

const base = 1_700_000_000_000
const key = fc.constantFrom('a', 'b')
const ts = fc.oneof(
  { weight: 12, arbitrary: fc.nat(60).map((n) => base + n * 10) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, -62_135_596_800_000, 253_402_300_799_000, base + 86_400_000 * 400) },
)
const typed: fc.Arbitrary<{ type: ValueType; value: RawValue }> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -400, max: 400 }).map((n) => ({ type: ValueType.DOUBLE, value: n / 4 })) },
  { weight: 4, arbitrary: fc.integer({ min: -9, max: 9 }).map((value) => ({ type: ValueType.LONG, value })) },
  { weight: 1, arbitrary: fc.constantFrom(2n ** 60n, -(2n ** 55n)).map((value) => ({ type: ValueType.LONG, value })) },
  { weight: 1, arbitrary: fc.boolean().map((value) => ({ type: ValueType.BOOLEAN, value })) },
  { weight: 1, arbitrary: fc.constantFrom('', 'ab', 'Zürich').map((value) => ({ type: ValueType.STRING, value })) },
  { weight: 1, arbitrary: fc.constantFrom('{}', '[1]').map((value) => ({ type: ValueType.JSON, value })) },
)
const write = fc.record({ key, ts, typed, ttlSeconds: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(30)) })
const operation = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('write' as const), writes: fc.array(write, { maxLength: 14 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      keys: fc.subarray(['a', 'b', 'never written']),
      range: fc.option(fc.record({ startTs: ts, length: fc.nat(300) }), { freq: 5 }),
      rewriteLatest: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('crash' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('tidy' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.constantFrom(5, 20, 4000) }) },
)
const question = fc.record({
  key,
  startTs: ts,
  length: fc.oneof(fc.nat(700), fc.constant(0), fc.constant(3_000_000)),
  limit: fc.oneof(fc.nat(6), fc.constant(1000)),
  descending: fc.boolean(),
  aggregation: fc.constantFrom(...aggregations),
  intervalMs: fc.integer({ min: 1, max: 200 }),
})

test('reads equal those of a sorted map after any writes, deletes, crashes and pauses', async (t) => {
  const databasePath = join(await temporaryFolder(t), 'sonde.db')
  let nowMs = base
  const clock = { nowMs: () => nowMs }
  let store = openStore(databasePath, clock)
  t.after(() => store.stop())

  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(operation, question), { minLength: 1, maxLength: 25 }), async (steps) => {
      const entity = entityId('DEVICE', newId())
      const models = new Map<string, Model>()
      const model = (name: string): Model => {
        const known = models.get(name) ?? { points: new Map(), latest: undefined }
        models.set(name, known)
        return known
      }

      for (const [step, asked] of steps) {
        switch (step.kind) {
          case 'write': {
            const transactions = step.writes.map(({ key, ts, typed, ttlSeconds }) => {
              const own = model(key)
              const expiresAt = ttlSeconds > 0 ? nowMs + ttlSeconds * 1000 : Number.POSITIVE_INFINITY
              own.points.set(ts, { ...typed, expiresAt })
              if (!own.latest || ts >= own.latest.ts) own.latest = { ts, ...typed }
              return store.queue.transact({ points: [{ tenantId: 't', entity, key, ts, ...typed, ttlSeconds }] })
            })
            await Promise.all(transactions)
            break
          }
          case 'delete': {
            const startTs = step.range?.startTs ?? Number.NEGATIVE_INFINITY
            const endTs = step.range ? step.range.startTs + step.range.length : Number.POSITIVE_INFINITY
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
            store = openStore(databasePath, clock)
            break
          case 'tidy':
            for (let i = 0; i < 4; i++) await store.queue.transact({})
            break
          case 'wait':
            nowMs += step.seconds * 1000
        }

        for (const name of ['a', 'b']) {
          const latest = store.index.entity(entity.id).slots.get(name)?.latest
          const found = latest && comparable(latest)
          const expected = models.get(name)?.latest
          assert.deepEqual(found, expected && comparable(expected), `latest of ${name}`)
        }
        const range: SeriesRange = { ...asked, endTs: asked.startTs + asked.length, nowMs }
        // A read of everything has few enough buckets only with wide ones.
        const wide = { ...range, intervalMs: asked.length > 700 ? 1_000_000 : asked.intervalMs }
        assert.deepEqual(
          store.read(entity.id, asked.key, wide).map(comparable),
          modelRead(model(asked.key), wide).map(comparable),
        )
      }
      for (const name of ['a', 'b']) {
        const all: SeriesRange = {
          startTs: Number.NEGATIVE_INFINITY,
          endTs: Number.POSITIVE_INFINITY,
          limit: 10_000,
          descending: false,
          aggregation: 'NONE',
          intervalMs: 0,
          nowMs,
        }
        assert.deepEqual(store.read(entity.id, name, all).map(comparable), alive(model(name), nowMs).map(comparable))
      }
    }),
    { numRuns: Number(process.env.SONDE_MODEL_RUNS ?? 150) },
  )
})
