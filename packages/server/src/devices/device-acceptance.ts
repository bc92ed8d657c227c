/** A tenant's consent to receive devices from other tenants: none until its administrator adds the tenants. */

import type { DeviceAcceptance } from '@sonde/model/devices/device-acceptance'
import { forbidden } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { createDeviceAcceptanceStore } from './device-acceptance-store.ts'

export interface DeviceAcceptanceDeps {
  readonly relational: RelationalStore
  readonly commit: Commit
}

export type DeviceAcceptances = ReturnType<typeof createDeviceAcceptances>

export function createDeviceAcceptances({ relational, commit }: DeviceAcceptanceDeps) {
  const store = createDeviceAcceptanceStore(relational)

  async function of(tenantId: string): Promise<DeviceAcceptance> {
    return { fromTenants: await store.fromTenants(tenantId) }
  }

  async function save(scope: Scope, { fromTenants }: DeviceAcceptance): Promise<DeviceAcceptance> {
    const { tenantId, customerId, userId, email: userName } = scope
    const saved = { fromTenants: [...new Set(fromTenants.map((id) => id.toLowerCase()))] }
    const tenant = { action: 'UPDATED', entity: entityId('TENANT', tenantId), entityName: '' } as const
    await commit({
      statements: [store.save(tenantId, saved.fromTenants)],
      audit: [{ ...tenant, customerId, by: { tenantId, userId, userName }, data: { deviceAcceptance: saved } }],
    })
    return saved
  }

  /** Throws 403 without consent, with the same message for a tenant that doesn't exist. */
  async function requireAcceptance(tenantId: string, fromTenantId: string): Promise<void> {
    if ((await of(tenantId)).fromTenants.includes(fromTenantId)) return
    throw forbidden(
      'This tenant doesn’t accept devices from your tenant. Ask its administrator to add the ID of your tenant under “Devices from other tenants”.',
    )
  }

  return { get: (scope: Scope) => of(scope.tenantId), save, demand: requireAcceptance }
}
