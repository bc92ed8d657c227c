import { expect, test } from 'vitest'
import { alarmDays, daysRange } from './alarm-days.ts'

const dayMs = 86_400_000

test('the range ends with today and has 30 days', () => {
  const nowMs = new Date(2026, 10, 20, 14, 28).getTime()
  const { startTime, endTime } = daysRange(nowMs)
  expect(new Date(endTime + 1)).toEqual(new Date(2026, 10, 21))
  expect(endTime + 1 - startTime).toBe(30 * dayMs)
})

test('each day has its number of alarms and its worst severity; others are empty', () => {
  const range = { startTime: 0, endTime: 30 * dayMs - 1 }
  const counts = [
    { ts: 2 * dayMs, severity: 'WARNING', count: 2 },
    { ts: 2 * dayMs, severity: 'MAJOR', count: 1 },
    { ts: 29 * dayMs, severity: 'CRITICAL', count: 1 },
  ] as const
  const days = alarmDays({ intervalMs: dayMs, counts: [...counts] }, range)
  expect(days).toHaveLength(30)
  expect(days[2]).toEqual({ startTime: 2 * dayMs, count: 3, worst: 'MAJOR' })
  expect(days[29]).toEqual({ startTime: 29 * dayMs, count: 1, worst: 'CRITICAL' })
  expect(days.filter(({ worst }) => worst === undefined)).toHaveLength(28)
})
