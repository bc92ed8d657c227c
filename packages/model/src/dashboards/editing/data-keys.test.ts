import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../dashboard-configuration.ts'
import { editorPalette } from '../editor-palette.ts'
import { normalizeWidget } from '../normalize-widget.ts'
import {
  addKey,
  addSource,
  allKeysOf,
  changeKey,
  changeSource,
  changeWithEntity,
  keysOf,
  moveKey,
  moveSource,
  newSource,
  removeKey,
  removeSource,
  sourcesOf,
  withOptional,
  withSourceType,
} from './data-keys.ts'
import { editableDashboard } from './editable-dashboard.ts'
import { partAt } from './json-path.ts'

const key = (name: string, color = '') => ({ name, type: 'timeseries', label: name, color, mine: 1, settings: {} })

const config: JsonObject = {
  title: 'Chart',
  datasources: [
    {
      type: 'entity',
      entityAliasId: 'a',
      unknown: true,
      dataKeys: [key('temperature', editorPalette[0]), key('pressure')],
    },
    { type: 'function', name: 'Sample', dataKeys: [{ name: 'f(x)', type: 'function', label: 'Sin' }] },
  ],
}

const labels = (json: JsonObject) => allKeysOf(json).map(({ label }) => label)
const sourceAt = (json: JsonObject, index: number): JsonObject => sourcesOf(json)[index] ?? {}

test('a new key gets a label that the widget has only once, and a color that no key has', () => {
  const chosen = { name: 'temperature', type: 'attribute', label: 'temperature' } as const
  const after = addKey(addKey(config, 0, chosen), 1, chosen)
  assert.deepEqual(labels(after), ['temperature', 'pressure', 'temperature 1', 'Sin', 'temperature 2'])
  const { _hash, ...added } = keysOf(sourceAt(after, 0))[2] ?? {}
  assert.equal(typeof _hash, 'number')
  assert.deepEqual(added, {
    name: 'temperature',
    type: 'attribute',
    label: 'temperature 1',
    color: editorPalette[1],
    settings: {},
  })
  assert.equal(keysOf(sourceAt(after, 1))[1]?.color, editorPalette[2])
  assert.equal(sourceAt(after, 0).unknown, true)

  let many = config
  for (let count = 0; count < 30; count++) many = addKey(many, 0, chosen)
  const colors: readonly string[] = editorPalette
  assert.ok(
    keysOf(sourceAt(many, 0))
      .slice(2)
      .every(({ color }) => colors.includes(String(color))),
  )
})

test('keys and datasources are moved, changed and removed; without effect the configuration stays the same', () => {
  assert.deepEqual(labels(moveKey(config, 0, 0, 1)), ['pressure', 'temperature', 'Sin'])
  assert.deepEqual(labels(removeKey(config, 0, 0)), ['pressure', 'Sin'])
  assert.deepEqual(labels(moveSource(config, 1, 0)), ['Sin', 'temperature', 'pressure'])
  assert.deepEqual(labels(removeSource(config, 0)), ['Sin'])
  const changed = changeKey(config, 0, 1, (one) => withOptional(one, 'units', 'bar'))
  assert.deepEqual(keysOf(sourceAt(changed, 0))[1], { ...key('pressure'), units: 'bar' })
  assert.deepEqual(
    changeKey(changed, 0, 1, (one) => withOptional(one, 'units', '')),
    config,
  )
  assert.equal(sourceAt(changed, 1), sourceAt(config, 1))

  for (const same of [
    moveKey(config, 0, 0, 9),
    moveKey(config, 0, 1, 1),
    removeKey(config, 0, 9),
    removeKey(config, 9, 0),
    moveSource(config, 0, -1),
    removeSource(config, 2),
    changeKey(config, 0, 0, (one) => one),
  ]) {
    assert.equal(same, config)
  }
})

test('another type of datasource removes what the type can’t have', () => {
  const [entity = {}, made = {}] = sourcesOf(config)
  const counted = withSourceType(entity, 'entityCount', '#123456')
  assert.equal(counted.entityAliasId, 'a')
  assert.deepEqual(
    keysOf(counted).map(({ name, type, color }) => ({ name, type, color })),
    [{ name: 'count', type: 'count', color: '#123456' }],
  )
  assert.equal(keysOf(withSourceType(counted, 'entity', '')).length, 0)
  const generated = withSourceType(entity, 'function', '')
  assert.equal('entityAliasId' in generated, false)
  assert.deepEqual([generated.unknown, generated.name, generated.dataKeys], [true, 'Function', []])
  assert.equal(withSourceType(made, 'function', ''), made)
})

test('the viewer reads what is added, also where there was nothing', () => {
  let next: JsonObject = {}
  next = addSource(next, newSource('entity', 'a', ''))
  next = addSource(next, newSource('entityCount', 'a', '#111111'))
  next = addKey(next, 0, { name: 'temperature', type: 'timeseries', label: 'temperature' })
  next = changeSource(next, 'alarmSource', (source) => ({ ...source, type: 'entity', entityAliasId: 'b' }))
  next = addKey(next, 'alarmSource', { name: 'status', type: 'alarm', label: 'Status' })
  const { datasources, alarmSource } = normalizeWidget('w', { config: next }, new Map()).config
  assert.deepEqual(
    datasources.map(({ type, dataKeys }) => [type, ...dataKeys.map(({ name }) => name)]),
    [
      ['entity', 'temperature'],
      ['entityCount', 'count'],
    ],
  )
  assert.deepEqual([alarmSource?.entityAliasId, alarmSource?.dataKeys[0]?.label], ['b', 'Status'])
})

test('a chosen entity gets an alias once, together with the change of the widget', () => {
  const pump = { entityType: 'DEVICE', id: '00000000-0000-4000-8000-00000000000a' } as const
  const dashboard = editableDashboard(
    {
      id: { entityType: 'DASHBOARD', id: 'd' },
      createdTime: 0,
      tenantId: { entityType: 'TENANT', id: 't' },
      title: 'Boiler room',
      name: 'Boiler room',
      image: null,
      assignedCustomers: null,
      mobileHide: false,
      mobileOrder: null,
      configuration: {
        widgets: { w: { config } },
        entityAliases: { '00000000-0000-4000-8000-000000000001': { alias: 'Pump', filter: { type: 'deviceType' } } },
      },
    },
    () => '',
  )
  const newId = '00000000-0000-4000-8000-000000000002'
  const choose = (id: string) =>
    changeWithEntity(dashboard, 'w', { id: pump, name: 'Pump' }, id, (before, entityAliasId) =>
      changeSource(before, 0, (source) => ({ ...source, entityAliasId })),
    )
  assert.deepEqual(choose(newId).label, { kind: 'setWidget', name: 'Chart', count: 1 })
  const once = choose(newId).apply(dashboard)
  assert.deepEqual(partAt(once.configuration, ['entityAliases', newId]), {
    id: newId,
    alias: 'Pump 2',
    filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: pump },
  })
  assert.equal(sourceAt(partAt(once.configuration, ['widgets', 'w', 'config']), 0).entityAliasId, newId)
  assert.equal(choose('other').apply(once).configuration.entityAliases, once.configuration.entityAliases)
  const missing = changeWithEntity(dashboard, 'missing', { id: pump, name: 'Pump' }, newId, () => ({}))
  assert.equal(missing.apply(dashboard), dashboard)
})
