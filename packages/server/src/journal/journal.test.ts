/** Guarantees of every journal, tested on each implementation. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import type { Message } from '../messages/message.ts'
import type { Storage } from '../storage/storage.ts'
import { journalMessage, openTestStorage, temporaryFolder } from '../storage/testing.ts'
import { createStoreJournal, type Journal } from './journal.ts'
import { createMemoryJournal } from './journal-testing.ts'

const device = entityId('DEVICE', '0190a0a0-0000-7000-8000-000000000001')
const message = (data: string): Message => journalMessage(data, device)
const point = (value: number) => ({
  tenantId: NIL_UUID,
  entity: device,
  key: 'k',
  ts: value,
  type: ValueType.LONG,
  value,
  ttlSeconds: 0,
})

interface World {
  readonly journal: Journal
  readonly storage: Storage
  /** Simulates a restart of the process. */
  restart(): Promise<World>
}

async function onStore(t: TestContext, folder?: string): Promise<World> {
  const dataFolder = folder ?? (await temporaryFolder(t))
  const storage = await openTestStorage(t, { dataFolder })
  return {
    journal: createStoreJournal(storage),
    storage,
    async restart() {
      await storage.close()
      return onStore(t, dataFolder)
    },
  }
}

async function inMemory(t: TestContext): Promise<World> {
  const storage = await openTestStorage(t)
  const journal = createMemoryJournal(storage)
  const world: World = { journal, storage, restart: async () => world }
  return world
}

const seqsOf = (messages: readonly { readonly seq: number }[]) => messages.map(({ seq }) => seq)
/** A statement that fails. */
const rejected = { sql: 'delete from alarm where id = ?', parameters: ['none'], expectRows: 1 }

for (const [name, open] of [
  ['in the store', onStore],
  ['in memory', inMemory],
] as const) {
  test(`${name}: positions follow the order in which transactions were handed over, without gaps`, async (t) => {
    const { journal } = await open(t)
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => journal.append({ messages: [message(`${i}a`), message(`${i}b`)] })),
    )
    const appended = results.flatMap(({ messages }) => messages)
    assert.deepEqual(
      seqsOf(appended),
      Array.from({ length: 40 }, (_, i) => i + 1),
    )
    assert.deepEqual(
      appended.map(({ message: { data }, load }) => [data, load]),
      Array.from({ length: 20 }, (_, i) => [
        [`${i}a`, null],
        [`${i}b`, null],
      ]).flat(),
    )
    assert.equal(journal.lag, 40)
  })

  test(`${name}: messages are appended with all of their transaction, or not at all`, async (t) => {
    const { journal, storage } = await open(t)
    const transaction = { messages: [message('a')], points: [point(1)] }
    await assert.rejects(journal.append({ ...transaction, statements: [rejected] }), { name: 'RowsMismatch' })
    assert.deepEqual([journal.lag, await storage.series.latest(device.id)], [0, []])
    const { messages } = await journal.append(transaction)
    assert.deepEqual([seqsOf(messages), journal.lag], [[1], 1])
    assert.equal((await storage.series.latest(device.id))[0]?.value, 1)
  })

  test(`${name}: an outcome, its follow-ups and the mark that messages are done are one commit`, async (t) => {
    const { journal, storage } = await open(t)
    await journal.append({ messages: [message('a'), message('b')] })
    const outcome = { done: [1], points: [point(2)], messages: [message('follows')] }
    await assert.rejects(journal.done({ ...outcome, statements: [rejected] }), { name: 'RowsMismatch' })
    assert.deepEqual([journal.lag, await storage.series.latest(device.id)], [2, []])
    const { messages } = await journal.done(outcome)
    assert.deepEqual([seqsOf(messages), journal.lag], [[3], 2])
    assert.equal((await storage.series.latest(device.id))[0]?.value, 2)
  })

  test(`${name}: a message is done once`, async (t) => {
    const { journal, storage } = await open(t)
    await journal.append({ messages: [message('a')] })
    const first = journal.done({ done: [1], points: [point(1)] })
    await assert.rejects(journal.done({ done: [1], points: [point(2)] }), /message 1 has its outcome already/)
    await first
    await assert.rejects(journal.done({ done: [1], points: [point(3)] }), /message 1 has its outcome already/)
    await assert.rejects(journal.done({ done: [2] }), /message 2 has its outcome already/)
    assert.deepEqual([journal.lag, (await storage.series.latest(device.id))[0]?.value], [0, 1])
  })

  test(`${name}: what is not done is taken again, oldest first, and done then`, async (t) => {
    const before = await open(t)
    assert.deepEqual(await before.journal.take(), [])
    await before.journal.append({ messages: ['a', 'b', 'c', 'd'].map(message) })
    await before.journal.done({ done: [2, 3], messages: [message('follows')] })
    const { journal } = await before.restart()
    const left = await journal.take()
    assert.deepEqual(left, [
      { seq: 1, message: message('a'), load: null },
      { seq: 4, message: message('d'), load: null },
      { seq: 5, message: message('follows'), load: null },
    ])
    assert.equal(journal.lag, 3)
    const { messages } = await journal.done({ done: seqsOf(left), messages: [message('next')] })
    assert.deepEqual([seqsOf(messages), journal.lag], [[6], 1])
  })
}
