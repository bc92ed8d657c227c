/** Groups of tenant profile limits in the form. */

import type { ProfileNumber } from '@sonde/model/tenant-profiles/tenant-profile'

export interface NumberGroup {
  readonly id: 'entities' | 'sizes' | 'usage' | 'message' | 'ttl'
  readonly fields: readonly ProfileNumber[]
}

export const numberGroups: readonly NumberGroup[] = [
  {
    id: 'entities',
    fields: ['maxDevices', 'maxAssets', 'maxCustomers', 'maxUsers', 'maxDashboards', 'maxRuleChains'],
  },
  { id: 'sizes', fields: ['maxResourcesInBytes', 'maxOtaPackagesInBytes'] },
  {
    id: 'usage',
    fields: [
      'maxTransportMessages',
      'maxTransportDataPoints',
      'maxREExecutions',
      'maxJSExecutions',
      'maxDPStorageDays',
      'maxEmails',
      'maxSms',
      'maxCreatedAlarms',
    ],
  },
  { id: 'message', fields: ['maxRuleNodeExecutionsPerMessage'] },
  { id: 'ttl', fields: ['defaultStorageTtlDays', 'alarmsTtlDays', 'rpcTtlDays'] },
]

export const numberFields: readonly ProfileNumber[] = numberGroups.flatMap(({ fields }) => fields)

/** Fields in bytes; the form also shows the value in a larger unit. */
export const byteFields: readonly ProfileNumber[] = ['maxResourcesInBytes', 'maxOtaPackagesInBytes']
