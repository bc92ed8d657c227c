/** Dashboard configuration as visitors receive it. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namedEntities, visitorConfiguration } from './visitor-dashboard.ts'

const id = (end: string) => `5a2d7f4e-0000-4000-8000-00000000000${end}`
const one = (end: string) => ({ entityType: 'DEVICE', id: id(end) })
const [shown, hidden] = ['a', 'b'].map(id)
const isVisible = (entity: string) => entity === shown

const placed = { default: { name: 's', root: true, layouts: { main: { widgets: { w: {} } } } } }
const configuration = {
  description: 'For our technicians',
  widgets: {
    w: {
      config: {
        datasources: [{ entityAliasId: '1', filterId: 'hot-1' }],
        actions: { a: [{ customFunction: 'ctx.aliasController.getEntityAliasId("By name")' }] },
      },
    },
    spare: { config: { datasources: [{ entityAliasId: '3' }] } },
  },
  states: placed,
  entityAliases: {
    1: { alias: 'List', filter: { type: 'entityList', entityType: 'DEVICE', entityList: [shown, hidden] } },
    2: { alias: 'By name', filter: { type: 'singleEntity', singleEntity: one('b') } },
    3: { alias: 'Unused', filter: { type: 'entityType', entityType: 'ASSET' } },
  },
  filters: { 'hot-1': { filter: 'Hot', keyFilters: [] }, 'cold-1': { filter: 'Cold filter', keyFilters: [] } },
  timewindow: { realtime: {} },
}

test('widgets that are drawn, what they use, and no ids of what visitors cannot see', () => {
  assert.deepEqual(namedEntities(configuration), [one('a'), one('b'), one('b')])
  const { entityAliases, filters, widgets, ...rest } = visitorConfiguration(configuration, isVisible) as Record<
    string,
    Record<string, Record<string, unknown>>
  >
  assert.deepEqual(Object.keys(widgets ?? {}), ['w'])
  assert.deepEqual(Object.keys(filters ?? {}), ['hot-1'])
  assert.deepEqual(rest, { states: placed, timewindow: { realtime: {} } })
  assert.deepEqual(Object.values(entityAliases ?? {}), [
    {
      id: '1',
      alias: 'List',
      filter: { type: 'entityList', entityType: 'DEVICE', entityList: [shown], resolveMultiple: true },
    },
    { id: '2', alias: 'By name', filter: { type: 'singleEntity', singleEntity: null, resolveMultiple: false } },
  ])
})

test('old dashboards without states are drawn whole, with aliases of their own form', () => {
  const old = {
    widgets: [{ config: { datasources: [{ deviceAliasId: '7' }] } }],
    deviceAliases: { 7: { alias: 'Old', deviceId: hidden } },
  }
  const { widgets, deviceAliases } = visitorConfiguration(old, isVisible) as {
    widgets: unknown
    deviceAliases: Record<string, { filter: { entityList: unknown } }>
  }
  assert.deepEqual(widgets, old.widgets)
  assert.deepEqual(deviceAliases[7]?.filter.entityList, [])
})

test('what is no configuration stays what it is', () => {
  for (const odd of [null, 'text', 7, [1]]) assert.deepEqual(visitorConfiguration(odd, isVisible), odd)
  assert.deepEqual(namedEntities(null), [])
})
