import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { type EntityId, entityId, NIL_UUID } from '@sonde/model/ids'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import { newId } from '../../ids.ts'
import { createTurns } from '../../turns/turns.ts'
import type { RangeQuery } from '../series.ts'
import { textsAtOnceMax } from '../sqlite/series-reader.ts'
import { questionCharactersMax, seriesPerQuestion } from '../sqlite/series-reads.ts'
import { type PointWrite, type Storage, StoreFailed } from '../storage.ts'
import { openTestStorage } from '../testing.ts'
import { pieceBytes } from './series-json.ts'
import { answerValue } from './value-codec.ts'

const t0 = 1_600_000_000_000
const device = () => entityId('DEVICE', newId())
const { LONG, DOUBLE, STRING, JSON: JSON_TYPE } = ValueType

const point = (entity: EntityId, key: string, ts: number, value: RawValue, type: ValueType): PointWrite => ({
  tenantId: NIL_UUID,
  entity,
  key,
  ts,
  type,
  value,
  ttlSeconds: 0,
})

function requested(entity: EntityId, keys: readonly string[], change: Partial<RangeQuery> = {}): RangeQuery {
  const all = { startTs: 0, endTs: 1e15, limit: 1e9, order: 'ASC', aggregation: 'NONE', intervalMs: 0 } as const
  return { entityId: entity.id, keys, ...all, ...change }
}

/** Reference: the whole response built with `JSON.stringify`. */
async function whole(storage: Storage, query: RangeQuery, strict: boolean): Promise<string> {
  const found = [...(await storage.series.range(query))].filter(([, points]) => points.length > 0)
  return JSON.stringify(
    Object.fromEntries(
      found.map(([key, points]) => [key, points.map((one) => ({ ts: one.ts, value: answerValue(one, strict) }))]),
    ),
  )
}

/** Writes points to overlapping chunks and some to a head. */
async function fill(storage: Storage, entity: EntityId, key: string, count: number) {
  for (let at = 0; at < count; at += 3000) {
    const points: PointWrite[] = []
    for (let i = at; i < Math.min(count, at + 3000); i++) {
      // Every seventh point is late by some thousand places; some are written twice with different values.
      const place = i % 7 === 0 ? Math.max(0, i - 5000) : i
      points.push(point(entity, key, t0 + place * 1000, i / 100, i % 3 === 0 ? LONG : DOUBLE))
    }
    await storage.transact({
      points: points.map((one) => ({ ...one, value: one.type === LONG ? Math.trunc(Number(one.value)) : one.value })),
    })
  }
}

test('the text of a range is that of its points, in either direction, with any limit', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  await fill(storage, entity, 'k', 20_000)
  for (const order of ['ASC', 'DESC'] as const) {
    for (const change of [
      {},
      { limit: 1 },
      { limit: 511 },
      { limit: 9000 },
      { startTs: t0 + 1_234_567, endTs: t0 + 17_345_678 },
      { startTs: t0 + 19_999_000 },
      { endTs: t0 },
      { startTs: t0, endTs: t0 + 70_000_000, aggregation: 'AVG', intervalMs: 100_000 },
    ] as const) {
      const query = requested(entity, ['k'], { order, ...change })
      for (const strict of [false, true]) {
        const found = await text(storage.series.rangeText(query, strict))
        assert.ok(found === (await whole(storage, query, strict)), JSON.stringify({ order, change, strict }))
      }
    }
  }
})

test('many keys: in the order of an object, without those that have no points', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const names = Array.from({ length: seriesPerQuestion * 2 + 3 }, (_, i) => (i % 2 === 0 ? `key ${i}` : String(i)))
  const odd = ['__proto__', 'quote " and \\', 'ü']
  await storage.transact({
    points: [...names, ...odd].flatMap((key, i) => [
      point(entity, key, t0 + i, i, LONG),
      point(entity, key, t0 + i + 1, `text ${i}`, STRING),
      point(entity, key, t0 + i + 2, '{"a":1.0}', JSON_TYPE),
    ]),
  })
  const keys = [...odd, 'nothing', ...names.reverse(), 'key 0']
  for (const strict of [false, true]) {
    const query = requested(entity, keys, { startTs: t0 + 20 })
    assert.equal(await text(storage.series.rangeText(query, strict)), await whole(storage, query, strict))
  }
  assert.equal(await text(storage.series.rangeText(requested(entity, ['nothing']), false)), '{}')
  assert.equal(await text(storage.series.rangeText(requested(device(), names), false)), '{}')
  assert.equal(await text(storage.series.rangeText(requested(entity, names, { endTs: 5 }), false)), '{}')
})

