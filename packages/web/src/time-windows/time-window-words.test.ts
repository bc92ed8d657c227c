import { defaultTimeWindow, WindowTab } from '@sonde/model/time-windows/time-window'
import { withFixedRange, withLastInterval } from '@sonde/model/time-windows/window-edits'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts, type Translate } from '../locale/texts.ts'
import { createFormat } from '../ui/format/format.ts'
import { durationWords, formatWindow, groupingWords, shortDuration } from './time-window-words.ts'

let t: Translate
beforeAll(async () => {
  ;({ t } = await loadTexts({ tag: 'en_US', intl: 'en-US' }))
})
const nowMs = Date.UTC(2026, 10, 21, 12)
const window = withLastInterval(defaultTimeWindow(nowMs), 3_600_000)
const words = (of: typeof window) => formatWindow(of, 'UTC', t, createFormat('en-GB', 'UTC'))

test('says how long', () => {
  expect(durationWords(3_600_000, t)).toBe('1 hour')
  expect(durationWords(2 * 86_400_000 + 90_000, t)).toBe('2 days 1\u00a0min 30\u00a0s')
  expect(durationWords(0, t)).toBe('0\u00a0s')
  expect(shortDuration(5_430_000)).toBe('1\u00a0h 30\u00a0min 30\u00a0s')
})

test('says what a window is', () => {
  expect(words(window)).toBe('Last hour')
  expect(
    words({ ...window, realtime: { ...window.realtime, realtimeType: 1, quickInterval: 'CURRENT_WEEK_ISO' } }),
  ).toBe('Current week (Monday to Sunday)')
  const fixed = withFixedRange(window, { startMs: nowMs - 3_600_000, endMs: nowMs }, 'UTC')
  expect(words(fixed)).toBe('21 Nov 2026, 11:00:00 to 12:00:00')
})

test('says how points are grouped, and where the clock is', () => {
  const context = { nowMs, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 1000 } as const
  expect(groupingWords({ ...window, timezone: 'Asia/Kolkata' }, context, 'en-GB', t)).toBe('avg 15\u00a0s, GMT+5:30')
  const raw = { ...window, selectedTab: WindowTab.HISTORY, aggregation: { type: 'NONE', limit: 7 } } as const
  expect(groupingWords(raw, context, 'en-GB', t)).toBe('raw values, UTC')
  const berlin = { ...withLastInterval(defaultTimeWindow(nowMs), 7 * 86_400_000), timezone: 'Europe/Berlin' }
  const overChange = { ...context, nowMs: Date.UTC(2026, 9, 27) }
  expect(groupingWords(berlin, overChange, 'en-GB', t)).toMatch(/, CEST \/ CET$/)
})
