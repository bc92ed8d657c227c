import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { Stopped } from '../../maintenance-error.ts'
import { temporaryFolder } from '../../testing.ts'
import { copySnapshot } from './store-snapshot.ts'

/**
 * Writes like the server, as fast as possible, until its standard input ends. Every transaction sets the same number in
 * a row of each table and adds a row that fills pages, so an inconsistent state is detected immediately.
 */
const writerSource = `
  const { DatabaseSync } = require('node:sqlite')
  const { path, checkpointPages, restartsAt } = JSON.parse(process.argv[1])
  const database = new DatabaseSync(path, { timeout: 5000 })
  database.exec('pragma synchronous = off; pragma wal_autocheckpoint = ' + checkpointPages)
  const one = database.prepare('update one set n = ?')
  const other = database.prepare('update other set n = ?')
  const add = database.prepare('insert into filler (n, bytes) values (?, randomblob(?))')
  const cut = database.prepare('delete from filler where n < ?')
  let n = 0
  let stopped = false
  process.stdin.on('end', () => { stopped = true }).resume()
  function step() {
    for (let i = 0; i < 5; i++) {
      n++
      database.exec('begin immediate')
      one.run(n)
      add.run(n, (n * 7919) % 9000)
      if (n % 50 === 0) cut.run(n - 400)
      other.run(n)
      database.exec('commit')
      if (restartsAt && n % restartsAt === 0) database.exec('pragma wal_checkpoint(passive)')
    }
    if (stopped) database.close()
    else setTimeout(step, 1)
  }
  step()
  console.log('writing')
`

async function startWriter(t: TestContext, options: { checkpointPages: number; restartsAt?: number }) {
  const path = join(await temporaryFolder(t), 'live.db')
  const database = new DatabaseSync(path)
  database.exec(
    `pragma page_size = 4096; pragma journal_mode = wal;
     create table one (n); create table filler (n integer primary key, bytes blob); create table other (n);
     insert into one values (0); insert into other values (0);
     with recursive c(x) as (select -1 union all select x - 1 from c where x > -400)
       insert into filler select x, randomblob(3000) from c`,
  )
  database.close()
  // A separate process: closing a file descriptor drops the process's locks on that file.
  const child = spawn(process.execPath, ['-e', writerSource, JSON.stringify({ path, ...options })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  const stop = async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.stdin.end()
    assert.deepEqual(await exited, [0, null])
  }
  t.after(stop)
  return { path, stop }
}

/** Number of the last transaction; throws if the state never existed. */
function stateOf(path: string): number {
  const database = new DatabaseSync(`file:${path}?immutable=1`, { readOnly: true })
  try {
    assert.deepEqual(database.prepare('pragma integrity_check').all(), [{ __proto__: null, integrity_check: 'ok' }])
    const one = database.prepare('select n from one').get()?.n
    assert.equal(database.prepare('select n from other').get()?.n, one)
    assert.equal(database.prepare('select max(n) as n from filler').get()?.n, one === 0 ? -1 : one)
    return Number(one)
  } finally {
    database.close()
  }
}

for (const [what, options] of [
  ['moves its log now and then', { checkpointPages: 200 }],
  ['moves its log with every commit', { checkpointPages: 1 }],
  ['never moves its log', { checkpointPages: 0 }],
  ['begins its log again at once', { checkpointPages: 0, restartsAt: 7 }],
] as const) {
  test(`copies made while another process ${what} are states that were, each later than the one before`, async (t) => {
    const { path, stop } = await startWriter(t, options)
    let last = -1
    for (let i = 0; i < 10; i++) {
      const to = `${path}-copy-${i}`
      // Block sizes that don't match page bounds, and frequent moves of the pin.
      await copySnapshot({ databasePath: path, to, blockBytes: 30_000, pinFrames: 1 + (i % 5) * 20 })
      const state = stateOf(to)
      assert.ok(state >= last, `${state} after ${last}`)
      last = state
      assert.ok(!existsSync(`${to}.frames`))
    }
    assert.ok(last > 0)
    await stop()
    await copySnapshot({ databasePath: path, to: `${path}-copy` })
    assert.ok(stateOf(`${path}-copy`) >= last)
  })
}

test('the pin goes along: the log is moved during a copy, and starts again after it', async (t) => {
  const { path, stop } = await startWriter(t, { checkpointPages: 100 })
  const to = `${path}-copy`
  const { pins, frames } = await copySnapshot({ databasePath: path, to, blockBytes: 512, pinFrames: 20 })
  assert.ok(pins > 2, `${pins} pins for ${frames} frames`)
  await stop()
  const database = new DatabaseSync(path)
  const [moved] = database.prepare('pragma wal_checkpoint(truncate)').all()
  assert.equal(moved?.busy, 0)
  database.close()
})

test('one that is stopped leaves nothing behind', async (t) => {
  const { path } = await startWriter(t, { checkpointPages: 100 })
  const stop = new AbortController()
  const to = `${path}-copy`
  const progress = (bytes: number) => {
    if (bytes > 100_000) stop.abort()
  }
  await assert.rejects(
    copySnapshot({ databasePath: path, to, blockBytes: 4096, signal: stop.signal, progress }),
    Stopped,
  )
  assert.ok(!existsSync(to) && !existsSync(`${to}.frames`))
})