test('long texts come in pieces too', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const long = 'ü'.repeat(20_000)
  await storage.transact({
    points: Array.from({ length: 60 }, (_, i) => point(entity, 'k', t0 + i, `${long}${i}`, STRING)),
  })
  const query = requested(entity, ['k'])
  let pieces = 0
  let found = ''
  const decoder = new TextDecoder()
  for await (const piece of storage.series.rangeText(query, false)) {
    pieces++
    assert.ok(piece.length < pieceBytes + 50_000)
    found += decoder.decode(piece, { stream: true })
  }
  assert.ok(found === (await whole(storage, query, false)))
  assert.ok(pieces > 5)
})

test('pieces are made as they are taken; a tenant has some places, and who stops frees one', async (t) => {
  const turns = createTurns()
  const storage = await openTestStorage(t, { turns })
  const entity = device()
  await fill(storage, entity, 'k', 20_000)
  /** Opens a text read of a tenant and takes its first piece. */
  const opened = async (tenantId: string) => {
    const one = storage.series.rangeText(requested(entity, ['k']), false)
    await turns.run({ tenantId, userId: 'u' }, async () => assert.equal((await one.next()).done, false))
    return one
  }
  const open = []
  for (let i = 0; i < textsAtOnceMax / 2; i++) open.push(await opened('many'))
  let isThrough = false
  const more = (limit: number) =>
    turns.run({ tenantId: 'many', userId: 'u' }, () =>
      text(storage.series.rangeText(requested(entity, ['k'], { limit }), false)),
    )
  const waiting = more(1).then((found) => {
    isThrough = true
    return found
  })
  // Another tenant isn't blocked.
  open.push(await opened('other'))
  // Other reads aren't blocked, and open ones continue.
  await storage.series.range(requested(entity, ['k'], { limit: 1 }))
  assert.equal((await open[0]?.next())?.done, false)
  assert.equal(isThrough, false)
  await open[1]?.return()
  assert.match(await waiting, /^\{"k":\[\{"ts":1600000000000,"value":"\d+"\}\]\}$/)
  for (const one of open) await one.return()
  assert.ok((await text(storage.series.rangeText(requested(entity, ['k']), false))).length > pieceBytes)
})

test('points that are deleted or written while a text is taken do no harm', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  await fill(storage, entity, 'k', 20_000)
  const pieces = storage.series.rangeText(requested(entity, ['k'], { order: 'DESC' }), true)
  let found = ''
  const decoder = new TextDecoder()
  for await (const piece of pieces) {
    if (found === '') await fill(storage, entity, 'k', 21_000)
    found += decoder.decode(piece, { stream: true })
  }
  const points = (JSON.parse(found) as { k: { ts: number }[] }).k
  assert.ok(points.every(({ ts }, i) => i === 0 || ts < (points[i - 1]?.ts ?? 0)))
  assert.equal(points.at(-1)?.ts, t0)
})

test('many entities in one pass, by entity and key, each with every stretch; too many points are none', async (t) => {
  const storage = await openTestStorage(t)
  const devices = Array.from({ length: seriesPerQuestion }, device)
  const strangers = [device(), device()]
  await storage.transact({
    points: devices.flatMap((entity, i) => [
      point(entity, 'a', t0 + i, i, LONG),
      point(entity, 'b', t0 + i, i, LONG),
      point(entity, 'b', t0 + 5000, i, LONG),
    ]),
  })
  const raw = { limit: 10, order: 'DESC', aggregation: 'NONE', intervalMs: 0 } as const
  const ranges = [
    { startTs: t0 + 5000, endTs: t0 + 5001, ...raw },
    { startTs: t0, endTs: t0 + 5000, ...raw },
  ]
  const ids = [strangers[0], ...devices, strangers[1]].map((entity) => entity?.id ?? '')
  const found = await storage.series.rangesOfMany(ids, ['b', 'none', 'a'], ranges, 300)
  assert.deepEqual(
    found?.map(({ entityId, key, ranges: points }) => [entityId, key, points.map((p) => p.map(({ ts }) => ts - t0))]),
    devices.flatMap(({ id }, i) => [
      [id, 'b', [[5000], [i]]],
      [id, 'a', [[], [i]]],
    ]),
  )
  assert.equal(await storage.series.rangesOfMany(ids, ['a', 'b'], ranges, 299), null)
  assert.deepEqual(await storage.series.rangesOfMany([], ['a'], ranges, 1), [])
})

test('a store that closes fails what is being read', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  await fill(storage, entity, 'k', 20_000)
  const pieces = storage.series.rangeText(requested(entity, ['k']), false)
  await pieces.next()
  await storage.close()
  await assert.rejects(text(pieces), StoreFailed)
  await assert.rejects(text(storage.series.rangeText(requested(entity, ['k']), false)), StoreFailed)
})

