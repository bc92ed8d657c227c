import assert from 'node:assert/strict'
import { test } from 'node:test'
import { objectOf } from '../json-parts.ts'
import { removeState, setSettings, setTitle } from './commands.ts'
import { editableDashboard } from './editable-dashboard.ts'
import { partAt } from './json-path.ts'
import { changeState, duplicateState, replaceContent, stateIdOf, together, widgetsOnlyIn } from './state-commands.ts'
import { stateReferences } from './state-references.ts'

const opens = (targetDashboardStateId: string, rest: object = {}) => ({
  id: 'x',
  name: 'Open',
  type: 'openDashboardState',
  targetDashboardStateId,
  ...rest,
})

const first = editableDashboard(
  {
    id: { entityType: 'DASHBOARD', id: 'here' },
    createdTime: 0,
    tenantId: { entityType: 'TENANT', id: 't' },
    title: 'Boiler room',
    name: 'Boiler room',
    image: null,
    assignedCustomers: null,
    mobileHide: false,
    mobileOrder: null,
    configuration: {
      widgets: {
        a: {
          typeAlias: 'entities_table',
          config: {
            actions: {
              rowClick: [opens('details'), opens('default', { mine: 1 })],
              headerButton: [
                opens('details', { type: 'openDashboard', targetDashboardId: 'other' }),
                opens('details', { type: 'openDashboard', targetDashboardId: 'here' }),
                'nonsense',
              ],
              cellClick: 'nonsense',
            },
          },
        },
        b: { typeAlias: 'dashboard_state_widget', config: { settings: { stateId: 'details', mine: 2 } } },
        c: { typeAlias: 'html_card', config: { settings: { stateId: 'details', cardHtml: 'details' } } },
      },
      states: {
        default: { name: 'Start', root: true, layouts: { main: { widgets: { a: { row: 0 }, b: { row: 4 } } } } },
        details: {
          name: 'Details',
          root: false,
          mine: 3,
          layouts: { main: { widgets: { a: { row: 1, mine: 4 } } }, right: { widgets: { c: { row: 2 } } } },
        },
      },
    },
  },
  () => 'unused',
)

test('actions and widgets that name a state follow when its id changes; others are left alone', () => {
  const after = changeState('details', { id: 'pump', name: 'Pump' }).apply(first)
  assert.deepEqual(Object.keys(objectOf(after.configuration.states)), ['default', 'pump'])
  assert.deepEqual(partAt(after.configuration, ['widgets', 'a', 'config', 'actions']), {
    rowClick: [opens('pump'), opens('default', { mine: 1 })],
    headerButton: [
      opens('details', { type: 'openDashboard', targetDashboardId: 'other' }),
      opens('pump', { type: 'openDashboard', targetDashboardId: 'here' }),
      'nonsense',
    ],
    cellClick: 'nonsense',
  })
  assert.deepEqual(partAt(after.configuration, ['widgets', 'b', 'config', 'settings']), { stateId: 'pump', mine: 2 })
  assert.equal(objectOf(after.configuration.widgets).c, objectOf(first.configuration.widgets).c)

  const renamed = changeState('details', { id: 'details', name: 'Pump' }).apply(first)
  assert.equal(renamed.configuration.widgets, first.configuration.widgets)
  assert.equal(changeState('details', { id: 'details', name: 'Details' }).apply(first), first)
})

test('counts what leads to a state', () => {
  const counts = stateReferences(first.configuration, 'here')
  assert.deepEqual(Object.fromEntries(counts), { details: 3, default: 1 })
})

test('a copied state has copies of its widgets, in their places', () => {
  const newIds = new Map(Object.entries({ a: 'a2', c: 'c2' }))
  const after = duplicateState('details', { id: 'copy', name: 'Copy' }, newIds).apply(first)
  assert.deepEqual(partAt(after.configuration, ['states', 'copy']), {
    name: 'Copy',
    root: false,
    mine: 3,
    layouts: { main: { widgets: { a2: { row: 1, mine: 4 } } }, right: { widgets: { c2: { row: 2 } } } },
  })
  const { a2, a } = objectOf(after.configuration.widgets)
  assert.deepEqual(a2, { ...objectOf(a), id: 'a2' })
  assert.equal(a, objectOf(first.configuration.widgets).a)
  assert.deepEqual(widgetsOnlyIn(after, 'copy'), ['a2', 'c2'])
  assert.deepEqual(removeState('copy', 'Copy').apply(after).configuration, first.configuration)
  assert.equal(duplicateState('details', { id: 'default', name: 'Copy' }, newIds).apply(first), first)
})

test('removing a state loses the widgets that no other state has', () => {
  assert.deepEqual(widgetsOnlyIn(first, 'details'), ['c'])
  assert.deepEqual(widgetsOnlyIn(first, 'default'), ['b'])
})

test('ids are made from names and are unique', () => {
  assert.equal(stateIdOf('Pump – details', {}), 'pump___details')
  assert.equal(stateIdOf(' Default ', { default: {}, default_2: {} }), 'default_3')
  assert.equal(stateIdOf('', {}), 'state')
})

test('commands together are one; without effect they return the same dashboard', () => {
  const label = { kind: 'setSettings', name: '', count: 1 } as const
  const both = together(label, [setTitle('Pump house'), setSettings({ showTitle: true })]).apply(first)
  assert.deepEqual([both.title, both.configuration.settings], ['Pump house', { showTitle: true }])
  assert.equal(together(label, [setTitle('Boiler room')]).apply(first), first)
})

test('restored content leaves alone what the editor doesn’t change', () => {
  const label = { kind: 'restoreDraft', name: '', count: 1 } as const
  const draft = { ...setTitle('Pump house').apply(first), mobileHide: true }
  const restored = replaceContent(label, draft).apply(first)
  assert.deepEqual([restored.title, restored.name, restored.mobileHide], ['Pump house', 'Pump house', false])
  assert.equal(restored.configuration, draft.configuration)
  assert.equal(replaceContent(label, { ...first, mobileHide: true }).apply(first), first)
})
