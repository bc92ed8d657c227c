import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targetEntry } from '@sonde/model/dashboards/actions/action-target'
import { actionsOf } from '@sonde/model/dashboards/actions/widget-action'
import { resolveAlias } from '@sonde/model/dashboards/entity-aliases'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { hasUserCode } from '@sonde/model/dashboards/user-code'
import { northHallDashboard, plantDashboard } from './plant-dashboard.ts'

const { title, configuration } = plantDashboard('Plant')
const whole = normalizeConfiguration(JSON.parse(JSON.stringify(configuration)), {
  nowMs: 0,
  newId: () => assert.fail('Every id is given.'),
})

test('every widget has a place, an alias that exists, and keys', () => {
  assert.equal(title, 'Plant')
  const placed = Object.values(whole.states).flatMap(({ layouts }) => Object.keys(layouts.main.widgets))
  assert.deepEqual(placed.sort(), Object.keys(whole.widgets).sort())
  for (const { config } of Object.values(whole.widgets)) {
    for (const { entityAliasId, dataKeys } of config.datasources) {
      assert.ok(entityAliasId && whole.entityAliases[entityAliasId])
      assert.ok(dataKeys.length > 0)
    }
  }
})

test('widgets of a state do not overlap and stay within 24 columns', () => {
  for (const [id, { layouts }] of Object.entries(whole.states)) {
    const taken = new Set<string>()
    for (const { row, col, sizeX, sizeY } of Object.values(layouts.main.widgets)) {
      assert.ok(col + sizeX <= 24, id)
      for (let y = row; y < row + sizeY; y++)
        for (let x = col; x < col + sizeX; x++) {
          assert.ok(!taken.has(`${x} ${y}`), `${id}: cell ${x} ${y} is taken twice`)
          taken.add(`${x} ${y}`)
        }
    }
  }
})

test('every alias can be asked for without an id, and no widget needs code of users', () => {
  const context = {
    authority: 'TENANT_ADMIN',
    tenantId: 't',
    customerId: null,
    userId: 'u',
    stateParams: {},
  } as const
  for (const alias of Object.values(whole.entityAliases)) assert.equal(resolveAlias(alias, context).kind, 'filter')
  assert.ok(Object.values(whole.widgets).every((widget) => !hasUserCode(widget, [])))
})

test('a row of the north hall’s pumps opens a state that shows this pump, and the trail leads back', () => {
  const hall = normalizeConfiguration(JSON.parse(JSON.stringify(northHallDashboard().configuration)), {
    nowMs: 0,
    newId: () => assert.fail('Every id is given.'),
  })
  assert.equal(hall.settings.stateControllerId, 'entity')
  const pump = {
    id: { entityType: 'DEVICE', id: '784f394c-42b6-435a-983c-b7beff2784f9' },
    name: 'P',
    label: '',
  } as const
  const [action] = Object.values(hall.widgets).flatMap((widget) => actionsOf(widget, 'rowClick'))
  assert.ok(action)
  const entry = targetEntry(hall, {}, action, pump)
  assert.ok(entry?.id)
  const context = { authority: 'TENANT_ADMIN', tenantId: 't', customerId: null, userId: 'u' } as const
  for (const id of Object.keys(hall.states[entry.id]?.layouts.main.widgets ?? {})) {
    const aliasId = hall.widgets[id]?.config.datasources[0]?.entityAliasId
    const alias = aliasId ? hall.entityAliases[aliasId] : undefined
    assert.ok(alias)
    const resolved = resolveAlias(alias, { ...context, stateParams: entry.params })
    assert.deepEqual(resolved.kind === 'filter' && resolved.filter, { type: 'singleEntity', singleEntity: pump.id })
  }
})
