import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../dashboard-configuration.ts'
import { type Command, cellsOf } from './commands.ts'
import { type EditableDashboard, editableDashboard } from './editable-dashboard.ts'
import * as items from './widget-item.ts'

const main = { stateId: 'default', layoutId: 'main' } as const
const details = { stateId: 'details', layoutId: 'main' } as const

let made = 0
const newId = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

const pumpId = newId()
const tankId = newId()
const aliasId = newId()
const filterId = newId()
const single = (id: string) => ({
  type: 'singleEntity',
  resolveMultiple: false,
  singleEntity: { entityType: 'DEVICE', id },
})
const keyFilters = [{ key: { type: 'ATTRIBUTE', key: 'active' }, valueType: 'BOOLEAN', predicates: [] }]

const dashboardOf = (configuration: JsonObject, id = 'd') =>
  editableDashboard(
    {
      id: { entityType: 'DASHBOARD', id },
      createdTime: 0,
      tenantId: { entityType: 'TENANT', id: 't' },
      title: 'Pumps',
      name: 'Pumps',
      image: null,
      assignedCustomers: null,
      mobileHide: false,
      mobileOrder: null,
      configuration,
    },
    newId,
  )

const chart = {
  id: 'a',
  typeAlias: 'basic_timeseries',
  type: 'timeseries',
  unknownKey: [1],
  config: {
    title: 'Flow',
    datasources: [
      { type: 'function', dataKeys: [] },
      { type: 'entity', entityAliasId: aliasId, filterId, dataKeys: [] },
    ],
    targetDeviceAliasIds: [aliasId],
    alarmSource: { type: 'entity', entityAliasId: aliasId, filterId, dataKeys: [] },
  },
}

const layout = (widgets: JsonObject, columns: number) => ({ main: { widgets, gridSettings: { columns } } })

const source = dashboardOf({
  widgets: { a: chart, b: { config: { title: 'Text' } } },
  states: {
    default: {
      name: 'Start',
      root: true,
      layouts: layout({ a: { sizeX: 8, sizeY: 5, row: 2, col: 4 }, b: { sizeX: 4, sizeY: 3, row: 2, col: 12 } }, 24),
    },
    details: { name: 'Details', root: false, layouts: layout({}, 24) },
  },
  entityAliases: { [aliasId]: { id: aliasId, alias: 'Pump', filter: single(pumpId) } },
  filters: { [filterId]: { id: filterId, filter: 'Active', editable: false, keyFilters } },
})

const emptyWith = (parts: JsonObject, columns = 24) =>
  dashboardOf(
    { widgets: {}, states: { default: { name: 'Start', root: true, layouts: layout({}, columns) } }, ...parts },
    'other',
  )

const item = (ids: readonly string[] = ['a']): items.WidgetItem => {
  const json = items.widgetItemOf(source, main, ids)
  const read = items.readWidgetItem(JSON.parse(JSON.stringify(json)))
  assert.ok(read)
  assert.deepEqual(read, json)
  return read
}

const paste = (to: EditableDashboard, one: items.WidgetItem, at: items.PasteCell = null): EditableDashboard => {
  const command = items.pasteWidgets(main, one, at, ['new', 'second'], newId)
  const after = command.apply(to)
  assert.deepEqual(command.apply(to), after)
  return after
}

test('an item holds what its widget refers to', () => {
  assert.deepEqual(item(), {
    widget: chart,
    aliasesInfo: {
      datasourceAliases: { 1: { alias: 'Pump', filter: single(pumpId) } },
      targetDeviceAliases: { 0: { alias: 'Pump', filter: single(pumpId) } },
      alarmSourceAlias: { alias: 'Pump', filter: single(pumpId) },
    },
    filtersInfo: {
      datasourceFilters: { 1: { filter: 'Active', keyFilters, editable: false } },
      alarmSourceFilter: { filter: 'Active', keyFilters, editable: false },
    },
    originalSize: { sizeX: 8, sizeY: 5 },
    originalColumns: 24,
  })
  assert.equal(items.widgetItemOf(source, main, ['missing']), null)
})

test('equal aliases and filters are reused, whatever their names and the order of their members', () => {
  const { singleEntity, ...rest } = single(pumpId)
  const before = emptyWith({
    entityAliases: { [tankId]: { id: tankId, alias: 'My pump', filter: { singleEntity, ...rest } } },
    filters: { f: { id: 'f', filter: 'On', editable: true, keyFilters } },
  })
  const { configuration } = paste(before, item())
  assert.equal(configuration.entityAliases, before.configuration.entityAliases)
  assert.equal(configuration.filters, before.configuration.filters)
  const { new: widget } = configuration.widgets as Record<string, typeof chart>
  assert.equal(widget?.id, 'new')
  assert.deepEqual(widget?.unknownKey, [1])
  assert.deepEqual(widget?.config.datasources[0], chart.config.datasources[0])
  assert.deepEqual(
    [widget?.config.datasources[1], widget?.config.alarmSource].map((one) => [one?.entityAliasId, one?.filterId]),
    [
      [tankId, 'f'],
      [tankId, 'f'],
    ],
  )
  assert.deepEqual(widget?.config.targetDeviceAliasIds, [tankId])
})

