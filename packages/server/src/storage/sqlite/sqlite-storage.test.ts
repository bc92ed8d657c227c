import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import { pino } from 'pino'
import { systemClock } from '../../clock.ts'
import { newId } from '../../ids.ts'
import type { Message } from '../../messages/message.ts'
import type { RangeQuery } from '../series.ts'
import {
  type PointWrite,
  RowsMismatch,
  type SeriesDeletion,
  type Storage,
  StoreFailed,
  UniqueViolation,
} from '../storage.ts'
import { openTestStorage, temporaryFolder, testPoint } from '../testing.ts'
import { openSqliteStorage } from './sqlite-storage.ts'
import { startStoreWorker } from './store-workers.ts'

const device = () => entityId('DEVICE', newId())

function message(data: string): Message {
  return {
    id: newId(),
    ts: 1_700_000_000_000,
    type: 'POST_TELEMETRY_REQUEST',
    tenantId: NIL_UUID,
    originator: device(),
    customerId: NIL_UUID,
    metadata: { deviceName: 'Pump' },
    dataType: 'JSON',
    data,
    queueName: 'Main',
    ruleChainId: null,
    ruleNodeId: null,
  }
}

function point(entity: PointWrite['entity'], key: string, ts: number, value: RawValue, type: ValueType): PointWrite {
  return { tenantId: NIL_UUID, entity, key, ts, type, value, ttlSeconds: 0 }
}

function everything(entity: PointWrite['entity'], ...keys: string[]): RangeQuery {
  const span = { startTs: 0, endTs: 1e15, limit: 1e6, order: 'ASC', aggregation: 'NONE', intervalMs: 0 } as const
  return { entityId: entity.id, keys, ...span }
}

function setting(storage: Storage, key: string, id = newId()) {
  const { relational } = storage
  const row = { id, created_time: 1, tenant_id: NIL_UUID, key, json_value: '{}' }
  return relational.statement(relational.build.insertInto('admin_settings').values(row))
}

const settings = (storage: Storage) =>
  storage.relational.all(storage.relational.build.selectFrom('admin_settings').selectAll().orderBy('key'))

test('messages get positions without gaps, and only those not done come back after a restart', async (t) => {
  const dataFolder = await temporaryFolder(t)
  let storage = await openTestStorage(t, { dataFolder })
  const seqs: number[] = []
  await Promise.all(
    Array.from({ length: 50 }, async (_, i) => {
      const result = await storage.transact({ messages: [message(`${i}a`), message(`${i}b`)] })
      seqs.push(...result.messages.map(({ seq }) => seq))
    }),
  )
  assert.deepEqual(
    seqs,
    Array.from({ length: 100 }, (_, i) => i + 1),
  )
  await storage.transact({ done: seqs.filter((seq) => seq % 10 !== 0) })
  await storage.close()

  storage = await openTestStorage(t, { dataFolder })
  const left = await storage.recover()
  assert.deepEqual(
    left.map(({ seq }) => seq),
    [10, 20, 30, 40, 50, 60, 70, 80, 90, 100],
  )
  assert.equal(left[0]?.message.data, '4b')
  assert.equal((await storage.stats()).journalLag, 10)
  const { messages } = await storage.transact({ messages: [message('next')], done: left.map(({ seq }) => seq) })
  assert.equal(messages[0]?.seq, 101)
  await storage.close()

  storage = await openTestStorage(t, { dataFolder })
  assert.deepEqual(
    (await storage.recover()).map(({ seq }) => seq),
    [101],
  )
})

test('progress survives many checkpoints', async (t) => {
  const dataFolder = await temporaryFolder(t)
  let storage = await openTestStorage(t, { dataFolder })
  const { messages } = await storage.transact({ messages: [message('slow'), message('quick')] })
  const slow = messages[0]?.seq as number
  let done = messages[1]?.seq as number
  for (let i = 0; i < 600; i++) {
    const result = await storage.transact({ messages: [message(`${i}`)], done: [done] })
    done = result.messages[0]?.seq as number
  }
  await storage.close()
  storage = await openTestStorage(t, { dataFolder })
  assert.deepEqual(
    (await storage.recover()).map(({ seq }) => seq),
    [slow, done],
  )
})

