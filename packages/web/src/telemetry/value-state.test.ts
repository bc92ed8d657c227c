import { expect, test } from 'vitest'
import { type KnownLimit, sinceOf, stateOf } from './value-state.ts'

const limit = (
  severity: KnownLimit['severity'],
  side: KnownLimit['side'],
  value: number,
  isInclusive = false,
  alarmType = 'Level',
): KnownLimit => ({ alarmType, severity, side, value, isInclusive })
const limits = [
  limit('CRITICAL', 'above', 92),
  limit('CRITICAL', 'below', 5, true),
  limit('WARNING', 'above', 85),
  limit('WARNING', 'below', 10, true),
]

test('the most severe limit that is exceeded gives the severity, the next one the distance', () => {
  expect(stateOf(50, limits)).toBeNull()
  expect(stateOf(50, [])).toBeNull()
  expect(stateOf(88.5, limits)).toEqual({
    severity: 'WARNING',
    next: { severity: 'CRITICAL', limit: 92, distance: 3.5 },
  })
  expect(stateOf(95, limits)).toEqual({ severity: 'CRITICAL', next: null })
  expect(stateOf(7, limits)).toEqual({ severity: 'WARNING', next: { severity: 'CRITICAL', limit: 5, distance: 2 } })
})

test('a limit itself is exceeded only if its rule includes it', () => {
  expect(stateOf(85, limits)).toBeNull()
  expect(stateOf(92, limits)?.severity).toBe('WARNING')
  expect(stateOf(10, limits)?.severity).toBe('WARNING')
  expect(stateOf(5, limits)?.severity).toBe('CRITICAL')
  const exact = [limit('MAJOR', null, 3, true)]
  expect(stateOf(3, exact)).toEqual({ severity: 'MAJOR', next: null })
  expect(stateOf(4, exact)).toBeNull()
})

test('of several limits that come next, the nearest counts, and only on the same side', () => {
  const many = [
    limit('CRITICAL', 'above', 99),
    limit('MAJOR', 'above', 95),
    limit('MINOR', 'below', 80),
    limit('WARNING', 'above', 85),
  ]
  expect(stateOf(90, many)?.next).toEqual({ severity: 'MAJOR', limit: 95, distance: 5 })
  expect(stateOf(70, many)).toEqual({ severity: 'MINOR', next: null })
})

const history = (values: readonly number[], intervalMs = 0) => ({
  column: { ts: Float64Array.from(values, (_, at) => (at + 1) * 100), values: Float64Array.from(values) },
  intervalMs,
})
const alarm = (startTs: number, type = 'Level', status: 'ACTIVE_UNACK' | 'CLEARED_ACK' = 'ACTIVE_UNACK') => ({
  type,
  status,
  startTs,
})

test('a severity lasts since the first point after the last one below its limit', () => {
  expect(sinceOf('WARNING', limits, history([88, 80, 86, 93, 88]), [])).toBe(300)
  expect(sinceOf('CRITICAL', limits, history([88, 80, 93, 88, 94]), [])).toBe(500)
  // A text between the numbers interrupts.
  expect(sinceOf('WARNING', limits, history([88, Number.NaN, 86]), [])).toBe(300)
})

test('an alarm raised in the interval of the crossing gives the exact time', () => {
  const points = history([80, 86, 88], 100)
  expect(sinceOf('WARNING', limits, points, [alarm(237)])).toBe(237)
  expect(sinceOf('WARNING', limits, points, [alarm(40)])).toBe(200)
  expect(sinceOf('WARNING', limits, points, [alarm(237, 'Other')])).toBe(200)
  expect(sinceOf('WARNING', limits, points, [alarm(237, 'Level', 'CLEARED_ACK')])).toBe(200)
  // The average of the last interval doesn't exceed the limit yet.
  expect(sinceOf('WARNING', limits, history([80, 80], 100), [alarm(237)])).toBe(237)
  expect(sinceOf('WARNING', limits, history([80, 80], 100), [])).toBeNull()
})

test('before the first point only an alarm tells, if no less severe limit could have raised it', () => {
  expect(sinceOf('WARNING', limits, history([88, 89]), [])).toBeNull()
  expect(sinceOf('WARNING', limits, history([88, 89]), [alarm(20)])).toBe(20)
  expect(sinceOf('WARNING', limits, history([]), [alarm(20)])).toBe(20)
  expect(sinceOf('CRITICAL', limits, history([95, 96]), [alarm(20)])).toBeNull()
  const apart = [...limits, limit('CRITICAL', 'above', 94, false, 'Overflow')]
  expect(sinceOf('CRITICAL', apart, history([95, 96]), [alarm(20), alarm(30, 'Overflow')])).toBe(30)
  // Raised later than the limit was exceeded.
  expect(sinceOf('WARNING', limits, history([88, 89]), [alarm(150)])).toBeNull()
})
