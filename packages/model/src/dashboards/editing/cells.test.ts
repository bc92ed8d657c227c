import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besideOf, type Cells, findRoom, pushDown, resizedBy, within } from './cells.ts'

const cells = (col: number, row: number, sizeX: number, sizeY: number): Cells => ({ col, row, sizeX, sizeY })
const byId = (all: Record<string, Cells>) => new Map(Object.entries(all))

test('room is the first gap from the top left, or the row below everything', () => {
  const others = byId({ a: cells(0, 0, 8, 4), b: cells(16, 0, 8, 4), c: cells(0, 4, 24, 2) })
  assert.deepEqual(findRoom({ sizeX: 8, sizeY: 4 }, others, 24), cells(8, 0, 8, 4))
  assert.deepEqual(findRoom({ sizeX: 8, sizeY: 5 }, others, 24), cells(0, 6, 8, 5))
  assert.deepEqual(findRoom({ sizeX: 30, sizeY: 0 }, new Map(), 24), cells(0, 0, 24, 1))
})

test('a copy is to the right if there is room, else below', () => {
  const a = cells(0, 0, 12, 4)
  assert.deepEqual(besideOf(a, byId({ a }), 24), cells(12, 0, 12, 4))
  assert.deepEqual(besideOf(a, byId({ a, b: cells(20, 3, 4, 4) }), 24), cells(0, 4, 12, 4))
  assert.deepEqual(besideOf(a, byId({ a }), 20), cells(0, 4, 12, 4))
})

test('covered widgets move down one after the other; what is not hit stays, also where widgets overlapped before', () => {
  const all = byId({
    placed: cells(0, 0, 8, 4),
    hit: cells(4, 2, 8, 2),
    below: cells(8, 4, 4, 2),
    aside: cells(16, 0, 4, 4),
    over: cells(18, 2, 4, 4),
  })
  assert.deepEqual(Object.fromEntries(pushDown(all, new Set(['placed']))), {
    placed: cells(0, 0, 8, 4),
    hit: cells(4, 4, 8, 2),
    below: cells(8, 6, 4, 2),
    aside: cells(16, 0, 4, 4),
    over: cells(18, 2, 4, 4),
  })
})

test('a pushed widget also clears the other widgets that were placed', () => {
  const all = byId({ a: cells(0, 0, 4, 2), b: cells(0, 3, 4, 2), hit: cells(0, 1, 4, 2) })
  assert.deepEqual(pushDown(all, new Set(['a', 'b'])).get('hit'), cells(0, 5, 4, 2))
})

test('rows too large to grow end the search', () => {
  const far = cells(0, 1e300, 4, 2)
  assert.equal(pushDown(byId({ a: far, b: far, c: far }), new Set(['a'])).size, 3)
})

test('cells are kept inside of the grid', () => {
  assert.deepEqual(within(cells(-2, -1, 4, 2), 24), cells(0, 0, 4, 2))
  assert.deepEqual(within(cells(22, 0, 4, 0.2), 24), cells(20, 0, 4, 1))
  assert.deepEqual(within(cells(3, 0, 40, 2.5), 24), cells(0, 0, 24, 2.5))
})

test('edges move within the grid, and leave one cell at least', () => {
  const start = cells(4, 4, 4, 4)
  assert.deepEqual(resizedBy(start, { right: true, bottom: true }, { rows: 2, cols: 1 }, 24), cells(4, 4, 5, 6))
  assert.deepEqual(resizedBy(start, { right: true }, { rows: 2, cols: 99 }, 24), cells(4, 4, 20, 4))
  assert.deepEqual(resizedBy(start, { right: true }, { rows: 0, cols: -99 }, 24), cells(4, 4, 1, 4))
  assert.deepEqual(resizedBy(start, { left: true, top: true }, { rows: -99, cols: 99 }, 24), cells(7, 0, 1, 8))
})
