/** Messages of the alarm nodes: the alarm as a message of its originator, and an event message of the alarm itself. */

import type { Alarm } from '@sonde/model/alarms/alarm'
import { script, text } from '@sonde/model/rule-nodes/node-settings'
import type { Message } from '../../messages/message.ts'
import { jsonResult } from '../../scripts/script-results.ts'
import { type Emission, emit, type NodeContext, type Outcome, type PendingAlarm } from '../engine/rule-node.ts'
import { causedMessage } from './caused-message.ts'

/** Maximum length of alarm types, as in the store and in forms. */
const typeLengthMax = 255

export const alarmTypeSetting = text({
  title: 'Alarm type',
  description: 'Can contain ${metadataKey} and $[messageKey].',
  initial: 'General Alarm',
})

export const alarmDetailsSetting = script({
  title: 'Details function',
  description:
    'Gets msg, metadata and msgType. Returns the details as JSON. metadata.prevAlarmDetails has the current ones.',
  initial: [
    'var details = {};',
    'if (metadata.prevAlarmDetails) {',
    '  details = JSON.parse(metadata.prevAlarmDetails);',
    '  delete metadata.prevAlarmDetails;',
    '}',
    'return details;',
  ].join('\n'),
})

/** JSON of an alarm in the field order of the wire format, which differs from that of REST. */
export function alarmText({ id, createdTime, name, ...alarm }: Alarm): string {
  return JSON.stringify({ ...alarm, id, createdTime, name })
}

/** Why the alarm type is invalid; null if it's valid. */
export function alarmTypeProblem(type: string): string | null {
  if (type.trim() === '') return 'The alarm type is empty.'
  return type.length > typeLengthMax
    ? `The alarm type has ${type.length} characters; the limit is ${typeLengthMax}.`
    : null
}

export interface DetailsScript {
  /** Returns the new details as parsed JSON. `before` are the current details; null or undefined: none. */
  run(message: Message, before: unknown): Promise<unknown>
  start(): Promise<void>
  dispose(): void
}

export function detailsScript({ scripts, tenantId, ruleNodeId }: NodeContext, source: string): DetailsScript {
  const script = scripts.compile(tenantId, ruleNodeId, 'json', source)
  return {
    async run(message, before) {
      const metadata =
        before === null || before === undefined
          ? message.metadata
          : { ...message.metadata, prevAlarmDetails: JSON.stringify(before) }
      return JSON.parse(jsonResult(await script.run({ ...message, metadata })))
    },
    start: script.check,
    dispose: script.dispose,
  }
}

const outcomes = {
  created: { relation: 'Created', flag: 'isNewAlarm', news: 'ENTITY_CREATED' },
  updated: { relation: 'Updated', flag: 'isExistingAlarm', news: 'ENTITY_UPDATED' },
  cleared: { relation: 'Cleared', flag: 'isClearedAlarm', news: 'ALARM_CLEAR' },
} as const

/**
 * Adds the alarm to the message's outcome, sends an event message about it to the originator's chain, and returns the
 * emission with the alarm.
 */
export async function alarmEmission(
  kind: keyof typeof outcomes,
  plan: PendingAlarm,
  message: Message,
  outcome: Outcome,
  context: NodeContext,
): Promise<Emission> {
  const { relation, flag, news } = outcomes[kind]
  const { alarm } = plan
  const data = alarmText(alarm)
  try {
    const caused = await causedMessage(message, context, {
      type: news,
      originator: alarm.id,
      customerId: alarm.customerId.id,
      metadata: { ruleNodeId: context.ruleNodeId },
      data,
      chainOf: alarm.originator,
    })
    outcome.alarm(plan)
    outcome.followUp(caused)
  } catch (error) {
    plan.drop()
    throw error
  }
  return emit(relation, {
    ...message,
    type: 'ALARM',
    metadata: { ...message.metadata, [flag]: 'true' },
    dataType: 'JSON',
    data,
  })
}
