/**
 * "log": writes what its script makes of a message to the server's log, which bounds lines and their length per tenant.
 */

import { nodeSettings, script } from '@sonde/model/rule-nodes/node-settings'
import { stringResult } from '../../scripts/script-results.ts'
import { ruleNodeType, success } from '../engine/rule-node.ts'

const logScript = "return 'Message: ' + JSON.stringify(msg) + '\\nMetadata: ' + JSON.stringify(metadata);"

export const logNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.action.TbLogNode',
  name: 'log',
  category: 'ACTION',
  description: 'Writes the text that its script returns to the server log.',
  details: 'The script gets msg, metadata and msgType and returns text.',
  configDirective: 'tbActionNodeLogConfig',
  icon: 'menu',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    jsScript: script({
      title: 'To string function',
      description: 'Gets msg, metadata and msgType. Returns text.',
      initial: logScript,
    }),
  }),
  create({ jsScript }, { scripts, log, tenantId, ruleChainId, ruleNodeId }) {
    const script = scripts.compile(tenantId, ruleNodeId, 'string', jsScript)
    return {
      // Every tenant's first chain has the script that nodes come with: known to compile, and most never run it.
      ...(jsScript === logScript ? {} : { start: script.check }),
      async process(message) {
        const line = stringResult(await script.run(message))
        log.info({ tenantId, ruleChainId, ruleNodeId }, line)
        return success
      },
      dispose: script.dispose,
    }
  },
})
