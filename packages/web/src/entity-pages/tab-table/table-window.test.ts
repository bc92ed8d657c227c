import { expect, test } from 'vitest'
import { paramOfWindow, rangeOfWindow, widerMs, windowOfParam } from './table-window.ts'

const day = 86_400_000
const nowMs = Date.UTC(2026, 10, 20, 12)
const context = { nowMs, browserZone: 'UTC', firstDayOfWeek: 1, datapointsMax: 500 } as const
const rangeOf = (text: string | undefined) => rangeOfWindow(windowOfParam(text, day, nowMs), context)

test('nothing, and what makes no sense, is the default', () => {
  for (const text of [undefined, '', 'last-0', 'last-x', '5-3', 'NEXT_YEAR']) {
    expect(rangeOf(text)).toEqual({ startTime: nowMs - day, endTime: nowMs })
    expect(paramOfWindow(windowOfParam(text, day, nowMs), day)).toBeUndefined()
  }
})

test('the last so long, a calendar interval and a fixed period come back as they were', () => {
  for (const text of ['last-3600000', 'YESTERDAY', `${nowMs - 5 * day}-${nowMs - 4 * day}`]) {
    expect(paramOfWindow(windowOfParam(text, day, nowMs), day)).toBe(text)
  }
  expect(rangeOf('last-3600000')).toEqual({ startTime: nowMs - 3_600_000, endTime: nowMs })
  expect(rangeOf('YESTERDAY').startTime).toBe(Date.UTC(2026, 10, 19))
  expect(rangeOf(`${nowMs - 5 * day}-${nowMs - 4 * day}`)).toEqual({
    startTime: nowMs - 5 * day,
    endTime: nowMs - 4 * day,
  })
})

test('what is offered past an empty window ends at a year', () => {
  expect([3_600_000, day, 30 * day, 365 * day].map(widerMs)).toEqual([day, 7 * day, 365 * day, null])
})
