/** Lists of devices with their customer and whether they are active. */

import type { DeviceInfo } from '@sonde/model/devices/device'
import { NIL_UUID } from '@sonde/model/ids'
import type { PageData, PageLink } from '@sonde/model/paging'
import { sql } from 'kysely'
import { createEntityList, type EntityListOf, type ListDeps, type ListFilter } from '../entity-query/entity-list.ts'
import type { DeviceTable } from '../storage/schema.ts'
import { deviceOf } from './device-rows.ts'

/** Filters of device lists besides the type. */
export interface DeviceNarrowing {
  readonly deviceProfileId?: string | undefined
  readonly active?: boolean | undefined
}
export type DeviceFilter = Omit<ListFilter, 'own'> & DeviceNarrowing

interface DeviceInfoRow extends DeviceTable {
  active: string | null
}

/** Maximum bytes of cached pages of devices. */
const cachedBytesMax = 16 * 1024 * 1024

const active = sql<string | null>`(select attribute.value from attribute
  where attribute.entity_id = x.id and attribute.scope = 'SERVER_SCOPE' and attribute.key = 'active')`

export type DeviceList = ReturnType<typeof createDeviceList>

export function createDeviceList(deps: ListDeps) {
  const { relational } = deps

  /**
   * Maps a profile filter to its name, which is the type of its devices; undefined if the request doesn't amount to one
   * type.
   */
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
    // The type of a device is the name of its profile.
    orders: { deviceProfileName: { column: 'x.type', isText: true, inMemory: 'type' } },
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
    /** Returns a page that other requests may share: don't modify it. Throws 400 for an unknown sort property. */
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
