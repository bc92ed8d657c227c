/**
 * Default device profile: the initial profile of each tenant, and the template for profiles created from a device type
 * name.
 */

import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { newId } from '../ids.ts'
import type { RelationalStore } from '../storage/relational.ts'
import type { EntityChange, Transaction } from '../storage/storage.ts'
import { createDeviceProfileStore } from './device-profile-store.ts'

export const defaultProfile = (tenantId: string, name: string, nowMs: number): DeviceProfile => ({
  id: entityId('DEVICE_PROFILE', newId(nowMs)),
  createdTime: nowMs,
  tenantId: entityId('TENANT', tenantId),
  name,
  description: null,
  image: null,
  default: false,
  type: 'DEFAULT',
  transportType: 'DEFAULT',
  provisionType: 'DISABLED',
  provisionDeviceKey: null,
  defaultRuleChainId: null,
  defaultDashboardId: null,
  defaultQueueName: null,
  firmwareId: null,
  softwareId: null,
  profileData: {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: { type: 'DEFAULT' },
    provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
    alarms: null,
  },
})

/** Statements and changes that create the default profile together with a new tenant. */
export function defaultDeviceProfileStatements(
  relational: RelationalStore,
  tenantId: string,
  nowMs: number,
): Required<Pick<Transaction, 'statements' | 'changes'>> {
  const profile: DeviceProfile = {
    ...defaultProfile(tenantId, 'default', nowMs),
    description: 'Default device profile',
    default: true,
  }
  return {
    statements: [createDeviceProfileStore(relational).insert(profile)],
    changes: [profileChange('created', profile)],
  }
}

export const profileChange = (kind: EntityChange['kind'], profile: DeviceProfile): EntityChange => ({
  kind,
  entity: profile.id,
  tenantId: profile.tenantId.id,
  customerId: NIL_UUID,
})
