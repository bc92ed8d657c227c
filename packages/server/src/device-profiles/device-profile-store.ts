/** Stores device profiles in the relational store. */

import type {
  DeviceProfile,
  DeviceProfileInfo,
  ProfileData,
  TransportType,
} from '@sonde/model/device-profiles/device-profile'
import { type EntityId, entityId, optionalEntityId, type TenantId, type Uuid } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { type RawBuilder, sql } from 'kysely'
import { entityPage } from '../storage/entity-page.ts'
import type { RelationalStore, Statement } from '../storage/relational.ts'
import type { DeviceProfileTable } from '../storage/schema.ts'

/** Sort columns. Texts are sorted by code point, so uppercase comes before lowercase. */
const sortColumns: Record<string, string | RawBuilder<unknown>> = {
  createdTime: sql.ref('created_time'),
  // By code point, as in ThingsBoard.
  name: sql.ref('name'),
  sortName: 'name',
  type: sql.ref('type'),
  transportType: sql.ref('transport_type'),
  description: 'description',
  isDefault: sql.ref('is_default'),
}

export type DeviceProfileStore = ReturnType<typeof createDeviceProfileStore>

export function createDeviceProfileStore(relational: RelationalStore) {
  const { build, dialect } = relational
  const ofTenant = (tenantId: TenantId) => build.selectFrom('device_profile').where('tenant_id', '=', tenantId)

  /** Throws 400 for an unknown sort property. */
  async function page(
    tenantId: TenantId,
    link: PageLink,
    transportType?: TransportType,
  ): Promise<PageData<DeviceProfile>> {
    let matching = ofTenant(tenantId).selectAll()
    if (transportType) matching = matching.where('transport_type', '=', transportType)
    return entityPage(relational, matching, {
      link,
      sortColumns,
      searchColumns: ['name'],
      idColumn: 'id',
      map: profileOf,
    })
  }

  async function find(tenantId: TenantId, id: Uuid<'DEVICE_PROFILE'>): Promise<DeviceProfile | undefined> {
    const row = await relational.first(ofTenant(tenantId).selectAll().where('id', '=', id))
    return row && profileOf(row)
  }

  async function findByName(tenantId: TenantId, name: string): Promise<DeviceProfile | undefined> {
    const row = await relational.first(ofTenant(tenantId).selectAll().where('name', '=', name))
    return row && profileOf(row)
  }

  /** Finds a profile of any tenant: provision keys are unique in the whole system. */
  async function findByProvisionKey(key: string): Promise<DeviceProfile | undefined> {
    const row = await relational.first(
      build.selectFrom('device_profile').selectAll().where('provision_device_key', '=', key),
    )
    return row && profileOf(row)
  }

  async function findDefault(tenantId: TenantId): Promise<DeviceProfile | undefined> {
    const row = await relational.first(ofTenant(tenantId).selectAll().where('is_default', '=', 1))
    return row && profileOf(row)
  }

  async function isUsed(id: string): Promise<boolean> {
    const row = await relational.first(
      build.selectFrom('device').select('id').where('device_profile_id', '=', id).limit(1),
    )
    return row !== undefined
  }

  /** Ids of the profile's devices, newest first. Of all profiles if `id` is null. */
  async function deviceIds(tenantId: TenantId, id: Uuid<'DEVICE_PROFILE'> | null, limit: number): Promise<string[]> {
    let query = build.selectFrom('device').select('id').where('tenant_id', '=', tenantId)
    if (id !== null) query = query.where('device_profile_id', '=', id)
    return (await relational.scan(query.orderBy('created_time', 'desc').limit(limit))).map((row) => row.id)
  }

  /** OTA packages for devices of the profile, which are deleted with it. */
  async function packageIds(id: string): Promise<EntityId[]> {
    const rows = await relational.scan(build.selectFrom('ota_package').select('id').where('device_profile_id', '=', id))
    return rows.map((row) => entityId('OTA_PACKAGE', row.id))
  }

  const insert = (profile: DeviceProfile): Statement =>
    relational.statement(build.insertInto('device_profile').values(rowOf(profile)), { expectRows: 1 })

  /** Updates the profile and, if it is renamed, the type of its devices. */
  function update(profile: DeviceProfile, isRenamed: boolean): Statement[] {
    const { id, tenant_id, created_time: _, ...values } = rowOf(profile)
    const statements = [
      relational.statement(
        build.updateTable('device_profile').set(values).where('id', '=', id).where('tenant_id', '=', tenant_id),
        { expectRows: 1 },
      ),
    ]
    if (isRenamed) {
      statements.push(
        relational.statement(
          build.updateTable('device').set({ type: profile.name }).where('device_profile_id', '=', id),
        ),
      )
    }
    return statements
  }

  const setDefault = (tenantId: TenantId, id: Uuid<'DEVICE_PROFILE'>): Statement[] => [
    relational.statement(
      build
        .updateTable('device_profile')
        .set({ is_default: 0 })
        .where('tenant_id', '=', tenantId)
        .where('id', '!=', id),
    ),
    relational.statement(
      build.updateTable('device_profile').set({ is_default: 1 }).where('tenant_id', '=', tenantId).where('id', '=', id),
      { expectRows: 1 },
    ),
  ]

  /** Deletes the profile and its packages. Fails if it has packages other than `packageIds`. */
  const remove = (tenantId: TenantId, id: Uuid<'DEVICE_PROFILE'>, packageIds: readonly string[]): Statement[] => [
    relational.statement(
      build.deleteFrom('relation').where((where) => where.or([where('from_id', '=', id), where('to_id', '=', id)])),
    ),
    relational.statement(
      build
        .deleteFrom('device_profile')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('is_default', '=', 0)
        // Guards against a device that was added after the check.
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('device').select('device.id').where('device.device_profile_id', '=', id))),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('ota_package')
                .select('ota_package.id')
                .where('ota_package.device_profile_id', '=', id)
                .where('ota_package.id', 'not in', dialect.idList(packageIds)),
            ),
          ),
        ),
      { expectRows: 1 },
    ),
  ]

  return {
    page,
    find,
    findByName,
    findByProvisionKey,
    findDefault,
    isUsed,
    deviceIds,
    packageIds,
    insert,
    update,
    setDefault,
    remove,
  }
}

