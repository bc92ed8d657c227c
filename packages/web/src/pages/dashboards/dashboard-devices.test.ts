import type { Device } from '@sonde/model/devices/device'
import type { EntityDataQuery } from '@sonde/model/entity-query/entity-query'
import { NIL_UUID } from '@sonde/model/ids'
import { expect, test } from 'vitest'
import { deviceFiltersOf, devicesMax, findHiddenDevices } from './dashboard-devices.ts'

const uuid = (at: number) => `6f8d5ad0-0000-4222-8333-${String(at).padStart(12, '0')}`
const viewer = { tenantId: uuid(900), customerId: uuid(901) }
const device = (at: number, customerId: string) =>
  ({ id: { entityType: 'DEVICE', id: uuid(at) }, name: `Pump ${at}`, customerId: { id: customerId } }) as Device

const single = (at: number, entityType = 'DEVICE') => ({
  type: 'singleEntity',
  singleEntity: { entityType, id: uuid(at) },
})

/** Dashboard with one widget per filter, and an alias that no widget uses. */
function dashboardOf(...filters: readonly object[]) {
  const aliasId = (at: number) => uuid(500 + at)
  const ids = filters.map((_, at) => [aliasId(at), uuid(600 + at)] as const)
  const unused = { id: uuid(700), alias: 'unused', filter: single(99) }
  return {
    configuration: {
      entityAliases: {
        [unused.id]: unused,
        ...Object.fromEntries(filters.map((filter, at) => [aliasId(at), { id: aliasId(at), alias: `a${at}`, filter }])),
      },
      widgets: Object.fromEntries(
        ids.map(([entityAliasId, id]) => [
          id,
          {
            id,
            typeAlias: 'x',
            type: 'latest',
            config: {
              datasources: [{ type: 'entity', entityAliasId, dataKeys: [{ name: 'level', type: 'timeseries' }] }],
            },
          },
        ]),
      ),
      states: {
        default: {
          root: true,
          layouts: {
            main: { widgets: Object.fromEntries(ids.map(([, id]) => [id, { row: 0, col: 0, sizeX: 1, sizeY: 1 }])) },
          },
        },
      },
    },
  }
}

test('fixed sets of devices count; other entities, states and one of the viewer’s own don’t', () => {
  const list = { type: 'entityList', entityType: 'DEVICE', entityList: [uuid(2)], resolveMultiple: true }
  const ofType = { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' }
  const owner = { entityType: 'CURRENT_USER_OWNER', id: '' }
  const below = { type: 'relationsQuery', rootEntity: owner, direction: 'FROM', filters: [], resolveMultiple: true }
  const filters = deviceFiltersOf(
    dashboardOf(
      single(1),
      single(1),
      single(3, 'ASSET'),
      list,
      { ...list, entityType: 'ASSET' },
      { ...ofType, resolveMultiple: true },
      { ...ofType, resolveMultiple: false },
      { type: 'stateEntity' },
      below,
    ),
    viewer,
  )
  expect(filters.map(({ type }) => type)).toEqual(['singleEntity', 'entityList', 'deviceType', 'relationsQuery'])
  expect(filters[3]).toMatchObject({ rootEntity: { entityType: 'CUSTOMER', id: viewer.customerId } })
})

test('devices without a customer and those of others are told apart; each counts once', async () => {
  const devices = [device(1, viewer.customerId), device(2, NIL_UUID), device(3, uuid(950))]
  const find = async ({ entityFilter }: EntityDataQuery) => {
    const ids = entityFilter.type === 'singleEntity' ? [uuid(2)] : [1, 2, 3].map(uuid)
    const data = ids.map((id) => ({ entityId: { entityType: 'DEVICE' as const, id }, latest: {}, timeseries: {} }))
    return { data, totalElements: data.length, totalPages: 1, hasNext: false }
  }
  const byIds = async (ids: readonly string[]) => devices.filter(({ id }) => ids.includes(id.id))
  const list = { type: 'entityList', entityType: 'DEVICE', entityList: [1, 2, 3].map(uuid), resolveMultiple: true }
  const found = await findHiddenDevices(dashboardOf(single(2), list), viewer, { find, byIds })
  expect(found).toEqual({ total: 3, free: [devices[1]], taken: [devices[2]], isPartial: false })
})

test('of very many devices, a bounded number is checked in portions', async () => {
  const portions: number[] = []
  const find = async ({ pageLink }: EntityDataQuery) => {
    const data = Array.from({ length: pageLink.pageSize }, (_, at) => ({
      entityId: { entityType: 'DEVICE' as const, id: uuid(at) },
      latest: {},
      timeseries: {},
    }))
    return { data, totalElements: 10_000, totalPages: 20, hasNext: true }
  }
  const byIds = async (ids: readonly string[]) => {
    portions.push(ids.length)
    return ids.map((_, at) => device(at, NIL_UUID))
  }
  const all = { type: 'entityType', entityType: 'DEVICE', resolveMultiple: true }
  const found = await findHiddenDevices(dashboardOf(all), viewer, { find, byIds })
  expect([found.total, found.free.length, found.isPartial]).toEqual([devicesMax, devicesMax, true])
  expect(portions).toEqual([100, 100, 100, 100, 100])
})
