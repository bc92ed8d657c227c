import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isUuid } from '@sonde/model/ids'
import { createOrderedIds } from './ordered-ids.ts'

test('ids sort as they were made, within a millisecond, beyond its counter and when the clock goes back', () => {
  const next = createOrderedIds()
  const ids = [...Array.from({ length: 5000 }, () => next(1000)), next(900), next(2000), next(2000)]
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every(isUuid))
})
