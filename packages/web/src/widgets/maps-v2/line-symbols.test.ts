import { expect, test } from 'vitest'
import { distanceOf, type LineSymbols, symbolStrokes, symbolsMax } from './line-symbols.ts'

const symbols: LineSymbols = {
  kind: 'arrowHead',
  size: 10,
  color: null,
  offset: { px: 10 },
  endOffset: { share: 0.1 },
  repeat: { px: 50 },
}
const corner = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 100, y: 100 },
]
const rounded = (strokes: ReturnType<typeof symbolStrokes>) =>
  strokes.map((stroke) => stroke.map(({ x, y }) => [Math.round(x), Math.round(y)]))

test('arrows follow the line from offset to offset, around its corners', () => {
  const tips = rounded(symbolStrokes(corner, symbols)).map(([, tip]) => tip)
  expect(tips).toEqual([
    [10, 0],
    [60, 0],
    [100, 10],
    [100, 60],
  ])
  expect(rounded(symbolStrokes(corner, symbols))[2]).toEqual([
    [95, 1],
    [100, 10],
    [105, 1],
  ])
  expect(rounded(symbolStrokes(corner, { ...symbols, kind: 'dash', repeat: { share: 1 } }))).toEqual([
    [
      [5, 0],
      [15, 0],
    ],
  ])
})

test('symbols are bounded, and lines without a length have none', () => {
  const long = [
    { x: 0, y: 0 },
    { x: 1e7, y: 0 },
  ]
  expect(symbolStrokes(long, { ...symbols, repeat: { px: 0 } }).length).toBeLessThanOrEqual(symbolsMax + 1)
  expect(symbolStrokes([{ x: 1, y: 1 }], symbols)).toEqual([])
  expect(
    symbolStrokes(
      [corner[0], corner[0]].flatMap((one) => one ?? []),
      symbols,
    ),
  ).toEqual([])
})

test('distances are pixels or shares', () => {
  expect(['20px', '5%', '7', 'much', '-3'].map((text) => distanceOf(text, { px: 20 }))).toEqual([
    { px: 20 },
    { share: 0.05 },
    { px: 7 },
    { px: 20 },
    { px: 20 },
  ])
})
