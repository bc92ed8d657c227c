import { expect, test } from 'vitest'
import { isNamedTime, mayBeTime } from './time-value.ts'

test('epoch ms of this century may be times, other values are not', () => {
  expect([1_795_354_264_999, 1_000_000_000_000, 4_199_999_999_999].every(mayBeTime)).toBe(true)
  expect([0, 999_999_999_999, 4_200_000_000_000, 1_795_354_264.5, '1795354264999', null].some(mayBeTime)).toBe(false)
})

test('keys that name a time', () => {
  expect(['lastActivityTime', 'inactivityAlarmTime', 'installedAt_ts', 'created_at', 'ts'].every(isNamedTime)).toBe(
    true,
  )
  expect(['inactivityTimeout', 'serial', 'runtime', 'parts'].some(isNamedTime)).toBe(false)
})
