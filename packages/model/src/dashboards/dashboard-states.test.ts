import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeStates, encodeStates, openStates, wallStates } from './dashboard-states.ts'
import { normalizeConfiguration } from './normalize-dashboard.ts'

const configuration = (stateControllerId: string) =>
  normalizeConfiguration(
    { states: { home: { root: true }, chart: {} }, settings: { stateControllerId } },
    { nowMs: 0, newId: () => 'new' },
  )
const entries = [
  { id: null, params: {} },
  { id: 'chart', params: { entityName: 'Pumpe Süd ±', entityId: { entityType: 'DEVICE', id: 'x' } } },
]

test('what is written is read again, encoded once or twice', () => {
  const text = encodeStates(entries)
  assert.deepEqual(decodeStates(text), entries)
  assert.deepEqual(decodeStates(encodeURIComponent(text)).length, 0)
  assert.deepEqual(decodeStates(decodeURIComponent(text)), entries)
  const plain = [{ id: 'default', params: {} }]
  assert.equal(encodeStates(plain), encodeURIComponent(btoa(JSON.stringify(plain))))
})

test('what cannot be read is no state', () => {
  for (const text of [null, undefined, '', '%%%', 'abc', btoa('{}'), btoa('["x", 1, null]'), btoa('\xff\xfe')]) {
    assert.deepEqual(decodeStates(text), [])
  }
})

test('unknown and missing states fall back to the root', () => {
  const open = (controller: string, list: Parameters<typeof openStates>[1]) =>
    openStates(configuration(controller), list).map(({ id }) => id)
  assert.deepEqual(open('default', []), ['home'])
  assert.deepEqual(open('default', [{ id: 'gone', params: {} }]), ['home'])
  assert.deepEqual(open('default', entries), ['chart'])
  assert.deepEqual(open('entity', [...entries, { id: 'gone', params: {} }]), ['home', 'chart'])
  assert.deepEqual(open('something-else', entries), ['chart'])
})

test('a wall screen walks through states that need no entity from another state', () => {
  const widget = (entityAliasId: string) => ({ config: { datasources: [{ type: 'entity', entityAliasId }] } })
  const aliasId = (index: number) => `6f8d5ad0-1111-4222-8333-00000000000${index}`
  const state = (widgetId: string) => ({ layouts: { main: { widgets: { [widgetId]: {} } } } })
  const stateEntity = { type: 'stateEntity', stateEntityParamName: null }
  const all = normalizeConfiguration(
    {
      widgets: { any: widget(aliasId(1)), chosen: widget(aliasId(2)), usual: widget(aliasId(3)) },
      entityAliases: {
        [aliasId(1)]: { alias: 'All', filter: { type: 'entityType', entityType: 'DEVICE' } },
        [aliasId(2)]: { alias: 'Chosen', filter: stateEntity },
        [aliasId(3)]: {
          alias: 'Usual',
          filter: { ...stateEntity, defaultStateEntity: { entityType: 'DEVICE', id: 'd' } },
        },
      },
      states: { start: { root: true, ...state('any') }, details: state('chosen'), one: state('usual'), empty: {} },
    },
    { nowMs: 0, newId: () => 'new' },
  )
  assert.deepEqual(wallStates(all), ['start', 'one'])
})
