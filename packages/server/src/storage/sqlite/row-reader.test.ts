import assert from 'node:assert/strict'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { temporaryFolder } from '../testing.ts'
import { createRowReader } from './row-reader.ts'
import { ownWorkers } from './store-workers.ts'

async function open(t: TestContext, idleMs: number) {
  const databasePath = join(await temporaryFolder(t), 'rows.db')
  new DatabaseSync(databasePath).close()
  const workers: Worker[] = []
  const note = (worker: Worker) => void workers.push(worker)
  process.on('worker', note)
  t.after(() => process.off('worker', note))
  const reader = createRowReader({ databasePath, log: pino({ level: 'silent' }), idleMs, workers: ownWorkers })
  t.after(() => reader.close())
  async function count(isSlow = false) {
    const requested = {
      owner: undefined,
      sql: 'select 7 as n',
      values: [],
      bytesMax: 1000,
      isSlow,
      recordRead: () => {},
    }
    let rows = 0
    for await (const part of reader.read(requested)) rows += part.length
    return rows
  }
  return { count, workers }
}

test('a worker without reads ends, and the next read has one again', async (t) => {
  const { count, workers } = await open(t, 1)
  assert.equal(await count(), 1)
  const [first] = workers
  assert.ok(first)
  await once(first, 'exit')
  assert.equal(await count(), 1)
  assert.equal(workers.length, 2)
})

test('reads soon after one another share a worker; slow ones have their own', async (t) => {
  const { count, workers } = await open(t, 60_000)
  assert.deepEqual([await count(), await count(), await count(true), await count(true)], [1, 1, 1, 1])
  assert.equal(workers.length, 2)
})
