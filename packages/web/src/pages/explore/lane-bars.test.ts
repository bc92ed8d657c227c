import { expect, test } from 'vitest'
import type { ValueAlarm } from '../../telemetry/use-value-alarms.ts'
import { alarmLane, lanePartPx, laneRowsMax } from './lane-bars.ts'

const uuid = (at: number) => `784f394c-42b6-435a-983c-${String(at).padStart(12, '0')}`

/** Cleared at `clearTs`; 0: active. */
const of = (at: number, startTs: number, clearTs: number): ValueAlarm => ({
  id: { entityType: 'ALARM', id: uuid(at) },
  originator: { entityType: 'DEVICE', id: uuid(0) },
  originatorName: 'Oven',
  type: 'Too hot',
  severity: 'CRITICAL',
  status: clearTs === 0 ? 'ACTIVE_UNACK' : 'CLEARED_UNACK',
  startTs,
  clearTs,
})
const range = { startMs: 1000, endMs: 2000 }
const lane = (...alarms: readonly ValueAlarm[]) => alarmLane(alarms, range, 1000)

test('a bar goes from when the alarm was raised to when it was cleared, at most to the edges', () => {
  const { bars, rows, hidden } = lane(
    of(1, 1200, 1500),
    of(2, 1600, 0),
    of(3, 500, 1100),
    of(4, 0, 900),
    of(5, 2000, 0),
  )
  expect(bars.map(({ leftPx, widthPx, hasStart }) => [leftPx, widthPx, hasStart])).toEqual([
    [0, 100, false],
    [200, 300, true],
    [600, 400, true],
  ])
  expect([rows, hidden]).toEqual([1, 0])
})

test('alarms at the same time are in rows of their own; what fits in none is counted', () => {
  const { bars, rows, hidden } = lane(...[1, 2, 3, 4, 5].map((at) => of(at, 1200 + at, 1400)), of(6, 1500, 1600))
  expect(bars.map(({ row }) => row)).toEqual([0, 1, 2, 0])
  expect([rows, hidden]).toEqual([laneRowsMax, 2])
})

test('short alarms can be clicked, and their bar is where they were', () => {
  const [first, middle, last] = lane(of(1, 1000, 1001), of(2, 1500, 1501), of(3, 1999, 0)).bars
  for (const bar of [first, middle, last]) expect(bar?.widthPx).toBe(lanePartPx)
  expect([first?.leftPx, first?.barLeftPx]).toEqual([0, 0])
  expect((middle?.leftPx ?? 0) + (middle?.barLeftPx ?? 0)).toBe(500)
  expect((last?.leftPx ?? 0) + (last?.barLeftPx ?? 0) + (last?.barWidthPx ?? 0)).toBe(1000)
})
