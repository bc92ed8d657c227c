import { expect, test } from 'vitest'
import { selectorsOf } from './scoped-css.ts'

test('selectors are separated by commas that are not in brackets, quotes or escaped', () => {
  expect(selectorsOf('a')).toEqual(['a'])
  expect(selectorsOf('.a, .b > c')).toEqual(['.a', '.b > c'])
  expect(selectorsOf(':is(a, b) c, [title="x, y\\", z"], .d\\,e')).toEqual([
    ':is(a, b) c',
    '[title="x, y\\", z"]',
    '.d\\,e',
  ])
})
