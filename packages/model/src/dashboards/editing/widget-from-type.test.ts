import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WidgetKind } from '../dashboard-configuration.ts'
import { cellsOf } from './commands.ts'
import { editableDashboard } from './editable-dashboard.ts'
import {
  addFromType,
  type EntityKey,
  fittingKeys,
  type LibraryType,
  suggestedTypes,
  type ValueKind,
  type WidgetSource,
  widgetFromType,
} from './widget-from-type.ts'

const main = { stateId: 'default', layoutId: 'main' } as const
const random = () => 0.5

const typeOf = (name: string, kind: WidgetKind, descriptor: object = {}): LibraryType => {
  const [bundleAlias = '', alias = ''] = name.split('.')
  return {
    isSystem: true,
    bundleAlias,
    alias,
    name: 'Chart',
    descriptor: {
      type: kind,
      sizeX: 8,
      sizeY: 5,
      defaultConfig: JSON.stringify({ title: 'x', showLegend: true, datasources: [{ type: 'function' }] }),
      ...descriptor,
    },
  }
}

const key = (name: string, value: ValueKind, type: EntityKey['type'] = 'timeseries'): EntityKey => ({
  name,
  type,
  value,
})

const keys = [
  key('state', 'text'),
  key('on', 'flag'),
  key('level', 'number'),
  key('flow', 'number'),
  key('latitude', 'number', 'attribute'),
  key('longitude', 'number', 'attribute'),
  key('model', 'text', 'attribute'),
]

const id = '00000000-0000-4000-8000-000000000001'
const filter = { type: 'singleEntity', resolveMultiple: false, singleEntity: { entityType: 'DEVICE', id } }
const source: WidgetSource = { name: 'Tank', alias: { alias: 'Tank', filter }, entityType: 'DEVICE', keys }

const chart = typeOf('charts.basic_timeseries', 'timeseries')

const namesFor = (type: LibraryType) => fittingKeys(type, keys).map(({ name }) => name)

test('keys suit the kind and the limits of a type', () => {
  assert.deepEqual(namesFor(chart), ['level', 'flow'])
  assert.deepEqual(namesFor(typeOf('charts.state_chart', 'timeseries')), ['state', 'on', 'level', 'flow'])
  assert.deepEqual(namesFor(typeOf('digital_gauges.simple_gauge_justgage', 'latest')), ['level'])
  assert.deepEqual(namesFor(typeOf('cards.simple_card', 'latest')), ['level'])
  assert.deepEqual(namesFor(typeOf('maps_v2.openstreetmap', 'latest')), ['latitude', 'longitude'])
  assert.deepEqual(namesFor(typeOf('maps_v2.route_map', 'timeseries')), [])
  assert.deepEqual(namesFor(typeOf('input_widgets.update_string_attribute', 'latest')).length, 1)
  assert.deepEqual(namesFor(typeOf('control_widgets.switch_control', 'rpc')), [])
  const script = 'self.typeParameters = function() { return { maxDatasources: 1, maxDataKeys: 3 } }'
  assert.equal(namesFor(typeOf('own.mine', 'latest', { controllerScript: script })).length, 3)
  assert.equal(namesFor(typeOf('own.mine', 'latest', { typeParameters: { maxDataKeys: 2 } })).length, 2)
})

test('suggestions suit the keys', () => {
  const all = [
    'maps_v2.openstreetmap',
    'charts.basic_timeseries',
    'cards.attributes_card',
    'alarm_widgets.alarms_table',
  ]
  const types = all.map((name) => typeOf(name, 'latest'))
  const suggest = (of: WidgetSource) => suggestedTypes(types, of).map(({ alias }) => alias)
  assert.deepEqual(suggest(source), ['openstreetmap', 'basic_timeseries', 'attributes_card', 'alarms_table'])
  assert.deepEqual(suggest({ ...source, keys: [], entityType: 'CUSTOMER' }), [])
})

