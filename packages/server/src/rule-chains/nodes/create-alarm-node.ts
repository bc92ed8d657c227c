/** "create alarm": raises an alarm for the originator, or updates the active alarm of the same type. */

import { type AlarmSeverity, alarmInput, alarmSeverities } from '@sonde/model/alarms/alarm'
import {
  flag,
  nodeSettings,
  SettingsError,
  type SettingValues,
  text,
  texts,
} from '@sonde/model/rule-nodes/node-settings'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import type { Message } from '../../messages/message.ts'
import { type AlarmRequest, failure, type NodeContext, type RuleNode, ruleNodeType } from '../engine/rule-node.ts'
import {
  alarmDetailsSetting,
  alarmEmission,
  alarmTypeProblem,
  alarmTypeSetting,
  detailsScript,
} from './alarm-message.ts'
import { objectOf } from './message-data.ts'
import { messageTemplate } from './message-template.ts'
import { messageTime } from './message-time.ts'

const settings = nodeSettings({
  alarmType: alarmTypeSetting,
  alarmDetailsBuildJs: alarmDetailsSetting,
  severity: text({
    title: 'Severity',
    description: 'With a dynamic severity it can contain ${metadataKey} and $[messageKey].',
    initial: 'CRITICAL',
  }),
  dynamicSeverity: flag({ title: 'Dynamic severity', initial: false }),
  propagate: flag({ title: 'Propagate to related entities', initial: false }),
  propagateToOwner: flag({ title: 'Propagate to the owner', initial: false }),
  propagateToTenant: flag({ title: 'Propagate to the tenant', initial: false }),
  relationTypes: texts({ title: 'Relation types', description: 'If empty: all', initial: [], fallback: [] }),
  useMessageAlarmData: flag({
    title: 'Use the alarm in the message',
    description: 'The data is an alarm: its type, severity and details count.',
    initial: false,
  }),
  overwriteAlarmDetails: flag({
    title: 'Overwrite details',
    description: 'The details function makes the details of the alarm in the message.',
    initial: false,
  }),
})

/** An alarm in the data of a message. As in the wire API, other fields are rejected. */
const messageAlarm = Type.Object(
  {
    ...Type.Partial(Type.Omit(alarmInput, ['type', 'severity'])).properties,
    type: alarmInput.properties.type,
    severity: Type.Enum([...alarmSeverities]),
    name: Type.Optional(Type.Unknown()),
    tenantId: Type.Optional(Type.Unknown()),
    customerId: Type.Optional(Type.Unknown()),
    createdTime: Type.Optional(Type.Unknown()),
    originatorName: Type.Optional(Type.Unknown()),
  },
  { additionalProperties: false },
)

/** Requested alarm without its originator and owners. */
type Wanted = Omit<AlarmRequest, 'tenantId' | 'customerId' | 'originator'>

function wantedMaker({ alarmType, severity, dynamicSeverity, ...rest }: SettingValues<typeof settings.fields>) {
  const type = messageTemplate(alarmType)
  const severityOf = messageTemplate(severity)
  const { propagate, propagateToOwner, propagateToTenant, relationTypes } = rest
  if (!rest.useMessageAlarmData && !dynamicSeverity && !isSeverity(severity)) {
    throw new SettingsError({ field: 'severity', message: `The severity must be ${alarmSeverities.join(', ')}.` })
  }

  /** Returns the alarm from the settings, or an error text. */
  function configured(message: Message): Wanted | string {
    const given = dynamicSeverity ? severityOf(message) : severity
    if (!isSeverity(given)) return `The severity "${given}" is unknown. Use ${alarmSeverities.join(', ')}.`
    return {
      type: type(message),
      severity: given,
      propagate,
      propagateToOwner,
      propagateToTenant,
      propagateRelationTypes: [...relationTypes],
    }
  }

  return rest.useMessageAlarmData ? ofMessage : configured
}

/** Returns the alarm from the message data, or an error text. */
function ofMessage({ data }: Message): Wanted | string {
  const given: unknown = objectOf(data)
  if (!Value.Check(messageAlarm, given)) return `The data isn’t an alarm: ${problemOf(given)}`
  const { type, severity, status, details, propagate, propagateToOwner, propagateToTenant } = given
  return {
    type,
    severity,
    ...(status && { status }),
    details: details ?? null,
    propagate: propagate ?? false,
    propagateToOwner: propagateToOwner ?? false,
    propagateToTenant: propagateToTenant ?? false,
    propagateRelationTypes: given.propagateRelationTypes ?? [],
    ...timesOf(given),
  }
}

const timesOf = ({ startTs, endTs, ackTs, clearTs }: Static<typeof messageAlarm>) => ({
  ...(startTs && { startTs }),
  ...(endTs && { endTs }),
  ...(ackTs && { ackTs }),
  ...(clearTs && { clearTs }),
})

function problemOf(given: unknown): string {
  const [first] = Value.Errors(messageAlarm, given)
  return first ? `${first.instancePath || 'it'} ${first.message}.` : 'it must be a JSON object.'
}

const isSeverity = (value: string): value is AlarmSeverity => (alarmSeverities as readonly string[]).includes(value)

export const createAlarmNode = ruleNodeType({
  clazz: 'org.thingsboard.rule.engine.action.TbCreateAlarmNode',
  name: 'create alarm',
  category: 'ACTION',
  description: 'Raises an alarm of the originator, or updates the active one of the same type.',
  details:
    'The alarm leaves by Created or Updated, with isNewAlarm or isExistingAlarm in the metadata. Details come from the function.',
  configDirective: 'tbActionNodeCreateAlarmConfig',
  icon: 'notifications_active',
  relations: ['Created', 'Updated', 'False'],
  hasCustomRelations: false,
  settings,
  create: (values, context) => createNode(values, context),
})

function createNode(values: SettingValues<typeof settings.fields>, context: NodeContext): RuleNode {
  const wanted = wantedMaker(values)
  const keepsDetails = values.useMessageAlarmData && !values.overwriteAlarmDetails
  const script = detailsScript(context, values.alarmDetailsBuildJs)
  return {
    async process(message, outcome) {
      const { tenantId, customerId, originator } = message
      const request = wanted(message)
      if (typeof request === 'string') return failure(request)
      const problem = alarmTypeProblem(request.type)
      if (problem !== null) return failure(problem)
      const latest = await context.alarms.latest(tenantId, originator.id, request.type)
      const before = latest && !latest.status.startsWith('CLEARED') ? latest : undefined
      const details = keepsDetails ? request.details : await script.run(message, before?.details)
      const times = before
        ? { endTs: context.clock.nowMs() }
        : { startTs: request.startTs ?? messageTime(message), endTs: request.endTs ?? messageTime(message) }
      const plan = await context.alarms.raise({ ...request, ...times, tenantId, customerId, originator, details })
      return alarmEmission(plan.before ? 'updated' : 'created', plan, message, outcome, context)
    },
    start: script.start,
    dispose: script.dispose,
  }
}
