import { expect, test } from 'vitest'
import { typographic } from './typography.ts'

test('apostrophes and quotation marks are curved', () => {
  expect(typographic(`It's blocked: "Stop" ("now")`)).toBe('It’s blocked: “Stop” (“now”)')
  // Quotation marks around code or emphasis are at the end of one text and at the beginning of the next.
  expect([typographic('say "'), typographic('" now')]).toEqual(['say “', '” now'])
})

test('a number keeps its unit on the line', () => {
  expect(typographic('1 second and 16 MB, 3 × 4')).toBe('1\u00a0second and 16\u00a0MB, 3 × 4')
})
