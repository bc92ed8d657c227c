/** "log": writes what its script makes of a message to the server's log, which bounds lines and their length per tenant. */

import { stringResult } from '../../scripts/script-results.ts'
import { type RuleNodeType, success } from '../engine/rule-node.ts'
import { scriptOf } from './node-configuration.ts'

export const logScript = "return 'Message: ' + JSON.stringify(msg) + '\\nMetadata: ' + JSON.stringify(metadata);"

export const logNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.action.TbLogNode',
  name: 'log',
  category: 'ACTION',
  description: "Writes what its script makes of a message to the platform's log.",
  details: 'The script gets msg, metadata and msgType and returns a text.',
  configDirective: 'tbActionNodeLogConfig',
  icon: 'menu',
  relations: ['Success'],
  hasCustomRelations: false,
  defaultConfiguration: { jsScript: logScript },
  create(configuration, { scripts, log, tenantId, ruleChainId, ruleNodeId }) {
    const body = scriptOf(configuration)
    const script = scripts.compile(tenantId, ruleNodeId, 'string', body)
    return {
      // Every tenant's first chain has the script that nodes come with: known to compile, and most never run it.
      ...(body === logScript ? {} : { start: script.check }),
      async process(message) {
        const line = stringResult(await script.run(message))
        log.info({ tenantId, ruleChainId, ruleNodeId }, line)
        return success
      },
      dispose: script.dispose,
    }
  },
}
