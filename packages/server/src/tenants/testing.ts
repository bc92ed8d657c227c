/** Tenants for tests that need their rows only: no services, no administrators, no limits of their own. */

import type { Insertable } from 'kysely'
import { newId } from '../ids.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { Schema } from '../storage/schema.ts'

type TenantRow = Insertable<Schema['tenant']>

/** Inserts tenants that share a new tenant profile. */
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
