import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmConditionsMax, alarmRulesMax } from '@sonde/model/device-profiles/alarm-rule'
import type { DeviceProfile, DeviceProfileInput } from '@sonde/model/device-profiles/device-profile'
import { profileFrom } from './device-profile-validation.ts'

const save = (alarms: readonly unknown[]) =>
  profileFrom(
    { name: 'P', type: 'DEFAULT', transportType: 'DEFAULT', profileData: { alarms } } as DeviceProfileInput,
    {} as DeviceProfile,
  )

const numeric = { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 1 } }
const alarm = (index: number, predicate: unknown = numeric, count = 1) => ({
  id: `${index}`,
  alarmType: `Type ${index}`,
  createRules: {
    MAJOR: {
      condition: {
        condition: Array.from({ length: count }, () => ({
          key: { type: 'TIME_SERIES', key: 't' },
          valueType: 'NUMERIC',
          predicate,
        })),
      },
    },
  },
})

test('a profile has a bounded number of alarm rules', () => {
  const alarms = Array.from({ length: alarmRulesMax }, (_, i) => alarm(i))
  assert.equal(save(alarms).profileData.alarms?.length, alarmRulesMax)
  assert.throws(() => save([...alarms, alarm(alarmRulesMax)]), /A device profile can have at most 100 alarm rules/)
})

test('a profile has a bounded number of conditions, those inside of others counted', () => {
  save([alarm(0, numeric, alarmConditionsMax)])
  assert.throws(
    () => save([alarm(0, numeric, alarmConditionsMax + 1)]),
    /A device profile can have at most 1000 conditions/,
  )
  const many = { type: 'COMPLEX', operation: 'AND', predicates: Array(alarmConditionsMax).fill(numeric) }
  assert.throws(() => save([alarm(0, many)]), /A device profile can have at most 1000 conditions/)
  let deep: unknown = numeric
  for (let i = 0; i < 100_000; i++) deep = { type: 'COMPLEX', operation: 'AND', predicates: [deep] }
  assert.throws(() => save([alarm(0, deep)]), /A device profile can have at most 1000 conditions/)
})
