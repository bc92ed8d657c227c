/** "save attributes": stores a message's values as attributes of its originator. */

import { choice, flag, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { PayloadError } from '@sonde/model/telemetry/payload'
import { attributeScopes } from '@sonde/model/telemetry/values'
import { attributesOf } from '../../messages/parsed-data.ts'
import { failure, ruleNodeType, success } from '../engine/rule-node.ts'
import { hasNullValue } from './null-values.ts'

export const saveAttributesNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode',
  name: 'save attributes',
  category: 'ACTION',
  description: "Stores a message's values as attributes of its originator.",
  details:
    'Expects POST_ATTRIBUTES_REQUEST. Shared attributes are sent to the device unless node and metadata disable it.',
  configDirective: 'tbActionNodeAttributesConfig',
  icon: 'file_upload',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    scope: choice({ title: 'Scope', options: attributeScopes, initial: 'SERVER_SCOPE' }),
    notifyDevice: flag({
      title: 'Notify device',
      description: 'Sends shared attributes to the device even if the metadata disable it.',
      initial: false,
      fallback: true,
    }),
  }),
  create({ scope, notifyDevice: alwaysNotifies }, { keyChecks }) {
    return {
      process(message, outcome) {
        if (message.type !== 'POST_ATTRIBUTES_REQUEST') {
          return failure(`A message of type ${message.type} has no attributes. Link only POST_ATTRIBUTES_REQUEST here.`)
        }
        const { tenantId, originator, metadata, data, ts } = message
        const values = attributesOf(message)
        if (hasNullValue(data)) throw new PayloadError('A value is null. Omit the key.')
        const rejection = keyChecks.attributes(tenantId, originator, scope, values)
        if (rejection !== null) return failure(rejection)
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
