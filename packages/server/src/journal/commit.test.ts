import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import type { Committed } from '../changes/change-stream.ts'
import { createTestGuard } from '../guard/guard-testing.ts'
import { createContext } from '../guard/work.ts'
import { defaultLimits, LimitReached, type Limits } from '../limits/limits.ts'
import type { JournalledMessage, Message } from '../messages/message.ts'
import { StoreFailed, type Transaction, type TransactionResult } from '../storage/storage.ts'
import { openTestStorage, telemetryMessage, testPoint } from '../storage/testing.ts'
import { createBackPressure } from './back-pressure.ts'
import { type CommitHook, createCommit } from './commit.ts'

const device = entityId('DEVICE', '0190a0a0-0000-7000-8000-000000000001')

const message = (data: string): Message => ({ ...telemetryMessage(data, device), id: data })

const point = testPoint(device, 'k', 1)

/** A store whose responses the test controls. */
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
        const messages = (transaction.messages ?? []).map((each) => ({ seq: ++seq, message: each, load: null }))
        resolve({ messages, rowsChanged: [] })
      }
    },
    reject(error: Error) {
      for (const { reject } of waiting.splice(0)) reject(error)
    },
  }
}

test('the engine and the change stream get it after the commit, in the order of the journal', async (t) => {
  const storage = await openTestStorage(t)
  const published: Committed[] = []
  const accepted: JournalledMessage[] = []
  const backPressure = createBackPressure({ limits: defaultLimits })
  const commit = createCommit({
    storage,
    live: { publish: (committed) => published.push(committed) },
    accept: (messages) => accepted.push(...messages),
    backPressure,
  })
  const all = Array.from({ length: 20 }, (_, i) => commit({ messages: [message(`${i}`)] }))
  assert.equal(backPressure.messages, 20)
  assert.deepEqual(accepted, [])
  await Promise.all(all)
  assert.deepEqual(
    accepted.map(({ seq, message: { data } }) => [seq, data]),
    Array.from({ length: 20 }, (_, i) => [i + 1, `${i}`]),
  )
  assert.deepEqual(published, [], 'messages alone change nothing')

  await commit({ done: accepted.map(({ seq }) => seq), points: [point] })
  assert.deepEqual(published, [{ points: [point], attributes: [], changes: [] }])
})

test('what the store refused is neither published nor run', async () => {
  const storage = heldStorage()
  const received: unknown[] = []
  const backPressure = createBackPressure({ limits: defaultLimits })
  const commit = createCommit({
    storage,
    live: { publish: (committed) => received.push(committed) },
    accept: (messages) => received.push(messages),
    backPressure,
  })
  const rejected = commit({ messages: [message('1')], points: [point] })
  assert.equal(backPressure.messages, 1)
  storage.reject(new StoreFailed('the disk is full'))
  await assert.rejects(rejected, StoreFailed)
  assert.equal(backPressure.messages, 0)
  assert.deepEqual(received, [])
})

test('a call waits while its tenant has no room; what follows from accepted messages does not', async () => {
  const storage = heldStorage()
  const limits: Limits = {
    ...defaultLimits,
    of: (id, key) => (key === 'messagesInFlight' ? 2 : defaultLimits.of(id, key)),
  }
  const backPressure = createBackPressure({ limits })
  const commit = createCommit({ storage, live: { publish() {} }, accept() {}, backPressure })
  const load = backPressure.of(NIL_UUID, device.id)
  const first = commit({ messages: [message('1'), message('2')] })
  storage.answer()
  await first
  assert.equal(backPressure.messages, 2)
  let isCommitted = false
  const waits = commit({ messages: [message('3')] }).then(() => {
    isCommitted = true
  })
  const follows = commit({ messages: [message('4')], isAdmitted: true })
  storage.answer()
  await follows
  assert.equal(isCommitted, false)
  await assert.rejects(
    commit({ messages: Array.from({ length: 4 }, () => message('5')), done: [1], isAdmitted: true }),
    LimitReached,
    'not without end',
  )
  for (let i = 0; i < 2; i++) backPressure.left(load, message('1'))
  await new Promise((resolve) => setImmediate(resolve))
  storage.answer()
  await waits
})

test('while the store takes no writes nobody waits', async () => {
  const storage = heldStorage()
  const backPressure = createBackPressure({ limits: { ...defaultLimits, of: () => 1 } })
  const commit = createCommit({ storage, live: { publish() {} }, accept() {}, backPressure })
  const load = backPressure.of(NIL_UUID, device.id)
  const accepted = commit({ messages: [message('1')] })
  storage.answer()
  await accepted
  assert.ok(backPressure.fullLimit(load))
  const { promise, resolve } = Promise.withResolvers<void>()
  const rejected = commit({ messages: [message('2')], isAdmitted: true })
  const waiting = backPressure.room(NIL_UUID, device.id, 1)
  storage.reject(new StoreFailed('the disk is full', promise))
  await assert.rejects(rejected, StoreFailed)
  await waiting
  assert.equal(backPressure.fullLimit(load), null)
  resolve()
  await promise
  assert.ok(backPressure.fullLimit(load), 'what was on its way is on its way again')
})

test('what the last life left undone counts like everything else', () => {
  const accepted: JournalledMessage[] = []
  const storage = heldStorage()
  const backPressure = createBackPressure({ limits: defaultLimits })
  const commit = createCommit({
    storage,
    live: { publish() {} },
    accept: (messages) => accepted.push(...messages),
    backPressure,
  })
  commit.resume(Array.from({ length: 3 }, (_, i) => ({ seq: i + 1, message: message('x'), load: null })))
  assert.equal(accepted.length, 3)
  assert.equal(backPressure.messages, 3)
  assert.ok(accepted.every(({ load }) => load === backPressure.of(NIL_UUID, device.id)))
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

test('hooks stand between the commit and the store in their order, and what follows belongs to nobody', async () => {
  const storage = heldStorage()
  const order: string[] = []
  const caller = createContext<string>()
  const as = () => caller.getStore() ?? 'nobody'
  const hook =
    (name: string): CommitHook =>
    (next) =>
    async (transaction) => {
      order.push(`${name} before as ${as()}`)
      const result = await next(transaction)
      order.push(`${name} after`)
      return result
    }
  const commit = createCommit({
    storage,
    hooks: [hook('first'), hook('last')],
    live: { publish: () => void order.push(`published as ${as()}`) },
    accept: () => void order.push(`accepted as ${as()}`),
  })
  const done = caller.run('a user', () => commit({ messages: [message('a')], points: [point] }))
  assert.deepEqual(order.splice(0), ['first before as a user', 'last before as a user'])
  storage.answer()
  await done
  assert.deepEqual(order, ['last after', 'first after', 'published as nobody', 'accepted as nobody'])
})

test('what goes wrong after a commit does not make it undone, and the engine gets its messages', async () => {
  const storage = heldStorage()
  const guard = createTestGuard()
  const accepted: JournalledMessage[] = []
  const commit = createCommit({
    storage,
    live: {
      publish() {
        throw new Error('a listener')
      },
    },
    accept(messages) {
      accepted.push(...messages)
      throw new Error('the engine')
    },
    guard,
  })
  const committed = commit({ messages: [message('a')], points: [point] })
  storage.answer()
  assert.equal((await committed).messages.length, 1)
  assert.equal(accepted.length, 1)
  assert.deepEqual(guard.caught, ['other: a listener', 'other: the engine'])
})
