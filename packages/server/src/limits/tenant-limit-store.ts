/** Reads the limits in the tenants' profiles from the relational store. */

import type { TenantId } from '@sonde/model/ids'
import type { RelationalStore } from '../storage/relational.ts'

export interface ProfileRow {
  readonly id: string
  readonly profile_data: string
  readonly limits: string
}

export function createTenantLimitStore(relational: RelationalStore) {
  const query = relational.build
    .selectFrom('tenant')
    .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
    .select(['tenant.id', 'tenant_profile.profile_data', 'tenant_profile.limits'])
  return {
    find: (tenantId: TenantId): Promise<ProfileRow | undefined> =>
      relational.first(query.where('tenant.id', '=', tenantId)),
    all: (): Promise<ProfileRow[]> => relational.all(query),
  }
}
