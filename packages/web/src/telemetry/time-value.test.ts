import { expect, test } from 'vitest'
import { isNamedTime, mayBeTime, timeOf } from './time-value.ts'

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

test('telemetry is a time if both its key and its text say so', () => {
  expect(timeOf('target_fw_ts', '1795902798752')).toBe(1_795_902_798_752)
  expect(timeOf('energy', '1795902798752')).toBeNull()
  for (const text of ['12', '1795902798752.5', '1.795902798752E12', '', 'soon']) {
    expect(timeOf('target_fw_ts', text)).toBeNull()
  }
})
