/** What a device profile must fulfil before it is saved (devices.md §1.2); the rules that need no store. */

import {
  type DeviceProfile,
  type DeviceProfileInput,
  defaultAttributesTopic,
  defaultTelemetryTopic,
  type ProfileData,
} from '@sonde/model/device-profiles/device-profile'
import { badRequest } from '@sonde/model/errors'
import { optionalEntityId } from '@sonde/model/ids'
import { nameLengthMax } from '@sonde/model/schema-parts'

/** Queues that a profile may name (rules.md §3). */
export const queueNames: readonly string[] = ['Main', 'HighPriority', 'SequentialByOriginator']

/** The profile that the input asks for, on top of what is stored. Throws 400 with what is wrong. */
export function profileFrom(input: DeviceProfileInput, base: DeviceProfile): DeviceProfile {
  if (input.name.trim() === '') throw badRequest('Give the device profile a name.')
  if (input.name.length > nameLengthMax) {
    throw badRequest(`The profile's name has ${input.name.length} characters; the limit is ${nameLengthMax}.`)
  }
  const queue = input.defaultQueueName || null
  if (queue !== null && !queueNames.includes(queue)) {
    throw badRequest(`There is no queue ${queue}; use ${queueNames.join(', ')} or none.`)
  }
  const provisionType = input.provisionType ?? 'DISABLED'
  const provisionDeviceKey = input.provisionDeviceKey || null
  if (provisionType !== 'DISABLED' && provisionDeviceKey === null) {
    throw badRequest('Provisioning needs a device key and a secret.')
  }
  return {
    ...base,
    name: input.name,
    description: input.description ?? null,
    image: input.image ?? null,
    default: input.default ?? base.default,
    transportType: input.transportType,
    provisionType,
    provisionDeviceKey,
    defaultRuleChainId: optionalEntityId('RULE_CHAIN', input.defaultRuleChainId?.id ?? null),
    defaultDashboardId: optionalEntityId('DASHBOARD', input.defaultDashboardId?.id ?? null),
    defaultQueueName: queue,
    firmwareId: optionalEntityId('OTA_PACKAGE', input.firmwareId?.id ?? null),
    softwareId: optionalEntityId('OTA_PACKAGE', input.softwareId?.id ?? null),
    profileData: profileDataFrom(input, provisionType),
  }
}

function profileDataFrom(
  { profileData, transportType }: DeviceProfileInput,
  provisionType: DeviceProfile['provisionType'],
): ProfileData {
  const transport = profileData?.transportConfiguration ?? { type: transportType }
  if (transport.type !== transportType) {
    throw badRequest(`The transport configuration is for ${transport.type}, the profile for ${transportType}.`)
  }
  if (transportType === 'MQTT') checkTopics(transport.deviceTelemetryTopic, transport.deviceAttributesTopic)
  const alarms = profileData?.alarms ?? null
  checkAlarmTypes(alarms)
  return {
    configuration: profileData?.configuration ?? { type: 'DEFAULT' },
    transportConfiguration:
      transportType === 'MQTT'
        ? {
            ...transport,
            deviceTelemetryTopic: transport.deviceTelemetryTopic ?? defaultTelemetryTopic,
            deviceAttributesTopic: transport.deviceAttributesTopic ?? defaultAttributesTopic,
          }
        : transport,
    provisionConfiguration: {
      type: provisionType,
      provisionDeviceSecret: profileData?.provisionConfiguration?.provisionDeviceSecret ?? null,
    },
    alarms,
  }
}

function checkTopics(telemetry: string | null | undefined, attributes: string | null | undefined) {
  const topics = [telemetry ?? defaultTelemetryTopic, attributes ?? defaultAttributesTopic]
  for (const topic of topics) {
    if (topic.trim() === '') throw badRequest('The topics for telemetry and attributes must not be empty.')
    const levels = topic.split('/')
    const isFilter = levels.every(
      (level, at) => level === '+' || (level === '#' ? at === levels.length - 1 : !/[+#]/.test(level)),
    )
    if (!isFilter) throw badRequest(`In the topic ${topic}, + must be a whole level and # the last one.`)
  }
  if (topics[0] === topics[1]) throw badRequest('The topics for telemetry and attributes must differ.')
}

function checkAlarmTypes(alarms: readonly unknown[] | null) {
  const seen = new Set<string>()
  for (const rule of alarms ?? []) {
    const type = (rule as { alarmType?: unknown } | null)?.alarmType
    if (typeof type !== 'string' || type.trim() === '') throw badRequest('Every alarm rule needs an alarm type.')
    if (seen.has(type)) throw badRequest(`The alarm type ${type} is there twice; each may have one rule.`)
    seen.add(type)
  }
}
