import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as settled } from 'node:timers/promises'
import type { Turns } from '../../turns/turns.ts'
import { nodeContext, testNodeType } from '../nodes/node-testing.ts'
import { makeInstance } from './node-instance.ts'
import type { NodeContext, RuleNode } from './rule-node.ts'

const node: RuleNode = { process: () => null }

const atOnce: Pick<Turns, 'run'> = { run: async (_owner, work) => work() }

function withTimers(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  return async (ms: number) => {
    t.mock.timers.tick(ms)
    await settled()
  }
}

test('work of a node recurs until the node is disposed', async (t) => {
  const pass = withTimers(t)
  let runs = 0
  let disposed = 0
  const type = testNodeType(({ every }) => {
    every(100, () => void runs++)
    return { ...node, dispose: () => void disposed++ }
  })
  const instance = makeInstance(type, {}, nodeContext(), atOnce)
  await pass(99)
  assert.equal(runs, 0)
  await pass(1)
  await pass(100)
  assert.equal(runs, 2)
  instance.dispose()
  await pass(1_000)
  assert.deepEqual([runs, disposed], [2, 1])
})

test('a node that cannot be made, or asks after its end, leaves no timer behind', async (t) => {
  const pass = withTimers(t)
  let runs = 0
  let late: NodeContext['every'] | undefined
  const broken = testNodeType(({ every }) => {
    every(100, () => void runs++)
    throw new Error('no')
  })
  assert.throws(() => makeInstance(broken, {}, nodeContext(), atOnce), /no/)
  makeInstance(
    testNodeType(({ every }) => {
      late = every
      return node
    }),
    {},
    nodeContext(),
    atOnce,
  ).dispose()
  late?.(100, () => void runs++)
  await pass(1_000)
  assert.equal(runs, 0)
})

test('work that throws is logged with its node, and recurs', async (t) => {
  const pass = withTimers(t)
  const logged: unknown[] = []
  const log = { ...nodeContext().log, error: (fields: unknown) => void logged.push(fields) }
  const type = testNodeType(({ every }) => {
    every(100, () => {
      throw new Error('broken')
    })
    return node
  })
  const context = nodeContext({ log })
  makeInstance(type, {}, context, atOnce)
  await pass(100)
  await pass(100)
  assert.deepEqual(
    logged.map((fields) => (fields as { ruleNodeId: string }).ruleNodeId),
    [context.ruleNodeId, context.ruleNodeId],
  )
})

test('work that goes on is not begun again', async (t) => {
  const pass = withTimers(t)
  let runs = 0
  let end: () => void = () => undefined
  const type = testNodeType(({ every }) => {
    every(100, () => {
      runs++
      return new Promise((resolve) => {
        end = resolve
      })
    })
    return node
  })
  makeInstance(type, {}, nodeContext(), atOnce)
  await pass(100)
  await pass(500)
  assert.equal(runs, 1)
  end()
  await settled()
  await pass(100)
  assert.equal(runs, 2)
})
