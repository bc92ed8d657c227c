import assert from 'node:assert/strict'
import test from 'node:test'
import { editableDashboard } from '../editing/editable-dashboard.ts'
import { listOf, objectOf } from '../json-parts.ts'
import { normalizeConfiguration } from '../normalize-dashboard.ts'
import { cardLinesMax, chartSeriesMax, chartsMax, type DashboardKey } from './dashboard-keys.ts'
import { type DashboardSubject, entityDashboard } from './entity-dashboard.ts'
import { gridColumns } from './grid-rows.ts'

const texts = {
  alarms: 'Alarms',
  values: 'Values',
  map: 'Map',
  devices: 'Devices',
  active: 'Active',
  inactive: 'Inactive',
  device: 'Device',
  openDevice: 'Open',
  andMore: (labels: string, count: number) => `${labels} +${count}`,
}

function ids() {
  let next = 0
  return () => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`
}

const key = (name: string, part: Partial<DashboardKey> = {}): DashboardKey => ({
  name,
  type: 'timeseries',
  value: 'number',
  label: name,
  unit: '',
  decimals: null,
  min: null,
  max: null,
  limits: [],
  ...part,
})

const device: DashboardSubject = { kind: 'entity', entity: { entityType: 'DEVICE', id: 'd' }, name: 'Tank' }
const profile: DashboardSubject = { kind: 'profile', name: 'tank' }

/** The dashboard as it opens. Checks that no widgets overlap, and that all are inside of the grid. */
function create(subject: DashboardSubject, keys: readonly DashboardKey[]) {
  const { configuration, leftOut } = entityDashboard(subject, keys, { texts, newId: ids() })
  const opened = normalizeConfiguration(configuration, { nowMs: 1, newId: ids() })
  for (const { layouts } of Object.values(opened.states)) {
    const taken = new Set<string>()
    for (const { row, col, sizeX, sizeY } of Object.values(layouts.main.widgets)) {
      assert.ok(sizeX >= 3 && sizeY >= 2 && col >= 0 && col + sizeX <= gridColumns, `${col} + ${sizeX}`)
      for (let x = col; x < col + sizeX; x++) {
        for (let y = row; y < row + sizeY; y++) {
          assert.ok(!taken.has(`${x} ${y}`), `two widgets at ${x} ${y}`)
          taken.add(`${x} ${y}`)
        }
      }
    }
  }
  // The editor has nothing to convert.
  const stored = { configuration, title: 'Tank' } as unknown as Parameters<typeof editableDashboard>[0]
  assert.equal(editableDashboard(stored, ids()).configuration, configuration)
  const inState = (id: string) =>
    Object.keys(opened.states[id]?.layouts.main.widgets ?? {}).flatMap((widget) => opened.widgets[widget] ?? [])
  const brief = (id = 'default') =>
    inState(id).map(({ typeAlias, config }) => [
      typeAlias,
      config.datasources.flatMap(({ dataKeys }) => dataKeys.map(({ name }) => name)).join(' '),
    ])
  return { opened, leftOut, inState, brief }
}

test('numbers, flags, texts and a position each get the widgets that suit them', () => {
  const { opened, inState, brief, leftOut } = create(device, [
    key('level', { unit: '%', decimals: 1, label: 'Level', limits: [{ value: 90, side: 'above', color: 'red' }] }),
    key('inlet', { unit: '°C' }),
    key('outlet', { unit: '°C', decimals: 2 }),
    key('valve', { value: 'flag' }),
    key('enabled', { type: 'attribute', value: 'flag' }),
    key('model', { type: 'attribute', value: 'text' }),
    key('target', { type: 'attribute' }),
    key('phase', { value: 'text' }),
    key('latitude', { type: 'attribute' }),
    key('longitude', { type: 'attribute' }),
  ])
  assert.deepEqual(brief(), [
    ['gauge_justgage', 'level'],
    ['simple_card', 'inlet'],
    ['simple_card', 'outlet'],
    ['led_indicator', ''],
    ['led_indicator', ''],
    ['basic_timeseries', 'level'],
    ['basic_timeseries', 'inlet outlet'],
    ['state_chart', 'valve'],
    ['openstreetmap', 'latitude longitude'],
    ['attributes_card', 'model target phase'],
    ['alarms_table', ''],
  ])
  assert.deepEqual(leftOut, [])
  assert.deepEqual(
    Object.values(opened.entityAliases).map(({ alias, filter }) => [alias, filter.singleEntity]),
    [['Tank', { entityType: 'DEVICE', id: 'd' }]],
  )
  const [gauge, , , , enabled, chart, temperatures] = inState('default')
  const dataKey = gauge?.config.datasources[0]?.dataKeys[0]
  assert.deepEqual([dataKey?.label, dataKey?.units, dataKey?.decimals], ['Level', '%', 1])
  assert.deepEqual(
    listOf(gauge?.config.settings.fixedLevelColors)
      .map(objectOf)
      .map(({ from, to, color }) => [objectOf(from).value, objectOf(to).value, color]),
    [
      [0, 90, 'var(--sd-active)'],
      [90, 100, 'red'],
    ],
  )
  const [threshold] = listOf(chart?.config.datasources[0]?.dataKeys[0]?.settings.thresholds).map(objectOf)
  assert.deepEqual([threshold?.thresholdValue, threshold?.shadedSide], [90, 'above'])
  assert.deepEqual(
    [temperatures?.config.title, temperatures?.config.units, temperatures?.config.decimals],
    ['inlet, outlet', '°C', 2],
  )
  assert.deepEqual(
    [enabled?.config.settings.retrieveValueMethod, enabled?.config.settings.valueAttribute],
    ['attribute', 'enabled'],
  )
})

test('only devices have lamps, and only devices and assets have alarms', () => {
  const flag = key('valve', { value: 'flag', type: 'attribute' })
  const of = (entityType: 'ASSET' | 'ENTITY_VIEW') =>
    create({ kind: 'entity', entity: { entityType, id: 'e' }, name: 'E' }, [flag]).brief()
  assert.deepEqual(of('ASSET'), [
    ['attributes_card', 'valve'],
    ['alarms_table', ''],
  ])
  assert.deepEqual(of('ENTITY_VIEW'), [['attributes_card', 'valve']])
})

test('devices of a profile are counted and listed; a row opens the details of its device', () => {
  const { opened, inState, brief } = create(profile, [
    key('level', { unit: '%' }),
    key('lat'),
    key('lon', { value: 'unknown' }),
  ])
  assert.deepEqual(brief(), [
    ['simple_card', 'count'],
    ['simple_card', 'count'],
    ['simple_card', 'count'],
    ['entities_table', 'level'],
    ['openstreetmap', 'lat lon'],
    ['alarms_table', ''],
  ])
  assert.deepEqual(
    brief('details').map(([type]) => type),
    ['simple_card', 'basic_timeseries', 'openstreetmap', 'alarms_table'],
  )
  const table = inState('default').find(({ typeAlias }) => typeAlias === 'entities_table')
  const [action] = listOf(table?.config.actions.rowClick).map(objectOf)
  assert.ok(Object.hasOwn(opened.states, String(action?.targetDashboardStateId)))
  assert.equal(action?.setEntityId, true)
  const all = Object.values(opened.entityAliases)
  assert.deepEqual(
    all.map(({ filter }) => [filter.type, filter.deviceType]),
    [
      ['deviceType', 'tank'],
      ['stateEntity', undefined],
    ],
  )
  const filterIds = inState('default').map(({ config }) => config.datasources[0]?.filterId ?? '')
  assert.equal(Object.keys(opened.filters).length, 2)
  assert.ok(Object.keys(opened.filters).every((id) => filterIds.includes(id)))
})

test('without keys a device has its alarms; keys without a value count as numbers', () => {
  assert.deepEqual(create(device, []).brief(), [['alarms_table', '']])
  assert.deepEqual(
    create(device, [key('soon', { value: 'unknown' })])
      .brief()
      .map(([type]) => type),
    ['simple_card', 'basic_timeseries', 'alarms_table'],
  )
})

test('500 keys: charts and lines are bounded, and what is left out is named', () => {
  const numbers = Array.from({ length: 300 }, (_, at) => key(`n${at}`, { unit: at % 2 === 0 ? 'bar' : '' }))
  const others = Array.from({ length: 200 }, (_, at) =>
    key(`o${at}`, { value: at % 3 === 0 ? 'flag' : 'text', type: at % 2 === 0 ? 'attribute' : 'timeseries' }),
  )
  for (const subject of [device, profile]) {
    const { opened, leftOut, inState } = create(subject, [...numbers, ...others])
    const details = inState(subject.kind === 'entity' ? 'default' : 'details')
    assert.ok(details.length < 50, `${details.length} widgets`)
    const charts = details.filter(({ typeAlias }) => typeAlias === 'basic_timeseries')
    assert.equal(charts.length, chartsMax)
    for (const { config } of charts) {
      const keys = config.datasources[0]?.dataKeys ?? []
      assert.ok(keys.length >= 1 && keys.length <= chartSeriesMax)
      assert.equal(new Set(keys.map(({ units }) => units)).size, 1)
    }
    const shown = new Set(
      details.flatMap(({ typeAlias, config }) => [
        ...config.datasources.flatMap(({ dataKeys }) => dataKeys.map(({ name }) => name)),
        ...(typeAlias === 'led_indicator' ? [String(config.settings.valueAttribute)] : []),
      ]),
    )
    assert.ok(leftOut.every(({ name }) => !shown.has(name)))
    assert.equal(shown.size + leftOut.length, 500)
    const lines = details.filter(({ typeAlias }) => typeAlias === 'attributes_card')
    assert.ok(lines.every(({ config }) => (config.datasources[0]?.dataKeys.length ?? 0) <= cardLinesMax))
    assert.ok(Object.keys(opened.widgets).length < 60)
  }
})

test('hostile names and limits stay data', () => {
  const names = ['__proto__', 'constructor', '<img src=x onerror=alert(1)>', 'x'.repeat(255), '', `\${entityName}`]
  const limits = [
    { value: Number.MAX_VALUE, side: 'above', color: 'red' },
    { value: 5, side: null, color: 'blue' },
    { value: -1e9, side: 'below', color: 'red' },
  ] as const
  const { opened, leftOut } = create(
    { kind: 'entity', entity: { entityType: 'DEVICE', id: 'd' }, name: '__proto__' },
    names.map((name) => key(name, { unit: '__proto__', min: 10, max: 10, limits })),
  )
  const chart = Object.values(opened.widgets).find(({ typeAlias }) => typeAlias === 'basic_timeseries')
  assert.deepEqual(
    chart?.config.datasources[0]?.dataKeys.map(({ name }) => name),
    // The API doesn't store an empty name; a widget leaves it out.
    names.filter(Boolean),
  )
  assert.deepEqual(leftOut, [])
  assert.equal(Object.getPrototypeOf(opened.widgets), Object.prototype)
})
