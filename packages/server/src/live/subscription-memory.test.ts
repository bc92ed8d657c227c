import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits as definitions, type LimitKey, type LimitValues } from '@sonde/model/limits/limits'
import { scopeOf } from '../entity-query/testing.ts'
import { testLimits } from '../limits/testing.ts'
import { createOwnerAmounts, type SessionOwner } from './owner-amounts.ts'
import { createSubscriptionMemory, subscriptionBytesOfAll, weightOf } from './subscription-memory.ts'

const mib = 1024 * 1024

function owner(tenantId: string, parts: Partial<SessionOwner> = {}): SessionOwner {
  return { ...scopeOf({ tenantId, authority: 'TENANT_ADMIN' }), userId: 'u', address: '::1', ...parts }
}
const visitor = (tenantId: string, address: string, customerId = 'public') =>
  owner(tenantId, { authority: 'CUSTOMER_USER', customerId, isPublic: true, address })

/**
 * Opens sockets of an owner, each with one subscription of `bytes`, until a limit rejects one. Returns the limit and
 * the number of sockets.
 */
function fill(memory: ReturnType<typeof createSubscriptionMemory>, who: SessionOwner, bytes: number) {
  for (let count = 0; ; count++) {
    try {
      memory.open(who).hold({ characters: (bytes - weightOf({})) / 2 })
    } catch (error) {
      return { count, key: (error as Error).message as LimitKey }
    }
  }
}

test('a page of many entities and keys weighs more than many single entities', () => {
  const single = weightOf({ entities: 1, keys: 1 })
  assert.ok(weightOf({ entities: 500, keys: 10 }) > 300 * single)
  assert.ok(weightOf({ ids: 10_000 }) > 100 * single)
})

test('each owner has its limit, and the one that is met is named', () => {
  const values: LimitValues = { customerSubscriptionBytes: 20 * mib, userSubscriptionBytes: 10 * mib }
  const memory = createSubscriptionMemory(testLimits(values))
  const customer = (userId: string) => owner('t', { customerId: 'c', userId })
  assert.deepEqual(fill(memory, customer('1'), mib), { count: 9, key: 'userSubscriptionBytes' })
  assert.deepEqual(fill(memory, customer('2'), mib), { count: 9, key: 'userSubscriptionBytes' })
  assert.deepEqual(fill(memory, customer('3'), mib), { count: 1, key: 'customerSubscriptionBytes' })
  assert.deepEqual(fill(memory, visitor('t', 'a'), mib), { count: 11, key: 'addressSubscriptionBytes' })
  assert.deepEqual(fill(memory, visitor('t', 'b'), mib), { count: 11, key: 'addressSubscriptionBytes' })
  assert.deepEqual(fill(memory, visitor('t', 'c'), mib), { count: 1, key: 'visitorSubscriptionBytes' })
})

test('a socket has a limit of its own, whatever it subscribes to', () => {
  const memory = createSubscriptionMemory(testLimits())
  const socket = memory.open(owner('t'))
  const page = { entities: 500, keys: 10 }
  let pages = 0
  assert.throws(() => {
    for (; pages < 1000; pages++) socket.hold(page)
  }, /socketSubscriptionBytes/)
  assert.equal(pages, Math.floor((definitions.socketSubscriptionBytes.default as number) / weightOf(page)))
})

test('what a subscription lets go others may have; one that may not grow keeps what it has', () => {
  const memory = createSubscriptionMemory(testLimits({ tenantSubscriptionBytes: mib }))
  const socket = memory.open(owner('t'))
  const before = memory.used
  const hold = socket.hold({ entities: 100 })
  assert.equal(memory.used - before, weightOf({ entities: 100 }))
  assert.throws(() => hold.resize({ entities: 1000 }), /tenantSubscriptionBytes/)
  assert.equal(memory.used - before, weightOf({ entities: 100 }))
  hold.resize({ entities: 200 })
  hold.resize({ entities: 10 })
  assert.equal(memory.used - before, weightOf({ entities: 10 }))
  hold.release()
  hold.release()
  socket.close()
  assert.equal(memory.used, 0)
})

test('a tenant leaves something of what all may have', () => {
  const memory = createSubscriptionMemory(
    testLimits({ tenantSubscriptionBytes: 500 * mib, userSubscriptionBytes: 500 * mib }),
  )
  assert.equal(fill(memory, owner('a'), mib).key, 'tenantSubscriptionBytes')
  assert.ok(memory.used <= subscriptionBytesOfAll * 0.75 && memory.used > subscriptionBytesOfAll * 0.7)
  assert.ok(fill(memory, owner('b'), mib).count >= 20)
  assert.ok(fill(memory, owner('c'), mib).count >= 4)
  assert.ok(memory.used < subscriptionBytesOfAll)
})

test('owners that nobody limits are not counted against anybody', () => {
  const amounts = createOwnerAmounts((kind) => (kind === 'customer' ? 2 : Number.POSITIVE_INFINITY))
  const user = (userId: string) => owner('t', { customerId: 'c', userId })
  assert.equal(amounts.tryAcquire(user('1'), 1), null)
  assert.equal(amounts.tryAcquire(user('2'), 1), null)
  assert.equal(amounts.tryAcquire(user('3'), 1), 'customer')
  assert.equal(amounts.highest('tenant', 't'), 2)
  amounts.give(user('1'), 1)
  assert.equal(amounts.tryAcquire(user('3'), 1), null)
})

test('what the owners and sockets of a tenant with most of it use is measured', () => {
  const measures = new Map<LimitKey, (tenantId: string) => number | null>()
  const memory = createSubscriptionMemory({ ...testLimits(), measure: (key, used) => void measures.set(key, used) })
  const used = (key: LimitKey, tenantId = 't') => measures.get(key)?.(tenantId)
  const characters = 1_000
  const first = memory.open(owner('t', { customerId: 'c', userId: '1' }))
  first.hold({ characters })
  const second = memory.open(owner('t', { customerId: 'c', userId: '2' }))
  const hold = second.hold({ characters: 3 * characters })
  memory.open(visitor('t', '::1')).hold({ characters: 5 * characters })
  memory.open(owner('u')).hold({ characters: 50 * characters })
  assert.equal(used('socketSubscriptionBytes'), weightOf({ characters: 5 * characters }))
  const socket = (used('userSubscriptionBytes') ?? 0) - weightOf({ characters: 3 * characters })
  assert.equal(
    used('customerSubscriptionBytes'),
    2 * socket + weightOf({ characters }) + weightOf({ characters: 3_000 }),
  )
  assert.equal(used('visitorSubscriptionBytes'), socket + weightOf({ characters: 5 * characters }))
  hold.release()
  second.close()
  assert.equal(used('userSubscriptionBytes'), socket + weightOf({ characters }))
  assert.deepEqual([used('userSubscriptionBytes', 'none'), used('socketSubscriptionBytes', 'none')], [0, 0])
})