test('a second outcome of one message is refused', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const { messages } = await storage.transact({ messages: [message('1')] })
  const done = messages.map(({ seq }) => seq)
  const first = storage.transact({ done, points: [point(entity, 'k', 1, 1, ValueType.LONG)] })
  const second = storage.transact({ done, points: [point(entity, 'k', 2, 2, ValueType.LONG)] })
  await assert.rejects(second, /has its outcome already/)
  await first
  await assert.rejects(storage.transact({ done }), /has its outcome already/)
  await assert.rejects(storage.transact({ done: [99] }), /has its outcome already/)
  assert.equal((await storage.series.range(everything(entity, 'k'))).get('k')?.length, 1)
})

test('a refused transaction leaves nothing behind, its neighbours in the group stay', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const before = await storage.transact({ messages: [message('pending')] })
  const done = before.messages.map(({ seq }) => seq)
  const results = await Promise.allSettled([
    storage.transact({ statements: [setting(storage, 'a')], messages: [message('kept 1')] }),
    storage.transact({
      statements: [setting(storage, 'b'), setting(storage, 'a')],
      messages: [message('dropped')],
      points: [point(entity, 'k', 5, 5, ValueType.LONG)],
      attributes: [
        {
          tenantId: NIL_UUID,
          entity,
          scope: 'SERVER_SCOPE',
          key: 'dropped',
          lastUpdateTs: 1,
          value: { type: ValueType.LONG, value: 1 },
          notifyDevice: false,
        },
      ],
      done,
    }),
    storage.transact({ points: [point(entity, 'k', 1, 1, ValueType.LONG)], messages: [message('kept 2')] }),
    storage.transact({ statements: [setting(storage, 'c')] }),
  ])
  const rejected = results[1]
  assert.ok(rejected?.status === 'rejected' && rejected.reason instanceof UniqueViolation)
  assert.equal(rejected.reason.table, 'admin_settings')
  assert.deepEqual(rejected.reason.columns, ['tenant_id', 'key'])
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value.messages.map(({ seq }) => seq) : null)),
    [[2], null, [3], []],
  )
  assert.deepEqual(
    (await settings(storage)).map(({ key }) => key),
    ['a', 'c'],
  )
  assert.deepEqual((await storage.series.range(everything(entity, 'k'))).get('k'), [
    { ts: 1, type: ValueType.LONG, value: 1 },
  ])
  const attributes = storage.relational.build.selectFrom('attribute').select('key')
  assert.deepEqual(await storage.relational.all(attributes), [])
  assert.deepEqual(
    (await storage.recover()).map(({ seq }) => seq),
    [],
    'what recover() gives is from the last start',
  )
  await storage.transact({ done })
})

test('a guarded statement rolls its transaction back when another number of rows changes', async (t) => {
  const storage = await openTestStorage(t)
  const { build, statement } = storage.relational
  const rename = build.updateTable('admin_settings').set({ json_value: '1' }).where('key', '=', 'a')
  const guarded = statement(rename, { expectRows: 1 })
  const failed = storage.transact({ statements: [setting(storage, 'x'), guarded] })
  await assert.rejects(failed, (error: unknown) => error instanceof RowsMismatch && error.statement === 1)
  assert.deepEqual(await settings(storage), [])
  const result = await storage.transact({ statements: [setting(storage, 'a'), guarded, statement(rename)] })
  assert.deepEqual(result.rowsChanged, [1, 1, 1])
})

test('a statement that makes no sense is refused alone', async (t) => {
  const storage = await openTestStorage(t)
  const nonsense = storage.transact({ statements: [{ sql: 'insert into nowhere values (1)', parameters: [] }] })
  const orphan = storage.transact({
    statements: [{ sql: `insert into device_claim values (?, 'secret', 1)`, parameters: [newId()] }],
  })
  const fine = storage.transact({ statements: [setting(storage, 'a')] })
  await assert.rejects(nonsense, /no such table/)
  await assert.rejects(orphan, /FOREIGN KEY/)
  assert.deepEqual((await fine).rowsChanged, [1])
})

