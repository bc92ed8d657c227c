import assert from 'node:assert/strict'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { encodeMessages } from '../../messages/message-codec.ts'
import { DataFolderError } from '../data-folder.ts'
import { StoreFailed } from '../storage.ts'
import { journalMessage, temporaryFolder, testPoint } from '../testing.ts'
import { createCommitQueue } from './commit-queue.ts'
import { freeBytes } from './disk-room.ts'
import { noteFailedDisk } from './failed-disk.ts'
import { openGuardedWriter } from './guarded-writer.ts'
import { createSeriesIndex } from './series-index.ts'
import type { Group, Segment, ToWriter } from './worker-protocol.ts'

const entity = entityId('DEVICE', '0190a0a0-0000-7000-8000-000000000001')

const message = (data: string) => journalMessage(data, entity)

const point = (key: string, ts: number) => testPoint(entity, key, ts)

/** Writer and queue in the same thread; `send` can be paused. */
async function openStore(t: TestContext, databasePath?: string) {
  const path = databasePath ?? join(await temporaryFolder(t), 'sonde.db')
  const writer = openGuardedWriter({ databasePath: path, journalHours: 24, journalBytes: 1e9 })
  const database = new DatabaseSync(path, { readOnly: true })
  const sent: ToWriter[] = []
  let isHeld = false
  const queue = createCommitQueue({
    index: createSeriesIndex(database, writer.ready.nextSeries),
    clock: { nowMs: () => 1 },
    nextSeq: writer.ready.nextSeq,
    undone: writer.ready.undone,
    send(request) {
      sent.push(request)
      if (!isHeld) answer(request)
    },
  })
  function answer(request: ToWriter) {
    const result = request.kind === 'group' ? writer.commit(request) : null
    if (result) queue.answered(result)
  }
  function stop() {
    database.close()
    writer.close()
  }
  t.after(() => {
    if (database.isOpen) stop()
  })
  return {
    path,
    writer,
    queue,
    database,
    sent,
    answer,
    stop,
    hold: () => {
      isHeld = true
    },
    recover() {
      const outcome = writer.recover()
      if (outcome) queue.answered(outcome)
      return outcome
    },
  }
}

const isTemporary = (error: unknown) => error instanceof StoreFailed && error.recovered !== null

test('a full disk stops writing with a clear message, keeps heads readable, and ends by itself', async (t) => {
  const { writer, queue, database, path, recover, stop } = await openStore(t)
  const stored = await queue.transact({ messages: [message('kept')], points: [point('a', 1)] })

  writer.limitPages(1)
  const large = 'x'.repeat(1_000_000)
  const results = await Promise.allSettled([
    queue.transact({ messages: [message(large)], points: [point('new series', 1)] }),
    queue.transact({ done: stored.messages.map(({ seq }) => seq), points: [point('a', 2)] }),
  ])
  for (const result of results) {
    assert.ok(result.status === 'rejected' && isTemporary(result.reason))
    assert.match(result.reason.message, /disk is full.*until there is space/)
  }
  const rejected = queue.transact({ points: [point('a', 3)] })
  await assert.rejects(rejected, isTemporary)
  assert.equal(writer.heads([1])[0]?.columns.length, 1)
  assert.equal(queue.journalLag, 1)
  const error = await rejected.catch((reason: StoreFailed) => reason)

  // Reopening drops the connection's page limit, which simulates freed disk space.
  assert.deepEqual(recover(), { kind: 'recovered', nextSeq: 2, undoneCount: 1, isOnReserve: false })
  await (error as StoreFailed).recovered
  const again = await queue.transact({ messages: [message(large)], points: [point('new series', 1)] })
  assert.deepEqual(
    again.messages.map(({ seq }) => seq),
    [2],
  )
  await queue.transact({ done: [1], points: [point('a', 2)] })
  assert.equal(queue.journalLag, 1)
  const keys = database.prepare('select key from series order by id').all()
  assert.deepEqual(
    keys.map(({ key }) => key),
    ['a', 'new series'],
    'a series that was numbered by a refused group is known',
  )
  stop()

  const after = await openStore(t, path)
  assert.deepEqual([...after.writer.ready.undone], [2])
  assert.deepEqual(
    after.writer.heads([1, 2]).map((head) => head?.columns.length),
    [2, 1],
  )
})