test('many entities as texts: the same points, stretch after stretch, buckets newest first where asked', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const other = device()
  await fill(storage, entity, 'k', 9000)
  await storage.transact({ points: [point(other, 'ü', t0, 'a "quoted" text', STRING)] })
  const raw = { limit: 9000, order: 'DESC', aggregation: 'NONE', intervalMs: 0 } as const
  const buckets = { limit: 1, order: 'ASC', aggregation: 'MAX', intervalMs: 60_000 } as const
  const recent = { startTs: t0 + 2_000_000, endTs: t0 + 20_000_000 }
  const before = { startTs: t0, endTs: t0 + 2_000_000, ...raw, limit: 1 }
  for (const ranges of [[{ ...recent, ...raw }, before], [{ ...recent, ...buckets }, before], []]) {
    for (const newestFirst of [true, false]) {
      const options = { newestFirst, pointsMax: 9001 }
      const [points, texts] = await Promise.all([
        storage.series.rangesOfMany([entity.id, other.id], ['k', 'ü'], ranges, 9001),
        storage.series.textsOfMany([entity.id, other.id], ['k', 'ü'], ranges, options),
      ])
      const expected = points?.map(({ entityId: id, key, ranges: found }) => {
        const ordered = found.flatMap((one) => (newestFirst ? one.toSorted((a, b) => b.ts - a.ts) : one))
        const text = JSON.stringify(ordered.map((one) => ({ ts: one.ts, value: answerValue(one, false) })))
        return { entityId: id, key, text, points: ordered.length }
      })
      assert.deepEqual(texts, expected)
    }
  }
  const asMany = { newestFirst: false, pointsMax: 100 }
  assert.equal(await storage.series.textsOfMany([entity.id], ['k'], [{ ...recent, ...raw }], asMany), null)
})

test('texts that are too large at once are refused to who holds them, and streamed to who does not', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const size = 900_000
  const count = Math.ceil(questionCharactersMax / size) + 3
  const textOf = (i: number) => String(i).padEnd(size, 'x')
  for (let i = 0; i < count; i++) {
    await storage.transact({ points: [point(entity, 'v', t0 + i, textOf(i), STRING)] })
  }
  const spec = { startTs: 0, endTs: 1e15, limit: 50_000, aggregation: 'NONE', intervalMs: 0 } as const
  for (const order of ['ASC', 'DESC'] as const) {
    const query = { entityId: entity.id, keys: ['v'], ...spec, order }
    await assert.rejects(storage.series.range(query), { name: 'SeriesTooLarge' })
    const options = { newestFirst: false, pointsMax: 50_000 }
    await assert.rejects(storage.series.textsOfMany([entity.id], ['v'], [query], options), { name: 'SeriesTooLarge' })
    await assert.rejects(storage.series.rangesOfMany([entity.id], ['v'], [query], 50_000), { name: 'SeriesTooLarge' })

    const times = await storage.series.range({ ...query, timesOnly: true })
    const inOrder = Array.from({ length: count }, (_, i) => (order === 'ASC' ? i : count - 1 - i))
    assert.deepEqual(
      times.get('v')?.map(({ ts }) => ts),
      inOrder.map((i) => t0 + i),
    )
    const all = JSON.parse(await text(storage.series.rangeText(query, false))) as { v: { ts: number; value: string }[] }
    assert.deepEqual(
      all.v.map(({ ts }) => ts),
      inOrder.map((i) => t0 + i),
    )
    assert.ok(all.v.every(({ ts, value }) => value === textOf(ts - t0)))
  }
  // A few points fit into the limit.
  const few = await storage.series.range({ entityId: entity.id, keys: ['v'], ...spec, limit: 3, order: 'DESC' })
  assert.equal(few.get('v')?.length, 3)
})

test('the largest texts of buckets count too', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const size = 900_000
  const count = Math.ceil(questionCharactersMax / size) + 3
  for (let i = 0; i < count; i++) {
    await storage.transact({ points: [point(entity, 'v', t0 + i, String(i).padEnd(size, 'x'), STRING)] })
  }
  const asked = { entityId: entity.id, keys: ['v'], startTs: t0, endTs: t0 + count, limit: 100, order: 'ASC' } as const
  await assert.rejects(storage.series.range({ ...asked, aggregation: 'MAX', intervalMs: 1 }), {
    name: 'SeriesTooLarge',
  })
  const one = await storage.series.range({ ...asked, aggregation: 'MAX', intervalMs: count })
  assert.equal(one.get('v')?.length, 1)
})

test('a reader that stops fails what it was asked, and the next read has another one', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  await fill(storage, entity, 'k', 30_000)
  const readers: Worker[] = []
  const note = (worker: Worker) => void readers.push(worker)
  process.on('worker', note)
  t.after(() => process.off('worker', note))
  const pieces = storage.series.rangeText(requested(entity, ['k']), false)
  await pieces.next()
  assert.equal(readers.length, 1)
  await readers[0]?.terminate()
  await assert.rejects(async () => {
    for await (const _ of pieces);
  }, StoreFailed)
  const found = await storage.series.range(requested(entity, ['k'], { limit: 5 }))
  assert.equal(found.get('k')?.length, 5)
  assert.equal(readers.length, 2)
})
