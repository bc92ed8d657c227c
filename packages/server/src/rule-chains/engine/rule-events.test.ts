import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../ids.ts'
import { openEngineWorld, save, testMessage } from './engine-testing.ts'
import type { RuleEvents } from './rule-events.ts'
import { emit, failure } from './rule-node.ts'

/** Records the engine's events in order: node, direction, relation, error. */
function listen() {
  const received: unknown[][] = []
  const lifecycles: unknown[][] = []
  const failures: string[] = []
  const names = new Map<string, string>()
  const events: RuleEvents = {
    debugOf: ({ ruleNodeId }) => ({
      input: (message, relation) => received.push([names.get(ruleNodeId), 'IN', relation, message.data]),
      output: (message, relation, error) =>
        received.push([names.get(ruleNodeId), 'OUT', relation, message.data, ...(error === null ? [] : [error])]),
    }),
    lifecycle: (_tenant, entity, lifecycle, error) =>
      lifecycles.push([entity.entityType === 'RULE_CHAIN' ? 'chain' : names.get(entity.id), lifecycle, error]),
    failed: (place, error) => failures.push(`${names.get(place.ruleNodeId)}: ${error}`),
  }
  return { received, lifecycles, failures, names, events }
}

test('debugged nodes tell what came and what left, by every way', async (t) => {
  const { received, names, events } = listen()
  const world = await openEngineWorld(t, {
    events,
    nodes: {
      'test.Fan': (message) => [emit('A', { ...message, data: '{"a":1}' }), emit(['B', 'C'])],
      'test.Slow': async () => emit('Done'),
      'test.Fail': () => failure('no'),
      'test.End': async () => null,
    },
  })
  const tenantId = await world.tenant()
  const called = await world.chain(
    tenantId,
    { nodes: { Out: ['flow.TbRuleChainOutputNode', {}] }, debugged: ['Out'] },
    { root: false },
  )
  names.set(called.nodeId('Out'), 'Out')
  const nodes = {
    Fan: ['test.Fan'],
    Slow: ['test.Slow'],
    Fail: ['test.Fail'],
    End: ['test.End'],
    Quiet: ['test.End'],
    Call: ['flow.TbRuleChainInputNode', { ruleChainId: called.id }],
  } as const
  const { nodeId } = await world.chain(tenantId, {
    nodes,
    debugged: ['Fan', 'Slow', 'Fail', 'End', 'Call'],
    links: [
      ['Fan', 'A', 'Fail'],
      ['Fan', 'b', 'Slow'],
      ['Fan', 'C', 'Quiet'],
      ['Slow', 'Done', 'Call'],
      ['Call', 'Out', 'End'],
    ],
  })
  for (const name of Object.keys(nodes)) names.set(nodeId(name), name)
  await world.commit({ messages: [testMessage(tenantId, newId(), { data: '{}' })] })
  await world.engine.idle()
  assert.deepEqual(received, [
    ['Fan', 'IN', '', '{}'],
    ['Fan', 'OUT', 'A', '{"a":1}'],
    ['Fan', 'OUT', 'B', '{}'],
    ['Fan', 'OUT', 'C', '{}'],
    ['Fail', 'IN', 'A', '{"a":1}'],
    ['Fail', 'OUT', 'Failure', '{"a":1}', 'no'],
    ['Slow', 'IN', 'B', '{}'],
    ['Slow', 'OUT', 'Done', '{}'],
    ['Call', 'IN', 'Done', '{}'],
    ['Out', 'IN', '', '{}'],
    ['Out', 'OUT', 'Out', '{}'],
    ['Call', 'OUT', 'Out', '{}'],
    ['End', 'IN', 'Out', '{}'],
    ['End', 'OUT', 'ACK', '{}'],
  ])
})

test('chains and nodes tell how they come into force, once each; messages for broken ones are errors', async (t) => {
  const { lifecycles, failures, names, events } = listen()
  const world = await openEngineWorld(t, { events })
  const tenantId = await world.tenant()
  const chainOf = (jsScript: string) =>
    ({
      nodes: { Type: ['filter.TbMsgTypeSwitchNode', {}], Script: ['filter.TbJsFilterNode', { jsScript }], Save: save },
      links: [
        ['Type', 'Other', 'Script'],
        ['Type', 'Post telemetry', 'Save'],
      ],
    }) as const
  const { id, nodeId } = await world.chain(tenantId, chainOf('return }'))
  for (const name of ['Type', 'Script', 'Save']) names.set(nodeId(name), name)
  const send = async () => {
    await world.commit({ messages: [testMessage(tenantId, newId(), { type: 'X' })] })
    await world.engine.idle()
  }
  const taken = () => lifecycles.splice(0).map(([name, lifecycle, error]) => [name, lifecycle, error !== null])
  await send()
  assert.deepEqual(taken(), [
    ['chain', 'STARTED', false],
    ['Type', 'STARTED', false],
    ['Script', 'STARTED', true],
    ['Save', 'STARTED', false],
  ])
  assert.equal(failures.length, 1)
  assert.match(failures[0] ?? '', /^Script: .*SyntaxError/)

  await world.chain(tenantId, chainOf('return true;'), { id })
  await send()
  assert.deepEqual(taken(), [
    ['chain', 'UPDATED', false],
    ['Script', 'UPDATED', false],
  ])
  await world.chain(tenantId, { nodes: { Alone: save } }, { root: false })
  await send()
  assert.deepEqual(taken(), [
    ['chain', 'STARTED', false],
    [undefined, 'STARTED', false],
  ])
  assert.equal(failures.length, 1)
})