test('without an entity the widget has no data, and the rest of the defaults', () => {
  const widget = widgetFromType(chart, { title: 'New Chart', source: null, aliasId: null, random })
  assert.deepEqual(widget, {
    isSystemType: true,
    bundleAlias: 'charts',
    typeAlias: 'basic_timeseries',
    type: 'timeseries',
    title: 'Chart',
    sizeX: 8,
    sizeY: 5,
    row: 0,
    col: 0,
    config: { title: 'New Chart', showLegend: true, datasources: [] },
  })
  const broken = typeOf('own.broken', 'static', { defaultConfig: '{' })
  assert.deepEqual(widgetFromType(broken, { title: 'New', source: null, aliasId: null, random }).config, {
    title: 'New',
    datasources: [],
  })
})

test('alarm widgets keep their columns, controls get their device', () => {
  const dataKeys = [{ name: 'severity', type: 'alarm' }]
  const table = typeOf('alarm_widgets.alarms_table', 'alarm', {
    defaultConfig: JSON.stringify({ alarmSource: { type: 'function', name: 'alarm', dataKeys } }),
  })
  const given = { title: 'Tank', source, aliasId: 'alias', random }
  assert.deepEqual(widgetFromType(table, given).config, {
    title: 'Tank',
    datasources: [],
    alarmSource: { type: 'entity', entityAliasId: 'alias', filterId: null, dataKeys },
  })
  assert.deepEqual(widgetFromType(table, { ...given, source: null, aliasId: null }).config, {
    title: 'Tank',
    datasources: [],
    alarmSource: { type: 'entity', dataKeys },
  })
  const control = typeOf('control_widgets.switch_control', 'rpc', { defaultConfig: '{}' })
  assert.deepEqual(widgetFromType(control, given).config, {
    title: 'Tank',
    datasources: [],
    targetDeviceAliasIds: ['alias'],
  })
  const asset = { ...given, source: { ...source, entityType: 'ASSET' as const } }
  assert.deepEqual(widgetFromType(control, asset).config, { title: 'Tank', datasources: [], targetDeviceAliasIds: [] })
})

test('widget and alias are added together; an equal alias is reused, a taken name gets a number', () => {
  const dashboard = editableDashboard(
    {
      id: { entityType: 'DASHBOARD', id: 'd' },
      createdTime: 0,
      tenantId: { entityType: 'TENANT', id: 't' },
      title: 'Tanks',
      name: 'Tanks',
      image: null,
      assignedCustomers: null,
      mobileHide: false,
      mobileOrder: null,
      configuration: { widgets: {}, states: { default: { root: true, layouts: { main: { widgets: {} } } } } },
    },
    () => id,
  )
  const add = (
    widgetId: string,
    of: WidgetSource | null,
    place: typeof main = main,
    newAliasId = `alias ${widgetId}`,
  ) => addFromType(place, chart, { id: widgetId, newAliasId, source: of, title: 'Tank', random })
  const first = add('a', source).apply(dashboard)
  assert.deepEqual(first.configuration.entityAliases, { 'alias a': { id: 'alias a', alias: 'Tank', filter } })
  const { a } = first.configuration.widgets as Record<string, { config: { datasources: { entityAliasId: string }[] } }>
  assert.equal(a?.config.datasources[0]?.entityAliasId, 'alias a')
  assert.equal(cellsOf(first, main).get('a')?.sizeX, 8)

  const second = add('b', source).apply(first)
  assert.equal(second.configuration.entityAliases, first.configuration.entityAliases)
  const all = { ...source, alias: { alias: 'Tank', filter: { type: 'entityType', entityType: 'DEVICE' } } }
  const third = add('c', all).apply(second)
  const aliases = Object.values(third.configuration.entityAliases as Record<string, { alias: string }>)
  assert.deepEqual(
    aliases.map(({ alias }) => alias),
    ['Tank', 'Tank 2'],
  )
  assert.equal(add('d', null).apply(third).configuration.entityAliases, third.configuration.entityAliases)
  const nowhere = { stateId: 'missing', layoutId: 'main' } as unknown as typeof main
  assert.equal(add('e', all, nowhere).apply(dashboard), dashboard)
})
