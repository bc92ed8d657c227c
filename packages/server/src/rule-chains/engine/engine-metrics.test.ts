import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Registry } from 'prom-client'
import { defaultLimits } from '../../limits/limits.ts'
import { registerEngineMetrics } from './engine-metrics.ts'
import { noRuleEvents } from './rule-events.ts'
import { buildRuleSet } from './rule-set.ts'
import { noRunPeaks } from './run-bounds.ts'

test('messages and nodes are counted for Prometheus', async () => {
  const node = { id: 'n', rule_chain_id: 'c', type: 'a.b.TbNode', name: 'N', configuration: '{}', debug_mode: 0 }
  const rows = {
    chains: [{ id: 'c', name: 'C', root: 1, first_rule_node_id: 'n' }],
    nodes: [node, { ...node, id: 'unused' }],
    links: [],
    profileChains: [],
    tenantProfile: null,
  }
  const rules = buildRuleSet('t', rows, null, {
    registry: new Map(),
    limits: defaultLimits,
    peaksOf: () => noRunPeaks,
    makeNode: () => ({ node: { process: () => null }, dispose: () => undefined }),
    events: noRuleEvents,
  })
  Object.assign(rules.nodes.get('n')?.stats ?? {}, { processed: 5, failed: 2, ms: 1_500 })
  const registry = new Registry()
  const stats = { processed: 7, failed: 3, waiting: 1, running: 0, committing: 0 }
  registerEngineMetrics(
    registry,
    () => stats,
    () => [rules],
  )
  for (let read = 0; read < 2; read++) {
    const text = await registry.metrics()
    assert.match(text, /sonde_rule_messages_total\{result="succeeded"\} 4\n/)
    assert.match(text, /sonde_rule_messages_total\{result="failed"\} 3\n/)
    assert.match(text, /sonde_rule_messages\{state="waiting"\} 1\n/)
    assert.match(text, /sonde_rule_node_messages_total\{node="n",type="TbNode"\} 5\n/)
    assert.match(text, /sonde_rule_node_failures_total\{node="n",type="TbNode"\} 2\n/)
    assert.match(text, /sonde_rule_node_seconds_total\{node="n",type="TbNode"\} 1.5\n/)
    assert.doesNotMatch(text, /unused/)
  }
})
