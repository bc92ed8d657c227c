/** What a device profile must fulfil before it is saved; the rules that need no store. */

import type { DeviceProfile, DeviceProfileInput, ProfileData } from '@sonde/model/device-profiles/device-profile'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest } from '@sonde/model/errors'
import { optionalEntityId } from '@sonde/model/ids'
import { queueNames } from '@sonde/model/queues/queue'
import { transportSettings } from './transport-settings.ts'

/** The profile that the input asks for, on top of what is stored. Throws 400 with what is wrong. */
export function profileFrom(input: DeviceProfileInput, base: DeviceProfile): DeviceProfile {
  checkEntityTexts('device profile', { name: input.name })
  const queue = input.defaultQueueName || null
  if (queue !== null && !(queueNames as readonly string[]).includes(queue)) {
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
    firmwareId: optionalEntityId('OTA_PACKAGE', input.firmwareId?.id.toLowerCase() ?? null),
    softwareId: optionalEntityId('OTA_PACKAGE', input.softwareId?.id.toLowerCase() ?? null),
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
  const alarms = profileData?.alarms ?? null
  checkAlarmTypes(alarms)
  return {
    configuration: profileData?.configuration ?? { type: 'DEFAULT' },
    transportConfiguration: transportSettings(transportType, transport),
    provisionConfiguration: {
      type: provisionType,
      provisionDeviceSecret: profileData?.provisionConfiguration?.provisionDeviceSecret ?? null,
    },
    alarms: alarms?.map(withFlags) ?? null,
  }
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

/** Alarm rules as the wire shows them: with every flag. */
const withFlags = (rule: unknown): unknown => ({
  propagate: false,
  propagateToOwner: false,
  propagateToTenant: false,
  propagateRelationTypes: null,
  ...(rule as object),
})
