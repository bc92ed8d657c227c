/**
 * Chains of every new tenant: the root chain (also the template for chains of device profiles) and the root chain of
 * edges.
 */

import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { RuleChain, RuleChainType, RuleLink, RuleNode } from '@sonde/model/rule-chains/rule-chain'
import { newId } from '../ids.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { EntityChange } from '../storage/storage.ts'
import { deviceProfileNode } from './nodes/device-profile-node.ts'
import { logNode } from './nodes/log-node.ts'
import { messageTypeSwitchNode } from './nodes/message-type-switch-node.ts'
import { pushToCloudNode } from './nodes/push-to-cloud-node.ts'
import { rpcCallRequestNode } from './nodes/rpc-call-request-node.ts'
import { saveAttributesNode } from './nodes/save-attributes-node.ts'
import { saveTimeseriesNode } from './nodes/save-timeseries-node.ts'
import { createRuleChainStore } from './rule-chain-store.ts'

const rootChainName = 'Root Rule Chain'
const edgeRootChainName = 'Edge Root Rule Chain'

interface NodeTemplate {
  readonly name: string
  readonly type: string
  readonly configuration: Readonly<Record<string, unknown>>
  readonly additionalInfo: Readonly<Record<string, unknown>>
}

export interface ChainTemplate {
  readonly type: RuleChainType
  readonly nodes: readonly NodeTemplate[]
  readonly links: readonly RuleLink[]
  readonly firstNodeIndex: number
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

const rootTemplate: ChainTemplate = { type: 'CORE', nodes, links, firstNodeIndex: 6 }

/**
 * Root chain of edges: like `rootTemplate`, plus a node that pushes stored data to the server. Index 0 is the first
 * node.
 */
const edgeTemplate: ChainTemplate = {
  type: 'EDGE',
  nodes: [
    nodes[6],
    nodes[0],
    nodes[1],
    nodes[2],
    nodes[3],
    nodes[4],
    nodes[5],
    {
      name: 'Push to cloud',
      type: pushToCloudNode.clazz,
      configuration: pushToCloudNode.defaultConfiguration,
      additionalInfo: { layoutX: 1129, layoutY: 52 },
    },
  ].filter((node) => node !== undefined),
  links: [
    { fromIndex: 0, toIndex: 3, type: 'Success' },
    { fromIndex: 1, toIndex: 7, type: 'Success' },
    { fromIndex: 2, toIndex: 7, type: 'Success' },
    { fromIndex: 3, toIndex: 6, type: 'RPC Request to Device' },
    { fromIndex: 3, toIndex: 5, type: 'Other' },
    { fromIndex: 3, toIndex: 2, type: 'Post attributes' },
    { fromIndex: 3, toIndex: 1, type: 'Post telemetry' },
    { fromIndex: 3, toIndex: 4, type: 'RPC Request from Device' },
    { fromIndex: 3, toIndex: 7, type: 'Attributes Updated' },
    { fromIndex: 4, toIndex: 7, type: 'Success' },
  ],
  firstNodeIndex: 0,
}

export interface NewChain {
  readonly chain: RuleChain
  readonly nodes: readonly RuleNode[]
  readonly links: readonly RuleLink[]
}

/** Creates a chain from the template, with new IDs, for a tenant. */
export function defaultChain(
  tenantId: string,
  nowMs: number,
  { name, root, additionalInfo }: { name: string; root: boolean; additionalInfo: unknown },
  template: ChainTemplate = rootTemplate,
): NewChain {
  const ruleChainId = entityId('RULE_CHAIN', newId(nowMs))
  const made = template.nodes.map(
    (node): RuleNode => ({
      id: entityId('RULE_NODE', newId(nowMs)),
      createdTime: nowMs,
      ruleChainId,
      debugMode: false,
      ...node,
    }),
  )
  const chain: RuleChain = {
    id: ruleChainId,
    createdTime: nowMs,
    additionalInfo,
    tenantId: entityId('TENANT', tenantId),
    name,
    type: template.type,
    firstRuleNodeId: (made[template.firstNodeIndex] as RuleNode).id,
    root,
    debugMode: false,
    configuration: null,
  }
  return { chain, nodes: made, links: template.links }
}

export interface RootChains {
  /** The core root chain, which messages run through. */
  readonly ruleChain: RuleChain
  readonly statements: Statement[]
  readonly changes: EntityChange[]
}

/** Statements and changes that create the chains of a new tenant, for the transaction that creates the tenant. */
export function defaultRootChainStatements(relational: RelationalStore, tenantId: string, nowMs: number): RootChains {
  const core = defaultChain(tenantId, nowMs, { name: rootChainName, root: true, additionalInfo: null })
  const edge = defaultChain(
    tenantId,
    nowMs,
    { name: edgeRootChainName, root: true, additionalInfo: null },
    edgeTemplate,
  )
  return {
    ruleChain: core.chain,
    statements: [...statementsOf(relational, core), ...statementsOf(relational, edge)],
    changes: [changeOf(core.chain), changeOf(edge.chain)],
  }
}

function statementsOf(relational: RelationalStore, { chain, nodes, links }: NewChain): Statement[] {
  const { insert, replaceNodes } = createRuleChainStore(relational)
  return [insert(chain), ...replaceNodes(chain, nodes, links)]
}

const changeOf = ({ id, tenantId }: RuleChain): EntityChange => ({
  kind: 'created',
  entity: id,
  tenantId: tenantId.id,
  customerId: NIL_UUID,
  aspect: 'ruleChain',
})
