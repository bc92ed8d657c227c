import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { systemClock } from '../clock.ts'
import { checkStore } from './check.ts'
import { compactStore } from './compact.ts'
import { damagePages, makeStore, type TestStore } from './testing.ts'

async function linesOf({ dataFolder }: TestStore) {
  const report = await checkStore({ dataFolder })
  return { damage: report.damage, text: report.lines().join('\n') }
}

test('a store as it was written is not damaged', async (t) => {
  const store = await makeStore(t)
  const { damage, text } = await linesOf(store)
  assert.equal(damage, 0, text)
  assert.match(text, /\d+ chunks, \d[\d,]+ points/)
  assert.match(text, /3 journaled messages, 1 unprocessed message/)
})

const aChunk = '(select body from chunk order by series, t0 limit 1)'
for (const [what, sql, words] of [
  [
    'a body that ends too early',
    `update body set bytes = substr(bytes, 1, 20) where id = ${aChunk}`,
    /Unreadable chunks/,
  ],
  ['a body that is not there', `delete from body where id = ${aChunk}`, /Unreadable chunks:\n.*can’t be read/],
  [
    'a body of nothing',
    `update body set bytes = zeroblob(length(bytes)) where id = ${aChunk}`,
    /Unreadable chunks|Chunks that/,
  ],
  ['a header with another sum', `update chunk set sum = sum + 1 where body = ${aChunk}`, /sum is .*, the header says/],
  ['a header with another count', `update chunk set n = n + 1 where body = ${aChunk}`, /n is .*, the header says/],
  ['a header that ends later', `update chunk set t1 = t1 + 1 where body = ${aChunk}`, /t1 is/],
  ['a header with another minimum', `update chunk set min = min - 1 where body = ${aChunk}`, /min is/],
  ['a chunk whose row is gone', `delete from chunk where body = ${aChunk}`, /Bodies without a chunk/],
  ['two chunks with one body', `update chunk set body = ${aChunk}`, /Bodies shared by several chunks/],
  ['a series that is gone', `delete from series where key = 'number'`, /of a missing series/],
  ['a text as the latest number', `update latest set value = x'00' where type <> 4`, /Damaged latest values/],
  ['a hot row that ends too early', `update hot set batch = substr(batch, 1, 30)`, /Unreadable hot rows/],
  ['a journal row that ends too early', `update journal set batch = substr(batch, 1, 9)`, /Damaged journal rows/],
  ['a journal that counts wrong', `update journal set count = count + 1`, /Damaged journal rows/],
  ['a message that is lost', `delete from journal`, /Unprocessed messages that are missing/],
  [
    'a device of no tenant',
    `insert into device_claim values ('0190a0a0-0000-7000-8000-00000000000f', 'x', 1)`,
    /Rows that refer to missing rows:\n.*device_claim to device/,
  ],
] as const) {
  test(`found: ${what}`, async (t) => {
    const store = await makeStore(t)
    store.tamper(sql)
    const { damage, text } = await linesOf(store)
    assert.ok(damage > 0, text)
    assert.match(text, words)
  })
}

test('found: one flipped byte anywhere in a chunk of texts', async (t) => {
  const store = await makeStore(t)
  const database = new DatabaseSync(join(store.dataFolder, 'sonde.db'))
  t.after(() => database.close())
  const aText = `select body from chunk join series on series.id = series where key = 'text' limit 1`
  const row = database.prepare(`select id, bytes from body where id = (${aText})`).get()
  const bytes = row?.bytes as Uint8Array
  const put = database.prepare('update body set bytes = ? where id = ?')
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 20)) {
    const flipped = Uint8Array.from(bytes)
    flipped[at] = (flipped[at] as number) ^ 0x10
    put.run(flipped, row?.id as number)
    const { damage } = await linesOf(store)
    assert.ok(damage > 0, `byte ${at} of ${bytes.length}`)
  }
  put.run(bytes, row?.id as number)
  assert.equal((await linesOf(store)).damage, 0)
})

test('found: roll-ups that say something else than the chunks', async (t) => {
  const store = await makeStore(t)
  await compactStore({ dataFolder: store.dataFolder, clock: systemClock })
  assert.equal((await linesOf(store)).damage, 0)
  store.tamper(`delete from body where id in (select body from chunk where series = (select min(series) from roll_up));
    delete from chunk where series = (select min(series) from roll_up)`)
  const { text } = await linesOf(store)
  assert.match(text, /Damaged roll-ups:\n.*the bucket at .* counts \d+ points, there are 0/)
})

test('found: pages of the file that hold something else', async (t) => {
  const store = await makeStore(t)
  damagePages(store.dataFolder)
  const { damage, text } = await linesOf(store)
  assert.ok(damage > 0)
  assert.match(text, /Damaged pages and indexes|Tables that are only partly readable/)
})
