/** "save attributes": stores a message's values as attributes of its originator. */

import { choice, flag, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { PayloadError, parseAttributes } from '@sonde/model/telemetry/payload'
import { attributeScopes } from '@sonde/model/telemetry/values'
import { failure, ruleNodeType, success } from '../engine/rule-node.ts'
import { hasNullValue } from './null-values.ts'

export const saveAttributesNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode',
  name: 'save attributes',
  category: 'ACTION',
  description: "Stores a message's values as attributes of its originator.",
  details: 'Takes POST_ATTRIBUTES_REQUEST. Shared attributes reach the device unless node and metadata forbid it.',
  configDirective: 'tbActionNodeAttributesConfig',
  icon: 'file_upload',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    scope: choice({ title: 'Scope', options: attributeScopes, initial: 'SERVER_SCOPE' }),
    notifyDevice: flag({
      title: 'Notify device',
      description: 'Sends shared attributes to the device even where the metadata forbid it.',
      initial: false,
      fallback: true,
    }),
  }),
  create({ scope, notifyDevice: alwaysNotifies }, { keyChecks }) {
    return {
      process(message, outcome) {
        if (message.type !== 'POST_ATTRIBUTES_REQUEST') {
          return failure(
            `A message of type ${message.type} holds no attributes; link only POST_ATTRIBUTES_REQUEST here.`,
          )
        }
        const { tenantId, originator, metadata, data, ts } = message
        const values = parseAttributes(data)
        if (hasNullValue(data)) throw new PayloadError('A value is null; leave the key out.')
        const refusal = keyChecks.attributes(tenantId, originator, scope, values)
        if (refusal !== null) return failure(refusal)
        const notifyDevice = alwaysNotifies || !metadata.notifyDevice || metadata.notifyDevice.toLowerCase() === 'true'
        for (const { key, type, value } of values) {
          outcome.attribute({
            tenantId,
            entity: originator,
            scope,
            key,
            lastUpdateTs: ts,
            value: { type, value },
            notifyDevice,
          })
        }
        return success
      },
    }
  },
})
