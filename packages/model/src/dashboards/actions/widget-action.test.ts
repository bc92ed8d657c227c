import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../dashboard-configuration.ts'
import { normalizeWidget } from '../normalize-widget.ts'
import { actionsOf, readActions } from './widget-action.ts'

const widgetWith = (actions: unknown, type = 'latest') => normalizeWidget('w', { type, config: { actions } }, new Map())

test('descriptors get the defaults of the wire, and keep unknown keys', () => {
  const widget = widgetWith({ rowClick: [{ id: 'a', name: 'Open', type: 'openDashboardState', note: 1 }] })
  const [action] = actionsOf(widget, 'rowClick')
  assert.deepEqual(
    { ...action },
    {
      id: 'a',
      name: 'Open',
      type: 'openDashboardState',
      note: 1,
      icon: 'more_horiz',
      useShowWidgetActionFunction: false,
      showWidgetActionFunction: '',
      setEntityId: true,
      stateEntityParamName: '',
      targetDashboardStateId: '',
      openRightLayout: false,
      targetDashboardId: '',
      openNewBrowserTab: false,
      openInSeparateDialog: false,
      dialogTitle: '',
      dialogHideDashboardToolbar: true,
      dialogWidth: 0,
      dialogHeight: 0,
      openInPopover: false,
      popoverPreferredPlacement: 'top',
      popoverHideOnClickOutside: true,
      popoverHideDashboardToolbar: true,
      popoverWidth: '25vw',
      popoverHeight: '25vh',
      popoverStyle: {},
      customFunction: '',
      customHtml: '',
      customCss: '',
      customResources: [],
      mobileAction: { type: '' },
    },
  )
  const [fixed] = actionsOf(
    widgetWith({ headerButton: [{ name: 'x', type: 'openDashboard' }] }, 'static'),
    'headerButton',
  )
  assert.deepEqual([fixed?.id, fixed?.setEntityId], ['headerButton-0', false])
})

test('an unknown type, an empty source and a source that objects have by nature are left out', () => {
  const widget = widgetWith({ rowClick: [{ name: 'x', type: 'teleport' }, 7], headerButton: [], more: 'text' })
  assert.deepEqual(Object.keys(readActions(widget)), [])
  assert.deepEqual(actionsOf(widget, 'constructor'), [])
  assert.deepEqual(actionsOf(widget, '__proto__'), [])
  const parsed = JSON.parse('{"__proto__": [{"name": "x", "type": "custom"}]}')
  assert.equal(actionsOf(widgetWith(parsed), '__proto__').length, 1)
})

test('no JSON makes reading fail', () => {
  const values: unknown[] = [null, 0, -1, '', 'x', true, [], {}, [null], { type: 1 }, { type: 'custom' }, Number.NaN]
  const descriptor = actionsOf(widgetWith({ a: [{ type: 'custom' }] }), 'a')[0] as JsonObject
  for (const value of values) {
    readActions(widgetWith(value))
    readActions(widgetWith({ rowClick: value }))
    readActions(widgetWith({ rowClick: [value] }))
    for (const key of Object.keys(descriptor)) {
      for (const [action] of [actionsOf(widgetWith({ a: [{ ...descriptor, [key]: value }] }), 'a')]) {
        if (!action) continue
        assert.equal(typeof action.name, 'string')
        assert.ok(action.dialogWidth >= 0 && action.dialogWidth <= 100)
        assert.equal(typeof action.popoverStyle, 'object')
        assert.equal(typeof action.mobileAction.type, 'string')
      }
    }
  }
})
