/** Tests that parts start in order and stop in reverse order, even if one fails. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLifecycle, type Part } from './lifecycle.ts'

function start() {
  const steps: string[] = []
  const logged: unknown[] = []
  const lifecycle = createLifecycle({ error: (of: object) => void logged.push(of) })
  const add = (name: string, part: Partial<Part> = {}) =>
    lifecycle.add({
      name,
      start: async () => void steps.push(`${name} starts`),
      stop: async () => void steps.push(`${name} stops`),
      ...part,
    })
  return { steps, logged, lifecycle, add }
}

const fails = async () => {
  throw new Error('broken')
}

test('parts start in the order in which they were added and stop in reverse', async () => {
  const { steps, lifecycle, add } = start()
  add('store')
  add('engine', {
    start: async () => {
      await new Promise((resolve) => setImmediate(resolve))
      steps.push('engine starts')
    },
  })
  add('port')
  await lifecycle.start()
  await lifecycle.stop()
  assert.deepEqual(steps, ['store starts', 'engine starts', 'port starts', 'port stops', 'engine stops', 'store stops'])
})

test('a part that cannot start ends the start; stopping reaches all parts', async () => {
  const { steps, lifecycle, add } = start()
  add('store')
  add('engine', { start: fails })
  add('port')
  await assert.rejects(lifecycle.start(), /broken/)
  await lifecycle.stop()
  assert.deepEqual(steps, ['store starts', 'port stops', 'engine stops', 'store stops'])
})

test('a part that cannot stop is logged, and the others stop', async () => {
  const { steps, logged, lifecycle, add } = start()
  add('store')
  add('engine', { stop: fails })
  add('port')
  await assert.rejects(lifecycle.stop(), /broken/)
  assert.deepEqual(steps, ['port stops', 'store stops'])
  assert.deepEqual(
    logged.map((of) => (of as { part: string }).part),
    ['engine'],
  )
})

test('stopping a second time waits for the first', async () => {
  const { steps, lifecycle, add } = start()
  add('store')
  await Promise.all([lifecycle.stop(), lifecycle.stop()])
  await lifecycle.stop()
  assert.deepEqual(steps, ['store stops'])
})
