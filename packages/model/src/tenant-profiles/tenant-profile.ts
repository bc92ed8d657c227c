/** API schemas of tenant profiles: limits and allowances of tenants. */

import Type, { type Static } from 'typebox'
import { epochMs, idOf, looseIdOf, name, nullable, nullish } from '../schema-parts.ts'

/** Numeric fields of a configuration. 0: unlimited; for days: forever. */
export const profileNumbers = [
  'maxDevices',
  'maxAssets',
  'maxCustomers',
  'maxUsers',
  'maxDashboards',
  'maxRuleChains',
  'maxResourcesInBytes',
  'maxOtaPackagesInBytes',
  'maxTransportMessages',
  'maxTransportDataPoints',
  'maxREExecutions',
  'maxJSExecutions',
  'maxDPStorageDays',
  'maxRuleNodeExecutionsPerMessage',
  'maxEmails',
  'maxSms',
  'maxCreatedAlarms',
  'defaultStorageTtlDays',
  'alarmsTtlDays',
  'rpcTtlDays',
] as const
export type ProfileNumber = (typeof profileNumbers)[number]

/** Rate limits: `count:seconds[,count:seconds …]`, all of which must allow a request; null: off. */
export const profileRates = [
  'transportTenantMsgRateLimit',
  'transportTenantTelemetryMsgRateLimit',
  'transportTenantTelemetryDataPointsRateLimit',
  'transportDeviceMsgRateLimit',
  'transportDeviceTelemetryMsgRateLimit',
  'transportDeviceTelemetryDataPointsRateLimit',
] as const
export type ProfileRate = (typeof profileRates)[number]

export type ProfileConfiguration = { readonly type: 'DEFAULT'; readonly warnThreshold: number } & {
  readonly [K in ProfileNumber]: number
} & { readonly [K in ProfileRate]: string | null }

/** One or several rates; empty: off. */
export const ratePattern = '^([1-9]\\d{0,8}:[1-9]\\d{0,6}(,[1-9]\\d{0,8}:[1-9]\\d{0,6})*)?$'

const limit = nullish(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }))
const rate = nullish(Type.String({ pattern: ratePattern, maxLength: 255 }))
const fields = <K extends string, V>(keys: readonly K[], value: V) =>
  Object.fromEntries(keys.map((key) => [key, value])) as Record<K, V>

export const profileConfigurationInput = Type.Object({
  type: Type.Literal('DEFAULT'),
  ...fields(profileNumbers, limit),
  ...fields(profileRates, rate),
  warnThreshold: nullish(Type.Number({ minimum: 0, maximum: 1 })),
})

export const tenantProfile = Type.Object({
  id: idOf('TENANT_PROFILE'),
  createdTime: epochMs,
  name,
  description: nullable(Type.String()),
  default: Type.Boolean(),
  isolatedTbCore: Type.Boolean(),
  isolatedTbRuleEngine: Type.Boolean(),
  profileData: Type.Object({ configuration: Type.Unknown({ description: 'Limits' }) }),
})
export type TenantProfile = Omit<Static<typeof tenantProfile>, 'profileData'> & {
  readonly profileData: { readonly configuration: ProfileConfiguration }
}

/** With an id the profile is updated, without one it is created. */
export const tenantProfileInput = Type.Object({
  id: nullish(looseIdOf('TENANT_PROFILE')),
  name,
  description: nullish(Type.String({ maxLength: 4096 })),
  default: nullish(Type.Boolean()),
  isolatedTbCore: nullish(Type.Boolean()),
  isolatedTbRuleEngine: nullish(Type.Boolean()),
  profileData: nullish(Type.Object({ configuration: nullish(profileConfigurationInput) })),
})
export type TenantProfileInput = Static<typeof tenantProfileInput>

export const tenantProfileInfo = Type.Object({ id: idOf('TENANT_PROFILE'), name })
export type TenantProfileInfo = Static<typeof tenantProfileInfo>

/** Complete configuration; omitted fields are unlimited. */
export function withDefaults(given: Static<typeof profileConfigurationInput> | null | undefined): ProfileConfiguration {
  const numbers = Object.fromEntries(profileNumbers.map((key) => [key, given?.[key] ?? 0]))
  const rates = Object.fromEntries(profileRates.map((key) => [key, given?.[key] || null]))
  return { type: 'DEFAULT', ...numbers, ...rates, warnThreshold: given?.warnThreshold ?? 0 } as ProfileConfiguration
}
