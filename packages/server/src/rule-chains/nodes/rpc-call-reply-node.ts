/** "rpc call reply": sends the response of an RPC call from a device to the session that made the call. */

import { nodeSettings, text } from '@sonde/model/rule-nodes/node-settings'
import { failure, ruleNodeType, success } from '../engine/rule-node.ts'

const wholeNumber = /^\d{1,15}$/

export const rpcCallReplyNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.rpc.TbSendRPCReplyNode',
  name: 'rpc call reply',
  category: 'ACTION',
  description: 'Responds to an RPC call from a device.',
  details: 'Sends the data to the session and request in the metadata.',
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
        if (originator.entityType !== 'DEVICE') return failure('Only RPC calls from devices can be answered.')
        const requestId = metadata[requestKey]
        if (requestId === undefined || !wholeNumber.test(requestId)) {
          return failure(`Metadata "${requestKey}" must contain the request ID of the call.`)
        }
        const sessionId = metadata[sessionKey]
        if (!sessionId) return failure(`Metadata "${sessionKey}" must contain the session ID.`)
        if (!metadata[serviceKey]) return failure(`Metadata "${serviceKey}" must contain the service ID.`)
        if (data === '') return failure('The message is empty. There is nothing to send.')
        if (!deviceCalls.reply(sessionId, Number(requestId), data)) {
          // The session has ended. As in the wire API, the node doesn't fail.
          log.debug(
            { tenantId, ruleNodeId, deviceId: originator.id, sessionId },
            'the session of the RPC call has ended',
          )
        }
        return success
      },
    }
  },
})
