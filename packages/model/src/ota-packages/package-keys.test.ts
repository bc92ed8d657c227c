import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPackageKey } from './package-keys.ts'

test('keys of updates are recognized, keys that only contain their prefix are not', () => {
  const update = ['fw_state', 'sw_error', 'current_fw_title', 'target_sw_ts', 'target_fw_checksum_algorithm']
  assert.deepEqual(update.filter(isPackageKey), update)
  assert.deepEqual(['flow', 'fw', 'target', 'target_level', 'rear_fw_speed', 'current_swing'].filter(isPackageKey), [])
})
