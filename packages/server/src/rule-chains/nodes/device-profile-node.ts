/**
 * "device profile": raises and clears the alarms that device profiles describe. Every message goes on with Success,
 * whatever alarms it causes.
 */

import { type RuleNode, type RuleNodeType, success } from '../engine/rule-node.ts'

const node: RuleNode = { process: () => success }

export const deviceProfileNode: RuleNodeType = {
  clazz: 'org.thingsboard.rule.engine.profile.TbDeviceProfileNode',
  name: 'device profile',
  category: 'ACTION',
  description: "Checks a message against the alarm rules of its device's profile.",
  details: 'Every message goes on by Success; alarms that rules raise, change or clear go on by labels of their own.',
  configDirective: 'tbDeviceProfileConfig',
  relations: ['Alarm Created', 'Alarm Updated', 'Alarm Severity Updated', 'Alarm Cleared', 'Success'],
  hasCustomRelations: true,
  defaultConfiguration: { persistAlarmRulesState: false, fetchAlarmRulesStateOnStart: false },
  create: () => node,
}
