/** "clear alarm": clears the active alarm of the originator, or the alarm that is the originator. */

import { nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, ruleNodeType } from '../engine/rule-node.ts'
import { alarmDetailsSetting, alarmEmission, alarmTypeSetting, detailsScript } from './alarm-message.ts'
import { messageTemplate } from './message-template.ts'

const nothingToClear = emit('False')

export const clearAlarmNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.action.TbClearAlarmNode',
  name: 'clear alarm',
  category: 'ACTION',
  description: 'Clears the active alarm of the originator.',
  details:
    'The cleared alarm leaves by Cleared, with isClearedAlarm in the metadata. Without an active alarm of this type the message leaves by False. If the originator is an alarm, that one is cleared.',
  configDirective: 'tbActionNodeClearAlarmConfig',
  icon: 'notifications_off',
  relations: ['Cleared', 'False'],
  hasCustomRelations: false,
  settings: nodeSettings({ alarmType: alarmTypeSetting, alarmDetailsBuildJs: alarmDetailsSetting }),
  create({ alarmType, alarmDetailsBuildJs }, context) {
    const type = messageTemplate(alarmType)
    const script = detailsScript(context, alarmDetailsBuildJs)
    return {
      async process(message, outcome) {
        const { tenantId, originator } = message
        const alarm =
          originator.entityType === 'ALARM'
            ? await context.alarms.find(tenantId, originator.id)
            : await context.alarms.latest(tenantId, originator.id, type(message))
        if (!alarm || alarm.status.startsWith('CLEARED')) return nothingToClear
        const details = await script.run(message, alarm.details)
        const plan = await context.alarms.clear(alarm, context.clock.nowMs(), details)
        return plan ? alarmEmission('cleared', plan, message, outcome, context) : nothingToClear
      },
      start: script.start,
      dispose: script.dispose,
    }
  },
})
