/** Tenants from which a tenant accepts devices, in the relational store. */

import type { TenantId } from '@sonde/model/ids'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export function createDeviceAcceptanceStore({ build, first, statement }: RelationalStore) {
  async function fromTenants(tenantId: TenantId): Promise<string[]> {
    const row = await first(
      build.selectFrom('device_acceptance').select('from_tenants').where('tenant_id', '=', tenantId),
    )
    return row ? (JSON.parse(row.from_tenants) as string[]) : []
  }

  function save(tenantId: TenantId, tenants: readonly string[]): Statement {
    const from_tenants = JSON.stringify(tenants)
    return statement(
      build
        .insertInto('device_acceptance')
        .values({ tenant_id: tenantId, from_tenants })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ from_tenants })),
    )
  }

  return { fromTenants, save }
}
