import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countChanges, type DashboardContent, dashboardChanges } from './dashboard-changes.ts'

const place = { sizeX: 4, sizeY: 2, row: 0, col: 0 }
const widget = (title: string, settings: object = {}) => ({ type: 'latest', config: { title, settings } })

const board: DashboardContent = {
  title: 'Board',
  configuration: {
    widgets: { a: widget('Pressure'), b: widget('Flow') },
    states: {
      default: { name: 'Main', root: true, layouts: { main: { widgets: { a: place, b: place }, gridSettings: {} } } },
    },
    entityAliases: { x: { id: 'x', alias: 'Pumps' } },
    filters: {},
    timewindow: { realtime: 1 },
    settings: { showTitle: true },
  },
}

const main = (widgets: object, gridSettings: object = {}) => ({
  default: { name: 'Main', root: true, layouts: { main: { widgets, gridSettings } } },
})
const { widgets, entityAliases, settings } = board.configuration as Record<string, Record<string, unknown>>
/** The board with some parts of its configuration replaced. */
const boardWith = (parts: object, details: object = {}): DashboardContent => ({
  ...board,
  ...details,
  configuration: { ...(board.configuration as object), ...parts },
})
const names = (parts: readonly { readonly name: string }[]) => parts.map(({ name }) => name)

test('names what was added, changed and removed', () => {
  const after = boardWith(
    {
      widgets: { a: widget('Pressure', { min: 1 }), c: widget('Level') },
      states: { ...main({ a: place, c: place }), detail: { name: 'Detail' } },
      entityAliases: { x: { id: 'x', alias: 'All pumps' } },
      filters: { f: { filter: 'Warm' } },
      timewindow: { realtime: 2 },
      settings: { showTitle: false, dashboardCss: 'a' },
    },
    { title: 'Plant', image: 'data:,' },
  )
  const changes = dashboardChanges(board, after)
  assert.deepEqual([changes.widgets.added, changes.widgets.changed, changes.widgets.removed].map(names), [
    ['Level'],
    ['Pressure'],
    ['Flow'],
  ])
  assert.deepEqual([changes.states.added, changes.states.changed].map(names), [['Detail'], []])
  assert.deepEqual(names(changes.aliases.changed), ['All pumps'])
  assert.deepEqual(names(changes.filters.added), ['Warm'])
  assert.deepEqual(changes.settings, ['title', 'image', 'timewindow', 'showTitle', 'dashboardCss'])
  assert.deepEqual(countChanges(changes), {
    widgetsAdded: 1,
    widgetsChanged: 1,
    widgetsRemoved: 1,
    states: 1,
    aliases: 1,
    filters: 1,
    settings: 5,
  })
})

test('a moved widget is changed, its state is not; a changed grid is a change of the state', () => {
  const moved = dashboardChanges(board, boardWith({ states: main({ a: { ...place, col: 4 }, b: place }) }))
  assert.deepEqual([names(moved.widgets.changed), moved.states.changed], [['Pressure'], []])
  const takenOut = dashboardChanges(board, boardWith({ states: main({ a: place }) }))
  assert.deepEqual([names(takenOut.widgets.changed), takenOut.states.changed], [['Flow'], []])
  const grid = dashboardChanges(board, boardWith({ states: main({ a: place, b: place }, { columns: 12 }) }))
  assert.deepEqual([grid.widgets.changed, names(grid.states.changed)], [[], ['Main']])
})

test('the order of keys and absent defaults are no change', () => {
  const turned = Object.fromEntries(Object.entries(board.configuration as object).reverse())
  const after = { ...board, image: null, mobileHide: false, mobileOrder: null, configuration: turned }
  assert.ok(Object.values(countChanges(dashboardChanges(board, after))).every((count) => count === 0))
  assert.deepEqual(dashboardChanges(board, boardWith({ other: 1 })).settings, ['other'])
})

test('compares legacy dashboards, and survives whatever a configuration contains', () => {
  const legacy = (title: string) => ({ title: 'B', configuration: { widgets: [{ id: 'a', title }, { title: 'x' }] } })
  assert.deepEqual(names(dashboardChanges(legacy('Old'), legacy('New')).widgets.changed), ['New'])
  const odd = [
    null,
    undefined,
    7,
    'x',
    [],
    { widgets: 3, states: [1], settings: null },
    { states: { a: { layouts: 1 } } },
  ]
  for (const before of odd) {
    for (const after of [...odd, { widgets, entityAliases, settings }]) {
      dashboardChanges({ title: 'a', configuration: before }, { title: 'a', configuration: after })
    }
  }
})
