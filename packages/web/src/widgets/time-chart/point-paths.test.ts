import { expect, test } from 'vitest'
import { pathStepsMax } from '../../sandbox/function-protocol.ts'
import { pathOf } from './point-paths.ts'

test('only steps of a path are drawn, and not too many', () => {
  expect(pathOf([['moveTo', -3, 0], ['closePath']])).toEqual([
    { method: 'moveTo', numbers: [-3, 0] },
    { method: 'closePath', numbers: [] },
  ])
  const many = (count: number) => Array.from({ length: count }, () => ['lineTo', 1, 2])
  expect(pathOf(many(pathStepsMax))).toHaveLength(pathStepsMax)
  for (const steps of [
    undefined,
    null,
    'moveTo',
    [],
    [1],
    [['fillText', 1]],
    [['constructor']],
    [['moveTo', 'x']],
    [['moveTo', Number.NaN]],
    many(pathStepsMax + 1),
  ])
    expect(pathOf(steps)).toBeNull()
})
