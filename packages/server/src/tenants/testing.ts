/** Tenant rows for tests: no services, administrators or limits. */

import type { Insertable } from 'kysely'
import { newId } from '../ids.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { Schema } from '../storage/schema.ts'

type TenantRow = Insertable<Schema['tenant']>

/** Contact columns of a tenant or customer without an address. */
export const noContact = {
  country: null,
  state: null,
  city: null,
  address: null,
  address2: null,
  zip: null,
  phone: null,
  email: null,
}

/** Inserts tenants that share one new tenant profile. */
export function tenantRows(
  { build, statement }: Pick<RelationalStore, 'build' | 'statement'>,
  tenants: readonly (Pick<TenantRow, 'id'> & Partial<TenantRow>)[],
  profileConfiguration?: object,
): Statement[] {
  const profileId = newId()
  const profile = {
    id: profileId,
    created_time: 1,
    name: profileId,
    is_default: 0,
    isolated_core: 0,
    isolated_rule_engine: 0,
    profile_data: JSON.stringify(profileConfiguration ? { configuration: profileConfiguration } : {}),
  }
  const rows = tenants.map((row) => ({ created_time: 1, title: row.id, tenant_profile_id: profileId, ...row }))
  return [
    statement(build.insertInto('tenant_profile').values(profile)),
    statement(build.insertInto('tenant').values(rows)),
  ]
}

export interface BareDevice {
  readonly id: string
  readonly tenantId: string
  readonly customerId: string
}

/** Inserts a device row with the tenant's only device profile. */
export async function bareDevice(
  relational: RelationalStore,
  { id, tenantId, customerId }: BareDevice,
): Promise<Statement> {
  const { build, statement, first } = relational
  const profile = await first(build.selectFrom('device_profile').select('id').where('tenant_id', '=', tenantId))
  return statement(
    build.insertInto('device').values({
      id,
      created_time: 1,
      tenant_id: tenantId,
      customer_id: customerId,
      device_profile_id: profile?.id ?? '',
      name: 'd',
      type: 'default',
      device_data: '{}',
    }),
  )
}
