/** The profile that a new store has: no limits (pages.md §7; 0 means unlimited). */

const unlimited = [
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
  'warnThreshold',
] as const

const rateLimits = [
  'transportTenantMsgRateLimit',
  'transportTenantTelemetryMsgRateLimit',
  'transportTenantTelemetryDataPointsRateLimit',
  'transportDeviceMsgRateLimit',
  'transportDeviceTelemetryMsgRateLimit',
  'transportDeviceTelemetryDataPointsRateLimit',
] as const

export const defaultProfileData = {
  configuration: {
    type: 'DEFAULT',
    ...Object.fromEntries(unlimited.map((name) => [name, 0])),
    ...Object.fromEntries(rateLimits.map((name) => [name, null])),
  },
}
