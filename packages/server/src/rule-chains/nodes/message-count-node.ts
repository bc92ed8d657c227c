/** "message count": counts messages and emits the count as telemetry of the tenant. */

import { entityId, NIL_UUID } from '@sonde/model/ids'
import { count, nodeSettings, text } from '@sonde/model/rule-nodes/node-settings'
import { ruleNodeType } from '../engine/rule-node.ts'

export const messageCountNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.action.TbMsgCountNode',
  name: 'message count',
  category: 'ACTION',
  description: 'Counts messages and sends the count on as telemetry of the tenant.',
  details:
    'Messages end here. At each interval a POST_TELEMETRY_REQUEST of the tenant with the count since the last one leaves by Success. The key is the prefix and the ID of the server.',
  configDirective: 'tbActionNodeMsgCountConfig',
  icon: 'functions',
  relations: ['Success'],
  hasCustomRelations: false,
  settings: nodeSettings({
    interval: count({ title: 'Interval', unit: 's', minimum: 1, maximum: 86_400, initial: 1 }),
    telemetryPrefix: text({ title: 'Key prefix', initial: 'messageCount' }),
  }),
  create({ interval, telemetryPrefix }, { clock, every, newId, sendLater, serviceId, tenantId }) {
    const key = `${telemetryPrefix}_${serviceId}`
    const intervalMs = interval * 1_000
    let messages = 0
    let since = clock.nowMs()
    return {
      async start() {
        since = clock.nowMs()
        every(intervalMs, () => {
          const nowMs = clock.nowMs()
          const data = JSON.stringify({ [key]: messages })
          const metadata = { delta: String(nowMs - since) }
          messages = 0
          since = nowMs
          sendLater('Success', {
            id: newId(),
            ts: nowMs,
            type: 'POST_TELEMETRY_REQUEST',
            tenantId,
            originator: entityId('TENANT', tenantId),
            customerId: NIL_UUID,
            metadata,
            dataType: 'JSON',
            data,
            queueName: 'Main',
            ruleChainId: null,
            ruleNodeId: null,
          })
        })
      },
      process() {
        messages++
        return null
      },
    }
  },
})