test('a latest value that was on its way to the table when the disk was full is there afterwards', async (t) => {
  const { writer, queue, database, recover } = await openStore(t)
  for (let i = 0; i < 300; i++) await queue.transact({ points: [point('a', i)] })
  writer.limitPages(1)
  await assert.rejects(queue.transact({ messages: [message('x'.repeat(1_000_000))], points: [point('a', 999)] }))
  assert.equal(recover()?.kind, 'recovered')
  assert.equal(database.prepare('select ts from latest').get()?.ts, 299)
  await queue.transact({ points: [point('a', 300)] })
})

test('a group from before a recovery is not written: its callers were refused', async (t) => {
  const { writer, queue, sent, answer, hold, recover } = await openStore(t)
  await queue.transact({})
  hold()
  const late = queue.transact({ messages: [message('late')] })
  await new Promise((resolve) => setImmediate(resolve))
  const group = sent.at(-1) as Group
  writer.limitPages(1)
  const full = writer.commit({ ...group, segments: [segmentOf('x'.repeat(1_000_000))] })
  assert.ok(full?.kind === 'failed' && full.isTemporary)
  queue.answered(full)
  await assert.rejects(late, isTemporary)
  assert.equal(recover()?.kind, 'recovered')
  assert.equal(writer.commit(group), null)
  const next = queue.transact({ messages: [message('next')] })
  await new Promise((resolve) => setImmediate(resolve))
  answer(sent.at(-1) as Group)
  assert.equal((await next).messages[0]?.seq, 1)
})

function segmentOf(data: string): Segment {
  const none = { points: null, done: null, attributes: [], deletions: null, statements: null }
  return { ...none, messages: encodeMessages([message(data)]), messageCount: 1 }
}

test('the note of a failed disk makes the next start check the store, and goes', async (t) => {
  const { queue, path, stop } = await openStore(t)
  await queue.transact({ messages: [message('kept')] })
  noteFailedDisk(path, 'the disk failed')
  stop()
  const note = join(path, '..', 'disk-failed')
  assert.ok(existsSync(note))
  const after = await openStore(t, path)
  assert.ok(!existsSync(note))
  assert.deepEqual([...after.writer.ready.undone], [1])
})

test('a log that was torn when the disk failed is taken up to its last whole commit', async (t) => {
  const { queue, path, database, stop } = await openStore(t)
  for (let i = 0; i < 20; i++) await queue.transact({ messages: [message(`${i}`)] })
  const log = readFileSync(`${path}-wal`)
  const whole = readFileSync(path)
  stop()
  // State after a crash: the old database, and a log whose last page wasn't written correctly.
  writeFileSync(path, whole)
  writeFileSync(`${path}-wal`, log.fill(7, log.length - 8192))
  noteFailedDisk(path, 'the disk failed')
  assert.equal(database.isOpen, false)
  const after = await openStore(t, path)
  const left = [...after.writer.ready.undone]
  assert.ok(left.length >= 18 && left.length < 20, `${left.length} messages`)
  assert.deepEqual(
    left,
    left.map((_, i) => i + 1),
  )
})

test('a store that was damaged while the disk failed is not opened', async (t) => {
  const { queue, path, stop } = await openStore(t)
  await queue.transact({ messages: [message('x'.repeat(100_000))] })
  stop()
  const bytes = readFileSync(path)
  // Destroys all pages except the first, which describes the others.
  bytes.fill(3, 8192)
  writeFileSync(path, bytes)
  noteFailedDisk(path, 'the disk failed')
  const rejected = openStore(t, path)
  await assert.rejects(
    rejected,
    (error: unknown) => error instanceof DataFolderError && /restore a backup/.test(error.message),
  )
  await assert.rejects(openStore(t, path), DataFolderError, 'the note stays until the check passes')
})

test('a disk that does not answer is one without free space, and does not end the writer', async (t) => {
  const { writer, path } = await openStore(t)
  rmSync(dirname(path), { recursive: true })
  assert.equal(freeBytes(dirname(path)), 0)
  assert.doesNotThrow(() => writer.keepReserve())
  assert.equal(writer.recover(), null)
})
