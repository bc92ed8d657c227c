import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { JsonObject } from '../dashboard-configuration.ts'
import { isJsonObject } from '../json-parts.ts'
import { normalizeConfiguration } from '../normalize-dashboard.ts'
import * as commands from './commands.ts'
import { addKey, addSource, changeWithEntity, newSource } from './data-keys.ts'
import { type EditableDashboard, editableDashboard } from './editable-dashboard.ts'
import { canRedo, canUndo, currentOf, type History, redo, startHistory, undo, withChange } from './history.ts'
import { partAt } from './json-path.ts'
import { changeState, duplicateState, replaceContent, together } from './state-commands.ts'
import { addAction, freeActionName, moveAction, removeAction, replaceAction, storedActions } from './widget-actions.ts'
import { addFromType } from './widget-from-type.ts'
import { pasteReferences, pasteWidgets, replaceReference, widgetItemOf, widgetReferenceOf } from './widget-item.ts'

const main = { stateId: 'default', layoutId: 'main' } as const
const { cellsOf } = commands

const dashboardOf = (configuration: unknown) =>
  editableDashboard(
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
      configuration,
    },
    newId,
  )

let made = 0
const newId = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`

const widget = (title: string) => ({ typeAlias: 'simple_card', config: { title }, unknownKey: [1] })

const first = dashboardOf({
  description: 'kept',
  widgets: { a: widget('Temperature'), b: widget('Pressure'), c: widget('Flow') },
  states: {
    default: {
      name: 'Start',
      root: true,
      unknownKey: true,
      layouts: {
        main: {
          gridSettings: { columns: 24, custom: 'kept' },
          widgets: {
            a: { sizeX: 8, sizeY: 4, row: 0, col: 0, mine: 1 },
            b: { sizeX: 8, sizeY: 4, row: 0, col: 8 },
            c: { sizeX: 8, sizeY: 4, row: 4, col: 0 },
          },
        },
      },
    },
    details: {
      name: 'Details',
      root: false,
      layouts: { main: { widgets: { a: { sizeX: 4, sizeY: 4, row: 0, col: 0 } } } },
    },
  },
})

const run = (dashboard: EditableDashboard, ...all: commands.Command[]) =>
  all.reduce((before, command) => command.apply(before), dashboard)
const configurationOf = (dashboard: EditableDashboard) =>
  normalizeConfiguration(dashboard.configuration, { nowMs: 0, newId })

test('a moved widget pushes others down and shares all that it leaves alone', () => {
  const command = commands.moveWidgets(first, main, ['a'], { rows: 0, cols: 4 })
  assert.deepEqual(command.label, { kind: 'moveWidgets', name: 'Temperature', count: 1 })
  const after = run(first, command)
  const cells = cellsOf(after, main)
  assert.deepEqual(cells.get('a'), { row: 0, col: 4, sizeX: 8, sizeY: 4 })
  assert.equal(cells.get('b')?.row, 4)
  assert.deepEqual(cells.get('c'), cellsOf(first, main).get('c'))
  assert.equal(after.configuration.widgets, first.configuration.widgets)
  assert.deepEqual(configurationOf(after).states.default?.layouts.main.gridSettings, {
    ...configurationOf(first).states.default?.layouts.main.gridSettings,
  })
  const { default: state } = after.configuration.states as Record<string, Record<string, unknown>>
  assert.equal(state?.unknownKey, true)
  assert.match(JSON.stringify(state), /"custom":"kept"/)
  assert.match(JSON.stringify(state), /"mine":1/)
})

test('widgets move together, as far as the first of them can', () => {
  const after = run(first, commands.moveWidgets(first, main, ['a', 'b'], { rows: -9, cols: 40 }))
  assert.equal(cellsOf(after, main).get('a')?.col, 8)
  assert.equal(cellsOf(after, main).get('b')?.col, 16)
  assert.equal(run(after, commands.moveWidgets(after, main, ['a', 'b'], { rows: -1, cols: 1 })), after)
})

test('a removed widget stays in the dashboard while another state shows it', () => {
  const once = run(first, commands.removeWidgets(first, main, ['a', 'b']))
  assert.deepEqual(Object.keys(configurationOf(once).widgets), ['a', 'c'])
  const twice = run(once, commands.removeWidgets(once, { stateId: 'details', layoutId: 'main' }, ['a']))
  assert.deepEqual(Object.keys(configurationOf(twice).widgets), ['c'])
})

test('a copy has its own id and place, and the rest of the original', () => {
  const after = run(first, commands.duplicateWidgets(first, main, ['b'], ['new']))
  assert.deepEqual(cellsOf(after, main).get('new'), { row: 0, col: 16, sizeX: 8, sizeY: 4 })
  assert.deepEqual((after.configuration.widgets as Record<string, unknown>).new, { ...widget('Pressure'), id: 'new' })
})

test('a new widget gets the size of its type for the columns of the grid, where there is room', () => {
  const command = commands.addWidget(main, 'new', widget('New'), { sizeX: 8, sizeY: 4 })
  assert.deepEqual(cellsOf(run(first, command), main).get('new'), { row: 0, col: 16, sizeX: 8, sizeY: 4 })
  const wide = run(first, commands.setGridSettings(main, { columns: 48 }), command)
  assert.deepEqual(cellsOf(wide, main).get('new'), { row: 0, col: 32, sizeX: 16, sizeY: 8 })
})

test('an order on phones is given to all widgets', () => {
  const { states, widgets } = configurationOf(first)
  const layout = states.default?.layouts.main
  assert.ok(layout)
  const after = run(first, commands.reorderWidget(first, main, 'c', -1, { layout, widgets }))
  const places = configurationOf(after).states.default?.layouts.main.widgets
  assert.deepEqual([places?.a?.mobileOrder, places?.c?.mobileOrder, places?.b?.mobileOrder], [0, 1, 2])
  const top = commands.reorderWidget(first, main, 'a', -1, { layout, widgets })
  assert.equal(run(first, top), first)
})

test('a place on phones is set part by part', () => {
  const set = (dashboard: EditableDashboard, part: Partial<commands.MobilePlace>) =>
    commands.setMobilePlace(dashboard, main, 'a', part).apply(dashboard)
  const placeOf = (dashboard: EditableDashboard) =>
    partAt(dashboard.configuration, ['states', 'default', 'layouts', 'main', 'widgets', 'a'])
  const before = placeOf(first)
  const ordered = set(first, { mobileOrder: 3 })
  assert.deepEqual(placeOf(ordered), { ...before, mobileOrder: 3 })
  const all = set(ordered, { mobileHide: true, mobileHeight: 2 })
  assert.deepEqual(placeOf(all), { ...before, mobileOrder: 3, mobileHeight: 2, mobileHide: true })
  assert.deepEqual(placeOf(set(all, { mobileOrder: null, mobileHeight: null })), { ...before, mobileHide: true })
  // What isn't set isn't written.
  assert.equal(set(first, { mobileOrder: null, mobileHeight: null, mobileHide: false }), first)
})

test('states: the root can be changed but not removed, an id belongs to one state', () => {
  assert.equal(run(first, commands.removeState('default', 'Start')), first)
  assert.equal(run(first, changeState('default', { id: 'details', name: 'Details' })), first)
  assert.equal(run(first, commands.addState('details', 'Details')), first)
  const after = run(first, changeState('default', { id: 'start', name: 'Home' }), commands.setRootState('details', ''))
  const { states } = configurationOf(after)
  assert.deepEqual(
    Object.entries(states).map(([id, { name, root }]) => [id, name, root]),
    [
      ['start', 'Home', false],
      ['details', 'Details', true],
    ],
  )
  const removed = run(after, commands.removeState('start', 'Home'))
  assert.deepEqual(Object.keys(configurationOf(removed).widgets), ['a'])
})

test('a right layout shares the columns, and its widgets go with it', () => {
  const both = run(first, commands.addRightLayout('default'))
  assert.equal(commands.columnsOf(both, main), 12)
  assert.equal(cellsOf(both, main).get('b')?.col, 4)
  const right = { stateId: 'default', layoutId: 'right' } as const
  const filled = run(both, commands.addWidget(right, 'new', widget('New'), { sizeX: 8, sizeY: 4 }))
  const single = run(filled, commands.removeRightLayout('default'))
  assert.equal(commands.columnsOf(single, main), 24)
  assert.deepEqual(configurationOf(single).widgets, configurationOf(first).widgets)
})

test('older forms are converted once, with the references to their aliases', () => {
  const old = {
    widgets: [
      {
        id: 'a',
        sizeX: 6,
        sizeY: 4,
        row: 0,
        col: 2,
        config: { datasources: [{ deviceAliasId: '1' }], mobileOrder: 3 },
      },
    ],
    deviceAliases: { 1: { alias: 'Pumps', deviceId: 'p' } },
    gridSettings: { columns: 12, showTitle: true },
  }
  const editable = dashboardOf(old)
  const read = configurationOf(editable)
  const [aliasId = ''] = Object.keys(read.entityAliases)
  assert.equal(read.widgets.a?.config.datasources[0]?.entityAliasId, aliasId)
  assert.equal(read.entityAliases[aliasId]?.alias, 'Pumps')
  assert.equal(read.settings.showTitle, true)
  const plain = normalizeConfiguration(old, { nowMs: 0, newId })
  assert.deepEqual(read.states.default?.layouts, plain.states.default?.layouts)
  assert.equal(dashboardOf(editable.configuration).configuration, editable.configuration)
})

const libraryType = {
  isSystem: true,
  bundleAlias: 'charts',
  alias: 'basic_timeseries',
  name: 'Chart',
  descriptor: { type: 'timeseries' as const, sizeX: 8, sizeY: 5, defaultConfig: '{}' },
}

const tank = {
  name: 'Tank',
  alias: { alias: 'Tank', filter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: newId() } } },
  entityType: 'DEVICE' as const,
  keys: [{ name: 'level', type: 'timeseries' as const, value: 'number' as const }],
}

function changedActions(config: JsonObject, at: number, kind: 'add' | 'move' | 'replace' | 'remove'): JsonObject {
  const action = storedActions(config)[at]?.json ?? { name: `${at}`, type: 'custom' }
  switch (kind) {
    case 'add':
      return addAction(config, 'headerButton', { name: freeActionName(config, 'headerButton', 'Open'), type: 'custom' })
    case 'move':
      return moveAction(config, action, at > 1 ? -1 : 1)
    case 'replace':
      return replaceAction(config, action, at > 2 ? 'rowClick' : 'headerButton', { ...action, name: 'Replaced' })
    case 'remove':
      return removeAction(config, action)
  }
}

/** A command with any arguments, also such that don't fit. */
const anyCommand = (() => {
  const id = fc.constantFrom('a', 'b', 'c', 'new', 'x1', 'x2', 'missing', '__proto__')
  const ids = fc.uniqueArray(id, { maxLength: 3 })
  const state = fc.constantFrom('default', 'details', 'third', 'missing')
  const place = fc.record({ stateId: state, layoutId: fc.constantFrom('main' as const, 'right' as const) })
  const step = fc.integer({ min: -30, max: 30 })
  const size = fc.record({ sizeX: fc.integer({ min: 0, max: 40 }), sizeY: fc.double({ min: 0, max: 40, noNaN: true }) })
  const rows = fc.option(fc.nat(20))
  const mobilePlace = fc.record(
    { mobileHeight: rows, mobileOrder: rows, mobileHide: fc.boolean() },
    { requiredKeys: [] },
  )
  type Make = (dashboard: EditableDashboard) => commands.Command
  return fc.oneof<fc.Arbitrary<Make>[]>(
    fc.tuple(place, ids, step, step).map(
      ([to, all, rows, cols]) =>
        (one) =>
          commands.moveWidgets(one, to, all, { rows, cols }),
    ),
    fc.tuple(place, id, size, step, step).map(
      ([to, which, sizes, row, col]) =>
        (one) =>
          commands.resizeWidget(one, to, which, { ...sizes, row, col }),
    ),
    fc.tuple(place, ids).map(
      ([from, all]) =>
        (one) =>
          commands.removeWidgets(one, from, all),
    ),
    fc.tuple(place, ids).map(
      ([to, all]) =>
        (one) =>
          commands.duplicateWidgets(one, to, all, all.map(newId)),
    ),
    fc.tuple(state, id, size).map(
      ([stateId, which, sizes]) =>
        () =>
          commands.addWidget({ stateId, layoutId: 'main' }, which, widget('New'), sizes),
    ),
    fc.tuple(id, fc.string()).map(
      ([which, title]) =>
        (one) =>
          commands.setWidget(one, which, widget(title)),
    ),
    fc.tuple(id, fc.nat(3)).map(
      ([which, at]) =>
        (one) =>
          changeWithEntity(
            one,
            which,
            { id: { entityType: 'DEVICE', id: newId() }, name: 'Pump' },
            newId(),
            (config, alias) =>
              addKey(addSource(config, newSource('entity', alias, '')), at, {
                name: 'x',
                type: 'attribute',
                label: 'x',
              }),
          ),
    ),
    fc.tuple(id, fc.nat(4), fc.constantFrom('add', 'move', 'replace', 'remove')).map(
      ([which, at, kind]) =>
        (one) =>
          commands.changeWidgetConfig(one, which, (config) => changedActions(config, at, kind)),
    ),
    fc.tuple(place, id, mobilePlace).map(
      ([to, which, part]) =>
        (one) =>
          commands.setMobilePlace(one, to, which, part),
    ),
    fc.tuple(state, fc.string()).map(
      ([which, name]) =>
        () =>
          commands.addState(which, name),
    ),
    fc.tuple(state, state, fc.string()).map(
      ([which, next, name]) =>
        () =>
          changeState(which, { id: next, name }),
    ),
    fc.tuple(state, fc.constantFrom('third', 'fourth', 'default'), fc.boolean()).map(([which, copy, isFresh]) => () => {
      const newIds = isFresh ? ['a', 'b', 'c', 'new'].map((one) => [one, newId()] as const) : [['a', 'b'] as const]
      return duplicateState(which, { id: copy, name: copy }, new Map(newIds))
    }),
    fc.tuple(place, fc.boolean()).map(([to, showTitle]) => () => {
      const parts = [commands.setGridSettings(to, { columns: 20, margin: 3 }), commands.setSettings({ showTitle })]
      return together({ kind: 'setSettings', name: '', count: 1 }, [...parts, commands.addRightLayout(to.stateId)])
    }),
    state.map((which) => () => commands.removeState(which, '')),
    state.map((which) => () => commands.setRootState(which, '')),
    state.map((which) => () => commands.addRightLayout(which)),
    state.map((which) => () => commands.removeRightLayout(which)),
    fc.tuple(place, fc.integer({ min: 10, max: 100 })).map(
      ([to, columns]) =>
        () =>
          commands.setGridSettings(to, { columns }),
    ),
    fc.boolean().map((showTitle) => () => commands.setSettings({ showTitle })),
    fc.string().map((title) => () => commands.setTitle(title)),
    fc.nat().map((timewindowMs) => () => commands.setTimeWindow({ realtime: { timewindowMs } })),
    fc
      .tuple(place, place, ids, fc.option(fc.record({ row: fc.nat(30), col: fc.nat(60) })))
      .map(([from, to, all, at]) => (one) => {
        const item = widgetItemOf(one, from, all)
        return item ? pasteWidgets(to, item, at, all.map(newId), newId) : commands.setTitle('nothing copied')
      }),
    fc
      .tuple(place, place, ids, fc.option(fc.record({ row: fc.nat(30), col: fc.nat(60) })))
      .map(([from, to, all, at]) => (one) => {
        const reference = widgetReferenceOf(one, from, all)
        return reference ? pasteReferences(one, to, reference, at) : commands.setTitle('nothing copied')
      }),
    fc.tuple(place, id).map(
      ([to, which]) =>
        (one) =>
          replaceReference(one, to, which, newId()),
    ),
    fc.tuple(place, fc.boolean()).map(
      ([to, hasEntity]) =>
        () =>
          addFromType(to, libraryType, {
            id: newId(),
            newAliasId: newId(),
            title: 'Added',
            source: hasEntity ? tank : null,
            random: () => 0,
          }),
    ),
    fc.constant(() => commands.setAliases({})),
    fc.constant(() => replaceContent({ kind: 'restoreDraft', name: '', count: 1 }, first)),
    fc.constant(() => commands.setFilters({})),
  )
})()

test('undoing any commands leads back to the very same dashboards, all of which the viewer accepts', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (made) => {
      const before = JSON.stringify(first)
      let history: History<EditableDashboard, commands.CommandLabel> = startHistory(first)
      const seen = [first]
      for (const make of made) {
        const command = make(currentOf(history))
        history = withChange(history, command.label, command.apply(currentOf(history)))
        if (seen.at(-1) !== currentOf(history)) seen.push(currentOf(history))
        checkWhole(currentOf(history))
      }
      const last = currentOf(history)
      for (let at = seen.length - 1; canUndo(history); at--) {
        assert.equal(currentOf(history), seen[at])
        history = undo(history)
      }
      assert.equal(currentOf(history), first)
      assert.equal(JSON.stringify(first), before)
      while (canRedo(history)) history = redo(history)
      assert.equal(currentOf(history), last)
    }),
  )
})

/** The viewer reads the dashboard, which has one root state, only placed widgets and only cells inside of the grid. */
function checkWhole(dashboard: EditableDashboard) {
  const { states, widgets } = configurationOf(dashboard)
  const json = dashboard.configuration.states
  assert.ok(isJsonObject(json))
  assert.equal(Object.values(json).filter((state) => isJsonObject(state) && state.root === true).length, 1)
  const placed = new Set<string>()
  for (const { layouts } of Object.values(states)) {
    for (const layout of [layouts.main, ...(layouts.right ? [layouts.right] : [])]) {
      for (const [id, { row, col, sizeX, sizeY }] of Object.entries(layout.widgets)) {
        placed.add(id)
        assert.ok(row >= 0 && col >= 0 && sizeX > 0 && sizeY > 0, JSON.stringify({ id, row, col, sizeX, sizeY }))
        assert.ok(col + sizeX <= layout.gridSettings.columns, `${id} is outside of the grid.`)
      }
    }
  }
  assert.deepEqual([...placed].sort(), Object.keys(widgets).sort())
}
