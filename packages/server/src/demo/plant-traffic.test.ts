import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pastStatistics, pastUsage } from './plant-traffic.ts'

const hourMs = 3_600_000
const nowMs = Date.UTC(2026, 10, 27, 14, 23, 45)

test('statistics of the queue add up to the usage of every hour', () => {
  const usage = pastUsage([], nowMs)
  const sums = new Map<number, number>()
  for (const [ts, { totalMsgs, successfulMsgs }] of pastStatistics(nowMs)) {
    const hourTs = ts - (ts % hourMs)
    sums.set(hourTs, (sums.get(hourTs) ?? 0) + totalMsgs)
    assert.equal(successfulMsgs, totalMsgs)
  }
  assert.equal(usage.size, 168 + 1, 'a week and the current hour')
  for (const [hourTs, { transportMsgCount, ruleEngineExecutionCount }] of usage) {
    assert.equal(sums.get(hourTs), transportMsgCount)
    assert.equal(ruleEngineExecutionCount, 3 * transportMsgCount)
  }
  assert.ok(
    [...usage.values()].some(({ transportMsgCount }) => transportMsgCount < 30 * 720),
    'devices are silent',
  )
})

test('the last hour has statistics by the minute up to now, the rest of the week six an hour', () => {
  const times = [...pastStatistics(nowMs).keys()].sort((a, b) => a - b)
  assert.equal(times.filter((ts) => ts >= nowMs - hourMs).length, 60)
  assert.equal(times.filter((ts) => ts < nowMs - 2 * hourMs && ts >= nowMs - 26 * hourMs).length, 24 * 6)
  assert.ok(times.every((ts) => ts < nowMs))
  assert.equal(times.at(-1), Date.UTC(2026, 10, 27, 14, 23) - 1)
})

test('all points that devices sent were stored', () => {
  for (const { transportDataPointsCount, storageDataPointsCount } of pastUsage([], nowMs).values()) {
    assert.ok(transportDataPointsCount > 0)
    assert.equal(storageDataPointsCount, transportDataPointsCount)
  }
})

test('alarms count in the hour in which they were raised', () => {
  const hourTs = Date.UTC(2026, 10, 27, 12)
  const usage = pastUsage([hourTs, hourTs + hourMs - 1, hourTs + hourMs, nowMs], nowMs)
  assert.deepEqual([usage.get(hourTs)?.createdAlarmsCount, usage.get(hourTs + hourMs)?.createdAlarmsCount], [2, 1])
})
