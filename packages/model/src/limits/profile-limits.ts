/**
 * Limits of ThingsBoard's tenant profile and of REST calls, described like those of the catalog (`limits.ts`), so that
 * the usage page, errors and warnings treat all limits alike. They are off by default.
 */

import type { UsageCounter } from '../api-usage/api-usage.ts'
import type { ProfileNumber, ProfileRate } from '../tenant-profiles/tenant-profile.ts'
import { bytesText, type LimitKey, type LimitKind, type LimitOwner, limitOf, limits } from './limits.ts'

/** `month`: within a calendar month (UTC). */
export type TenantLimitKind = LimitKind | 'month'

/** Limit that applies to a tenant, regardless of the source of its value. */
export interface TenantLimitDefinition {
  readonly title: string
  readonly per: LimitOwner
  readonly kind: TenantLimitKind
  readonly unit?: 'bytes' | 'ms'
  readonly atLimit: string
  readonly advice: string
  readonly isUsual?: true
}

/** Profile numbers without the retention periods, which aren't limits. */
export type LimitNumber = Exclude<ProfileNumber, 'defaultStorageTtlDays' | 'alarmsTtlDays' | 'rpcTtlDays'>

export type RestLimitKey = 'tenantRestRequests' | 'customerRestRequests'
export type ProfileLimitKey = LimitNumber | ProfileRate | RestLimitKey

const sendLess = 'Send less often.'
const amount = (title: string, atLimit: string, what: string) =>
  ({ title, per: 'tenant', kind: 'amount', atLimit, advice: `Delete ${what} that are no longer used.` }) as const
const month = (title: string, atLimit: string, advice: string) =>
  ({ title, per: 'tenant', kind: 'month', atLimit, advice }) as const
const rate = (title: string, per: 'tenant' | 'device') =>
  ({ title, per, kind: 'rate', atLimit: 'Further messages are refused', advice: sendLess }) as const

export const profileLimits = {
  maxDevices: amount('Devices', 'Devices can’t be added', 'devices'),
  maxAssets: amount('Assets', 'Assets can’t be added', 'assets'),
  maxCustomers: amount('Customers', 'Customers can’t be added', 'customers'),
  maxUsers: amount('Users', 'Users can’t be added', 'users'),
  maxDashboards: amount('Dashboards', 'Dashboards can’t be added', 'dashboards'),
  maxRuleChains: amount('Rule chains', 'Rule chains can’t be added', 'rule chains'),
  maxResourcesInBytes: { ...amount('Resource files', 'Files can’t be added', 'resources'), unit: 'bytes' },
  maxOtaPackagesInBytes: { ...amount('OTA packages', 'Files can’t be uploaded', 'packages'), unit: 'bytes' },
  maxTransportMessages: month('Transport messages', 'Devices are refused until the month ends', sendLess),
  maxTransportDataPoints: month('Transport data points', 'Devices are refused until the month ends', sendLess),
  maxREExecutions: month('Rule node executions', 'Messages skip rule chains', 'Use fewer rule nodes.'),
  maxJSExecutions: month('Script executions', 'Scripts fail', 'Use fewer script nodes.'),
  maxDPStorageDays: month('Data points × days stored', 'Telemetry isn’t stored', 'Store less, or use a shorter TTL.'),
  maxEmails: month('Emails', 'Emails aren’t sent', 'Send fewer emails.'),
  maxSms: month('SMS', 'SMS aren’t sent', 'Send fewer SMS.'),
  maxCreatedAlarms: month('Alarms created', 'Alarms aren’t created', 'Raise fewer alarms.'),
  maxRuleNodeExecutionsPerMessage: {
    title: 'Rule node executions per message',
    per: 'message',
    kind: 'work',
    atLimit: 'The message fails',
    advice: 'Look for a loop in the rule chain.',
  },
  transportTenantMsgRateLimit: rate('Messages per tenant', 'tenant'),
  transportTenantTelemetryMsgRateLimit: rate('Telemetry messages per tenant', 'tenant'),
  transportTenantTelemetryDataPointsRateLimit: rate('Data points per tenant', 'tenant'),
  transportDeviceMsgRateLimit: rate('Messages per device', 'device'),
  transportDeviceTelemetryMsgRateLimit: rate('Telemetry messages per device', 'device'),
  transportDeviceTelemetryDataPointsRateLimit: rate('Data points per device', 'device'),
  tenantRestRequests: {
    title: 'REST requests per tenant',
    per: 'tenant',
    kind: 'rate',
    atLimit: 'Requests are refused (429)',
    advice: 'Retry in a few seconds.',
  },
  customerRestRequests: {
    title: 'REST requests per customer',
    per: 'customer',
    kind: 'rate',
    atLimit: 'Requests are refused (429)',
    advice: 'Retry in a few seconds.',
  },
} as const satisfies Record<ProfileLimitKey, TenantLimitDefinition>

