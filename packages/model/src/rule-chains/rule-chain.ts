/** API schemas of rule chains, their nodes and links. */

import Type, { type Static } from 'typebox'
import { additionalInfo, epochMs, idOf, looseIdOf, name, nullable, nullish } from '../schema-parts.ts'

export const ruleChainTypes = ['CORE', 'EDGE'] as const
export type RuleChainType = (typeof ruleChainTypes)[number]

/** Maximum nodes and links of one chain. */
export const ruleNodesMax = 1_000
export const ruleLinksMax = 5_000
/** Maximum UTF-16 units of a link's label and of a node's class name. */
const labelLengthMax = 255

export const ruleChain = Type.Object({
  id: idOf('RULE_CHAIN'),
  createdTime: epochMs,
  tenantId: idOf('TENANT'),
  name,
  type: Type.Enum([...ruleChainTypes]),
  firstRuleNodeId: nullable(idOf('RULE_NODE')),
  root: Type.Boolean(),
  debugMode: Type.Boolean(),
  configuration: Type.Null(),
  additionalInfo,
})
export type RuleChain = Static<typeof ruleChain>

export const ruleChainInput = Type.Object({
  id: nullish(looseIdOf('RULE_CHAIN')),
  name,
  type: nullish(Type.Enum([...ruleChainTypes])),
  root: nullish(Type.Boolean()),
  debugMode: nullish(Type.Boolean()),
  additionalInfo: Type.Optional(additionalInfo),
})
export type RuleChainInput = Static<typeof ruleChainInput>

export const defaultRuleChainInput = Type.Object({ name })

export const ruleNode = Type.Object({
  id: idOf('RULE_NODE'),
  createdTime: epochMs,
  ruleChainId: idOf('RULE_CHAIN'),
  /** Class name of the node. */
  type: Type.String(),
  name,
  debugMode: Type.Boolean(),
  configuration: Type.Unknown({ description: 'Settings of the node, depending on its class' }),
  additionalInfo,
})
export type RuleNode = Static<typeof ruleNode>

export const ruleNodeInput = Type.Object({
  id: nullish(looseIdOf('RULE_NODE')),
  type: Type.String({ minLength: 1, maxLength: labelLengthMax }),
  name,
  debugMode: nullish(Type.Boolean()),
  configuration: Type.Optional(Type.Unknown()),
  additionalInfo: Type.Optional(additionalInfo),
})
export type RuleNodeInput = Static<typeof ruleNodeInput>

/** Link between two nodes, given by their indexes in `nodes`. */
export const ruleLink = Type.Object({
  fromIndex: Type.Integer({ minimum: 0 }),
  toIndex: Type.Integer({ minimum: 0 }),
  type: Type.String({ minLength: 1, maxLength: labelLengthMax }),
})
export type RuleLink = Static<typeof ruleLink>

export const ruleChainMetadata = Type.Object({
  ruleChainId: idOf('RULE_CHAIN'),
  firstNodeIndex: nullable(Type.Integer()),
  nodes: Type.Array(ruleNode),
  /** null if there are none, as in ThingsBoard. */
  connections: nullable(Type.Array(ruleLink)),
  ruleChainConnections: Type.Null(),
})
export type RuleChainMetadata = Static<typeof ruleChainMetadata>

/** Legacy link to another chain, from before `rule chain` nodes existed. */
export const ruleChainConnection = Type.Object({
  fromIndex: Type.Integer({ minimum: 0 }),
  targetRuleChainId: looseIdOf('RULE_CHAIN'),
  type: Type.String({ minLength: 1, maxLength: labelLengthMax }),
  additionalInfo: nullish(Type.Record(Type.String(), Type.Unknown())),
})
export type RuleChainConnection = Static<typeof ruleChainConnection>

export const ruleChainMetadataInput = Type.Object({
  ruleChainId: looseIdOf('RULE_CHAIN'),
  firstNodeIndex: nullish(Type.Integer()),
  nodes: nullish(Type.Array(ruleNodeInput, { maxItems: ruleNodesMax })),
  connections: nullish(Type.Array(ruleLink, { maxItems: ruleLinksMax })),
  /** Legacy links to chains; each is converted to a `rule chain` node. */
  ruleChainConnections: nullish(Type.Array(ruleChainConnection, { maxItems: ruleNodesMax })),
})
export type RuleChainMetadataInput = Static<typeof ruleChainMetadataInput>

/** Node that calls the chain, with the labels of its links. */
export const ruleChainLabels = Type.Object({
  ruleChainId: idOf('RULE_CHAIN'),
  ruleNodeId: idOf('RULE_NODE'),
  ruleChainName: name,
  ruleNodeName: name,
  labels: Type.Array(Type.String()),
})
export type RuleChainLabels = Static<typeof ruleChainLabels>

/** Problem that keeps a node of a chain from working. */
export const ruleNodeProblem = Type.Object({
  ruleNodeId: idOf('RULE_NODE'),
  ruleNodeName: name,
  field: nullable(Type.String({ description: 'Key in the configuration; null = the whole node' })),
  message: Type.String(),
})
export type RuleNodeProblem = Static<typeof ruleNodeProblem>

/** Maximum chains in one export or import. */
export const exchangedChainsMax = 1_000

/** Chains with their metadata, for transfer to another tenant: without an owner and with newly generated ids. */
export const ruleChainExport = Type.Object({
  ruleChains: Type.Array(Type.Object({ ...ruleChain.properties, tenantId: Type.Null() })),
  metadata: Type.Array(
    Type.Object({
      ...ruleChainMetadata.properties,
      nodes: Type.Array(Type.Object({ ...ruleNode.properties, id: Type.Null(), ruleChainId: Type.Null() })),
    }),
  ),
})
export type RuleChainExport = Static<typeof ruleChainExport>

export const ruleChainImport = Type.Object({
  ruleChains: Type.Array(ruleChainInput, { maxItems: exchangedChainsMax }),
  metadata: Type.Array(ruleChainMetadataInput, { maxItems: exchangedChainsMax }),
})
export type RuleChainImport = Static<typeof ruleChainImport>

export const ruleChainImportResult = Type.Object({
  /** null if the chain was rejected. */
  ruleChainId: nullable(idOf('RULE_CHAIN')),
  ruleChainName: Type.String(),
  /** Whether an existing chain of that name was replaced. */
  updated: Type.Optional(Type.Boolean()),
  error: Type.Optional(Type.String()),
})
export type RuleChainImportResult = Static<typeof ruleChainImportResult>

export const scriptTest = Type.Object({
  script: Type.String(),
  scriptType: Type.String(),
  argNames: Type.Array(Type.String()),
  msg: Type.String(),
  metadata: nullish(Type.Record(Type.String(), Type.Unknown())),
  msgType: nullish(Type.String()),
})
export type ScriptTest = Static<typeof scriptTest>

export const scriptTestResult = Type.Object({ output: Type.String(), error: Type.String() })
export type ScriptTestResult = Static<typeof scriptTestResult>
