import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import { encodeMessages } from '../../messages/message-codec.ts'
import { createPointsWriter, NEVER } from '../series/points-batch.ts'
import { temporaryFolder } from '../testing.ts'
import { type SealingLimits, sealingLimits } from './sealing.ts'
import { openStorageWriter } from './storage-writer.ts'
import type { Group, Segment } from './worker-protocol.ts'

const hour = 3_600_000

async function openWriter(t: TestContext, { journalHours = 24, journalBytes = 1e9, path = '' } = {}) {
  const databasePath = path || join(await temporaryFolder(t), 'sonde.db')
  const writer = openStorageWriter({ databasePath, journalHours, journalBytes }, { ...sealingLimits, segmentRows: 1e6 })
  let number = 0
  const empty: Segment = {
    messages: null,
    messageCount: 0,
    points: null,
    done: null,
    attributes: [],
    deletions: null,
    statements: null,
  }

  function commit(segment: Partial<Segment>, group: Partial<Group> = {}) {
    return writer.commit({
      kind: 'group',
      number: ++number,
      life: 0,
      nowMs: 0,
      removedSeries: [],
      newSeries: [],
      segments: [{ ...empty, ...segment }],
      latest: null,
      latestThrough: 0,
      checkpoint: null,
      lowWater: 1,
      ...group,
    })
  }
  return { writer, commit, databasePath }
}

const message = {
  id: 'm',
  ts: 1,
  type: 'T',
  tenantId: 't',
  originator: { entityType: 'DEVICE', id: 'd' },
  customerId: 'c',
  metadata: {},
  dataType: 'TEXT',
  data: 'x'.repeat(1000),
  queueName: 'Main',
  ruleChainId: null,
  ruleNodeId: null,
} as const

function journalIds(databasePath: string): number[] {
  const database = new DatabaseSync(databasePath, { readOnly: true })
  const ids = database.prepare('select id from journal order by id').all()
  database.close()
  return ids.map(({ id }) => id as number)
}

test('the journal keeps what is not done, and what is done for its hours', async (t) => {
  const { writer, commit, databasePath } = await openWriter(t, { journalHours: 1 })
  t.after(() => writer.close())
  for (let i = 0; i < 4; i++) commit({ messages: encodeMessages([message]), messageCount: 1 }, { nowMs: i * hour })
  assert.deepEqual(journalIds(databasePath), [1, 2, 3, 4])
  commit({}, { nowMs: 3 * hour, lowWater: 2 })
  assert.deepEqual(journalIds(databasePath), [2, 3, 4], 'message 2 is not done')
  commit({}, { nowMs: 3 * hour, lowWater: 5 })
  assert.deepEqual(journalIds(databasePath), [3, 4])
  commit({}, { nowMs: 100 * hour, lowWater: 5 })
  assert.deepEqual(journalIds(databasePath), [4], 'the last row tells the next position')
})

test('the journal keeps its size, over restarts', async (t) => {
  const first = await openWriter(t, { journalBytes: 5000 })
  for (let i = 0; i < 10; i++) {
    first.commit({ messages: encodeMessages([message]), messageCount: 1 }, { lowWater: i + 1 })
  }
  assert.deepEqual(journalIds(first.databasePath), [7, 8, 9, 10])
  first.writer.close()
  const { writer, commit, databasePath } = await openWriter(t, { journalBytes: 5000, path: first.databasePath })
  t.after(() => writer.close())
  assert.equal(writer.ready.nextSeq, 11)
  commit({ messages: encodeMessages([message]), messageCount: 1 }, { lowWater: 11 })
  assert.deepEqual(journalIds(databasePath), [8, 9, 10, 11])
})

async function openSealing(t: TestContext, limits: Partial<SealingLimits>) {
  const databasePath = join(await temporaryFolder(t), 'sonde.db')
  const writer = openStorageWriter(
    { databasePath, journalHours: 1, journalBytes: 1e6 },
    { ...sealingLimits, budgetMs: 1000, ...limits },
  )
  t.after(() => writer.close())
  const database = new DatabaseSync(databasePath, { readOnly: true })
  t.after(() => database.close())
  let number = 0
  return {
    writer,
    count: (what: string) => database.prepare(`select ${what} as n from chunk`).get()?.n as number,
    hotRows: () => database.prepare('select count(*) as n from hot').get()?.n as number,
    /** Commits a group of points of series 1 to 9. */
    commit(points: Uint8Array) {
      number++
      const segment = { messages: null, messageCount: 0, done: null, attributes: [], deletions: null, statements: null }
      const newSeries =
        number > 1
          ? []
          : [1, 2, 3, 4, 5, 6, 7, 8, 9].map((series) => ({ series, tenant: 't', entity: 'e', key: `${series}` }))
      const group = { removedSeries: [], newSeries, segments: [{ ...segment, points }], nowMs: 0, latest: null }
      writer.commit({ kind: 'group', number, life: 0, ...group, latestThrough: number, checkpoint: null, lowWater: 1 })
    },
  }
}

