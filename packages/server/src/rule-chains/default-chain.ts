/** The chain that every tenant starts with, and the same as a template for chains of device profiles (rules.md §5). */

import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { RuleChain, RuleLink, RuleNode } from '@sonde/model/rule-chains/rule-chain'
import { newId } from '../ids.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityChange } from '../storage/storage.ts'
import { deviceProfileNode } from './nodes/device-profile-node.ts'
import { logNode } from './nodes/log-node.ts'
import { messageTypeSwitchNode } from './nodes/message-type-switch-node.ts'
import { rpcCallRequestNode } from './nodes/rpc-call-request-node.ts'
import { saveAttributesNode } from './nodes/save-attributes-node.ts'
import { saveTimeseriesNode } from './nodes/save-timeseries-node.ts'
import { createRuleChainStore } from './rule-chain-store.ts'

const rootChainName = 'Root Rule Chain'

interface NodeTemplate {
  readonly name: string
  readonly type: string
  readonly configuration: Readonly<Record<string, unknown>>
  readonly additionalInfo: Readonly<Record<string, unknown>>
}

const nodes: readonly NodeTemplate[] = [
  {
    name: 'Save Timeseries',
    type: saveTimeseriesNode.clazz,
    configuration: { defaultTTL: 0 },
    additionalInfo: { layoutX: 824, layoutY: 156 },
  },
  {
    name: 'Save Client Attributes',
    type: saveAttributesNode.clazz,
    configuration: { scope: 'CLIENT_SCOPE', notifyDevice: 'false' },
    additionalInfo: { layoutX: 825, layoutY: 52 },
  },
  {
    name: 'Message Type Switch',
    type: messageTypeSwitchNode.clazz,
    configuration: { version: 0 },
    additionalInfo: { layoutX: 347, layoutY: 149 },
  },
  {
    name: 'Log RPC from Device',
    type: logNode.clazz,
    configuration: logNode.defaultConfiguration,
    additionalInfo: { layoutX: 825, layoutY: 266 },
  },
  {
    name: 'Log Other',
    type: logNode.clazz,
    configuration: logNode.defaultConfiguration,
    additionalInfo: { layoutX: 825, layoutY: 379 },
  },
  {
    name: 'RPC Call Request',
    type: rpcCallRequestNode.clazz,
    configuration: { timeoutInSeconds: 60 },
    additionalInfo: { layoutX: 825, layoutY: 468 },
  },
  {
    name: 'Device Profile Node',
    type: deviceProfileNode.clazz,
    configuration: { persistAlarmRulesState: false, fetchAlarmRulesStateOnStart: false },
    additionalInfo: {
      description: "Checks each message against the alarm rules of its device's profile, then passes it on.",
      layoutX: 204,
      layoutY: 240,
    },
  },
]

const links: readonly RuleLink[] = [
  { fromIndex: 2, toIndex: 4, type: 'Other' },
  { fromIndex: 2, toIndex: 1, type: 'Post attributes' },
  { fromIndex: 2, toIndex: 0, type: 'Post telemetry' },
  { fromIndex: 2, toIndex: 3, type: 'RPC Request from Device' },
  { fromIndex: 2, toIndex: 5, type: 'RPC Request to Device' },
  { fromIndex: 6, toIndex: 2, type: 'Success' },
]

const firstNodeIndex = 6

export interface NewChain {
  readonly chain: RuleChain
  readonly nodes: readonly RuleNode[]
  readonly links: readonly RuleLink[]
}

/** A fresh copy for a tenant. */
export function defaultChain(
  tenantId: string,
  nowMs: number,
  { name, root, additionalInfo }: { name: string; root: boolean; additionalInfo: unknown },
): NewChain {
  const ruleChainId = entityId('RULE_CHAIN', newId(nowMs))
  const made = nodes.map(
    (template): RuleNode => ({
      id: entityId('RULE_NODE', newId(nowMs)),
      createdTime: nowMs,
      ruleChainId,
      debugMode: false,
      ...template,
    }),
  )
  const chain: RuleChain = {
    id: ruleChainId,
    createdTime: nowMs,
    additionalInfo,
    tenantId: entityId('TENANT', tenantId),
    name,
    type: 'CORE',
    firstRuleNodeId: (made[firstNodeIndex] as RuleNode).id,
    root,
    debugMode: false,
    configuration: null,
  }
  return { chain, nodes: made, links }
}

export interface RootChain {
  readonly ruleChain: RuleChain
  readonly statements: Statement[]
  readonly changes: EntityChange[]
}

/** What makes the root chain of a new tenant, for the transaction that makes the tenant. */
export function defaultRootChainStatements(relational: RelationalStore, tenantId: string, nowMs: number): RootChain {
  const { chain, nodes, links } = defaultChain(tenantId, nowMs, {
    name: rootChainName,
    root: true,
    additionalInfo: null,
  })
  const { insert, replaceNodes } = createRuleChainStore(relational)
  return {
    ruleChain: chain,
    statements: [insert(chain), ...replaceNodes(chain, nodes, links)],
    changes: [{ kind: 'created', entity: chain.id, tenantId, customerId: NIL_UUID, aspect: 'ruleChain' }],
  }
}
