import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { settingProblems } from '@sonde/model/rule-nodes/node-settings'
import { nodeRegistry, nodeTypeOf } from './node-registry.ts'
import { logNode } from './nodes/log-node.ts'
import { outputNode } from './nodes/output-node.ts'

test('each file in the folder of the nodes is a class', () => {
  const files = readdirSync(new URL('./nodes/', import.meta.url)).filter((file) => /-node\.ts$/.test(file))
  assert.equal(nodeRegistry.size, files.length)
  assert.equal(nodeRegistry.get(logNode.clazz), logNode)
})

test('a file with no class, or with two, is refused by name', () => {
  assert.equal(nodeTypeOf('log-node.ts', { logNode, more: 1 }), logNode)
  assert.throws(() => nodeTypeOf('x-node.ts', { more: {} }), /nodes\/x-node\.ts must export one rule node type, not 0/)
  assert.throws(() => nodeTypeOf('x-node.ts', { logNode, outputNode }), /not 2/)
})

test('a new node lacks nothing but what has to be chosen', () => {
  for (const { clazz, settings, defaultConfiguration } of nodeRegistry.values()) {
    const toChoose = Object.keys(defaultConfiguration).filter(
      (key) => defaultConfiguration[key] === null && settings.fields[key]?.fallback === undefined,
    )
    const problems = settingProblems(settings, defaultConfiguration)
    assert.deepEqual(
      problems.map(({ field }) => field),
      toChoose,
      clazz,
    )
  }
})
