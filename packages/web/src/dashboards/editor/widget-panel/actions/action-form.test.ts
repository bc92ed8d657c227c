import { draftOf, newActionDraft } from '@sonde/model/dashboards/editing/action-draft'
import { expect, test } from 'vitest'
import { type ActionForm, actionErrors, enteredDraft, isUnapplied, openAction, stateChoices } from './action-form.ts'

const open = { id: '1', name: 'Open', type: 'openDashboardState', targetDashboardStateId: 'pump' }
const row = { id: '2', name: 'Row', type: 'custom' }
const config = { actions: { headerButton: [open], rowClick: [row] } }
const states = stateChoices({ states: { home: { name: 'Home' }, pump: {} } })
const target = { isMissing: false, states: null }

const formOf = (parts: object, typed: Partial<ActionForm['typed']> = {}, sourceId = 'headerButton'): ActionForm => {
  const { form } = openAction(null, { ...newActionDraft(sourceId, true, 'new'), name: 'New', ...parts })
  return { draft: form.draft, typed: { ...form.typed, ...typed } }
}
const errorsOf = (form: ActionForm, parts: object = {}) =>
  actionErrors(form, { config, stored: null, states, target, ...parts })

test('a name is entered, and no other action of the source has it', () => {
  const custom = { type: 'custom' }
  expect(errorsOf(formOf({ ...custom, name: ' ' }))).toEqual({ name: 'widgetActions.error_name' })
  expect(errorsOf(formOf({ ...custom, name: 'Open' }))).toEqual({ name: 'widgetActions.error_nameTaken' })
  expect(errorsOf(formOf({ ...custom, name: 'Open' }), { stored: open })).toEqual({})
  expect(errorsOf(formOf({ ...custom, name: 'Open' }, {}, 'elementClick'))).toEqual({})
})

test('a source for one action takes no second one; what is stored there stays', () => {
  expect(errorsOf(formOf({ type: 'custom' }, {}, 'rowClick'))).toEqual({ source: 'widgetActions.error_sourceFull' })
  expect(errorsOf(formOf({ type: 'custom' }, {}, 'rowClick'), { stored: row })).toEqual({})
  expect(errorsOf(formOf({ type: 'custom' }, {}, 'rowClick'), { stored: open })).toEqual({
    source: 'widgetActions.error_sourceFull',
  })
  const many = { actions: { headerButton: Array.from({ length: 100 }, (_, at) => ({ name: `${at}` })) } }
  expect(errorsOf(formOf({ type: 'custom' }), { config: many })).toEqual({ source: 'widgetActions.error_sourceMax' })
})

test('a target is chosen and exists', () => {
  const stateOf = (type: string, id: string, parts: object = {}) =>
    errorsOf(formOf({ type, targetDashboardStateId: id, targetDashboardId: 'd' }), parts).state
  expect(stateOf('openDashboardState', '')).toBe('widgetActions.error_state')
  expect(stateOf('openDashboardState', 'pump')).toBe(undefined)
  expect(stateOf('updateDashboardState', '')).toBe(undefined)
  expect(stateOf('updateDashboardState', 'gone')).toBe('widgetActions.error_stateMissing')
  expect(stateOf('openDashboard', 'far')).toBe(undefined)
  expect(stateOf('openDashboard', 'far', { target: { isMissing: false, states: [] } })).toBe(
    'widgetActions.error_stateMissing',
  )
  expect(errorsOf(formOf({ type: 'openDashboard' }))).toEqual({ dashboard: 'widgetActions.error_dashboard' })
  expect(
    errorsOf(formOf({ type: 'openDashboard', targetDashboardId: 'd' }), { target: { isMissing: true, states: null } }),
  ).toEqual({ dashboard: 'widgetActions.error_dashboardMissing' })
  expect(errorsOf(formOf({ type: 'mobileAction' }))).toEqual({ mobile: 'widgetActions.error_mobile' })
})

test('sizes and styles are checked for what they belong to', () => {
  const pump = { targetDashboardStateId: 'pump' }
  const wrong = { dialogWidth: '101', dialogHeight: 'x', popoverStyle: '[]' }
  expect(errorsOf(formOf(pump, wrong))).toEqual({})
  expect(errorsOf(formOf({ ...pump, openInSeparateDialog: true }, wrong))).toEqual({
    dialogWidth: 'widgetActions.error_percent',
    dialogHeight: 'widgetActions.error_percent',
  })
  expect(errorsOf(formOf({ ...pump, openInPopover: true, popoverWidth: 'wide' }, wrong))).toEqual({
    popoverWidth: 'widgetActions.error_length',
    popoverStyle: 'widgetActions.error_style',
  })
  const entered = enteredDraft(formOf(pump, { dialogWidth: '60', dialogHeight: '', popoverStyle: '{"a": 1}' }))
  expect([entered.dialogWidth, entered.dialogHeight, entered.popoverStyle]).toEqual([60, 0, { a: 1 }])
})

test('a stored action is changed only by what is entered', () => {
  const opened = openAction(open, draftOf(open, 'headerButton', true, 'new'))
  expect(isUnapplied(opened)).toBe(false)
  expect(isUnapplied({ ...opened, form: formOf({}) })).toBe(true)
})
