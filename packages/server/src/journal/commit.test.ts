import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import type { Committed } from '../live/live-hub.ts'
import { StoreFailed, type Transaction, type TransactionResult } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import {
  createCommit,
  inFlightCharactersMax,
  inFlightCharactersRelief,
  inFlightMessagesMax,
  inFlightMessagesRelief,
  largeMessageCharacters,
} from './commit.ts'
import type { JournalledMessage, Message } from './message.ts'

const device = entityId('DEVICE', '0190a0a0-0000-7000-8000-000000000001')

function message(data: string): Message {
  return {
    id: data,
    ts: 1,
    type: 'POST_TELEMETRY_REQUEST',
    tenantId: NIL_UUID,
    originator: device,
    customerId: NIL_UUID,
    metadata: {},
    dataType: 'JSON',
    data,
    queueName: 'Main',
    ruleChainId: null,
    ruleNodeId: null,
  }
}

const point = {
  tenantId: NIL_UUID,
  entity: device,
  key: 'k',
  ts: 1,
  type: ValueType.LONG,
  value: 1,
  ttlSeconds: 0,
} as const

/** A store that answers when it is told to. */
function heldStorage() {
  let seq = 0
  const waiting: {
    transaction: Transaction
    resolve: (result: TransactionResult) => void
    reject: (e: Error) => void
  }[] = []
  return {
    transact: (transaction: Transaction) =>
      new Promise<TransactionResult>((resolve, reject) => waiting.push({ transaction, resolve, reject })),
    answer() {
      for (const { transaction, resolve } of waiting.splice(0)) {
        const messages = (transaction.messages ?? []).map((each) => ({ seq: ++seq, message: each }))
        resolve({ messages, rowsChanged: [] })
      }
    },
    refuse(error: Error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    },
  }
}

test('the engine and the live hub hear after the commit, in the order of the journal', async (t) => {
  const storage = await openTestStorage(t)
  const published: Committed[] = []
  const accepted: JournalledMessage[] = []
  const commit = createCommit({
    storage,
    live: { publish: (committed) => published.push(committed) },
    accept: (messages) => accepted.push(...messages),
  })
  const all = Array.from({ length: 20 }, (_, i) => commit({ messages: [message(`${i}`)] }))
  assert.equal(commit.inFlight, 20)
  assert.deepEqual(accepted, [])
  await Promise.all(all)
  assert.deepEqual(
    accepted.map(({ seq, message: { data } }) => [seq, data]),
    Array.from({ length: 20 }, (_, i) => [i + 1, `${i}`]),
  )
  assert.deepEqual(published, [], 'messages alone change nothing')

  await commit({ done: accepted.map(({ seq }) => seq), points: [point] })
  assert.equal(commit.inFlight, 0)
  assert.deepEqual(published, [{ points: [point], attributes: [], changes: [] }])
})

test('what the store refused is neither published nor run', async () => {
  const storage = heldStorage()
  const heard: unknown[] = []
  const commit = createCommit({
    storage,
    live: { publish: (committed) => heard.push(committed) },
    accept: (messages) => heard.push(messages),
  })
  const refused = commit({ messages: [message('1')], points: [point] })
  assert.equal(commit.inFlight, 1)
  storage.refuse(new StoreFailed('the disk is full'))
  await assert.rejects(refused, StoreFailed)
  assert.equal(commit.inFlight, 0)
  assert.deepEqual(heard, [])
})

test('it is saturated from its bound on, and relieved when the outcomes are stored', async () => {
  const storage = heldStorage()
  const commit = createCommit({ storage, live: { publish() {} }, accept() {} })
  await commit.whenRelieved()
  const messages = Array.from({ length: inFlightMessagesMax }, () => message('x'))
  const journalled = commit({ messages })
  assert.equal(commit.isSaturated, true)
  storage.answer()
  const seqs = (await journalled).messages.map(({ seq }) => seq)
  assert.equal(commit.isSaturated, true, 'journalled is not done')

  let isRelieved = false
  const relieved = commit.whenRelieved().then(() => {
    isRelieved = true
  })
  const most = inFlightMessagesMax - inFlightMessagesRelief - 1
  const first = commit({ done: seqs.slice(0, most) })
  storage.answer()
  await first
  assert.equal(commit.isSaturated, false)
  assert.equal(isRelieved, false)
  const second = commit({ done: seqs.slice(most, most + 1) })
  storage.answer()
  await second
  await relieved
  assert.equal(commit.inFlight, inFlightMessagesRelief)
})

