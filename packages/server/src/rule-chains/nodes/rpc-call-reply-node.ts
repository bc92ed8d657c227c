/** "rpc call reply": answers a call that a device made, to the session that made it. */

import { nodeSettings, text } from '@sonde/model/rule-nodes/node-settings'
import { failure, ruleNodeType, success } from '../engine/rule-node.ts'

const wholeNumber = /^\d{1,15}$/

export const rpcCallReplyNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.rpc.TbSendRPCReplyNode',
  name: 'rpc call reply',
  category: 'ACTION',
  description: "Answers a device's call to the server.",
  details: 'Sends the data to the session and request that the metadata name.',
  configDirective: 'tbActionNodeRpcReplyConfig',
  icon: 'call_merge',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    serviceIdMetaDataAttribute: text({ title: 'Metadata key of the service ID', initial: 'serviceId' }),
    sessionIdMetaDataAttribute: text({ title: 'Metadata key of the session ID', initial: 'sessionId' }),
    requestIdMetaDataAttribute: text({ title: 'Metadata key of the request ID', initial: 'requestId' }),
  }),
  create(settings, { deviceCalls, log, tenantId, ruleNodeId }) {
    const { serviceIdMetaDataAttribute: serviceKey, sessionIdMetaDataAttribute: sessionKey } = settings
    const { requestIdMetaDataAttribute: requestKey } = settings
    return {
      process({ originator, metadata, data }) {
        if (originator.entityType !== 'DEVICE') return failure('Only calls of devices can be answered.')
        const requestId = metadata[requestKey]
        if (requestId === undefined || !wholeNumber.test(requestId)) {
          return failure(`Metadata "${requestKey}" must hold the number of the device's call.`)
        }
        const sessionId = metadata[sessionKey]
        if (!sessionId) return failure(`Metadata "${sessionKey}" must name the session of the device.`)
        if (!metadata[serviceKey]) return failure(`Metadata "${serviceKey}" must name the service of the session.`)
        if (data === '') return failure('The message is empty; there is nothing to answer.')
        if (!deviceCalls.reply(sessionId, Number(requestId), data)) {
          // The device has gone; as on the wire that is not the chain's failure.
          log.debug(
            { tenantId, ruleNodeId, deviceId: originator.id, sessionId },
            'the session of a device call is gone',
          )
        }
        return success
      },
    }
  },
})
