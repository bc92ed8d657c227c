/** Lists of devices, with what stands beside a device: its customer, and whether it is active. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { sql } from 'kysely'
import { createEntityList, type EntityListOf, type ListDeps, type ListFilter } from '../entity-query/entity-list.ts'
import type { DeviceTable } from '../storage/schema.ts'
import { deviceOf } from './device-rows.ts'

/** What lists of devices are narrowed by besides the type. */
export interface DeviceNarrowing {
  readonly deviceProfileId?: string | undefined
  readonly active?: boolean | undefined
}
export type DeviceFilter = Omit<ListFilter, 'own'> & DeviceNarrowing

interface DeviceInfoRow extends DeviceTable {
  active: string | null
}

/** Of the pages of devices that are kept. */
const cachedBytesMax = 16 * 1024 * 1024

const active = sql<string | null>`(select attribute.value from attribute
  where attribute.entity_id = x.id and attribute.scope = 'SERVER_SCOPE' and attribute.key = 'active')`

export type DeviceList = ReturnType<typeof createDeviceList>

export function createDeviceList(deps: ListDeps) {
  const { relational } = deps

  /** A profile is as good as its name, which is its devices' type; undefined where it is not one type. */
  const requestedType: EntityListOf<DeviceInfoRow, DeviceInfo>['requestedType'] = async (requested) => {
    const { tenantId, type, deviceProfileId } = requested
    if (requested.active !== null) return undefined
    if (typeof deviceProfileId !== 'string') return type
    const profile = await relational.first(
      relational.build
        .selectFrom('device_profile')
        .select('name')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', deviceProfileId),
    )
    return profile && (type ?? profile.name) === profile.name ? profile.name : undefined
  }

  const { page, findInfo } = createEntityList<DeviceInfoRow, DeviceInfo>(deps, {
    table: 'device',
    entityType: 'DEVICE',
    many: 'Devices',
    texts: ['name', 'label', 'type'],
    // A device's type is its profile's name.
    orders: { deviceProfileName: { column: 'x.type', inMemory: 'type' } },
    own: {
      deviceProfileId: { on: (value) => sql`x.device_profile_id = ${value}`, isColumn: true },
      active: { on: (value) => sql`(coalesce(${active}, 'false') = 'true') = ${value}`, isColumn: false },
    },
    requestedType,
    beside: { active },
    attributes: ['active'],
    cachedBytesMax,
    of: (row) => ({
      ...deviceOf(row),
      customerTitle: row.customer_id === NIL_UUID ? null : row.customer_title,
      customerIsPublic: row.customer_is_public === 1,
      deviceProfileName: row.type,
      active: row.active === 'true',
    }),
  })

  return {
    /** Others may hold the same page: it is not to be changed. Throws 400 for an unknown sort property. */
    page: (
      { deviceProfileId, active: isActive, ...filter }: DeviceFilter,
      link: PageLink,
    ): Promise<PageData<DeviceInfo>> =>
      page(
        {
          ...filter,
          own: { deviceProfileId: deviceProfileId || null, active: isActive === undefined ? null : Number(isActive) },
        },
        link,
      ),
    findInfo,
  }
}
