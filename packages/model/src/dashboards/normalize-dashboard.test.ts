import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeConfiguration } from './normalize-dashboard.ts'

const nowMs = Date.UTC(2026, 10, 21)
const aliasId = '6f8d5ad0-1111-4222-8333-444455556666'
let made = 0
const normalize = (json: unknown) =>
  normalizeConfiguration(json, { nowMs, newId: () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}` })

test('nothing at all is an empty dashboard with one root state', () => {
  for (const json of [null, undefined, 'x', [], {}]) {
    const { widgets, states, entityAliases, settings, timewindow } = normalize(json)
    assert.deepEqual([widgets, entityAliases], [{}, {}])
    assert.deepEqual(Object.keys(states), ['default'])
    assert.equal(states.default?.root, true)
    assert.equal(states.default?.layouts.main.gridSettings.columns, 24)
    assert.equal(states.default?.layouts.main.gridSettings.margin, 10)
    assert.equal(settings.stateControllerId, 'entity')
    assert.equal(settings.showTitle, false)
    assert.equal(settings.toolbarAlwaysOpen, true)
    assert.equal(timewindow.realtime.timewindowMs, 60_000)
  }
})

test('a list of widgets becomes a map, and stands where the widgets say', () => {
  const { widgets, states } = normalize({
    widgets: [
      {
        id: 'a',
        bundleAlias: 'charts',
        typeAlias: 'timeseries',
        type: 'timeseries',
        sizeX: 4,
        sizeY: 3,
        row: 1,
        col: 2,
      },
      { typeAlias: 'simple_card', config: { mobileHeight: 2, mobileOrder: 5 } },
    ],
  })
  const ids = Object.keys(widgets)
  assert.equal(ids.length, 2)
  assert.equal(widgets.a?.typeAlias, 'basic_timeseries')
  const layout = states.default?.layouts.main.widgets
  assert.deepEqual(layout?.a, {
    sizeX: 4,
    sizeY: 3,
    row: 1,
    col: 2,
    mobileOrder: null,
    mobileHeight: null,
    mobileHide: false,
  })
  assert.equal(layout?.[ids[1] as string]?.mobileOrder, 5)
})

test('the icon before a title is there when it is shown, in a size that a title has room for', () => {
  const iconOf = (config: unknown) => {
    const made = normalize({ widgets: { a: { config } } }).widgets.a?.config
    return [made?.titleIcon, made?.iconColor, made?.iconSize]
  }
  assert.deepEqual(iconOf({ titleIcon: 'home' }), ['', null, 24])
  assert.deepEqual(iconOf({ showTitleIcon: true, titleIcon: ' mdi:fire ', iconColor: 'red', iconSize: '20px' }), [
    'mdi:fire',
    'red',
    20,
  ])
  assert.equal(iconOf({ showTitleIcon: true, titleIcon: 'home', iconSize: '900px' })[2], 32)
  assert.equal(iconOf({ showTitleIcon: true, titleIcon: 'home', iconSize: 'large' })[2], 24)
  assert.equal(iconOf({ showTitleIcon: true, titleIcon: {} })[0], '')
})

test('datasources of devices become datasources of entities', () => {
  const { widgets } = normalize({
    widgets: {
      a: { config: { datasources: [{ type: 'device', deviceAliasId: aliasId, dataKeys: [{ name: 't' }, {}, null] }] } },
    },
  })
  const datasource = widgets.a?.config.datasources[0]
  assert.equal(datasource?.type, 'entity')
  assert.equal(datasource?.entityAliasId, aliasId)
  assert.deepEqual(
    datasource?.dataKeys.map(({ name, type, label }) => [name, type, label]),
    [['t', 'timeseries', 't']],
  )
})

test('there is exactly one root state', () => {
  const roots = (states: object) =>
    Object.entries(normalize({ states }).states)
      .filter(([, state]) => state.root)
      .map(([id]) => id)
  assert.deepEqual(roots({ a: {}, b: {} }), ['a'])
  assert.deepEqual(roots({ a: {}, b: { root: true }, c: { root: true } }), ['b'])
})

test('alias ids that are none are exchanged, in datasources too', () => {
  const { entityAliases, widgets } = normalize({
    entityAliases: { 1: { alias: 'A', filter: { type: 'entityType', entityType: 'DEVICE' } } },
    widgets: { w: { config: { datasources: [{ type: 'entity', entityAliasId: '1' }] } } },
  })
  const [id] = Object.keys(entityAliases)
  assert.equal(id?.length, 36)
  assert.equal(widgets.w?.config.datasources[0]?.entityAliasId, id)
  assert.equal(entityAliases[id as string]?.filter.resolveMultiple, true)
})

test('older aliases become filters', () => {
  const { entityAliases } = normalize({
    deviceAliases: { [aliasId]: { alias: 'One', deviceId: 'd-1' } },
    entityAliases: {
      '6f8d5ad0-1111-4222-8333-444455556667': {
        alias: 'Named',
        entityType: 'ASSET',
        entityFilter: { useFilter: true, entityNameFilter: 'Pu' },
      },
      '6f8d5ad0-1111-4222-8333-444455556668': { alias: 'Broken' },
    },
  })
  assert.deepEqual(
    Object.values(entityAliases).map(({ filter }) => filter),
    [
      { type: 'entityList', resolveMultiple: false, entityType: 'DEVICE', entityList: ['d-1'] },
      { type: 'entityName', resolveMultiple: true, entityType: 'ASSET', entityNameFilter: 'Pu' },
    ],
  )
})

test('the old grid settings move to the main layout and to the settings', () => {
  const { states, settings } = normalize({
    gridSettings: { columns: 12, margins: [5, 6], showTitle: true, showDevicesSelect: false },
    settings: { showTitle: false },
  })
  assert.equal(states.default?.layouts.main.gridSettings.columns, 12)
  assert.equal(states.default?.layouts.main.gridSettings.margin, 5)
  assert.equal(settings.showEntitiesSelect, false)
  assert.equal(settings.showTitle, false)
})

test('alarm widgets have a source and filters; the single status of older dashboards is read', () => {
  const alarmsOf = (config: object) => {
    const { a } = normalize({ widgets: { a: { type: 'alarm', config } } }).widgets
    return [a?.config.alarmFilter, a?.config.alarmSource] as const
  }
  const any = { statusList: [], severityList: [], typeList: [], searchPropagatedAlarms: true }
  assert.deepEqual(alarmsOf({}), [any, null])
  const [filter, source] = alarmsOf({
    alarmSource: { type: 'entity', entityAliasId: aliasId, filterId: 'f', dataKeys: [{ name: 'type', type: 'alarm' }] },
    alarmStatusList: ['UNACK', 'ACTIVE', 'nonsense'],
    alarmSearchStatus: 'CLEARED',
    alarmSeverityList: ['MAJOR', 7],
    alarmTypeList: ['Hot', 'Hot', null],
    searchPropagatedAlarms: false,
  })
  assert.deepEqual(filter, {
    statusList: ['ACTIVE', 'UNACK'],
    severityList: ['MAJOR'],
    typeList: ['Hot'],
    searchPropagatedAlarms: false,
  })
  assert.equal(source?.entityAliasId, aliasId)
  assert.deepEqual(
    source?.dataKeys.map(({ name, type }) => [name, type]),
    [['type', 'alarm']],
  )
  assert.deepEqual(alarmsOf({ alarmStatusList: [], alarmSearchStatus: 'ACTIVE' })[0]?.statusList, ['ACTIVE'])
  assert.deepEqual(alarmsOf({ alarmSearchStatus: 'ANY', alarmTypeList: 'Hot', alarmSeverityList: {} })[0], any)
})