test('a value that does not fit its type is refused and takes nothing with it', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const [wrong, right] = await Promise.allSettled([
    storage.transact({
      messages: [message('dropped')],
      points: [point(entity, 'a', 1, 1, ValueType.LONG), point(entity, 'b', 1, 'x', ValueType.LONG)],
    }),
    storage.transact({ messages: [message('kept')], points: [point(entity, 'c', 1, true, ValueType.BOOLEAN)] }),
  ])
  assert.ok(wrong.status === 'rejected' && wrong.reason instanceof TypeError)
  assert.ok(right.status === 'fulfilled')
  assert.deepEqual(
    right.value.messages.map(({ seq, message: { data } }) => [seq, data]),
    [[1, 'kept']],
  )
  assert.deepEqual(await storage.series.keys(entity.id), ['c'])
})

test('every type of value comes back from latest and range, before and after a restart', async (t) => {
  const dataFolder = await temporaryFolder(t)
  let storage = await openTestStorage(t, { dataFolder })
  const entity = device()
  const values: [string, ValueType, RawValue][] = [
    ['boolean', ValueType.BOOLEAN, false],
    ['long', ValueType.LONG, -5],
    ['large', ValueType.LONG, 2n ** 62n + 1n],
    ['double', ValueType.DOUBLE, 6],
    ['string', ValueType.STRING, 'Füllstand'],
    ['json', ValueType.JSON, '{"a":[1]}'],
  ]
  await storage.transact({ points: values.map(([key, type, value]) => point(entity, key, 1000, value, type)) })
  const expected = values.map(([key, type, value]) => ({ key, ts: 1000, type, value }))
  for (const round of ['before', 'after']) {
    assert.deepEqual(await storage.series.latest(entity.id), expected, round)
    for (const [key, type, value] of values) {
      const read = await storage.series.range(everything(entity, key))
      assert.deepEqual(read.get(key), [{ ts: 1000, type, value }], round)
    }
    if (round === 'after') break
    await storage.close()
    storage = await openTestStorage(t, { dataFolder })
  }
})

test('latest keeps the newest time, the later write at equal times, and misses unknown keys', async (t) => {
  const storage = await openTestStorage(t)
  const [one, two, never] = [device(), device(), device()]
  await storage.transact({ points: [point(one, 'a', 10, 1, ValueType.LONG), point(one, 'a', 5, 2, ValueType.LONG)] })
  await storage.transact({ points: [point(two, 'a', 10, 3, ValueType.LONG), point(two, 'b', 1, 4, ValueType.LONG)] })
  await storage.transact({ points: [point(two, 'a', 10, 5, ValueType.LONG)] })
  const latest = await storage.series.latestOfMany([two.id, never.id, one.id], ['a', 'missing'])
  assert.deepEqual(
    latest.map((points) => points.map(({ key, value }) => [key, value])),
    [[['a', 5]], [], [['a', 1]]],
  )
  assert.deepEqual(await storage.series.keys(two.id), ['a', 'b'])
})

test('latest of many entities is read from the table after a restart', async (t) => {
  const dataFolder = await temporaryFolder(t)
  let storage = await openTestStorage(t, { dataFolder })
  const devices = Array.from({ length: 300 }, device)
  const points = devices.map((entity, i) => point(entity, 'level', 1, i / 2, ValueType.DOUBLE))
  await storage.transact({ points })
  await storage.close()
  storage = await openTestStorage(t, { dataFolder })
  const latest = await storage.series.latestOfMany(
    devices.map(({ id }) => id),
    ['level'],
  )
  assert.deepEqual(
    latest.map(([only]) => only?.value),
    devices.map((_, i) => i / 2),
  )
})

test('a read that starts after a commit sees it, with thousands of others on their way', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const others: Promise<unknown>[] = []
  for (let i = 0; i < 40; i++) {
    for (let k = 0; k < 50; k++) {
      others.push(storage.transact({ points: [point(device(), 'k', i, k, ValueType.LONG)] }))
    }
    await storage.transact({ points: [point(entity, 'k', i, i, ValueType.LONG)] })
    const read = await storage.series.range({ ...everything(entity, 'k'), order: 'DESC', limit: 1 })
    assert.deepEqual(read.get('k'), [{ ts: i, type: ValueType.LONG, value: i }])
    assert.equal((await storage.series.latest(entity.id, ['k']))[0]?.value, i)
  }
  await Promise.all(others)
})

