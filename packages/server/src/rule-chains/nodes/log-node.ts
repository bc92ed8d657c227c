/**
 * "log": writes the text that its script returns to the server log, without secrets of the message. The log limits
 * lines and line length per tenant.
 */

import { nodeSettings, script } from '@sonde/model/rule-nodes/node-settings'
import { withoutSecretsOf } from '@sonde/model/secrets/secret-texts'
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
      // The default script is known to compile. Every tenant's root chain has it and most never run it, so it isn't
      // checked.
      ...(jsScript === logScript ? {} : { start: script.check }),
      async process(message) {
        const sources = [message.data, JSON.stringify(message.metadata)]
        const line = withoutSecretsOf(sources, stringResult(await script.run(message)))
        log.info({ tenantId, ruleChainId, ruleNodeId }, line)
        return success
      },
      dispose: script.dispose,
    }
  },
})
