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

test('from zero, a small change stays small', () => {
  const spread = (line: ReturnType<typeof sparklinePath>) => line?.path.match(/ [\d.]+/g)
  expect(spread(sparklinePath([99, 100]))).toEqual([' 21.0', ' 3.0'])
  expect(spread(sparklinePath([99, 100], 0))).toEqual([' 3.2', ' 3.0'])
})