export const profileLimitKeys = Object.keys(profileLimits) as ProfileLimitKey[]

/** Key of any limit that applies to a tenant. */
export type TenantLimitKey = LimitKey | ProfileLimitKey

export const tenantLimitKeys: readonly TenantLimitKey[] = [...profileLimitKeys, ...(Object.keys(limits) as LimitKey[])]

export const isProfileLimitKey = (key: string): key is ProfileLimitKey => Object.hasOwn(profileLimits, key)

export const isTenantLimitKey = (key: string): key is TenantLimitKey =>
  isProfileLimitKey(key) || Object.hasOwn(limits, key)

export const tenantLimitOf = (key: TenantLimitKey): TenantLimitDefinition =>
  isProfileLimitKey(key) ? profileLimits[key] : limitOf(key)

/** Limits of a tenant or of something that it owns; addresses and the server have no tenant. */
export const ownedLimitKeys: readonly TenantLimitKey[] = tenantLimitKeys.filter((key) => {
  const { per } = tenantLimitOf(key)
  return per !== 'address' && per !== 'server'
})

/** Limit of each monthly usage counter. */
export const limitOfCounter = {
  transportMsgCount: 'maxTransportMessages',
  transportDataPointsCount: 'maxTransportDataPoints',
  storageDataPointsCount: 'maxDPStorageDays',
  ruleEngineExecutionCount: 'maxREExecutions',
  jsExecutionCount: 'maxJSExecutions',
  emailCount: 'maxEmails',
  smsCount: 'maxSms',
  createdAlarmsCount: 'maxCreatedAlarms',
} as const satisfies Record<UsageCounter, LimitNumber>

/** One rate of `count:seconds[,count:seconds …]`. */
export interface Rate {
  readonly count: number
  readonly seconds: number
}

export const ratesOf = (text: string): readonly Rate[] =>
  text.split(',').map((each) => {
    const [count = 0, seconds = 1] = each.split(':').map(Number)
    return { count, seconds }
  })

/** Formats rates: `10 in 1 s and 300 in 60 s`. */
export const ratesText = (text: string): string =>
  ratesOf(text)
    .map(({ count, seconds }) => `${count.toLocaleString('en-US')} in ${seconds} s`)
    .join(' and ')

const sentence = (key: ProfileLimitKey, limit: string): string => {
  const { title, advice } = profileLimits[key]
  return `${title}: the limit is ${limit}. ${advice}`
}

/** Error message when an entity or a file would exceed the limit. */
export function numberRejection(key: LimitNumber, limit: number): string {
  const { unit }: TenantLimitDefinition = profileLimits[key]
  return sentence(key, unit === 'bytes' ? bytesText(limit) : limit.toLocaleString('en-US'))
}

/** Error message when a rate limit rejects a request. */
export const rateRejection = (key: ProfileRate | RestLimitKey, rates: string): string => sentence(key, ratesText(rates))

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Start of the following month (UTC), epoch ms. */
export function nextMonthMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
}

/** Error message when a monthly limit is used up. */
export function monthRejection(key: LimitNumber, limit: number, nowMs: number): string {
  const month = monthNames[new Date(nextMonthMs(nowMs)).getUTCMonth()]
  return `${sentence(key, `${limit.toLocaleString('en-US')} per month`)} The count resets on ${month} 1 (UTC).`
}

/** Description of a limit for reports. */
export function describedLimit(key: TenantLimitKey) {
  const { title, per, kind, unit = null, atLimit, advice } = tenantLimitOf(key)
  return { key, title, per, kind, unit, atLimit, advice }
}