test('other aliases and filters are added once, under unique names', () => {
  const before = emptyWith({
    entityAliases: {
      [tankId]: { id: tankId, alias: 'Pump', filter: single(tankId) },
      [pumpId]: { id: pumpId, alias: 'Pump 2', filter: { type: 'entityType', resolveMultiple: true } },
    },
    filters: { f: { id: 'f', filter: 'Active', editable: true, keyFilters: [] } },
  })
  const { configuration } = paste(before, item())
  const aliases = Object.values(configuration.entityAliases as Record<string, { alias: string; id: string }>)
  assert.deepEqual(
    aliases.map(({ alias }) => alias),
    ['Pump', 'Pump 2', 'Pump 3'],
  )
  const filters = Object.values(configuration.filters as Record<string, { filter: string; editable: boolean }>)
  assert.deepEqual(
    filters.map(({ filter, editable }) => [filter, editable]),
    [
      ['Active', true],
      ['Active 2', false],
    ],
  )
  const { new: widget } = configuration.widgets as Record<string, typeof chart>
  assert.equal(widget?.config.datasources[1]?.entityAliasId, aliases[2]?.id)
})

test('sizes keep their share of the width; several widgets keep their arrangement', () => {
  assert.deepEqual(cellsOf(paste(emptyWith({}, 48), item()), main).get('new'), {
    row: 0,
    col: 0,
    sizeX: 16,
    sizeY: 10,
  })
  assert.deepEqual(cellsOf(paste(emptyWith({}, 10), item()), main).get('new')?.sizeX, 3)
  const both = paste(emptyWith({}), item(['a', 'b']), { row: 3, col: 2 })
  assert.deepEqual(cellsOf(both, main).get('new'), { row: 3, col: 2, sizeX: 8, sizeY: 5 })
  assert.deepEqual(cellsOf(both, main).get('second'), { row: 3, col: 10, sizeX: 4, sizeY: 3 })
  const there = paste(source, item(), { row: 2, col: 4 })
  assert.equal(cellsOf(there, main).get('a')?.row, 7)
})

test('a reference is pasted once into another state of the same dashboard, and replaced by a copy', () => {
  const reference = items.readWidgetReference(
    JSON.parse(JSON.stringify(items.widgetReferenceOf(source, main, ['a', 'b']))),
  )
  assert.ok(reference)
  assert.equal(reference.sourceState, 'default')
  const run = (before: EditableDashboard, command: Command) => command.apply(before)
  assert.equal(run(source, items.pasteReferences(source, main, reference, null)), source)
  const other = emptyWith({})
  assert.equal(run(other, items.pasteReferences(other, main, reference, null)), other)

  const shown = run(source, items.pasteReferences(source, details, reference, null))
  assert.equal(shown.configuration.widgets, source.configuration.widgets)
  assert.deepEqual([...cellsOf(shown, details).keys()], ['a', 'b'])
  assert.equal(cellsOf(shown, details).get('b')?.col, 8)
  assert.equal(items.placesOf(shown, 'a'), 2)

  assert.equal(run(source, items.replaceReference(source, main, 'a', 'new')), source)
  const replaced = run(shown, items.replaceReference(shown, details, 'a', 'new'))
  assert.deepEqual([...cellsOf(replaced, details).keys()], ['new', 'b'])
  assert.equal(items.placesOf(replaced, 'a'), 1)
  assert.deepEqual((replaced.configuration.widgets as Record<string, unknown>).new, { ...chart, id: 'new' })
})

test('what is no widget is not read; missing parts have defaults', () => {
  for (const json of [null, [], 'text', {}, { widget: {} }, { widget: { config: [] } }]) {
    assert.equal(items.readWidgetItem(json), null)
    assert.equal(items.readWidgetReference(json), null)
  }
  const bare = items.readWidgetItem({ widget: { sizeX: 5, config: { title: 'Bare' } }, originalColumns: -1 })
  assert.ok(bare)
  assert.deepEqual([bare.originalSize, bare.originalColumns], [{ sizeX: 5, sizeY: 6 }, 24])
  assert.deepEqual(cellsOf(paste(emptyWith({}), bare), main).get('new'), { row: 0, col: 0, sizeX: 5, sizeY: 6 })
})

test('aliases of an item can be replaced before it is pasted', () => {
  const aliases = items.itemAliases(item())
  assert.deepEqual(Object.values(aliases), [{ alias: 'Pump', filter: single(pumpId) }])
  const changed = Object.fromEntries(
    Object.keys(aliases).map((key) => [key, { alias: 'Pump', filter: single(tankId) }]),
  )
  const { configuration } = paste(emptyWith({}), items.withItemAliases(item(), changed))
  const [alias] = Object.values(configuration.entityAliases as Record<string, { filter: unknown }>)
  assert.deepEqual(alias?.filter, single(tankId))
})
