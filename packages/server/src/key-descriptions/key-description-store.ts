/**
 * Stores key descriptions in the relational store: one row per tenant, and one per device profile with descriptions.
 */

import type { CustomerId, TenantId, Uuid } from '@sonde/model/ids'
import type {
  KeyDescription,
  KeyDescriptions,
  ProfileKeyDescriptions,
} from '@sonde/model/key-descriptions/key-description'
import { sql } from 'kysely'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export type KeyDescriptionStore = ReturnType<typeof createKeyDescriptionStore>

/** Owner of descriptions: the tenant (for all entities) or a device profile. */
export type DescribedBy = { readonly tenantId: TenantId } | { readonly deviceProfileId: Uuid<'DEVICE_PROFILE'> }

const columnOf = (by: DescribedBy) => ('tenantId' in by ? 'tenant_id' : 'device_profile_id')
const idOf = (by: DescribedBy) => ('tenantId' in by ? by.tenantId : by.deviceProfileId)
const keysOf = (json: string) => JSON.parse(json) as KeyDescription[]

export function createKeyDescriptionStore({ build, dialect, first, scan, statement }: RelationalStore) {
  /** `customerId`: only profiles of the customer's devices. Null: all profiles. */
  async function ofTenant(tenantId: TenantId, customerId: CustomerId | null): Promise<KeyDescriptions> {
    let ofProfiles = build
      .selectFrom('key_description')
      .innerJoin('device_profile', 'device_profile.id', 'key_description.device_profile_id')
      .select(['device_profile.id', 'device_profile.name', 'key_description.keys'])
      .where('device_profile.tenant_id', '=', tenantId)
    if (customerId !== null) {
      ofProfiles = ofProfiles.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('device')
            .select('device.id')
            .where('device.tenant_id', '=', tenantId)
            .where('device.customer_id', '=', customerId)
            .whereRef('device.device_profile_id', '=', 'device_profile.id'),
        ),
      )
    }
    const common = await first(build.selectFrom('key_description').select('keys').where('tenant_id', '=', tenantId))
    // Rows are converted in the caller's time slices, because together they can have several MB.
    const profiles = await scan(
      ofProfiles.orderBy(dialect.sortKey(sql.ref('device_profile.name'))),
      ({ id, name, keys }): ProfileKeyDescriptions => ({
        deviceProfileId: id,
        deviceProfileName: name,
        keys: keysOf(keys),
      }),
    )
    return { keys: common ? keysOf(common.keys) : [], profiles }
  }

  /** Replaces all descriptions of the owner. */
  function save(by: DescribedBy, described: readonly KeyDescription[]): Statement {
    const column = columnOf(by)
    if (described.length === 0) return statement(build.deleteFrom('key_description').where(column, '=', idOf(by)))
    const keys = JSON.stringify(described)
    return statement(
      build
        .insertInto('key_description')
        .values({ tenant_id: null, device_profile_id: null, [column]: idOf(by), keys })
        .onConflict((conflict) => conflict.column(column).doUpdateSet({ keys })),
    )
  }

  return { ofTenant, save }
}
