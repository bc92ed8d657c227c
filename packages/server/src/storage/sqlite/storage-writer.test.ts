import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import { encodeMessages } from '../../journal/message-codec.ts'
import { temporaryFolder } from '../testing.ts'
import { createPointsWriter, NEVER } from './points-batch.ts'
import { sealingLimits } from './sealing.ts'
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

test('sealing empties the rows of hot that nothing needs any more', async (t) => {
  const databasePath = join(await temporaryFolder(t), 'sonde.db')
  const limits = { chunkPoints: 16, segmentPoints: 100, segmentRows: 1000, sealPointsMin: 8, budgetMs: 1000 }
  const writer = openStorageWriter({ databasePath, journalHours: 1, journalBytes: 1e6 }, limits)
  t.after(() => writer.close())
  const database = new DatabaseSync(databasePath, { readOnly: true })
  t.after(() => database.close())
  const count = (table: string) => database.prepare(`select count(*) as n from ${table}`).get()?.n as number
  let stored = 0
  for (let number = 1; number <= 200; number++) {
    const points = createPointsWriter()
    for (let series = 1; series <= 9; series++) {
      // Series 9 is slow: its head is carried forward instead of being sealed.
      if (series < 9 || number % 25 === 0) points.point(series, ValueType.DOUBLE, number * 1000, number / 4, NEVER)
    }
    stored += points.count
    const segment = { messages: null, messageCount: 0, done: null, attributes: [], deletions: null, statements: null }
    const newSeries =
      number > 1
        ? []
        : [1, 2, 3, 4, 5, 6, 7, 8, 9].map((series) => ({ series, tenant: 't', entity: 'e', key: `${series}` }))
    const group = { newSeries, segments: [{ ...segment, points: points.finish() }], nowMs: 0, latest: null }
    writer.commit({ kind: 'group', number, life: 0, ...group, latestThrough: number, checkpoint: null, lowWater: 1 })
    assert.ok(count('hot') < 60, `${count('hot')} rows in hot`)
  }
  const sealed = database.prepare('select sum(n) as n from chunk').get()?.n as number
  assert.equal(sealed + writer.headPoints, stored)
  assert.equal(writer.heads([9])[0]?.columns.length, 8)
})
