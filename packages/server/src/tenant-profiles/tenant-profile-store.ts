/** Stores tenant profiles in the relational store. */

import { entityId } from '@sonde/model/ids'
import { type LimitValues, limitValuesFrom } from '@sonde/model/limits/limits'
import type { PageData, PageLink } from '@sonde/model/paging'
import {
  type ProfileConfiguration,
  type TenantProfile,
  withDefaults,
} from '@sonde/model/tenant-profiles/tenant-profile'
import { entityPage } from '../storage/entity-page.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { TenantProfileTable } from '../storage/schema.ts'

const sortColumns = {
  createdTime: 'created_time',
  name: 'name',
  description: 'description',
  isDefault: 'is_default',
  default: 'is_default',
}

export type TenantProfileStore = ReturnType<typeof createTenantProfileStore>

export function createTenantProfileStore(relational: RelationalStore) {
  const { build } = relational
  const profiles = build.selectFrom('tenant_profile').selectAll()

  async function find(id: string): Promise<TenantProfile | undefined> {
    const row = await relational.first(profiles.where('id', '=', id))
    return row && tenantProfileOf(row)
  }

  async function findDefault(): Promise<TenantProfile | undefined> {
    const row = await relational.first(profiles.where('is_default', '=', 1))
    return row && tenantProfileOf(row)
  }

  const page = (link: PageLink): Promise<PageData<TenantProfile>> =>
    entityPage(relational, profiles, {
      link,
      sortColumns,
      searchColumns: ['name'],
      idColumn: 'id',
      map: tenantProfileOf,
    })

  async function hasTenants(id: string): Promise<boolean> {
    const row = await relational.first(
      build.selectFrom('tenant').select('id').where('tenant_profile_id', '=', id).limit(1),
    )
    return row !== undefined
  }

  const insert = (profile: TenantProfile): Statement =>
    relational.statement(
      build.insertInto('tenant_profile').values({
        id: profile.id.id,
        created_time: profile.createdTime,
        is_default: profile.default ? 1 : 0,
        isolated_core: profile.isolatedTbCore ? 1 : 0,
        isolated_rule_engine: profile.isolatedTbRuleEngine ? 1 : 0,
        ...columnsOf(profile),
      }),
    )

  const update = (profile: TenantProfile): Statement =>
    relational.statement(build.updateTable('tenant_profile').set(columnsOf(profile)).where('id', '=', profile.id.id), {
      expectRows: 1,
    })

  /** Limit values that differ from the server's. Undefined if the profile doesn't exist. */
  async function findLimits(id: string): Promise<LimitValues | undefined> {
    const row = await relational.first(build.selectFrom('tenant_profile').select('limits').where('id', '=', id))
    return row && limitValuesFrom(JSON.parse(row.limits))
  }

  const updateLimits = (id: string, values: LimitValues): Statement =>
    relational.statement(
      build
        .updateTable('tenant_profile')
        .set({ limits: JSON.stringify(values) })
        .where('id', '=', id),
      { expectRows: 1 },
    )

  /** Keeps exactly one default profile. */
  const makeDefault = (id: string): Statement[] => [
    relational.statement(build.updateTable('tenant_profile').set({ is_default: 0 }).where('id', '!=', id)),
    relational.statement(build.updateTable('tenant_profile').set({ is_default: 1 }).where('id', '=', id), {
      expectRows: 1,
    }),
  ]

  /** Deletes a profile. Fails if it is the default or if a tenant uses it by now. */
  const remove = (id: string): Statement =>
    relational.statement(
      build
        .deleteFrom('tenant_profile')
        .where('id', '=', id)
        .where('is_default', '=', 0)
        .where(({ not, exists }) =>
          not(exists(build.selectFrom('tenant').select('tenant.id').where('tenant_profile_id', '=', id))),
        ),
      { expectRows: 1 },
    )

  return { find, findDefault, page, hasTenants, insert, update, findLimits, updateLimits, makeDefault, remove }
}

const columnsOf = ({ name, description, profileData }: TenantProfile) => ({
  name,
  description,
  profile_data: JSON.stringify(profileData),
})

function tenantProfileOf(row: Omit<TenantProfileTable, 'limits'>): TenantProfile {
  const data = JSON.parse(row.profile_data) as { readonly configuration?: ProfileConfiguration } | null
  return {
    id: entityId('TENANT_PROFILE', row.id),
    createdTime: row.created_time,
    name: row.name,
    description: row.description,
    isolatedTbCore: row.isolated_core === 1,
    isolatedTbRuleEngine: row.isolated_rule_engine === 1,
    profileData: { configuration: withDefaults(data?.configuration) },
    default: row.is_default === 1,
  }
}
