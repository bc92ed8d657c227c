import { expect, test } from 'vitest'
import { cssLength, safeStyle } from './popover-style.ts'

test('a length is taken, anything else is not', () => {
  for (const text of ['25vw', '300px', '1.5rem', ' 50% ']) expect(cssLength(text, '1px')).toBe(text.trim())
  for (const text of ['', '25', 'auto', 'calc(1px)', 'url(x)', '1px;color:red'])
    expect(cssLength(text, '1px')).toBe('1px')
})

test('a style keeps texts and numbers, in either spelling, and nothing that moves the content', () => {
  const json = {
    'background-color': 'red',
    padding: 4,
    position: 'fixed',
    top: 0,
    '--x': '1',
    a: {},
    constructor: null,
  }
  expect(safeStyle(json)).toEqual({ backgroundColor: 'red', padding: 4 })
})
