import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LimitKey } from '@sonde/model/limits/limits'
import { createNodeMemory } from './node-memory.ts'

const kib = 1024

function open(max: number) {
  const counted: string[] = []
  let used: ((tenantId: string) => number | null) | undefined
  const memory = createNodeMemory({
    of: () => max,
    count: (tenantId, key) => void counted.push(`${tenantId} ${key}`),
    measure(_key: LimitKey, measured) {
      used = measured
    },
  })
  return { memory, counted, used: (tenantId: string) => used?.(tenantId) }
}

test('what was used longest ago is given up, whichever node of the tenant keeps it', () => {
  const { memory, counted, used } = open(10 * kib)
  const [first, second, other] = [memory.open<string>('a'), memory.open<string>('a'), memory.open<string>('b')]
  other.set('x', 'X', 4 * kib)
  for (const id of ['1', '2', '3', '4']) assert.ok(first.set(id, id, 2 * kib))
  assert.equal(first.get('1'), '1')
  assert.equal(used('a'), 8 * kib)
  assert.ok(!second.set('9', 'nine', 4 * kib), '2 had to go')
  assert.deepEqual([...first.values()], ['1', '3', '4'])
  assert.equal(second.get('9'), 'nine')
  assert.equal(other.get('x'), 'X')
  assert.deepEqual(counted, ['a nodeMemoryBytes'])
  assert.equal(used('a'), 10 * kib)
})

test('what grows is weighed again, and is not kept when it is larger than all the room', () => {
  const { memory, used } = open(10 * kib)
  const retained = memory.open<string>('a')
  retained.set('1', 'one', kib)
  retained.set('2', 'two', kib)
  assert.ok(retained.set('2', 'two', 9 * kib))
  assert.ok(retained.set('2', 'TWO', 2 * kib))
  assert.equal(used('a'), 3 * kib)
  assert.ok(!retained.set('2', 'two', 11 * kib))
  assert.deepEqual([retained.size, used('a')], [0, 0])
})

test('a closed node keeps nothing, and all of its room is free', () => {
  const { memory, used } = open(10 * kib)
  const retained = memory.open<string>('a')
  retained.set('1', 'one', kib)
  assert.ok(retained.delete('1'))
  assert.ok(!retained.delete('1'))
  retained.set('2', 'two', kib)
  retained.close()
  assert.ok(!retained.set('3', 'three', kib))
  assert.deepEqual([retained.size, used('a'), retained.get('2')], [0, 0, undefined])
})

test('the next tenant always finds room', () => {
  const { memory, used } = open(64 * kib * kib)
  for (const tenantId of ['a', 'b', 'c', 'd']) {
    const retained = memory.open<number>(tenantId)
    for (let i = 0; i < 1_000; i++) retained.set(String(i), i, 128 * kib)
    assert.ok((used(tenantId) ?? 0) >= 2 * 1024 * kib, `${tenantId} has ${used(tenantId)}`)
  }
})
