/** Validates device profiles before they are saved, as far as no store is needed. */

import { alarmConditionsMax, alarmRulesMax } from '@sonde/model/device-profiles/alarm-rule'
import type { DeviceProfile, DeviceProfileInput, ProfileData } from '@sonde/model/device-profiles/device-profile'
import { checkEntityTexts } from '@sonde/model/entity-texts'
import { badRequest } from '@sonde/model/errors'
import { optionalEntityId } from '@sonde/model/ids'
import { queueNames } from '@sonde/model/queues/queue'
import { transportSettings } from './transport-settings.ts'

/** Applies the input to the stored profile. Throws 400 with the problem. */
export function profileFrom(input: DeviceProfileInput, base: DeviceProfile): DeviceProfile {
  checkEntityTexts('device profile', { name: input.name })
  const queue = input.defaultQueueName || null
  if (queue !== null && !(queueNames as readonly string[]).includes(queue)) {
    throw badRequest(`The queue ${queue} doesn’t exist. Use ${queueNames.join(', ')} or none.`)
  }
  const provisionType = input.provisionType ?? 'DISABLED'
  const provisionDeviceKey = input.provisionDeviceKey || null
  if (provisionType !== 'DISABLED' && provisionDeviceKey === null) {
    throw badRequest('Provisioning requires a device key and a secret.')
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
  checkAlarmAmounts(alarms)
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
    if (seen.has(type)) throw badRequest(`The alarm type ${type} is listed twice. Each can have one rule.`)
    seen.add(type)
  }
}

function checkAlarmAmounts(alarms: readonly unknown[] | null) {
  if (!alarms) return
  if (alarms.length > alarmRulesMax) {
    throw badRequest(
      `A device profile can have at most ${alarmRulesMax} alarm rules, this one has ${alarms.length}. Use more profiles.`,
    )
  }
  const conditions = conditionsOf(alarms)
  if (conditions > alarmConditionsMax) {
    throw badRequest(
      `A device profile can have at most ${alarmConditionsMax} conditions, this one has ${conditions}. Use more profiles.`,
    )
  }
}

/**
 * Counts the members of all lists named `condition` or `predicates`. Iterative, because the value may be deeply
 * nested.
 */
function conditionsOf(root: unknown): number {
  let count = 0
  const left: unknown[] = [root]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, part] of Object.entries(value)) {
      if (Array.isArray(part) && (key === 'condition' || key === 'predicates')) count += part.length
      if (typeof part === 'object') left.push(part)
    }
  }
  return count
}

/** Adds the default flags to an alarm rule, as in the API. */
const withFlags = (rule: unknown): unknown => ({
  propagate: false,
  propagateToOwner: false,
  propagateToTenant: false,
  propagateRelationTypes: null,
  ...(rule as object),
})
