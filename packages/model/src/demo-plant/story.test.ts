import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plantDevices, plantHistoryMs } from './plant.ts'
import { measuredAt } from './signals.ts'
import { plantAlarmsBetween, plantAreas, plantKeys, plantRules, profileAlarmOf, updateStateOf } from './story.ts'

const dayMs = 24 * 60 * 60_000

test('every device stands in one area', () => {
  for (const device of plantDevices)
    assert.equal(plantAreas.filter((area) => area.holds(device)).length, 1, device.name)
})

test('whenever the demo starts, its week has some alarms, few of them active', () => {
  for (const now of [Date.UTC(2026, 10, 24, 4), Date.UTC(2026, 11, 25, 12, 17), Date.UTC(2027, 5, 6, 20, 40)]) {
    const alarms = plantDevices.flatMap((device) => plantAlarmsBetween(device, now - plantHistoryMs, now))
    const active = alarms.filter(({ clearTs }) => clearTs === null)
    assert.ok(alarms.length >= 10 && alarms.length <= 80, `${alarms.length} alarms`)
    assert.ok(active.length <= 8, `${active.length} active`)
    assert.ok(new Set(alarms.map(({ type }) => type)).size >= 2)
  }
})

test('an alarm begins after its limit was passed long enough, and clears after it began', () => {
  const end = Date.UTC(2026, 10, 24)
  for (const device of plantDevices) {
    let last = 0
    for (const { startTs, endTs, clearTs, cause } of plantAlarmsBetween(device, end - 7 * dayMs, end)) {
      const [comparison] = cause.comparisons
      assert.ok(comparison && typeof comparison.value === 'number' && typeof comparison.limit === 'number')
      assert.equal(comparison.value > comparison.limit, comparison.operation === 'GREATER')
      assert.ok(startTs > last && endTs >= startTs && (clearTs === null || clearTs > endTs))
      last = clearTs ?? end
    }
  }
})

test('a rule clears on the other side of its limit', () => {
  for (const rule of Object.values(plantRules)) {
    const { createRules, clearRule } = profileAlarmOf(rule)
    assert.deepEqual(Object.keys(createRules), [rule.severity])
    assert.equal(rule.clearAt < rule.limit, rule.operation === 'GREATER')
    assert.ok(clearRule)
  }
})

test('every key that measures something has a name', () => {
  const named = new Set(plantKeys.map(({ key }) => key))
  const unnamed = new Set(['latitude', 'longitude', 'running'])
  for (const device of plantDevices) {
    for (const key of Object.keys(measuredAt(device, Date.UTC(2026, 10, 24, 12))))
      assert.notEqual(named.has(key), unnamed.has(key), key)
  }
})

test('half of the pumps have the new firmware', () => {
  const states = plantDevices.map(updateStateOf).filter((state) => state !== null)
  assert.equal(states.filter((state) => state === 'UPDATED').length * 2, states.length)
  assert.ok(states.includes('FAILED'))
})