test('sealing empties the rows of hot that nothing needs any more', async (t) => {
  const limits = { chunkPoints: 16, segmentPoints: 100, segmentRows: 1000, sealPointsMin: 8 }
  const { writer, count, hotRows, commit } = await openSealing(t, limits)
  let stored = 0
  for (let number = 1; number <= 200; number++) {
    const points = createPointsWriter()
    for (let series = 1; series <= 9; series++) {
      // Series 9 is slow: its head is carried forward instead of being sealed.
      if (series < 9 || number % 25 === 0) points.point(series, ValueType.DOUBLE, number * 1000, number / 4, NEVER)
    }
    stored += points.count
    commit(points.finish())
    assert.ok(hotRows() < 60, `${hotRows()} rows in hot`)
  }
  assert.equal(count('sum(n)') + writer.headPoints, stored)
  assert.equal(writer.heads([9])[0]?.columns.length, 8)
})

test('long texts are sealed by their size, so that open heads stay small', async (t) => {
  const { writer, count, commit } = await openSealing(t, { chunkCharacters: 64 * 1024, openCharacters: 256 * 1024 })
  const text = 'x'.repeat(20_000)
  let most = 0
  for (let number = 1; number <= 100; number++) {
    const points = createPointsWriter()
    for (let series = 1; series <= 9; series++) points.point(series, ValueType.STRING, number * 1000, text, NEVER)
    commit(points.finish())
    most = Math.max(most, writer.headPoints)
  }
  assert.ok(most * text.length <= 1024 * 1024, `${most} texts were open`)
  assert.equal(count('sum(n)') + writer.headPoints, 900)
  assert.ok(count('max(n)') <= 8, `${count('max(n)')} texts in one chunk`)
  assert.ok(count('min(size)') > 0)
})

test('very many series with a point or two each do not stay open', async (t) => {
  const { writer, count, commit } = await openSealing(t, { openHeads: 5 })
  for (let number = 1; number <= 100; number++) {
    const points = createPointsWriter()
    for (let series = 1; series <= 9; series++) points.point(series, ValueType.LONG, number * 1000, number, NEVER)
    commit(points.finish())
    assert.ok(writer.headPoints <= 27, `${writer.headPoints} points are open`)
  }
  assert.equal(count('sum(n)') + writer.headPoints, 900)
})

test('new series without end do not stay open, and no commit seals many more than came', async (t) => {
  const { writer, count, commit } = await openSealing(t, { openHeads: 50, budgetMs: 0 })
  let next = 1
  let sealed = 0
  for (let number = 1; number <= 200; number++) {
    const points = createPointsWriter()
    for (let i = 0; i < 12; i++) points.point(next++, ValueType.LONG, number * 1000, number, NEVER)
    commit(points.finish())
    const now = count('count(*)')
    assert.ok(now - sealed <= 15, `one commit sealed ${now - sealed}`)
    assert.ok(writer.headPoints <= 130, `${writer.headPoints} points are open`)
    sealed = now
  }
  assert.equal(sealed + writer.headPoints, next - 1)
})

test('a series whose open points were all deleted is not open', async (t) => {
  const { writer, commit } = await openSealing(t, { openHeads: 5 })
  for (let number = 1; number <= 20; number++) {
    const points = createPointsWriter()
    for (let series = 1; series <= 9; series++) points.point(series, ValueType.LONG, 1000, number, NEVER)
    for (let series = 1; series <= 9; series++) points.delete(series, 0, 2000)
    commit(points.finish())
    assert.equal(writer.headPoints, 0)
  }
})

test('short texts of many series are sealed when there are too many of them', async (t) => {
  const { writer, commit } = await openSealing(t, { openCharacters: 10_000 })
  for (let number = 1; number <= 100; number++) {
    const points = createPointsWriter()
    for (let series = 1; series <= 9; series++) {
      points.point(series, ValueType.STRING, number * 1000, 'x'.repeat(100), NEVER)
    }
    commit(points.finish())
    assert.ok(writer.headPoints <= 130, `${writer.headPoints} texts are open`)
  }
})
