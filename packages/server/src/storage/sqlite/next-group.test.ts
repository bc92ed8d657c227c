import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Transaction } from '../storage.ts'
import { journalMessage } from '../testing.ts'
import type { PackedGroup, Waiter } from './group-builder.ts'
import { migrate } from './migrate.ts'
import { createNextGroup } from './next-group.ts'
import { createSeriesIndex } from './series-index.ts'

function openGroup(t: TestContext) {
  const database = new DatabaseSync(':memory:')
  migrate(database, ':memory:')
  t.after(() => database.close())
  const index = createSeriesIndex(database, 1)
  return createNextGroup({ index, clock: { nowMs: () => 1 }, reject: (_waiter, error) => assert.fail(error) })
}

const waiterOf = (transaction: Transaction): Waiter => ({ transaction, resolve: () => {}, reject: () => {} })
const message = (data: string, tenantId: string = NIL_UUID) =>
  waiterOf({ messages: [{ ...journalMessage(data), tenantId }] })
const sizeOf = (group: PackedGroup | null) => group?.pending.reduce((sum, { waiters }) => sum + waiters.length, 0)
const large = 'x'.repeat(400 * 1024)

test('no group, an open one, a closed one', (t) => {
  const group = openGroup(t)
  assert.deepEqual([group.isEmpty, group.take()], [true, null])
  group.add(message('a'))
  assert.equal(group.isEmpty, false)
  assert.deepEqual([sizeOf(group.take()), group.isEmpty], [1, true])
  group.open()
  assert.equal(group.isEmpty, false)
  assert.equal(sizeOf(group.take()), 0, 'begun for the sake of what goes with it')
})

test('a full group takes 63 small transactions more, and no large one', (t) => {
  const group = openGroup(t)
  group.add(message(large))
  group.add(message('x'.repeat(1025)))
  for (let i = 0; i < 64; i++) group.add(message(`${i}`, `tenant ${i}`))
  assert.equal(sizeOf(group.take()), 64)
  group.fill()
  assert.equal(sizeOf(group.take()), 2, 'the large one and the last small one waited')
  assert.equal(group.isEmpty, true)
})

test('a transaction with deletions is alone: it closes the group before it, and its own', (t) => {
  const group = openGroup(t)
  const of = { tenantId: NIL_UUID, entity: entityId('DEVICE', NIL_UUID) }
  group.add(message('before'))
  group.add(waiterOf({ deletions: [{ ...of, keys: null, range: null, rewriteLatest: false }] }))
  group.add(message('after'))
  for (let i = 0; i < 3; i++) {
    assert.equal(sizeOf(group.take()), 1)
    group.fill()
  }
  assert.equal(group.isEmpty, true)
})

test('what waits in the lanes is given up at once', (t) => {
  const group = openGroup(t)
  for (let i = 0; i < 3; i++) group.add(message(large))
  assert.equal(group.takeWaiting().length, 2)
  group.fill()
  assert.deepEqual([sizeOf(group.take()), group.isEmpty], [1, true])
})
