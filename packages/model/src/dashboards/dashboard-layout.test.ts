import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOnDesktop, placeOnMobile } from './dashboard-layout.ts'
import { normalizeConfiguration } from './normalize-dashboard.ts'

function dashboard(places: Record<string, object>, gridSettings: object = {}) {
  const widgets = Object.fromEntries(Object.keys(places).map((id) => [id, { typeAlias: id }]))
  const { states, widgets: whole } = normalizeConfiguration(
    { widgets, states: { s: { root: true, layouts: { main: { widgets: places, gridSettings } } } } },
    { nowMs: 0, newId: () => 'new' },
  )
  const layout = states.s?.layouts.main
  assert.ok(layout)
  return { layout, widgets: whole }
}

test('cells are squares, the margin is around and between them', () => {
  const { layout, widgets } = dashboard({
    a: { row: 0, col: 0, sizeX: 12, sizeY: 4 },
    b: { row: 0, col: 12, sizeX: 12, sizeY: 4 },
    c: { row: 4, col: 0, sizeX: 24, sizeY: 2 },
  })
  const { widgets: placed, height } = placeOnDesktop(layout, widgets, { width: 970, height: 600 })
  assert.deepEqual(placed, [
    { id: 'a', left: 10, top: 10, width: 470, height: 150 },
    { id: 'b', left: 490, top: 10, width: 470, height: 150 },
    { id: 'c', left: 10, top: 170, width: 950, height: 70 },
  ])
  assert.equal(height, 250)
})

test('rows fill the height when the layout says so', () => {
  const { layout, widgets } = dashboard(
    { a: { row: 0, col: 0, sizeX: 6, sizeY: 1 }, b: { row: 1, col: 0, sizeX: 6, sizeY: 1 } },
    { autoFillHeight: true, margin: 0 },
  )
  const { widgets: placed } = placeOnDesktop(layout, widgets, { width: 2400, height: 500 })
  assert.deepEqual(
    placed.map(({ top, height }) => [top, height]),
    [
      [0, 250],
      [250, 250],
    ],
  )
})

test('what reaches past the last column is cut there, unknown widgets are left out', () => {
  const { layout, widgets } = dashboard({ a: { row: 0, col: 20, sizeX: 10, sizeY: 1 } }, { margin: 0 })
  const extra = { ...layout, widgets: { ...layout.widgets, ghost: layout.widgets.a ?? never() } }
  const { widgets: placed } = placeOnDesktop(extra, widgets, { width: 240, height: 100 })
  assert.deepEqual(placed, [{ id: 'a', left: 200, top: 0, width: 40, height: 10 }])
})

test('on a phone one column: hidden ones go, the order is the mobile one, heights are rows', () => {
  const { layout, widgets } = dashboard(
    {
      late: { row: 0, col: 0, sizeX: 24, sizeY: 6, mobileOrder: 9 },
      hidden: { row: 0, col: 0, sizeX: 24, sizeY: 6, mobileHide: true },
      first: { row: 2, col: 0, sizeX: 24, sizeY: 2 },
      tall: { row: 3, col: 0, sizeX: 24, sizeY: 2, mobileHeight: 5 },
    },
    { mobileRowHeight: 50 },
  )
  const { widgets: placed, height } = placeOnMobile(layout, widgets, { width: 390, height: 800 })
  assert.deepEqual(placed, [
    { id: 'first', left: 10, top: 10, width: 370, height: 100 },
    { id: 'tall', left: 10, top: 120, width: 370, height: 250 },
    { id: 'late', left: 10, top: 380, width: 370, height: 300 },
  ])
  assert.equal(height, 690)
})

test('figures stand two by two on a phone, where they follow each other', () => {
  const { layout, widgets } = dashboard({
    a: { row: 0, col: 0, sizeX: 4, sizeY: 2 },
    b: { row: 0, col: 4, sizeX: 4, sizeY: 2 },
    c: { row: 0, col: 8, sizeX: 4, sizeY: 2 },
    chart: { row: 2, col: 0, sizeX: 12, sizeY: 5 },
  })
  const { widgets: placed } = placeOnMobile(
    layout,
    widgets,
    { width: 390, height: 800 },
    ({ typeAlias }) => typeAlias !== 'chart',
  )
  assert.deepEqual(
    placed.map(({ id, left, top, width }) => [id, left, top, width]),
    [
      ['a', 10, 10, 180],
      ['b', 200, 10, 180],
      ['c', 10, 160, 370],
      ['chart', 10, 310, 370],
    ],
  )
})

test('rows fill the height of a phone when the layout says so', () => {
  const { layout, widgets } = dashboard(
    { a: { row: 0, col: 0, sizeX: 24, sizeY: 1 }, b: { row: 1, col: 0, sizeX: 24, sizeY: 3 } },
    { mobileAutoFillHeight: true, margin: 10 },
  )
  const { widgets: placed } = placeOnMobile(layout, widgets, { width: 390, height: 840 })
  assert.deepEqual(
    placed.map(({ height }) => height),
    [200, 600],
  )
})

function never(): never {
  throw new Error('The layout lacks its widget.')
}