test('a long history is read back whole from chunks and heads, in buckets too', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const count = 5300
  for (let i = 0; i < count; i += 100) {
    const points = Array.from({ length: 100 }, (_, k) => point(entity, 'k', (i + k) * 1000, i + k, ValueType.LONG))
    await storage.transact({ points })
  }
  assert.ok((await storage.stats()).chunks >= 8)
  assert.equal((await storage.stats()).points, count)
  const all = (await storage.series.range(everything(entity, 'k'))).get('k')
  assert.deepEqual(
    all?.map(({ value }) => value),
    Array.from({ length: count }, (_, i) => i),
  )
  const sums = await storage.series.range({
    ...everything(entity, 'k', 'none'),
    endTs: 5_000_000,
    aggregation: 'SUM',
    intervalMs: 2_000_001,
  })
  const sumTo = (n: number) => ((n - 1) * n) / 2
  assert.deepEqual(sums.get('k'), [
    { ts: 1_000_000, type: ValueType.LONG, value: sumTo(2001) },
    { ts: 3_000_001, type: ValueType.LONG, value: sumTo(4001) - sumTo(2001) },
    { ts: 5_000_002, type: ValueType.LONG, value: sumTo(count) - sumTo(4001) },
  ])
  assert.deepEqual(sums.get('none'), [])
})

test('a deleted range is gone, and the newest older point becomes the latest one', async (t) => {
  const dataFolder = await temporaryFolder(t)
  let storage = await openTestStorage(t, { dataFolder })
  const entity = device()
  for (const key of ['rewritten', 'removed', 'cleared', 'untouched']) {
    await storage.transact({ points: [1, 2, 3].map((ts) => point(entity, key, ts, ts, ValueType.LONG)) })
  }
  const deletion = (keys: string[], range: SeriesDeletion['range'], rewriteLatest: boolean) => ({
    deletions: [{ tenantId: NIL_UUID, entity, keys, range, rewriteLatest }],
  })
  const results = [
    await storage.transact(deletion(['rewritten', 'unknown'], { startTs: 3, endTs: 9 }, true)),
    await storage.transact(deletion(['removed'], { startTs: 3, endTs: 9 }, false)),
    await storage.transact(deletion(['cleared'], null, true)),
    await storage.transact(deletion(['untouched'], { startTs: 1, endTs: 3 }, true)),
  ]
  assert.deepEqual(
    results.map(({ deletedLatest }) => deletedLatest?.map(({ key, latest }) => [key, latest?.value])),
    [[['rewritten', 2]], [['removed', undefined]], [['cleared', undefined]], []],
  )
  for (const round of ['before', 'after']) {
    const latest = await storage.series.latest(entity.id)
    assert.deepEqual(
      latest.map(({ key, value }) => [key, value]),
      [
        ['rewritten', 2],
        ['untouched', 3],
      ],
      round,
    )
    const read = await storage.series.range(everything(entity, 'rewritten', 'removed', 'cleared', 'untouched'))
    assert.deepEqual(
      [...read.values()].map((points) => points.map(({ ts }) => ts)),
      [[1, 2], [1, 2], [], [3]],
      round,
    )
    if (round === 'after') break
    await storage.close()
    storage = await openTestStorage(t, { dataFolder })
  }
})

test('a deletion is part of its transaction: with its message, before its points, refused with its statements', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  await storage.transact({ points: [1, 2, 3].map((ts) => point(entity, 'k', ts, ts, ValueType.LONG)) })
  const deletions = [{ tenantId: NIL_UUID, entity, keys: ['k'], range: null, rewriteLatest: false }]
  const rejected = storage.transact({
    deletions,
    statements: [{ sql: 'insert into nowhere values (1)', parameters: [] }],
  })
  await assert.rejects(rejected, /no such table/)
  assert.equal((await storage.series.range(everything(entity, 'k'))).get('k')?.length, 3)
  const [, { messages }] = await Promise.all([
    storage.transact({ points: [point(entity, 'k', 9, 9, ValueType.LONG)] }),
    storage.transact({ deletions, points: [point(entity, 'k', 5, 5, ValueType.LONG)], messages: [message('gone')] }),
    storage.transact({ points: [point(entity, 'k', 6, 6, ValueType.LONG)] }),
  ])
  assert.deepEqual(
    messages.map(({ message: { data } }) => data),
    ['gone'],
  )
  assert.deepEqual(
    (await storage.series.range(everything(entity, 'k'))).get('k')?.map(({ ts }) => ts),
    [5, 6],
  )
  assert.equal((await storage.series.latest(entity.id))[0]?.ts, 6)
})

