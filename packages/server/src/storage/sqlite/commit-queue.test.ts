import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { decodeMessages } from '../../messages/message-codec.ts'
import { StoreFailed } from '../storage.ts'
import { journalMessage } from '../testing.ts'
import { createCommitQueue } from './commit-queue.ts'
import { migrate } from './migrate.ts'
import { createSeriesIndex } from './series-index.ts'
import type { Group, GroupCommitted } from './worker-protocol.ts'

/** A queue whose writer responds when the test tells it to. */
function openQueue(t: TestContext) {
  const database = new DatabaseSync(':memory:')
  migrate(database, ':memory:')
  t.after(() => database.close())
  const sent: Group[] = []
  let answered = 0
  let nextSeq = 1
  const queue = createCommitQueue({
    index: createSeriesIndex(database, 1),
    clock: { nowMs: () => 1 },
    nextSeq,
    undone: [],
    send(request) {
      if (request.kind === 'group') sent.push(request)
    },
  })
  const sizes = () => sent.map(({ segments }) => segments.reduce((sum, { messageCount }) => sum + messageCount, 0))

  function answer() {
    const group = sent[answered++] as Group
    const segments = group.segments.map(({ messageCount }): GroupCommitted['segments'][number] => {
      const firstSeq = nextSeq
      nextSeq += messageCount
      return { firstSeq, rowsChanged: [], latestAfter: null, failure: null }
    })
    queue.answered({ kind: 'committed', number: group.number, segments, moreToDo: false, latestWanted: 0 })
  }
  return { queue, sent, sizes, answer, turn: () => new Promise<void>((resolve) => setImmediate(() => resolve())) }
}

test('without load a group holds what one turn brought, and goes at once', async (t) => {
  const { queue, sent, sizes, answer, turn } = openQueue(t)
  const all = ['a', 'b', 'c'].map((data) => queue.transact({ messages: [journalMessage(data)] }))
  await turn()
  assert.deepEqual(sizes(), [3])
  assert.equal(sent[0]?.segments.length, 1, 'transactions without statements share a row of the journal')
  answer()
  assert.deepEqual(
    (await Promise.all(all)).map(({ messages }) => messages.map(({ seq, message: { data } }) => [seq, data])),
    [[[1, 'a']], [[2, 'b']], [[3, 'c']]],
  )
})

test('what comes while a group is written forms the next one: the slower the disk, the larger the groups', async (t) => {
  const { queue, sent, sizes, answer, turn } = openQueue(t)
  const all = [queue.transact({ messages: [journalMessage('0')] })]
  await turn()
  for (let i = 1; i <= 40; i++) {
    all.push(queue.transact({ messages: [journalMessage(`${i}`)] }))
    await turn()
  }
  assert.deepEqual(sizes(), [1], 'one group is on its way at a time')
  answer()
  await turn()
  assert.deepEqual(sizes(), [1, 40])
  answer()
  await Promise.all(all)
  const [segment] = sent[1]?.segments ?? []
  assert.deepEqual(
    decodeMessages(segment?.messages as Uint8Array).map(({ data }) => data),
    Array.from({ length: 40 }, (_, i) => `${i + 1}`),
  )
})

test('a group is closed when it has enough transactions, or enough bytes', async (t) => {
  const { queue, sizes, answer, turn } = openQueue(t)
  const many = Array.from({ length: 10_000 }, () => queue.transact({ messages: [journalMessage('x')] }))
  await turn()
  answer()
  await turn()
  // A full group accepts a few more small transactions.
  assert.deepEqual(sizes(), [8192 + 63, 10_000 - 8192 - 63])
  answer()
  await Promise.all(many)
  const large = Array.from({ length: 6 }, () => queue.transact({ messages: [journalMessage('x'.repeat(128 * 1024))] }))
  for (let i = 0; i < 3; i++) {
    await turn()
    answer()
  }
  await Promise.all(large)
  assert.deepEqual(sizes().slice(2), [2, 2, 2])
})

test('when more waits than a group holds, each tenant has its share of the next one', async (t) => {
  const { queue, sent, answer, turn } = openQueue(t)
  const of = (tenantId: string, data: string) => queue.transact({ messages: [{ ...journalMessage(data), tenantId }] })
  const large = 'x'.repeat(400 * 1024)
  const all = Array.from({ length: 30 }, (_, i) => of('bad', `${i}${large}`))
  await turn()
  all.push(of('good', 'a'), of('good', 'b'))
  const groupsUntilGood = async () => {
    for (let i = 0; ; i++) {
      const group = sent[i]
      if (!group) return -1
      const messages = group.segments.flatMap(({ messages: bytes }) => (bytes ? decodeMessages(bytes) : []))
      if (messages.filter(({ tenantId }) => tenantId === 'good').length === 2) return i
      answer()
      await turn()
    }
  }
  assert.equal(await groupsUntilGood(), 1, 'with the next group, though it is full')
  for (let i = 0; i < 40; i++) {
    answer()
    await turn()
    if (queue.journalLag === 32) break
  }
  await Promise.all(all)
  const order = sent
    .flatMap(({ segments }) => segments)
    .flatMap(({ messages }) => (messages ? decodeMessages(messages) : []))
    .filter(({ tenantId }) => tenantId === 'bad')
    .map(({ data }) => Number.parseInt(data, 10))
  assert.deepEqual(
    order,
    Array.from({ length: 30 }, (_, i) => i),
    'a tenant keeps its order',
  )
})

