import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFairPlaces } from './fair-places.ts'

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('so many at once, so many of a tenant, and tenants by turns', async () => {
  const places = createFairPlaces(3, 2)
  const order: string[] = []
  const leave: (() => void)[] = []
  const enter = (tenantId: string) =>
    places.enter(tenantId).then((out) => {
      order.push(tenantId)
      leave.push(out)
    })
  for (const tenantId of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void enter(tenantId)
  await settled()
  assert.deepEqual([order.join(''), places.inside, places.waiting], ['aab', 3, 4])
  leave[0]?.()
  leave[0]?.()
  await settled()
  assert.equal(order.length, 4)
  for (const out of leave) out()
  await settled()
  for (const out of leave) out()
  await settled()
  assert.deepEqual([order.toSorted().join(''), places.inside <= 3, places.waiting], ['aaaabbc', true, 0])
  assert.ok(order.indexOf('c') < order.lastIndexOf('a'), order.join())
  for (const out of leave) out()
  assert.equal(places.inside, 0)
})

test('a part of the places that others left: however many tenants come, there is some place', async () => {
  const places = createFairPlaces(64, { part: 1 / 2 })
  const inside: number[] = []
  for (const tenantId of ['a', 'b', 'c', 'd']) {
    let count = 0
    for (let i = 0; i < 100; i++) void places.enter(tenantId).then(() => count++)
    await settled()
    inside.push(count)
  }
  assert.deepEqual(inside, [32, 16, 8, 4])
})
