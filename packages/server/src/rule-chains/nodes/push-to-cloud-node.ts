/**
 * "push to cloud": sends a message from an edge to the server. It runs only on edges; this server only stores it in
 * chains.
 */

import { choice, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { attributeScopes } from '@sonde/model/telemetry/values'
import { ruleNodeType } from '../engine/rule-node.ts'

export const pushToCloudNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.edge.TbMsgPushToCloudNode',
  name: 'push to cloud',
  category: 'ACTION',
  description: 'Sends a message from an edge to the server.',
  details: 'Works on edges. Telemetry, attributes and alarms go to the same device or asset on the server.',
  configDirective: 'tbActionNodePushToCloudConfig',
  icon: 'cloud_upload',
  chainType: 'EDGE',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    scope: choice({ title: 'Scope', options: attributeScopes, initial: 'SERVER_SCOPE' }),
  }),
  create: () => ({ process: () => null }),
})
