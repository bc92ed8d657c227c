/** Every class of rule node that exists, by its name on the wire. */

import type { RuleNodeType } from '../engine/rule-node.ts'
import { deviceProfileNode } from './device-profile-node.ts'
import { jsFilterNode } from './js-filter-node.ts'
import { jsSwitchNode } from './js-switch-node.ts'
import { logNode } from './log-node.ts'
import { messageTypeFilterNode } from './message-type-filter-node.ts'
import { messageTypeSwitchNode } from './message-type-switch-node.ts'
import { outputNode } from './output-node.ts'
import { pushToCloudNode } from './push-to-cloud-node.ts'
import { rpcCallReplyNode } from './rpc-call-reply-node.ts'
import { rpcCallRequestNode } from './rpc-call-request-node.ts'
import { ruleChainNode } from './rule-chain-node.ts'
import { saveAttributesNode } from './save-attributes-node.ts'
import { saveTimeseriesNode } from './save-timeseries-node.ts'
import { transformMessageNode } from './transform-message-node.ts'

const types: readonly RuleNodeType[] = [
  jsFilterNode,
  jsSwitchNode,
  messageTypeFilterNode,
  messageTypeSwitchNode,
  transformMessageNode,
  deviceProfileNode,
  saveTimeseriesNode,
  saveAttributesNode,
  logNode,
  rpcCallRequestNode,
  rpcCallReplyNode,
  ruleChainNode,
  outputNode,
  pushToCloudNode,
]

export const nodeRegistry: ReadonlyMap<string, RuleNodeType> = new Map(types.map((type) => [type.clazz, type]))
