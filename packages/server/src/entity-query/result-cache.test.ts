import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EntityType, entityId, NIL_UUID } from '@sonde/model/ids'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import type { EntityChange } from '../storage/storage.ts'
import { createResultCache } from './result-cache.ts'

const tenantId = '00000000-0000-4000-8000-00000000000a'

function open() {
  const live = createProcessChangeStream()
  const counts = createResultCache<number>({ live, attributes: ['active'], weightOf: () => 1, weightMax: 2 })
  let requested = 0
  const count = (entityType: EntityType, what = '') =>
    counts.of(entityType, tenantId, what, async () => {
      requested++
      return requested
    })
  const change = (entityType: EntityType, kind: EntityChange['kind'], aspect?: string, id = NIL_UUID) =>
    live.publish({
      points: [],
      attributes: [],
      changes: [
        { kind, entity: entityId(entityType, id), tenantId, customerId: NIL_UUID, ...(aspect ? { aspect } : {}) },
      ],
    })
  return { live, counts, count, change }
}

test('a count is made once, and anew after a change of such an entity of the tenant', async () => {
  const { count, change } = open()
  assert.equal(await count('DEVICE'), 1)
  assert.equal(await count('DEVICE'), 1)
  assert.equal(await count('DEVICE', 'of a type'), 2)
  change('ASSET', 'created')
  change('DEVICE', 'updated', 'alarm')
  assert.equal(await count('DEVICE'), 1)
  change('DEVICE', 'created')
  assert.equal(await count('DEVICE'), 3)
  assert.equal(await count('DEVICE', 'of a type'), 4)
})

test('profiles and customers that change, and tenants that go, take counts along', async () => {
  const { count, change } = open()
  assert.equal(await count('DEVICE'), 1)
  change('DEVICE_PROFILE', 'updated')
  assert.equal(await count('DEVICE'), 2)
  change('CUSTOMER', 'updated')
  assert.equal(await count('DEVICE'), 3)
  change('TENANT', 'updated', undefined, tenantId)
  assert.equal(await count('DEVICE'), 3)
  change('TENANT', 'deleted', undefined, tenantId)
  assert.equal(await count('DEVICE'), 4)
})

test('attributes that are watched count, others do not', async () => {
  const { live, count } = open()
  const write = (key: string) =>
    live.publish({
      points: [],
      changes: [],
      attributes: [
        {
          tenantId,
          entity: entityId('DEVICE', NIL_UUID),
          scope: 'SERVER_SCOPE',
          key,
          lastUpdateTs: 1,
          value: null,
          notifyDevice: false,
        },
      ],
    })
  assert.equal(await count('DEVICE'), 1)
  write('floor')
  assert.equal(await count('DEVICE'), 1)
  write('active')
  assert.equal(await count('DEVICE'), 2)
})

test('what was not asked for the longest time goes first, and what is too heavy is not kept', async () => {
  const { live, count } = open()
  assert.deepEqual([await count('DEVICE', 'a'), await count('DEVICE', 'b')], [1, 2])
  assert.equal(await count('DEVICE', 'a'), 1)
  assert.equal(await count('DEVICE', 'c'), 3)
  assert.equal(await count('DEVICE', 'a'), 1)
  assert.equal(await count('DEVICE', 'b'), 4)
  const texts = createResultCache<string>({ live, weightOf: ({ length }) => length, weightMax: 2 })
  const text = (length: number) => texts.of('DEVICE', tenantId, '', async () => 'x'.repeat(length))
  assert.equal(await text(3), 'xxx')
  assert.equal(await text(2), 'xx')
  assert.equal(await text(1), 'xx')
})

test('a count that was under way while something changed is not kept', async () => {
  const { counts, count, change } = open()
  const { promise, resolve } = Promise.withResolvers<number>()
  const slow = counts.of('DEVICE', tenantId, '', () => promise)
  change('DEVICE', 'created')
  resolve(100)
  assert.equal(await slow, 100)
  assert.equal(await count('DEVICE'), 1)
})
