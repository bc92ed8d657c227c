/** Stores tenants and reads their profiles in the relational store. */

import { parseJson } from '@sonde/model/exact-json'
import { type EntityId, type EntityType, entityId, entityTypes, type TenantId } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import type { Tenant, TenantInfo } from '@sonde/model/tenants/tenant'
import { contactColumnNames, contactColumns, contactOf } from '../customers/contact-columns.ts'
import { entityDescriptors, typesOfTenants } from '../entities/entity-descriptors.ts'
import { entityPage } from '../storage/entity-page.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { TenantTable } from '../storage/schema.ts'

const sortColumns = {
  createdTime: 'tenant.created_time',
  title: 'tenant.title',
  name: 'tenant.title',
  ...contactColumnNames('tenant'),
  tenantProfileName: 'tenant_profile.name',
}

/** Types of which a tenant may have very many entities, in the order of their deletion. */
const numerous = (['first', 'second'] as const).flatMap((turn) =>
  entityTypes.filter((type) => entityDescriptors[type].removal === turn),
)

/** Maximum rows deleted per commit. */
export const removedAtOnce = 500

export type TenantStore = ReturnType<typeof createTenantStore>

export function createTenantStore(relational: RelationalStore) {
  const { build } = relational
  const infos = build
    .selectFrom('tenant')
    .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
    .selectAll('tenant')
    .select('tenant_profile.name as profile_name')

  async function find(id: string): Promise<TenantInfo | undefined> {
    const row = await relational.first(infos.where('tenant.id', '=', id))
    return row && tenantInfoOf(row)
  }

  const page = (link: PageLink): Promise<PageData<TenantInfo>> =>
    entityPage(relational, infos, {
      link,
      sortColumns,
      searchColumns: ['tenant.title'],
      idColumn: 'tenant.id',
      map: tenantInfoOf,
    })

  /** Undefined if the profile doesn't exist. */
  async function findProfile(id: string): Promise<{ readonly isIsolated: boolean } | undefined> {
    const row = await relational.first(
      build.selectFrom('tenant_profile').select(['isolated_core', 'isolated_rule_engine']).where('id', '=', id),
    )
    return row && { isIsolated: row.isolated_core === 1 || row.isolated_rule_engine === 1 }
  }

  async function defaultProfileId(): Promise<string | undefined> {
    return (await relational.first(build.selectFrom('tenant_profile').select('id').where('is_default', '=', 1)))?.id
  }

  const insertDefaultProfile = (id: string, nowMs: number, profileData: unknown): Statement =>
    relational.statement(
      build.insertInto('tenant_profile').values({
        id,
        created_time: nowMs,
        name: 'Default',
        description: 'Default tenant profile',
        is_default: 1,
        isolated_core: 0,
        isolated_rule_engine: 0,
        profile_data: JSON.stringify(profileData),
      }),
    )

  const insert = (tenant: Tenant): Statement =>
    relational.statement(
      build
        .insertInto('tenant')
        .values({ id: tenant.id.id, created_time: tenant.createdTime, region: tenant.region, ...columnsOf(tenant) }),
    )

  const update = (tenant: Tenant): Statement =>
    relational.statement(build.updateTable('tenant').set(columnsOf(tenant)).where('id', '=', tenant.id.id), {
      expectRows: 1,
    })

  // Cast for the types only: every table has the columns used here.
  const tableOf = (entityType: EntityType) => entityDescriptors[entityType].table as 'device'
  const idsOf = (entityType: EntityType, tenantId: TenantId) =>
    build.selectFrom(tableOf(entityType)).select('id').where('tenant_id', '=', tenantId)

  /** Ids of all entities of the tenant, except alarms, for which no component needs change events. */
  async function belongings(id: string): Promise<EntityId[]> {
    const found: EntityId[] = []
    for (const entityType of typesOfTenants) {
      if (entityType === 'ALARM') continue
      const rows = await relational.scan(idsOf(entityType, id))
      for (const row of rows) found.push(entityId(entityType, row.id))
    }
    return found
  }

  /** A batch of the tenant's entities of a numerous type. Empty if there are no more. */
  async function someBelongings(id: string): Promise<EntityId[]> {
    for (const entityType of numerous) {
      const rows = await relational.scan(idsOf(entityType, id).limit(removedAtOnce))
      if (rows.length > 0) return rows.map((row) => entityId(entityType, row.id))
    }
    return []
  }

  /** Deletes the given entities, all of one type, with their attributes and relations. */
  function removeSome(entities: readonly EntityId[]): Statement[] {
    const [first] = entities
    if (!first) return []
    const ids = entities.map((entity) => entity.id)
    return [
      build.deleteFrom('relation').where('from_id', 'in', ids),
      build.deleteFrom('relation').where('to_id', 'in', ids),
      build.deleteFrom('attribute').where('entity_id', 'in', ids),
      build.deleteFrom(tableOf(first.entityType)).where('id', 'in', ids),
    ].map((query) => relational.statement(query))
  }

  /**
   * Deletes up to `removedAtOnce` of the tenant's alarms, dead letters, audit log entries and dashboard versions. Repeat
   * until no rows change.
   */
  const removeSomeEntries = (id: string): Statement[] =>
    (['alarm', 'audit_log', 'dead_letter', 'dashboard_version'] as const).map((table) => {
      const some = build.selectFrom(table).select('id').where('tenant_id', '=', id).limit(removedAtOnce)
      return relational.statement(build.deleteFrom(table).where('id', 'in', some))
    })

  /** Deletes the tenant and everything it owns. */
  function remove(id: string): Statement[] {
    const relations = typesOfTenants.flatMap((entityType) => {
      const ids = idsOf(entityType, id)
      return [
        build.deleteFrom('relation').where('from_id', 'in', ids),
        build.deleteFrom('relation').where('to_id', 'in', ids),
      ]
    })
    const rest = [
      build.deleteFrom('relation').where((where) => where.or([where('from_id', '=', id), where('to_id', '=', id)])),
      build
        .deleteFrom('attribute')
        .where((where) => where.or([where('tenant_id', '=', id), where('entity_id', '=', id)])),
      build.deleteFrom('admin_settings').where('tenant_id', '=', id),
      build.deleteFrom('audit_log').where('tenant_id', '=', id),
      build.deleteFrom('resource').where('tenant_id', '=', id),
      // Also deletes their widget types.
      build.deleteFrom('widgets_bundle').where('tenant_id', '=', id),
      build.deleteFrom('user').where('tenant_id', '=', id),
      // Before the device profiles, which they reference.
      build.deleteFrom('device').where('tenant_id', '=', id),
    ]
    return [
      ...[...relations, ...rest].map((query) => relational.statement(query)),
      relational.statement(build.deleteFrom('tenant').where('id', '=', id), { expectRows: 1 }),
    ]
  }

  return {
    find,
    page,
    findProfile,
    defaultProfileId,
    insertDefaultProfile,
    insert,
    update,
    belongings,
    someBelongings,
    removeSome,
    removeSomeEntries,
    remove,
  }
}

const columnsOf = (tenant: Tenant) => ({
  title: tenant.title,
  tenant_profile_id: tenant.tenantProfileId.id,
  additional_info: tenant.additionalInfo === null ? null : JSON.stringify(tenant.additionalInfo),
  ...contactColumns(tenant),
})

const tenantInfoOf = (row: TenantTable & { readonly profile_name: string }): TenantInfo => ({
  id: entityId('TENANT', row.id),
  createdTime: row.created_time,
  additionalInfo: row.additional_info === null ? null : (parseJson(row.additional_info) as unknown),
  ...contactOf(row),
  title: row.title,
  region: 'Global',
  tenantProfileId: entityId('TENANT_PROFILE', row.tenant_profile_id),
  tenantProfileName: row.profile_name,
  name: row.title,
})
