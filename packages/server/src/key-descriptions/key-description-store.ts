/** Descriptions of keys in the relational store: one row of a tenant, one of each device profile that has any. */

import type { CustomerId, TenantId, Uuid } from '@sonde/model/ids'
import type {
  KeyDescription,
  KeyDescriptions,
  ProfileKeyDescriptions,
} from '@sonde/model/key-descriptions/key-description'
import type { RelationalStore, Statement } from '../storage/relational.ts'

export type KeyDescriptionStore = ReturnType<typeof createKeyDescriptionStore>

/** Whose keys are described: the tenant's, for all entities, or a device profile's. */
export type DescribedBy = { readonly tenantId: TenantId } | { readonly deviceProfileId: Uuid<'DEVICE_PROFILE'> }

const columnOf = (by: DescribedBy) => ('tenantId' in by ? 'tenant_id' : 'device_profile_id')
const idOf = (by: DescribedBy) => ('tenantId' in by ? by.tenantId : by.deviceProfileId)
const keysOf = (json: string) => JSON.parse(json) as KeyDescription[]

export function createKeyDescriptionStore({ build, first, scan, statement }: RelationalStore) {
  /** `customerId`: only of profiles that the customer has devices of; null: of all. */
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
    // Made of each row in the turns of the caller: together they may have some MB.
    const profiles = await scan(
      ofProfiles.orderBy('device_profile.name'),
      ({ id, name, keys }): ProfileKeyDescriptions => ({
        deviceProfileId: id,
        deviceProfileName: name,
        keys: keysOf(keys),
      }),
    )
    return { keys: common ? keysOf(common.keys) : [], profiles }
  }

  /** Replaces all of them. */
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