test('large messages are bounded by their size, from acceptance to outcome', async () => {
  const storage = heldStorage()
  const commit = createCommit({ storage, live: { publish() {} }, accept() {} })
  const size = 64 * 1024
  const count = inFlightCharactersMax / size
  const large = 'x'.repeat(size)
  const refused = commit({ messages: Array.from({ length: count }, () => message(large)) })
  assert.equal(commit.isSaturated, true)
  storage.refuse(new Error('refused'))
  await assert.rejects(refused, /refused/)
  assert.equal(commit.isSaturated, false, 'what was refused is not on its way')

  const small = Array.from({ length: 1000 }, () => message('x'.repeat(largeMessageCharacters - 1)))
  const accepted = commit({ messages: [...small, ...Array.from({ length: count }, () => message(large))] })
  storage.answer()
  const seqs = (await accepted).messages.map(({ seq }) => seq)
  assert.equal(commit.isSaturated, true)
  let isRelieved = false
  const relieved = commit.whenRelieved().then(() => {
    isRelieved = true
  })
  const half = small.length + (inFlightCharactersMax - inFlightCharactersRelief) / size
  const first = commit({ done: seqs.slice(0, half - 1) })
  storage.answer()
  await first
  assert.deepEqual([commit.isSaturated, isRelieved], [false, false])
  const second = commit({ done: seqs.slice(half - 1, half) })
  storage.answer()
  await second
  await relieved
})

test('while the store takes no writes nobody waits: whoever comes is refused', async () => {
  const storage = heldStorage()
  const commit = createCommit({ storage, live: { publish() {} }, accept() {} })
  const accepted = commit({ messages: Array.from({ length: inFlightMessagesMax }, () => message('x')) })
  storage.answer()
  await accepted
  assert.equal(commit.isSaturated, true)
  const relieved = commit.whenRelieved()
  const { promise, resolve } = Promise.withResolvers<void>()
  const refused = commit({ messages: [message('x')] })
  storage.refuse(new StoreFailed('the disk is full', promise))
  await assert.rejects(refused, StoreFailed)
  await relieved
  assert.equal(commit.isSaturated, false)
  resolve()
  await promise
  assert.equal(commit.isSaturated, true, 'what was on its way is on its way again')
})

test('what the last life left undone counts like everything else', () => {
  const accepted: JournalledMessage[] = []
  const storage = heldStorage()
  const commit = createCommit({ storage, live: { publish() {} }, accept: (messages) => accepted.push(...messages) })
  commit.resume(Array.from({ length: inFlightMessagesMax }, (_, i) => ({ seq: i + 1, message: message('x') })))
  assert.equal(accepted.length, inFlightMessagesMax)
  assert.equal(commit.isSaturated, true)
})

test('a deletion tells which latest values went and what took their place', async (t) => {
  const storage = await openTestStorage(t)
  const published: Committed[] = []
  const commit = createCommit({ storage, live: { publish: (each) => published.push(each) }, accept() {} })
  const written = [1, 2].flatMap((ts) => ['a', 'b'].map((key) => ({ ...point, key, ts, value: ts })))
  await commit({ points: written })
  const deletion = { tenantId: NIL_UUID, entity: device, rewriteLatest: true }
  await commit({
    deletions: [
      { ...deletion, keys: ['a'], range: { startTs: 2, endTs: 3 } },
      { ...deletion, keys: ['b', 'never'], range: null },
    ],
  })
  await commit({ deletions: [{ ...deletion, keys: ['a'], range: { startTs: 5, endTs: 6 } }] })
  assert.deepEqual(
    published.slice(1).map(({ deletedLatest }) => deletedLatest),
    [
      [
        { tenantId: NIL_UUID, entity: device, key: 'a', latest: { ts: 1, type: ValueType.LONG, value: 1 } },
        { tenantId: NIL_UUID, entity: device, key: 'b', latest: null },
      ],
    ],
    'what is not a latest value is no news',
  )
})