test('attributes are written, replaced and deleted; a LONG keeps its digits', async (t) => {
  const storage = await openTestStorage(t)
  const entity = device()
  const common = { tenantId: NIL_UUID, entity, scope: 'SERVER_SCOPE', notifyDevice: false } as const
  const write = (key: string, lastUpdateTs: number, type: ValueType, value: RawValue) =>
    storage.transact({ attributes: [{ ...common, key, lastUpdateTs, value: { type, value } }] })
  await write('serial', 1, ValueType.LONG, 2n ** 62n + 1n)
  await write('active', 1, ValueType.BOOLEAN, true)
  await write('active', 2, ValueType.STRING, 'no')
  await write('gone', 1, ValueType.DOUBLE, 1.5)
  await storage.transact({ attributes: [{ ...common, key: 'gone', lastUpdateTs: 2, value: null }] })
  const query = storage.relational.build.selectFrom('attribute').selectAll().where('entity_id', '=', entity.id)
  const rows = await storage.relational.all(query.orderBy('key'))
  assert.deepEqual(
    rows.map((row) => [row.entity_type, row.key, row.last_update_ts, row.value_type, row.value]),
    [
      ['DEVICE', 'active', 2, ValueType.STRING, 'no'],
      ['DEVICE', 'serial', 1, ValueType.LONG, '4611686018427387905'],
    ],
  )
})

test('integers beyond 2^53 come as bigint, booleans go as 0 and 1, objects are refused', async (t) => {
  const { relational } = await openTestStorage(t)
  const { build } = relational
  const large = build.selectNoFrom((eb) => [eb.lit(7).as('small'), eb.val(2n ** 60n).as('large')])
  assert.deepEqual(await relational.first(large), { small: 7, large: 2n ** 60n })
  assert.deepEqual(await relational.first(large), { small: 7, large: 2n ** 60n })
  const flag = build.selectNoFrom((eb) => eb.val(true).as('flag'))
  assert.deepEqual(await relational.all(flag), [{ flag: 1 }])
  const object = build.selectNoFrom((eb) => eb.val({ a: 1 }).as('object'))
  assert.throws(() => relational.statement(object), /store its JSON text/)
})

test('a closed store has written what it was given and refuses the rest', async (t) => {
  const dataFolder = await temporaryFolder(t)
  let storage = await openTestStorage(t, { dataFolder })
  const entity = device()
  const last = storage.transact({ points: [point(entity, 'k', 1, 1, ValueType.LONG)] })
  await storage.close()
  await last
  await assert.rejects(storage.transact({ points: [] }), StoreFailed)
  await assert.rejects(storage.stats(), StoreFailed)
  storage = await openTestStorage(t, { dataFolder })
  assert.equal((await storage.series.latest(entity.id)).length, 1)
})

/** A store whose writer's messages the test can fake. */
async function openDoubtful(t: TestContext) {
  let writer: Worker | undefined
  const doubts: string[] = []
  const storage = await openSqliteStorage({
    dataFolder: await temporaryFolder(t),
    journalHours: 1,
    journalBytes: 1024 * 1024,
    log: pino({ level: 'silent' }),
    clock: systemClock,
    inDoubt: (error) => doubts.push((error as Error).message),
    workers: {
      start(kind) {
        const worker = startStoreWorker(kind)
        if (kind === 'storage') writer = worker
        return worker
      },
      end: (worker) => worker.terminate(),
    },
  })
  t.after(storage.close)
  await storage.transact({ points: [testPoint(device(), 'k', 1)] })
  assert.deepEqual(doubts, [])
  return { storage, writer, doubts }
}

test('a store of which the server lost track is in doubt and takes nothing more', async (t) => {
  const { storage, writer, doubts } = await openDoubtful(t)
  writer?.emit('message', { kind: 'committed', number: 99, segments: [] })
  assert.equal(doubts.length, 1)
  await assert.rejects(storage.transact({}), (error) => error instanceof StoreFailed)
})

test('a store whose writer stopped is in doubt and takes nothing more', async (t) => {
  const { storage, writer, doubts } = await openDoubtful(t)
  writer?.emit('error', new Error('out of memory'))
  assert.deepEqual(doubts, ['out of memory'])
  await assert.rejects(storage.transact({}), (error) => error instanceof StoreFailed)
})