test('what waits for a group is refused with it', async (t) => {
  const { queue, turn } = openQueue(t)
  const large = 'x'.repeat(1024 * 1024)
  const all = Array.from({ length: 5 }, () => queue.transact({ messages: [journalMessage(large)] }))
  await turn()
  queue.answered({ kind: 'failed', isTemporary: false, message: 'broken' })
  for (const each of all) await assert.rejects(each, /broken/)
})

test('a failure that lasts is what a later full disk does not lift', async (t) => {
  const { queue, sent, turn } = openQueue(t)
  const first = queue.transact({ messages: [journalMessage('1')] })
  await turn()
  queue.answered({ kind: 'failed', isTemporary: true, message: 'full' })
  const temporary = await first.catch((error: StoreFailed) => error)
  assert.ok(temporary instanceof StoreFailed && temporary.recovered)
  queue.answered({ kind: 'failed', isTemporary: false, message: 'broken' })
  await temporary.recovered
  await assert.rejects(
    queue.transact({}),
    (error: unknown) => error instanceof StoreFailed && error.recovered === null && error.message === 'broken',
  )
  queue.answered({ kind: 'recovered', nextSeq: 1, undoneCount: 0, isOnReserve: false })
  await assert.rejects(queue.transact({}), StoreFailed)
  assert.equal(sent.length, 1)
})

test('a recovered store that holds something else than it had answered is not written to', async (t) => {
  const { queue, turn } = openQueue(t)
  const first = queue.transact({ messages: [journalMessage('1')] })
  await turn()
  queue.answered({ kind: 'failed', isTemporary: true, message: 'full' })
  await assert.rejects(first, StoreFailed)
  queue.answered({ kind: 'recovered', nextSeq: 2, undoneCount: 1, isOnReserve: false })
  await assert.rejects(queue.transact({}), /Start Sonde again/)
})

test('idle, scheduled, writing: an idle queue is drained at once, one that writes when all is written', async (t) => {
  const idle = openQueue(t)
  await idle.queue.drain()
  await assert.rejects(idle.queue.transact({}), /The store is closed/)
  const { queue, sizes, answer, turn } = openQueue(t)
  const all = [queue.transact({ messages: [journalMessage('scheduled')] })]
  await turn()
  all.push(queue.transact({ messages: [journalMessage('while writing')] }))
  let isDrained = false
  const drained = queue.drain().then(() => {
    isDrained = true
  })
  await assert.rejects(queue.transact({}), /The store is closed/)
  answer()
  await turn()
  assert.deepEqual([sizes(), isDrained], [[1, 1], false])
  answer()
  await Promise.all([...all, drained])
  assert.equal(queue.commits, 2)
})

test('an interrupted queue is open again when the writer has recovered', async (t) => {
  const { queue, sizes, answer, turn } = openQueue(t)
  const scheduled = queue.transact({ messages: [journalMessage('1')] })
  queue.answered({ kind: 'failed', isTemporary: true, message: 'full' })
  const error = await scheduled.catch((caught: StoreFailed) => caught)
  assert.ok(error instanceof StoreFailed && error.recovered)
  await turn()
  assert.deepEqual(sizes(), [], 'what was scheduled is refused, not written')
  queue.answered({ kind: 'recovered', nextSeq: 1, undoneCount: 0, isOnReserve: false })
  await error.recovered
  const again = queue.transact({ messages: [journalMessage('2')] })
  await turn()
  answer()
  assert.equal((await again).messages[0]?.seq, 1)
})

test('on its reserve the writer gets what cannot wait, and the rest when there is room', async (t) => {
  const { queue, sizes, answer, turn } = openQueue(t)
  const urgent = { messages: [journalMessage('urgent')], cannotWait: true } as const
  const first = queue.transact({ messages: [journalMessage('1')] })
  queue.answered({ kind: 'failed', isTemporary: true, message: 'full' })
  const error = await first.catch((caught: StoreFailed) => caught)
  assert.ok(error instanceof StoreFailed && error.recovered)
  await assert.rejects(queue.transact(urgent), StoreFailed)
  let isRoomy = false
  void error.recovered.then(() => {
    isRoomy = true
  })
  queue.answered({ kind: 'recovered', nextSeq: 1, undoneCount: 0, isOnReserve: true })
  await assert.rejects(queue.transact({ messages: [journalMessage('2')] }), StoreFailed)
  const withdrawn = queue.transact(urgent)
  await turn()
  answer()
  assert.equal((await withdrawn).messages[0]?.seq, 1)
  // The reserve may be used up and become available again.
  const late = queue.transact(urgent)
  queue.answered({ kind: 'failed', isTemporary: true, message: 'full' })
  await assert.rejects(late, StoreFailed)
  await assert.rejects(queue.transact(urgent), StoreFailed)
  queue.answered({ kind: 'recovered', nextSeq: 2, undoneCount: 1, isOnReserve: true })
  await turn()
  assert.equal(isRoomy, false)
  queue.answered({ kind: 'roomy' })
  await error.recovered
  const again = queue.transact({ messages: [journalMessage('3')] })
  await turn()
  answer()
  assert.equal((await again).messages[0]?.seq, 2)
  assert.deepEqual(sizes(), [1, 1])
})
