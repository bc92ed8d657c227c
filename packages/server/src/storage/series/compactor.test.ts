import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import { createChunkTable } from '../sqlite/chunk-table.ts'
import { migrate } from '../sqlite/migrate.ts'
import { type Columns, growingColumns, push, sorted } from './columns.ts'
import { type CompactionLimits, compactionLimits, createCompactor } from './compactor.ts'
import { NEVER } from './points-batch.ts'
import { readSeries } from './series-range.ts'

const hour = 3_600_000
const start = Math.floor(1_700_000_000_000 / (24 * hour)) * 24 * hour

function open(t: TestContext, limits: Partial<CompactionLimits> = {}) {
  const database = new DatabaseSync(':memory:')
  t.after(() => database.close())
  migrate(database, ':memory:')
  const chunks = createChunkTable(database)
  const compactor = createCompactor(chunks, { ...compactionLimits, share: 1, ...limits })
  /** Runs the pass to its end, one step at a time. Returns the number of steps. */
  function finish(nowMs = 0): number {
    let steps = 0
    while (compactor.isRunning) {
      compactor.run(nowMs, 0)
      assert.ok(++steps < 20_000, 'compaction comes to an end')
    }
    return steps
  }
  const headers = (series: number) => chunks.find(series, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
  return { database, chunks, compactor, finish, headers }
}

/** A random walk in steps of 0.01 with a point every `stepMs`. */
function sensor(count: number, stepMs: number, from = start): Columns {
  const columns = growingColumns()
  let seed = 7
  let value = 2000
  for (let i = 0; i < count; i++) {
    seed = (seed * 48_271) % 2_147_483_647
    value += (seed % 21) - 10
    push(columns, from + i * stepMs + (seed % 97), ValueType.DOUBLE, value / 100, NEVER)
  }
  return columns
}

function part(columns: Columns, indexes: readonly number[]): Columns {
  const picked = growingColumns()
  for (const i of indexes) push(picked, columns.ts[i] as number, ValueType.DOUBLE, columns.values[i] as number, NEVER)
  return sorted(picked)
}

function insertInRows(chunks: ReturnType<typeof createChunkTable>, columns: Columns, order: readonly number[]) {
  for (let at = 0; at < order.length; at += 512) chunks.insert(1, part(columns, order.slice(at, at + 512)))
}

const everything = {
  startTs: Number.NEGATIVE_INFINITY,
  endTs: Number.POSITIVE_INFINITY,
  limit: 1e6,
  descending: false,
  aggregation: 'NONE',
  intervalMs: 0,
  nowMs: 0,
} as const

function assertSame(found: Columns, expected: Columns) {
  assert.deepEqual(Array.from(found.ts), Array.from(expected.ts))
  assert.deepEqual(Array.from(found.values), Array.from(expected.values))
}

function assertApart(headers: readonly { readonly t0: number; readonly t1: number }[]) {
  for (const [i, { t0 }] of headers.entries()) {
    const before = headers[i - 1]
    assert.ok(!before || before.t1 < t0, `chunk ${i} overlaps the one before`)
  }
}

test('small chunks become chunks that fill their place', (t) => {
  const { chunks, compactor, finish, headers } = open(t)
  const columns = sensor(40_000, 10_000)
  insertInRows(
    chunks,
    columns,
    Array.from({ length: columns.length }, (_, i) => i),
  )
  compactor.all()
  finish()
  const merged = headers(1)
  assert.ok(merged.length <= Math.ceil(40_000 / 2000), `${merged.length} chunks`)
  assertApart(merged)
  assertSame(readSeries(chunks, 1, undefined, everything), columns)
})

test('points that came in any order end in chunks that do not overlap', (t) => {
  const { chunks, compactor, finish, headers } = open(t)
  const columns = sensor(30_000, 10_000)
  let seed = 1
  const order = Array.from({ length: columns.length }, (_, i) => {
    seed = (seed * 48_271) % 2_147_483_647
    return { i, at: seed }
  })
  order.sort((a, b) => a.at - b.at)
  insertInRows(
    chunks,
    columns,
    order.map(({ i }) => i),
  )
  compactor.all()
  const steps = finish()
  assertApart(headers(1))
  assert.ok(headers(1).length <= 30, `${headers(1).length} chunks`)
  assert.ok(steps < 600, `${steps} steps`)
  assertSame(readSeries(chunks, 1, undefined, everything), columns)
})

test('a few late points over a long time are merged into the chunks that they fall into', (t) => {
  const { chunks, compactor, finish, headers } = open(t)
  const columns = sensor(40_000, 10_000)
  const isLate = (i: number) => i % 600 === 300
  const indexes = Array.from({ length: columns.length }, (_, i) => i)
  insertInRows(
    chunks,
    columns,
    indexes.filter((i) => !isLate(i)),
  )
  compactor.all()
  finish()
  chunks.insert(1, part(columns, indexes.filter(isLate)))
  compactor.run(0, 0)
  compactor.isDue(0)
  compactor.run(compactionLimits.everyMs, 0)
  assert.ok(compactor.isRunning, 'the next pass has begun')
  finish(compactionLimits.everyMs)
  assertApart(headers(1))
  assertSame(readSeries(chunks, 1, undefined, everything), columns)
})

test('roll-ups are kept where a bucket stands for enough points, and take less than a tenth of the bytes', (t) => {
  const { database, chunks, compactor, finish } = open(t)
  const levels = (series: number) =>
    database
      .prepare('select distinct level from roll_up where series = ? order by level')
      .all(series)
      .map(({ level }) => level)
  for (const [series, stepMs] of [1000, 10_000, 600_000, 6 * hour].entries()) {
    const columns = sensor(20_000, stepMs)
    for (let at = 0; at < columns.length; at += 2000) {
      const indexes = Array.from({ length: 2000 }, (_, i) => at + i)
      chunks.insert(series, part(columns, indexes))
    }
  }
  compactor.all()
  finish()
  const day = 24 * hour
  assert.deepEqual([0, 1, 2, 3].map(levels), [[60_000, hour], [hour, day], [day], []])
  const rolled = database.prepare('select total(length(bytes)) as n from body where encoding = 2').get()?.n as number
  const packed = database.prepare('select total(size) as n from chunk').get()?.n as number
  assert.ok(rolled < packed / 10, `${rolled} bytes beside ${packed}`)
})

test('buckets of whole hours are read without opening a chunk but at the end', (t) => {
  const { chunks, compactor, finish } = open(t)
  const columns = sensor(40_000, 10_000)
  insertInRows(
    chunks,
    columns,
    Array.from({ length: columns.length }, (_, i) => i),
  )
  const range = { ...everything, startTs: start, endTs: start + 40_000 * 10_000, intervalMs: 2 * hour } as const
  const requested = { ...range, aggregation: 'AVG' } as const
  const before = readSeries(chunks, 1, undefined, requested)
  compactor.all()
  finish()
  let opened = 0
  const counting = {
    ...chunks,
    open(chunk: Parameters<typeof chunks.open>[0]) {
      opened++
      return chunks.open(chunk)
    },
  }
  const after = readSeries(counting, 1, undefined, requested)
  assert.equal(opened, 1)
  assert.deepEqual(Array.from(after.ts), Array.from(before.ts))
  for (const [i, value] of Array.from(after.values).entries()) {
    assert.ok(Math.abs((value as number) - (before.values[i] as number)) < 1e-9)
  }
})

test('a pass begins some time after the start, then every hour, and goes over what has changed', (t) => {
  const { chunks, compactor, finish, headers } = open(t)
  const columns = sensor(10_240, 10_000)
  const indexes = Array.from({ length: columns.length }, (_, i) => i)
  insertInRows(chunks, columns, indexes.slice(0, 5120))
  assert.equal(compactor.isDue(0), false)
  assert.equal(compactor.isDue(compactionLimits.firstAfterMs), true)
  compactor.run(compactionLimits.firstAfterMs, 0)
  assert.ok(compactor.isRunning)
  finish(compactionLimits.firstAfterMs)
  const first = headers(1)
  assert.ok(first.length < 10)
  insertInRows(chunks, columns, indexes.slice(5120))
  const next = compactionLimits.firstAfterMs + compactionLimits.everyMs
  assert.equal(compactor.isDue(next - 1), false)
  compactor.run(next, 0)
  finish(next)
  assert.deepEqual(headers(1)[0], first[0], 'full chunks are left alone')
  assert.ok(headers(1).length <= 8, `${headers(1).length} chunks`)
  compactor.run(next + compactionLimits.everyMs, 0)
  assert.equal(compactor.isRunning, false, 'nothing has changed')
})

test('a chunk that cannot be opened holds up only its own series', (t) => {
  const { database, chunks, compactor, finish, headers } = open(t)
  const columns = sensor(5120, 10_000)
  for (const series of [1, 2]) {
    for (let at = 0; at < columns.length; at += 512) {
      const indexes = Array.from({ length: 512 }, (_, i) => at + i)
      chunks.insert(series, part(columns, indexes))
    }
  }
  database.prepare('update body set bytes = zeroblob(3) where id = ?').run(headers(1)[0]?.body ?? 0)
  compactor.all()
  finish()
  assert.equal(headers(1).length, 10)
  assert.ok(headers(2).length <= 3)
})

test('steps of compaction keep to their share of the time', (t) => {
  const { chunks, compactor } = open(t, { share: 0.01 })
  const columns = sensor(20_000, 10_000)
  insertInRows(
    chunks,
    columns,
    Array.from({ length: columns.length }, (_, i) => i),
  )
  compactor.all()
  const count = () => chunks.find(1, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY).length
  const before = count()
  compactor.run(0, 0)
  const after = count()
  assert.ok(after < before)
  compactor.run(0, 0)
  assert.equal(count(), after, 'it waits a hundred times as long as the step took')
})
