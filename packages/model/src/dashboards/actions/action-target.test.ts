import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeStates, openStates } from '../dashboard-states.ts'
import { normalizeConfiguration } from '../normalize-dashboard.ts'
import { normalizeWidget } from '../normalize-widget.ts'
import { dashboardAddress, openedStack, targetEntry, updatedStack } from './action-target.ts'
import { dialogTitle } from './state-title.ts'
import { actionsOf, type WidgetAction } from './widget-action.ts'

const pump = {
  id: { entityType: 'DEVICE', id: '784f394c-42b6-435a-983c-b7beff2784f9' },
  name: 'P-01',
  label: '',
} as const
const named = { entityId: pump.id, entityName: 'P-01' }

const action = (parts: object): WidgetAction => {
  const json = { name: 'Open', type: 'openDashboardState', ...parts }
  const [read] = actionsOf(normalizeWidget('w', { config: { actions: { a: [json] } } }, new Map()), 'a')
  assert.ok(read)
  return read
}

const configuration = (stateControllerId = 'entity') =>
  normalizeConfiguration(
    {
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's own placeholder
      states: { home: { name: 'Home', root: true }, pump: { name: 'Pump ${entityName}' }, bare: { name: ' ' } },
      settings: { stateControllerId },
    },
    { nowMs: 0, newId: () => 'new' },
  )

test('opening a state clones the parameters and adds the entity', () => {
  const whole = configuration()
  const params = { note: { deep: 1 } }
  const entry = targetEntry(whole, params, action({ targetDashboardStateId: 'pump' }), pump)
  assert.deepEqual(entry, { id: 'pump', params: { note: { deep: 1 }, ...named } })
  assert.notEqual(entry?.params.note, params.note)

  const underName = action({ targetDashboardStateId: 'pump', stateEntityParamName: 'chosen' })
  const first = targetEntry(whole, {}, underName, { ...pump, label: 'First' })
  assert.deepEqual(first?.params, {
    chosen: { ...named, entityLabel: 'First' },
    targetEntityParamName: 'chosen',
  })
  assert.deepEqual(targetEntry(whole, { chosen: { extra: 1 } }, underName, pump)?.params, {
    chosen: { extra: 1, ...named },
  })
  const without = action({ targetDashboardStateId: 'pump', setEntityId: false })
  assert.deepEqual(targetEntry(whole, {}, without, pump)?.params, {})
  assert.deepEqual(targetEntry(whole, {}, underName, null)?.params, {})
  assert.equal(targetEntry(whole, {}, action({ targetDashboardStateId: 'gone' }), pump), null)
  assert.equal(targetEntry(whole, {}, action({}), null)?.id, 'home')
})

test('the entity controller stacks states, the default controller replaces them', () => {
  const stack = [{ id: 'home', params: {} }]
  const entry = { id: 'pump', params: named }
  assert.deepEqual(openedStack(configuration(), stack, entry), [...stack, entry])
  assert.deepEqual(openedStack(configuration('default'), stack, entry), [entry])
})

test('an update replaces the open state, and without a target keeps it', () => {
  const whole = configuration()
  const stack = [
    { id: 'home', params: { a: 1 } },
    { id: 'pump', params: { b: 2 } },
  ]
  assert.deepEqual(updatedStack(whole, stack, action({ type: 'updateDashboardState' }), pump), [
    stack[0],
    { id: 'pump', params: { b: 2, ...named } },
  ])
  assert.deepEqual(updatedStack(whole, stack, action({ targetDashboardStateId: 'home' }), null)?.at(-1), {
    id: 'home',
    params: { b: 2 },
  })
  assert.equal(updatedStack(whole, stack, action({ targetDashboardStateId: 'gone' }), null), null)
  assert.deepEqual(updatedStack(whole, [], action({}), pump), [{ id: 'home', params: named }])
})

test('the address of another dashboard holds one state, encoded once', () => {
  const open = action({ type: 'openDashboard', targetDashboardId: 'd-1', targetDashboardStateId: 'pump' })
  const address = dashboardAddress(open, pump, { isSinglePage: false, search: { publicId: 'p' } })
  assert.match(address ?? '', /^\/dashboards\/d-1\?state=[^&]+$/)
  const { searchParams } = new URL(address ?? '', 'http://x')
  assert.deepEqual(decodeStates(searchParams.get('state')), [{ id: 'pump', params: named }])

  const single = dashboardAddress(action({ targetDashboardId: 'd/2' }), null, {
    isSinglePage: true,
    search: { publicId: 'p&q', embedded: 'true', state: 'old', edit: 'true' },
  })
  const url = new URL(single ?? '', 'http://x')
  assert.equal(url.pathname, '/dashboard/d%2F2')
  assert.deepEqual([...url.searchParams.keys()], ['state', 'publicId', 'embedded'])
  assert.equal(url.searchParams.get('publicId'), 'p&q')
  assert.equal(openStates(configuration(), decodeStates(url.searchParams.get('state')))[0]?.id, 'home')
  assert.equal(dashboardAddress(action({}), null, { isSinglePage: true, search: {} }), null)
})

test('a dialog is titled by its action, the state or the dashboard', () => {
  const whole = configuration()
  const entry = { id: 'pump', params: { ...named, other: { entityLabel: 'Tank' } } }
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's own placeholders
  assert.equal(dialogTitle(whole, entry, '${entityName}${entityLabel} and ${other:entityLabel}', 'D'), 'P-01 and Tank')
  assert.equal(dialogTitle(whole, entry, ' ', 'D'), 'Pump P-01')
  assert.equal(dialogTitle(whole, { id: 'bare', params: {} }, '', 'D'), 'D')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the wire's own placeholders
  assert.equal(dialogTitle(whole, { id: 'bare', params: {} }, '${constructor:entityName}', 'D'), 'D')
})
