/**
 * Root chain that limits the rule engine to a fixed rate on any machine: its script busy-waits for the next
 * millisecond.
 */

import { figureOf } from '../platform/metrics.ts'
import type { Platform } from '../platform/start-platform.ts'
import type { World } from '../platform/world.ts'

const prefix = 'org.thingsboard.rule.engine.'

/**
 * Installs the chain for `world`'s tenant: at most `perMs` telemetry messages per ms pass. They are numbered by `n`.
 */
export async function makeSlowChain(world: World, perMs: number): Promise<void> {
  const chain = await world.call<{ id: { id: string } }>('POST', '/api/ruleChain', { name: 'Slow', type: 'CORE' })
  const node = (type: string, name: string, configuration: unknown) => ({ type: prefix + type, name, configuration })
  const wait = 'const now = Date.now(); while (Date.now() === now); return true;'
  await world.call('POST', '/api/ruleChain/metadata', {
    ruleChainId: chain.id,
    firstNodeIndex: 0,
    nodes: [
      node('filter.TbMsgTypeSwitchNode', 'Type', { version: 0 }),
      node('filter.TbJsFilterNode', 'Wait', { jsScript: `if (msg.n % ${perMs} !== 0) return true; ${wait}` }),
      node('telemetry.TbMsgTimeseriesNode', 'Save', { defaultTTL: 0 }),
    ],
    connections: [
      { fromIndex: 0, toIndex: 1, type: 'Post telemetry' },
      { fromIndex: 1, toIndex: 2, type: 'True' },
    ],
  })
  await world.call('POST', `/api/ruleChain/${chain.id.id}/root`)
}

/** Number of messages that the rule engine accepted and whose outcome isn't on disk yet. */
export const unfinished = (platform: Platform): Promise<number> => figureOf(platform, 'sonde_rule_messages{')
