import { columnsOf } from '@sonde/model/dashboards/editing/commands'
import { type EditableDashboard, editableDashboard } from '@sonde/model/dashboards/editing/editable-dashboard'
import { partAt } from '@sonde/model/dashboards/editing/json-path'
import { expect, test } from 'vitest'
import {
  commandOf,
  faultyLayout,
  type SettingsDraft,
  startDraft,
  typedNumber,
  withChanged,
  withLayouts,
} from './settings-draft.ts'

const first = editableDashboard(
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
      settings: { mine: 1 },
      widgets: {},
      states: { default: { name: 'Start', root: true, layouts: { main: { widgets: {}, gridSettings: { mine: 2 } } } } },
    },
  },
  () => 'unused',
)
const draft = startDraft(first, 'default')
const applied = (dashboard: EditableDashboard, next: SettingsDraft) =>
  commandOf(dashboard, 'default', next)?.apply(dashboard).configuration

test('a setting that is changed and changed back is no change', () => {
  const once = withChanged(draft.settings, 'showTitle', true, false)
  expect(once).toEqual({ showTitle: true })
  expect(withChanged(once, 'showTitle', false, false)).toEqual({})
  expect(commandOf(first, 'default', draft)).toBeNull()
})

test('settings, layouts and their grids are one command, which adds nothing else', () => {
  const next = {
    settings: { showTitle: true },
    hasRight: true,
    grids: { main: { margin: 4 }, right: { columns: 10 } },
  }
  const command = commandOf(first, 'default', next)
  expect(command?.label.kind).toBe('setSettings')
  expect(command?.apply(first).configuration).toEqual({
    settings: { mine: 1, showTitle: true },
    widgets: {},
    states: {
      default: {
        name: 'Start',
        root: true,
        layouts: {
          main: { widgets: {}, gridSettings: { mine: 2, columns: 12, margin: 4 } },
          right: { widgets: {}, gridSettings: { mine: 2, columns: 10 } },
        },
      },
    },
  })
})

test('a removed right layout leaves out what was changed in its grid', () => {
  const both = withLayouts(first, 'default', { ...draft, hasRight: true })
  expect(columnsOf(both, { stateId: 'default', layoutId: 'right' })).toBe(12)
  const next = { settings: {}, hasRight: false, grids: { main: {}, right: { margin: 1 } } }
  expect(commandOf(both, 'default', next)?.label.kind).toBe('removeRightLayout')
  expect(partAt(applied(both, next) ?? {}, ['states', 'default', 'layouts'])).toEqual({
    main: { widgets: {}, gridSettings: { mine: 2, columns: 24 } },
  })
})

test('numbers outside of their limits can’t be applied', () => {
  expect(['10', '1000', '9', '1001', '', '12.5', 'x'].map((text) => typedNumber(text, 'columns'))).toEqual([
    10,
    1000,
    '9',
    '1001',
    '',
    '12.5',
    'x',
  ])
  const grids = { main: { columns: 10 }, right: { margin: '-1' } }
  expect(faultyLayout({ ...draft, grids })).toBeNull()
  expect(faultyLayout({ ...draft, hasRight: true, grids })).toBe('right')
})
