import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTurns, sliceMs } from '../../turns/turns.ts'
import { openTestStorage } from '../testing.ts'

/** Rows with the numbers from 1 to `count`, each with `beside` as text. */
const numbers = (count: number, beside = sql`'x'`) => {
  const query = sql<{ n: number; text: string }>`with recursive numbers(n) as (select 1 union all
    select n + 1 from numbers where n < ${count}) select n, ${beside} as text from numbers`
  return query
}

async function open(t: Parameters<typeof openTestStorage>[0], turns = createTurns()) {
  const { relational } = await openTestStorage(t, { turns })
  const { build } = relational
  const compiled = (query: ReturnType<typeof numbers>) => ({ compile: () => query.compile(build) })
  const owner = (tenantId: string) => ({ tenantId, userId: 'u' })
  const count = (count: number, beside?: ReturnType<typeof sql>) => compiled(numbers(count, beside))
  return { turns, relational, owner, count }
}

test('answers all rows in their order, first beside the main thread and then on it', async (t) => {
  const { relational, count } = await open(t)
  const rows = await relational.scan(count(1000), ({ n, text }) => `${n}${text}`)
  assert.equal(rows.length, 1000)
  assert.deepEqual([rows[0], rows[999]], ['1x', '1000x'])
  for (let i = 0; i < 3; i++)
    assert.deepEqual(
      await relational.scan(count(3)),
      [1, 2, 3].map((n) => ({ n, text: 'x' })),
    )
  assert.deepEqual(await relational.scan(count(0)), [{ n: 1, text: 'x' }])
})

test('large integers and bytes come as they are', async (t) => {
  const { relational, count } = await open(t)
  const large = count(2, sql`9223372036854775807 - n`)
  const bytes = count(1, sql`x'0102'`)
  for (let i = 0; i < 3; i++) {
    assert.deepEqual(await relational.scan(large), [
      { n: 1, text: 9223372036854775806n },
      { n: 2, text: 9223372036854775805n },
    ])
    assert.deepEqual(await relational.all(large), await relational.scan(large))
    const [row] = await relational.scan(bytes)
    assert.deepEqual(Buffer.from(row?.text as unknown as Uint8Array), Buffer.from([1, 2]))
  }
})

test('rows up to so many bytes: one at least', async (t) => {
  const { relational, count } = await open(t)
  const rows = count(10, sql`printf('%.*c', 1000, 'x')`)
  assert.equal((await relational.upTo(rows, 1)).length, 1)
  assert.equal((await relational.upTo(rows, 3_500)).length, 3)
  assert.equal((await relational.upTo(rows, 1e6)).length, 10)
})

test('a statement that is wrong fails its own reader', async (t) => {
  const { relational, count } = await open(t)
  const wrong = { compile: () => sql`select * from nowhere`.compile(relational.build) }
  await assert.rejects(relational.scan(wrong), /nowhere/)
  assert.equal((await relational.scan(count(5))).length, 5)
})

test('what takes long is read while the event loop goes round, each time', async (t) => {
  // With a stopped clock no slice ever ends, so the event loop only gets control while the scan waits.
  const { relational } = await open(
    t,
    createTurns(() => 0),
  )
  const { build } = relational
  const long = {
    compile: () => sql<{ total: number }>`select count(*) as total from (${numbers(300_000)})`.compile(build),
  }
  for (let i = 0; i < 3; i++) {
    let hasGoneRound = false
    setImmediate(() => {
      hasGoneRound = true
    })
    const [row] = await relational.scan(long)
    assert.equal(row?.total, 300_000)
    assert.ok(hasGoneRound, `read ${i + 1} was made on the main thread`)
  }
})

test('many rows are taken in slices, whatever thread has read them', async (t) => {
  // Converting a row takes a tenth of a millisecond by this clock, independent of the machine.
  let nowMs = 0
  const turns = createTurns(() => nowMs)
  const { relational, owner, count } = await open(t, turns)
  const taken: number[] = []
  for (const rows of [30_000, 3_000]) {
    await turns.run(owner('a'), () =>
      relational.scan(count(rows), () => {
        nowMs += 0.1
        const { slices } = turns.figures
        taken[slices] = (taken[slices] ?? 0) + 1
      }),
    )
  }
  assert.equal(
    taken.reduce((sum, rows) => sum + rows),
    33_000,
  )
  const most = Math.max(...taken.filter((rows) => rows !== undefined))
  assert.ok(most <= sliceMs * 10 + 1, `${most} rows in one slice`)
})

test('rows that are more than an answer may hold are refused, however they are read', async (t) => {
  const { relational, count, turns, owner } = await open(t)
  const budget = () => {
    let left = 100_000
    return {
      spend(bytes: number) {
        left -= bytes
        if (left < 0) throw new Error('too much')
      },
      giveBack(bytes: number) {
        left += bytes
      },
      get left() {
        return left
      },
      place: () => undefined,
    }
  }
  const large = count(20, sql`printf('%.*c', 10000, 'x')`)
  const small = count(5, sql`printf('%.*c', 10000, 'x')`)
  for (let i = 0; i < 3; i++) {
    const read = (query: typeof large) => turns.run(owner('a'), () => relational.scan(query), budget())
    await assert.rejects(read(large), /too much/)
    assert.equal((await read(small)).length, 5)
    await assert.rejects(
      turns.run(owner('a'), () => relational.all(large), budget()),
      /too much/,
    )
  }
})

test('tenants take turns beside the main thread', async (t) => {
  const { relational, turns, owner } = await open(t)
  const slow = { compile: () => sql`select count(*) from (${numbers(300_000)})`.compile(relational.build) }
  const ended: string[] = []
  const read = (tenantId: string) =>
    turns.run(owner(tenantId), () => relational.scan(slow)).then(() => void ended.push(tenantId))
  const many = Array.from({ length: 12 }, () => read('many'))
  // The other tenant's read starts when the first one ends, however late this thread is notified of the next ones.
  await many[0]
  await read('one')
  assert.ok(ended.indexOf('one') <= 5, ended.join())
  await Promise.all(many)
})

test('nothing is read after the end', async (t) => {
  const turns = createTurns()
  const storage = await openTestStorage(t, { turns })
  const { relational } = storage
  const slow = { compile: () => sql`select count(*) from (${numbers(100_000)})`.compile(relational.build) }
  await relational.scan(slow)
  await storage.close()
  await assert.rejects(relational.scan(slow), /closed/)
})
