import { expect, test } from 'vitest'
import { sparklinePath } from './sparkline.tsx'

test('spans the box from the lowest to the highest value', () => {
  expect(sparklinePath([0, 10, 5])?.path).toBe('M3.0 21.0L48.0 3.0L93.0 12.0')
})

test('a value that never changed runs in the middle', () => {
  expect(sparklinePath([4, 4])?.path).toBe('M3.0 12.0L93.0 12.0')
})

test('one point is no line', () => {
  expect(sparklinePath([4])).toBeUndefined()
})
