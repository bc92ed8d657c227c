/** Rule chains of misbehaving tenants. */

import type { World } from '../platform/world.ts'

const prefix = 'org.thingsboard.rule.engine.'

/**
 * Nodes: `[name, class without prefix, configuration]`. Links: `[from, label, to]` by name. The first node is the
 * entry.
 */
export interface Chain {
  readonly nodes: readonly (readonly [name: string, type: string, configuration: unknown])[]
  readonly links: readonly (readonly [from: string, label: string, to: string])[]
}

export const save = ['Save', 'telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }] as const
export const byType = ['Type', 'filter.TbMsgTypeSwitchNode', { version: 0 }] as const

/** Creates a chain; returns its id. */
export async function makeChain(world: World, name: string, { nodes, links }: Chain, isRoot = true): Promise<string> {
  const { id } = await world.call<{ id: { id: string } }>('POST', '/api/ruleChain', { name, type: 'CORE' })
  await saveNodes(world, id.id, { nodes, links })
  if (isRoot) await world.call('POST', `/api/ruleChain/${id.id}/root`)
  return id.id
}

export async function saveNodes(world: World, chainId: string, { nodes, links }: Chain): Promise<void> {
  const indexOf = (name: string) => nodes.findIndex(([each]) => each === name)
  await world.call('POST', '/api/ruleChain/metadata', {
    ruleChainId: { entityType: 'RULE_CHAIN', id: chainId },
    firstNodeIndex: 0,
    nodes: nodes.map(([name, type, configuration]) => ({ type: prefix + type, name, configuration })),
    connections: links.map(([from, type, to]) => ({ fromIndex: indexOf(from), toIndex: indexOf(to), type })),
  })
}

/** Chain that runs a script on telemetry and saves it. */
export const scripted = (kind: 'filter' | 'update', script: string): Chain => ({
  nodes: [
    byType,
    kind === 'filter'
      ? ['Script', 'filter.TbJsFilterNode', { jsScript: script }]
      : ['Script', 'transform.TbTransformMsgNode', { jsScript: script }],
    save,
  ],
  links: [
    ['Type', 'Post telemetry', 'Script'],
    ['Script', kind === 'filter' ? 'True' : 'Success', 'Save'],
  ],
})

/** Script that runs for `ms` and then lets the message pass. */
export const busyScript = (ms: number) => `var end = Date.now() + ${ms}; while (Date.now() < end) {} return true;`

/** Creates two chains that call each other, each with a node that saves: a message loops until it is stopped. */
export async function makeLoop(world: World): Promise<void> {
  const chainTo = (ruleChainId: string): Chain => ({
    nodes: [save, ['Call', 'flow.TbRuleChainInputNode', { ruleChainId }]],
    links: [
      ['Save', 'Success', 'Call'],
      ['Save', 'Failure', 'Call'],
    ],
  })
  const other = await makeChain(world, 'Other', { nodes: [save], links: [] }, false)
  const root = await makeChain(world, 'Root', chainTo(other))
  await saveNodes(world, other, chainTo(root))
}
