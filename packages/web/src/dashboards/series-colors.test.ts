import { expect, test } from 'vitest'
import { cssColor } from './css-color.ts'
import { chosenColor, createSeriesColors } from './series-colors.ts'

const series = (...ids: string[]) => ids.map((id) => ({ id, chosen: null }))

test('takes the theme’s colours in their order, dashed from the seventh', () => {
  const looks = createSeriesColors().looks(series('a', 'b', 'c', 'd', 'e', 'f', 'g'))
  expect(looks[0]).toEqual({ color: 'var(--sd-chart-1)', dash: null })
  expect(looks[5]?.dash).toBeNull()
  expect(looks[6]).toEqual({ color: 'var(--sd-chart-7)', dash: [6, 4] })
})

test('a series keeps its colour in other widgets, unless a widget would have it twice', () => {
  const colors = createSeriesColors()
  colors.looks(series('a', 'b', 'c'))
  expect(colors.looks(series('x', 'c', 'b')).map(({ color }) => color)).toEqual([
    'var(--sd-chart-1)',
    'var(--sd-chart-3)',
    'var(--sd-chart-2)',
  ])
  // x has the same color as a, so one of them gets another color if both are in a widget.
  const both = colors.looks(series('a', 'x')).map(({ color }) => color)
  expect(new Set(both).size).toBe(2)
})

test('colours that people chose stay, the default palette is none', () => {
  expect(chosenColor('#2196F3')).toBeNull()
  expect(chosenColor('var(--sd-chart-4)')).toBeNull()
  expect(chosenColor('#123456')).toBe('#123456')
  const looks = createSeriesColors().looks([
    { id: 'a', chosen: '#123456' },
    { id: 'b', chosen: null },
  ])
  expect(looks.map(({ color }) => color)).toEqual(['#123456', 'var(--sd-chart-1)'])
})

test('what is no colour is none', () => {
  expect(cssColor('var(--sd-critical)')).toBe('var(--sd-critical)')
  for (const text of ['', null, 'url(http://example.com)', 'var(--other)', 'red; background: blue']) {
    expect(cssColor(text)).toBeNull()
  }
})
