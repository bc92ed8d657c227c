import { expect, test } from 'vitest'
import { severityCounts } from './severity-counts.ts'

const page = [{ severity: 'CRITICAL' }, { severity: 'CRITICAL' }, { severity: 'MINOR' }] as const

test('counts the severities that there are, worst first', () => {
  expect(severityCounts(page, 3)).toEqual([
    { severity: 'CRITICAL', count: 2, isAtLeast: false },
    { severity: 'MINOR', count: 1, isAtLeast: false },
  ])
  expect(severityCounts([], 0)).toEqual([])
})

test('says where the page ended before the alarms did', () => {
  expect(severityCounts(page, 9).map(({ isAtLeast }) => isAtLeast)).toEqual([false, true])
})
