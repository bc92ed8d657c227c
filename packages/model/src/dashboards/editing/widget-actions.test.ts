import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../dashboard-configuration.ts'
import {
  addAction,
  freeActionName,
  isActionNameTaken,
  moveAction,
  removeAction,
  replaceAction,
  storedActions,
} from './widget-actions.ts'

const one = { id: '1', name: 'Open', type: 'openDashboard', extra: 1 }
const two = { id: '2', name: 'Other', type: 'teleport' }
const row = { id: '3', name: 'Open', type: 'custom' }
const config: JsonObject = { title: 'Pumps', actions: { headerButton: [one, 'text', two], rowClick: [row], odd: 7 } }

const actionsOf = ({ actions }: JsonObject) => actions

test('stored actions are those of all types and sources', () => {
  assert.deepEqual(storedActions(config), [
    { sourceId: 'headerButton', json: one },
    { sourceId: 'headerButton', json: two },
    { sourceId: 'rowClick', json: row },
  ])
  assert.deepEqual(storedActions({ actions: [1] }), [])
  assert.deepEqual(storedActions({}), [])
})

test('an action is added last or after another one', () => {
  const added = { id: '4', name: 'New' }
  assert.deepEqual(actionsOf(addAction({}, 'headerButton', added)), { headerButton: [added] })
  assert.deepEqual(actionsOf(addAction(config, 'odd', added)), { ...(config.actions as object), odd: [added] })
  assert.deepEqual(actionsOf(addAction(config, 'headerButton', added, one)), {
    headerButton: [one, added, 'text', two],
    rowClick: [row],
    odd: 7,
  })
  // What has the same name as something that objects have by nature.
  const proto = addAction(config, '__proto__', added)
  assert.deepEqual(storedActions(proto).length, 4)
})

test('an action is replaced in place, moves to another source, and is added if it was removed', () => {
  const next = { ...one, name: 'Changed' }
  const changed = replaceAction(config, one, 'headerButton', next)
  assert.deepEqual(storedActions(changed)[0], { sourceId: 'headerButton', json: next })
  assert.equal(replaceAction(config, one, 'headerButton', one), config)
  // Found by its ID when it has been changed meanwhile.
  const last = { ...one, name: 'Last' }
  assert.deepEqual(storedActions(replaceAction(changed, one, 'headerButton', last))[0]?.json, last)
  assert.equal(storedActions(replaceAction(changed, one, 'headerButton', last)).length, 3)

  assert.deepEqual(actionsOf(replaceAction(config, row, 'headerButton', row)), {
    headerButton: [one, 'text', two, row],
    odd: 7,
  })
  assert.deepEqual(storedActions(replaceAction({ actions: {} }, row, 'rowClick', row)), [
    { sourceId: 'rowClick', json: row },
  ])
})

test('actions are removed and moved; without effect, the configuration stays the same object', () => {
  assert.deepEqual(actionsOf(removeAction(config, row)), { headerButton: [one, 'text', two], odd: 7 })
  assert.equal(removeAction(config, { id: 'none' }), config)
  assert.equal(removeAction(config, {}), config)
  assert.deepEqual(actionsOf(moveAction(moveAction(config, two, -1), two, -1)), {
    headerButton: [two, one, 'text'],
    rowClick: [row],
    odd: 7,
  })
  assert.equal(moveAction(config, one, -1), config)
  assert.equal(moveAction(config, row, 1), config)
  assert.equal(moveAction(config, { id: 'none' }, 1), config)
})

test('names are unique per source', () => {
  assert.equal(isActionNameTaken(config, 'headerButton', 'Open', null), true)
  assert.equal(isActionNameTaken(config, 'headerButton', 'Open', one), false)
  assert.equal(isActionNameTaken(config, 'odd', 'Open', null), false)
  assert.equal(freeActionName(config, 'headerButton', 'Show'), 'Show')
  assert.equal(freeActionName(config, 'headerButton', 'Open'), 'Open 2')
  const more = addAction(config, 'headerButton', { name: 'Open 2' })
  assert.equal(freeActionName(more, 'headerButton', 'Open 2'), 'Open 3')
})
