import { expect, test } from 'vitest'
import { stepPath } from './step-line.tsx'
import { dayMs } from './use-step-lines.ts'

const at = (share: number, isOn: boolean) => ({ ts: share * dayMs, isOn })

test('a value holds until it changes, the last one until the end', () => {
  const points = [at(0, false), at(0.25, false), at(0.5, true), at(0.75, false)]
  expect(stepPath(points, 0)).toEqual({ path: 'M3.0 21H48.0V3H70.5V21H93', x: 93, y: 21 })
})

test('before the first value there is no line', () => {
  expect(stepPath([at(0.5, true)], 0)?.path).toBe('M48.0 3H93')
  expect(stepPath([], 0)).toBeUndefined()
})
