/** "check alarm status": routes messages by whether their alarm has one of the given statuses. */

import { alarmStatuses } from '@sonde/model/alarms/alarm'
import { isUuid } from '@sonde/model/ids'
import { choices, nodeSettings } from '@sonde/model/rule-nodes/node-settings'
import { emit, failure, ruleNodeType } from '../engine/rule-node.ts'
import { objectOf } from './message-data.ts'

const yes = emit('True')
const no = emit('False')

export const checkAlarmStatusNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.filter.TbCheckAlarmStatusNode',
  name: 'check alarm status',
  category: 'FILTER',
  description: 'Checks the current status of the alarm in the message.',
  details:
    'The message leaves by True if the status is in the list, otherwise by False. If the data isn’t an existing alarm, it leaves by Failure.',
  configDirective: 'tbFilterNodeCheckAlarmStatusConfig',
  relations: ['True', 'False'],
  hasCustomRelations: false,
  settings: nodeSettings({
    alarmStatusList: choices({ title: 'Statuses', options: alarmStatuses, initial: ['ACTIVE_ACK', 'ACTIVE_UNACK'] }),
  }),
  create({ alarmStatusList }, { alarms }) {
    const statuses: ReadonlySet<string> = new Set(alarmStatusList)
    return {
      async process({ data, tenantId }) {
        const id = alarmIdIn(data)
        if (id === null) return failure('The data isn’t an alarm.')
        const alarm = await alarms.find(tenantId, id)
        if (!alarm) return failure('The alarm doesn’t exist anymore.')
        return statuses.has(alarm.status) ? yes : no
      },
    }
  },
})

function alarmIdIn(data: string): string | null {
  const id = objectOf(data)?.id
  if (typeof id !== 'object' || id === null || !('id' in id)) return null
  return typeof id.id === 'string' && isUuid(id.id) ? id.id.toLowerCase() : null
}
