import { defaultTimeWindow, HistoryType, type TimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { deriveWindow } from '@sonde/model/time-windows/window-commands'
import { readTimeseries } from '@sonde/model/widgets/charts/time-charts'
import { expect, test } from 'vitest'
import { type Comparison, comparedRange, comparisonOf } from './comparison.ts'

const at = (text: string) => Date.parse(text)
const nowMs = at('2026-03-31T12:00:00Z')
const context = { nowMs, browserZone: 'Europe/Berlin', firstDayOfWeek: 1, datapointsMax: 10_000 } as const
const history = (part: Partial<TimeWindow['history']>): TimeWindow => {
  const window = defaultTimeWindow(nowMs)
  return { ...window, selectedTab: WindowTab.HISTORY, history: { ...window.history, ...part } }
}

function compared(window: TimeWindow, comparison: Comparison): [string, string] {
  const derived = deriveWindow(window, context)
  if (derived.kind !== 'history') throw new Error('Only history is compared.')
  const { startTs, endTs } = comparedRange(derived, window, comparison)
  return [new Date(startTs).toISOString(), new Date(endTs).toISOString()]
}

test('settings name the time, or none', () => {
  const of = (settings: object) => comparisonOf(readTimeseries({ ...settings }).values)
  expect(of({})).toBeNull()
  expect(of({ comparisonEnabled: true })).toEqual({ kind: 'previous' })
  expect(of({ comparisonEnabled: true, timeForComparison: 'weeks' })).toEqual({
    kind: 'calendar',
    unit: 'week',
  })
  expect(
    of({
      comparisonEnabled: true,
      timeForComparison: 'customInterval',
      comparisonCustomIntervalValue: 60_000,
    }),
  ).toEqual({ kind: 'custom', ms: 60_000 })
})

test('the previous stretch ends where the shown one begins', () => {
  const window = history({ historyType: HistoryType.LAST_INTERVAL, timewindowMs: 3_600_000 })
  expect(compared(window, { kind: 'previous' })).toEqual(['2026-03-31T10:00:00.000Z', '2026-03-31T11:00:00.000Z'])
  expect(compared(window, { kind: 'custom', ms: 60_000 })).toEqual([
    '2026-03-31T10:59:00.000Z',
    '2026-03-31T11:59:00.000Z',
  ])
})

test('days are those of the zone, across a change of the clock; months have their own lengths', () => {
  const hour = history({ historyType: HistoryType.LAST_INTERVAL, timewindowMs: 3_600_000 })
  // DST starts on March 29.
  expect(compared(hour, { kind: 'calendar', unit: 'week' })[1]).toBe('2026-03-24T13:00:00.000Z')
  expect(compared(hour, { kind: 'calendar', unit: 'month' })[1]).toBe('2026-02-28T13:00:00.000Z')
  const month = history({ historyType: HistoryType.INTERVAL, quickInterval: 'PREVIOUS_MONTH' })
  expect(compared(month, { kind: 'previous' })).toEqual(['2025-12-31T23:00:00.000Z', '2026-01-31T23:00:00.000Z'])
  const yesterday = history({ historyType: HistoryType.INTERVAL, quickInterval: 'YESTERDAY' })
  expect(compared(yesterday, { kind: 'previous' })).toEqual(['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'])
})
