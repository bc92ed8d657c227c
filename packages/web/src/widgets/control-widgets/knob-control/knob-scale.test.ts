import { expect, test } from 'vitest'
import { knobScale, shareOf, valueAfterKey, valueAt } from './knob-scale.ts'

const percent = knobScale(0, 100, null)

test('bounds are in order and decimals follow the range', () => {
  expect(knobScale(10, -10, null)).toEqual({ min: -10, max: 10, decimals: 1 })
  expect(knobScale(5, 5, 3)).toEqual({ min: 5, max: 6, decimals: 3 })
  expect(percent.decimals).toBe(0)
  expect([shareOf(percent, 25), shareOf(percent, 900)]).toEqual([0.25, 1])
})

test('a point is a value on the arc; the gap below belongs to the nearer end', () => {
  expect(valueAt(percent, 0, -1)).toBe(50)
  expect(valueAt(percent, -1, 1)).toBe(0)
  expect(valueAt(percent, 1, 1)).toBe(100)
  expect(valueAt(percent, -0.1, 1)).toBe(0)
  expect(valueAt(percent, 0.1, 1)).toBe(100)
})

test('keys turn by a hundredth, a tenth, or to the ends', () => {
  expect(valueAfterKey(percent, 50, 'ArrowUp')).toBe(51)
  expect(valueAfterKey(percent, 0, 'ArrowLeft')).toBe(0)
  expect(valueAfterKey(percent, 95, 'PageUp')).toBe(100)
  expect(valueAfterKey(percent, 50, 'End')).toBe(100)
  expect(valueAfterKey(percent, 50, 'a')).toBeNull()
  // A step is at least what can be seen.
  expect(valueAfterKey(knobScale(0, 10, 0), 5, 'ArrowUp')).toBe(6)
})
