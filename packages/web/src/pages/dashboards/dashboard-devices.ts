/**
 * Devices that a dashboard shows, and those that a customer can't see because they aren't assigned to it.
 *
 * Aliases that depend on the open state, or that show each viewer one of the viewer's own entities, have no fixed set of
 * devices and are left out. Key filters are ignored: what they match changes with the values.
 */

import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { EntityAlias } from '@sonde/model/dashboards/dashboard-configuration'
import { dashboardQuestions } from '@sonde/model/dashboards/dashboard-questions'
import { aliasQuery, resolveAlias } from '@sonde/model/dashboards/entity-aliases'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import type { Device } from '@sonde/model/devices/device'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { EntityData, EntityDataQuery } from '@sonde/model/entity-query/entity-query'
import { type EntityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'

/** Maximum devices that are checked. */
export const devicesMax = 500
/** Maximum filters that are queried. */
const filtersMax = 50
/** IDs per request: they are part of the URL. */
const idsPerCall = 100

export interface Viewer {
  readonly tenantId: string
  readonly customerId: string
}

export interface HiddenDevices {
  /** Number of devices that were checked. */
  readonly total: number
  /** Devices that aren't assigned to any customer. */
  readonly free: readonly Device[]
  /** Devices of other customers. */
  readonly taken: readonly Device[]
  /** Whether the dashboard shows more devices than were checked. */
  readonly isPartial: boolean
}

export interface DeviceReads {
  readonly find: (query: EntityDataQuery) => Promise<PageData<EntityData>>
  readonly byIds: (ids: readonly string[]) => Promise<readonly Device[]>
}

const deviceFilters: readonly EntityFilter['type'][] = ['deviceType', 'deviceSearchQuery', 'relationsQuery']

/** Whether the filter can match devices. */
function matchesDevices(filter: EntityFilter): boolean {
  switch (filter.type) {
    case 'singleEntity':
      return filter.singleEntity.entityType === 'DEVICE'
    case 'entityList':
    case 'entityName':
    case 'entityType':
      return filter.entityType === 'DEVICE'
    default:
      return deviceFilters.includes(filter.type)
  }
}

/** Entities of an alias for users of the customer; null if they aren't a fixed set. */
function filterOf(about: EntityAlias | EntityId, { tenantId, customerId }: Viewer): EntityFilter | null {
  if ('entityType' in about) return { type: 'singleEntity', singleEntity: about }
  const resolved = resolveAlias(about, {
    authority: 'CUSTOMER_USER',
    tenantId,
    customerId,
    userId: NIL_UUID,
    stateParams: {},
  })
  if (resolved.kind === 'unresolved' || resolved.usesState) return null
  const { filter, isOne } = resolved
  return isOne && filter.type !== 'singleEntity' && filter.type !== 'entityList' ? null : filter
}

/** Filters of the dashboard's widgets that match devices, each once. */
export function deviceFiltersOf({ configuration }: Pick<Dashboard, 'configuration'>, viewer: Viewer): EntityFilter[] {
  const normalized = normalizeConfiguration(configuration, { nowMs: 0, newId: () => crypto.randomUUID() })
  const filters = new Map<string, EntityFilter>()
  for (const { about } of dashboardQuestions(normalized).questions) {
    const filter = filterOf(about, viewer)
    if (filter && matchesDevices(filter)) filters.set(JSON.stringify(filter), filter)
  }
  return [...filters.values()]
}

export async function findHiddenDevices(
  dashboard: Pick<Dashboard, 'configuration'>,
  viewer: Viewer,
  { find, byIds }: DeviceReads,
): Promise<HiddenDevices> {
  const filters = deviceFiltersOf(dashboard, viewer)
  const ids = new Set<string>()
  let isPartial = filters.length > filtersMax
  for (const filter of filters.slice(0, filtersMax)) {
    const { data, hasNext } = await find(aliasQuery(filter, devicesMax))
    isPartial ||= hasNext
    for (const { entityId } of data) if (entityId.entityType === 'DEVICE') ids.add(entityId.id)
  }
  const checked = [...ids].slice(0, devicesMax)
  isPartial ||= ids.size > checked.length
  const devices: Device[] = []
  for (let at = 0; at < checked.length; at += idsPerCall) {
    devices.push(...(await byIds(checked.slice(at, at + idsPerCall))))
  }
  const hidden = devices.filter(({ customerId }) => customerId.id !== viewer.customerId)
  const [free, taken] = [true, false].map((isFree) =>
    hidden.filter(({ customerId }) => (customerId.id === NIL_UUID) === isFree),
  ) as [Device[], Device[]]
  return { total: devices.length, free, taken, isPartial }
}
