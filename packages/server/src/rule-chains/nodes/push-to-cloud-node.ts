/** "push to cloud": sends a message from an edge to the platform. It works on the edge; here it only has its place. */

import type { RuleNodeType } from '../engine/rule-node.ts'

export const pushToCloudNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.edge.TbMsgPushToCloudNode',
  name: 'push to cloud',
  category: 'ACTION',
  description: 'Sends a message from an edge to the platform.',
  details: 'Works on edges: telemetry, attributes and alarms go to the same device or asset on the platform.',
  configDirective: 'tbActionNodePushToCloudConfig',
  icon: 'cloud_upload',
  chainType: 'EDGE',
  relations: ['Success'],
  hasCustomRelations: false,
  defaultConfiguration: { scope: 'SERVER_SCOPE' },
  create: () => ({ process: () => null }),
}
