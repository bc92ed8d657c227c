/** A tenant's consent to devices from other tenants: none until its administrator names the tenants. */

import type { DeviceAcceptance } from '@sonde/model/devices/device-acceptance'
import { forbidden } from '@sonde/model/errors'
import { entityId } from '@sonde/model/ids'
import type { Scope } from '../access/scope.ts'
import type { Commit } from '../journal/commit.ts'
import type { RelationalStore } from '../storage/relational.ts'

export interface DeviceAcceptanceParts {
  readonly relational: RelationalStore
  readonly commit: Commit
}

export type DeviceAcceptances = ReturnType<typeof createDeviceAcceptances>

export function createDeviceAcceptances({ relational, commit }: DeviceAcceptanceParts) {
  const { build } = relational

  async function of(tenantId: string): Promise<DeviceAcceptance> {
    const row = await relational.first(
      build.selectFrom('device_acceptance').select('from_tenants').where('tenant_id', '=', tenantId),
    )
    return { fromTenants: row ? (JSON.parse(row.from_tenants) as string[]) : [] }
  }

  async function save(scope: Scope, { fromTenants }: DeviceAcceptance): Promise<DeviceAcceptance> {
    const { tenantId, customerId, userId, email: userName } = scope
    const saved = { fromTenants: [...new Set(fromTenants.map((id) => id.toLowerCase()))] }
    const from_tenants = JSON.stringify(saved.fromTenants)
    const tenant = { action: 'UPDATED', entity: entityId('TENANT', tenantId), entityName: '', tenantId } as const
    await commit({
      statements: [
        relational.statement(
          build
            .insertInto('device_acceptance')
            .values({ tenant_id: tenantId, from_tenants })
            .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ from_tenants })),
        ),
      ],
      audit: [{ ...tenant, customerId, userId, userName, data: { deviceAcceptance: saved } }],
    })
    return saved
  }

  /** Throws 403, in the same words for a tenant that does not exist. */
  async function demand(tenantId: string, fromTenantId: string): Promise<void> {
    if ((await of(tenantId)).fromTenants.includes(fromTenantId)) return
    throw forbidden(
      'This tenant does not accept devices from your tenant. Send its administrator the ID of your tenant, to be added to the tenants from which devices are accepted.',
    )
  }

  return { get: (scope: Scope) => of(scope.tenantId), save, demand }
}
