import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLimits } from '../../limits/limits.ts'
import { nodeRegistry } from '../node-registry.ts'
import { logNode } from '../nodes/log-node.ts'
import { saveTimeseriesNode } from '../nodes/save-timeseries-node.ts'
import { noRuleEvents } from './rule-events.ts'
import type { RuleNode } from './rule-node.ts'
import {
  buildRuleSet,
  disposeRetired,
  linksOf,
  type RuleSet,
  type RuleSetRows,
  retireRuleSet,
  startNodes,
} from './rule-set.ts'
import { noRunPeaks } from './run-bounds.ts'

const row = (id: string, change: object = {}) => ({
  id,
  rule_chain_id: 'chain',
  type: saveTimeseriesNode.clazz,
  name: id,
  configuration: '{}',
  debug_mode: 0,
  ...change,
})
const rowsOf = (nodes: RuleSetRows['nodes'], links: RuleSetRows['links'] = []): RuleSetRows => ({
  chains: [{ id: 'chain', name: 'Chain', root: 1, first_rule_node_id: nodes[0]?.id ?? null }],
  nodes,
  links,
  profileChains: [],
  tenantProfile: null,
})

/** Builds sets with nodes that record their disposal. */
function workshop(behavior: Partial<RuleNode> = {}) {
  const disposed: string[] = []
  const lifecycles: (readonly [string, string | null])[] = []
  const parts = {
    registry: nodeRegistry,
    limits: defaultLimits,
    peaksOf: () => noRunPeaks,
    makeNode: (_type: unknown, configuration: unknown, { ruleNodeId }: { readonly ruleNodeId: string }) => {
      if (JSON.stringify(configuration) === '{"bad":1}') throw new Error('It is bad.')
      return {
        node: { process: () => null, ...behavior },
        dispose: () => void disposed.push(ruleNodeId),
      }
    },
    events: {
      ...noRuleEvents,
      lifecycle: (_tenantId: string, { id }: { readonly id: string }, _lifecycle: unknown, error: string | null) =>
        void lifecycles.push([id, error]),
    },
    reportInactive: () => undefined,
  }
  const build = (rows: RuleSetRows, previous: RuleSet | null = null) => buildRuleSet('tenant', rows, previous, parts)
  const start = (set: RuleSet) => startNodes(set, null, new Set(), 1_000, parts)
  return { build, start, disposed, lifecycles }
}

test('links lead to nodes, whatever the case of their labels', () => {
  const links = ['Success', 'success', 'Own'].map((type, i) => ({
    from_node_id: 'a',
    to_node_id: 'bcd'[i] ?? '',
    type,
  }))
  const set = workshop().build(
    rowsOf(
      ['a', 'b', 'c', 'd'].map((id) => row(id)),
      links,
    ),
  )
  const a = set.nodes.get('a')
  assert.ok(a && set.root?.first === a)
  const ids = (relation: string) => linksOf(a, relation)?.map(({ id }) => id)
  for (const label of ['Success', 'success', 'SUCCESS']) assert.deepEqual(ids(label), ['b', 'c'], label)
  assert.deepEqual(ids('OWN'), ['d'])
  assert.equal(ids('Failure'), undefined)
})

test('a node that cannot be made is not active and says why; the others are', () => {
  const { build } = workshop()
  const set = build(rowsOf([row('ok'), row('bad', { configuration: '{"bad":1}' }), row('other', { type: 'a.B' })]))
  const reasons = [...set.nodes.values()].map(({ instance, inactiveReason }) => [instance !== null, inactiveReason])
  assert.deepEqual(reasons, [
    [true, ''],
    [false, 'It is bad.'],
    [false, 'The class a.B isn’t supported. Replace the node.'],
  ])
})

test('a node that stays as it is moves on with state and counters; any other is disposed', () => {
  const { build, disposed } = workshop()
  const before = build(rowsOf([row('same'), row('changed'), row('retyped'), row('gone')]))
  Object.assign(before.nodes.get('same')?.stats ?? {}, { processed: 5 })
  const after = build(
    rowsOf([
      row('same', { name: 'Renamed' }),
      row('changed', { configuration: '{"a":1}' }),
      row('retyped', { type: logNode.clazz }),
    ]),
    before,
  )
  const same = after.nodes.get('same')
  assert.equal(same?.instance, before.nodes.get('same')?.instance)
  assert.deepEqual([same?.name, same?.stats.processed], ['Renamed', 5])
  assert.notEqual(after.nodes.get('changed')?.instance, before.nodes.get('changed')?.instance)
  retireRuleSet(before, after)
  assert.deepEqual(disposed, ['changed', 'retyped', 'gone'])
})

test('nodes of a set out of use are disposed when its last message has left', () => {
  const { build, disposed } = workshop()
  const set = build(rowsOf([row('a')]))
  set.running = 1
  retireRuleSet(set, null)
  assert.deepEqual(disposed, [])
  set.running = 0
  disposeRetired(set)
  disposeRetired(set)
  assert.deepEqual(disposed, ['a'])
})

test('a node whose start fails is not active, is disposed, and tells once why', async () => {
  const { build, start, disposed, lifecycles } = workshop({ start: () => Promise.reject(new Error('No.')) })
  const set = build(rowsOf([row('a')]))
  await start(set)
  assert.equal(set.nodes.get('a')?.instance, null)
  assert.deepEqual(disposed, ['a'])
  assert.deepEqual(lifecycles, [
    ['chain', null],
    ['a', 'No.'],
  ])
})
