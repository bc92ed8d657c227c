import assert from 'node:assert/strict'
import { test } from 'node:test'
import { resolveAlias } from '@sonde/model/dashboards/entity-aliases'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import { hasUserCode } from '@sonde/model/dashboards/user-code'
import { plantDashboard } from './plant-dashboard.ts'

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
  assert.ok(Object.values(whole.widgets).every((widget) => !hasUserCode(widget)))
})