export const profileInfoOf = (profile: DeviceProfile): DeviceProfileInfo => ({
  id: profile.id,
  name: profile.name,
  image: profile.image,
  defaultDashboardId: profile.defaultDashboardId,
  type: profile.type,
  transportType: profile.transportType,
})

export const profileOf = (row: DeviceProfileTable): DeviceProfile => ({
  id: entityId('DEVICE_PROFILE', row.id),
  createdTime: row.created_time,
  tenantId: entityId('TENANT', row.tenant_id),
  name: row.name,
  description: row.description,
  image: row.image,
  default: row.is_default === 1,
  type: 'DEFAULT',
  transportType: row.transport_type as DeviceProfile['transportType'],
  provisionType: row.provision_type as DeviceProfile['provisionType'],
  provisionDeviceKey: row.provision_device_key,
  defaultRuleChainId: optionalEntityId('RULE_CHAIN', row.default_rule_chain_id),
  defaultDashboardId: optionalEntityId('DASHBOARD', row.default_dashboard_id),
  defaultQueueName: row.default_queue_name,
  firmwareId: optionalEntityId('OTA_PACKAGE', row.firmware_id),
  softwareId: optionalEntityId('OTA_PACKAGE', row.software_id),
  profileData: JSON.parse(row.profile_data) as ProfileData,
})

const rowOf = (profile: DeviceProfile): DeviceProfileTable => ({
  id: profile.id.id,
  created_time: profile.createdTime,
  tenant_id: profile.tenantId.id,
  name: profile.name,
  description: profile.description,
  image: profile.image,
  is_default: profile.default ? 1 : 0,
  type: profile.type,
  transport_type: profile.transportType,
  provision_type: profile.provisionType,
  provision_device_key: profile.provisionDeviceKey,
  default_rule_chain_id: profile.defaultRuleChainId?.id ?? null,
  default_dashboard_id: profile.defaultDashboardId?.id ?? null,
  default_queue_name: profile.defaultQueueName,
  firmware_id: profile.firmwareId?.id ?? null,
  software_id: profile.softwareId?.id ?? null,
  profile_data: JSON.stringify(profile.profileData),
})
