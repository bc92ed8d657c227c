import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { nodeContext, testNodeType } from '../nodes/node-testing.ts'
import { makeInstance } from './node-instance.ts'
import type { NodeContext, RuleNode } from './rule-node.ts'

const node: RuleNode = { process: () => null }

function withTimers(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  return (ms: number) => t.mock.timers.tick(ms)
}

test('work of a node recurs until the node is disposed', (t) => {
  const pass = withTimers(t)
  let runs = 0
  let disposed = 0
  const type = testNodeType(({ every }) => {
    every(100, () => runs++)
    return { ...node, dispose: () => void disposed++ }
  })
  const instance = makeInstance(type, {}, nodeContext())
  pass(99)
  assert.equal(runs, 0)
  pass(101)
  assert.equal(runs, 2)
  instance.dispose()
  pass(1_000)
  assert.deepEqual([runs, disposed], [2, 1])
})

test('a node that cannot be made, or asks after its end, leaves no timer behind', (t) => {
  const pass = withTimers(t)
  let runs = 0
  let late: NodeContext['every'] | undefined
  const broken = testNodeType(({ every }) => {
    every(100, () => runs++)
    throw new Error('no')
  })
  assert.throws(() => makeInstance(broken, {}, nodeContext()), /no/)
  makeInstance(
    testNodeType(({ every }) => {
      late = every
      return node
    }),
    {},
    nodeContext(),
  ).dispose()
  late?.(100, () => runs++)
  pass(1_000)
  assert.equal(runs, 0)
})

test('work that throws is logged with its node, and recurs', (t) => {
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
  makeInstance(type, {}, context)
  pass(200)
  assert.deepEqual(
    logged.map((fields) => (fields as { ruleNodeId: string }).ruleNodeId),
    [context.ruleNodeId, context.ruleNodeId],
  )
})
