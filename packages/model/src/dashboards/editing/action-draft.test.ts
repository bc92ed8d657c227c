import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actionArgNames, mobileFunctionsOf } from '../actions/action-functions.ts'
import type { JsonObject } from '../dashboard-configuration.ts'
import { type ActionDraft, canHaveCondition, descriptorOf, draftOf, newActionDraft } from './action-draft.ts'

const change = (stored: JsonObject, parts: Partial<ActionDraft>, sourceId = 'rowClick') =>
  descriptorOf(stored, { ...draftOf(stored, sourceId, true, 'new'), ...parts }, true)

test('a new action has all fields of its type, with the defaults of the wire', () => {
  const draft = { ...newActionDraft('rowClick', true, 'id'), name: 'Open', targetDashboardStateId: 'pump' }
  assert.deepEqual(descriptorOf(null, draft, true), {
    id: 'id',
    name: 'Open',
    icon: 'more_horiz',
    type: 'openDashboardState',
    targetDashboardStateId: 'pump',
    setEntityId: true,
    stateEntityParamName: '',
    openRightLayout: false,
    openInSeparateDialog: false,
    openInPopover: false,
  })
  assert.equal(descriptorOf(null, newActionDraft('rowClick', false, 'id'), false).setEntityId, false)
  assert.deepEqual(Object.keys(descriptorOf(null, { ...draft, type: 'custom', sourceId: 'headerButton' }, true)), [
    'type',
    'id',
    'name',
    'icon',
    'customFunction',
    'useShowWidgetActionFunction',
    'showWidgetActionFunction',
  ])
  const popover = descriptorOf(null, { ...draft, openInPopover: true }, true)
  assert.deepEqual([popover.popoverPreferredPlacement, popover.popoverWidth, popover.popoverStyle], ['top', '25vw', {}])
  // Without a size, a dialog has its default one.
  const dialog = descriptorOf(null, { ...draft, openInSeparateDialog: true, dialogWidth: 60 }, true)
  assert.deepEqual([dialog.dialogWidth, 'dialogHeight' in dialog, 'popoverWidth' in dialog], [60, false, false])
})

test('another type drops the fields of the one before, and keeps unknown keys', () => {
  const stored = {
    id: '1',
    name: 'Open',
    icon: 'search',
    type: 'openDashboardState',
    targetDashboardStateId: 'pump',
    openInSeparateDialog: true,
    dialogWidth: 50,
    ours: { deep: 1 },
    displayName: '',
  }
  assert.deepEqual(change(stored, { type: 'custom', customFunction: ' run()\r\n' }), {
    id: '1',
    name: 'Open',
    icon: 'search',
    type: 'custom',
    ours: { deep: 1 },
    displayName: '',
    customFunction: ' run()\r\n',
  })
})

test('what isn’t changed stays as it is stored, also invalid values', () => {
  const stored = {
    name: 'Open',
    type: 'openDashboardState',
    setEntityId: 'yes',
    openInPopover: true,
    popoverWidth: 12,
    popoverStyle: { color: 'red' },
  }
  assert.equal(change(stored, {}), stored)
  const renamed = change(stored, { name: 'Show' })
  assert.deepEqual([renamed.setEntityId, renamed.popoverWidth], ['yes', 12])
  assert.equal(renamed.popoverStyle, stored.popoverStyle)
  assert.equal(renamed.id, 'new')
  assert.equal(change(stored, { setEntityId: false }).setEntityId, false)
  assert.equal(
    change({ ...stored, dialogWidth: 40, openInSeparateDialog: true }, { dialogWidth: 0 }).dialogWidth,
    undefined,
  )
})

test('an action of an unknown type is renamed and moved without a loss', () => {
  const stored = { id: '1', name: 'Far', type: 'teleport', targetDashboardStateId: 'x', customFunction: '', speed: 9 }
  const moved = { ...stored, name: 'Farther', icon: 'rocket' }
  for (const sourceId of ['rowClick', 'headerButton'])
    assert.deepEqual(change(stored, { name: 'Farther', icon: 'rocket' }, sourceId), moved)
})

test('a mobile action has the functions that it calls, and unknown keys', () => {
  const body = 'return [1, 2];'
  const mobileAction = { type: 'mapDirection', getLocationFunction: body, handleErrorFunction: 'log(error)', zoom: 3 }
  const stored = { id: '1', name: 'Way', type: 'mobileAction', mobileAction }
  assert.deepEqual(change(stored, { mobileAction: { ...mobileAction, type: 'takePhoto' } }).mobileAction, {
    type: 'takePhoto',
    handleErrorFunction: 'log(error)',
    zoom: 3,
  })
  assert.equal(change(stored, { name: 'Route' }).mobileAction, mobileAction)
  assert.deepEqual(mobileFunctionsOf('teleport'), ['handleEmptyResultFunction', 'handleErrorFunction'])
  assert.deepEqual(actionArgNames('processQrCodeFunction', 'mobileAction').slice(0, 3), ['code', 'format', '$event'])
  assert.equal(actionArgNames('customFunction', 'customPretty')[4], 'htmlTemplate')
})

test('a condition stays where the source takes one, or where it is stored in a source that isn’t known', () => {
  const stored = {
    id: '1',
    name: 'x',
    type: 'custom',
    useShowWidgetActionFunction: true,
    showWidgetActionFunction: '1',
  }
  assert.equal(change(stored, { name: 'y' }, 'headerButton').showWidgetActionFunction, '1')
  assert.equal('useShowWidgetActionFunction' in change(stored, { name: 'y' }, 'rowClick'), false)
  assert.equal(change(stored, { name: 'y' }, 'ownSource').useShowWidgetActionFunction, true)
  assert.equal(canHaveCondition(null, 'ownSource'), false)
})
