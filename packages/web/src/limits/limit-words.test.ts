import { expect, test } from 'vitest'
import { requestText } from './ask-for-limits-dialog.tsx'
import { curveOf, pointsByDay, sparkOf } from './limit-curve.ts'
import { limitLines } from './limit-export.ts'
import { limitRow, nowMs } from './limit-row-testing.ts'
import { nextSort, paramOfSort, sortLimits, sortOfParam, urgentFirst } from './limit-sort.ts'
import { hourMs, limitReport, overLimit, words } from './limit-testing.ts'
import { forecastText, percentText, scopeText, severityOf, summaryText, usedText } from './limit-words.ts'

const dayMs = 24 * hourMs

test('what is used reads as short as it can be; without a limit or a measure it says so', () => {
  expect(usedText(limitRow('maxTransportMessages', { used: 8_840_000, limit: 10_000_000 }), words)).toBe('8.8M of 10M')
  expect(usedText(limitRow('bytesInFlight', { used: 1_536, limit: 4 * 1024 * 1024 }), words)).toMatch(
    /^1\.5.KB of 4.MB$/,
  )
  expect(usedText(limitRow('maxDevices', { limit: null }), words)).toBe('40, no limit')
  expect(usedText(limitRow('nodeVisits', { used: null, limit: 1_000 }), words)).toBe('Not measured, limit 1K')
  expect(usedText(limitRow('maxSms', { used: null, limit: null }), words)).toBe('No limit')
  expect([percentText(1.4, words), percentText(0, words), percentText(0.004, words)]).toEqual(['140%', '0%', '0.4%'])
})

test('what the figures count stands below the name', () => {
  const scope = (...given: Parameters<typeof limitRow>) => scopeText(limitRow(...given), words)
  expect(scope('maxEmails')).toBe('per month')
  expect(scope('maxDevices')).toBe('in total')
  expect(scope('telemetryKeys')).toBe('highest entity')
  expect(scope('nodeVisits')).toBe('per message')
  expect(scope('transportDeviceMsgRateLimit', { seconds: 1 })).toBe('per second')
  expect(scope('tenantRestRequests', { seconds: 60 })).toBe('per minute')
  expect(scope('tenantRestRequests', { seconds: 3600 })).toBe('per hour')
  expect(scope('tenantRestRequests', { seconds: 10 })).toBe('in 10\u00a0s')
})

test('a forecast names a day, the end of the month its last one', () => {
  const forecast = (...given: Parameters<typeof limitRow>) => forecastText(limitRow(...given), words)
  expect(forecast('maxEmails', { forecast: { kind: 'full', ts: Date.UTC(2026, 10, 25, 3) } })).toBe('Full on Nov 25')
  expect(forecast('maxEmails', { forecast: { kind: 'share', ts: Date.UTC(2026, 11, 1), share: 0.85 } })).toBe(
    '85% on Nov 30',
  )
  expect(forecast('maxDevices', { used: 140, forecast: { kind: 'over' } })).toBe('Over the limit now')
  expect(forecast('maxDevices', { used: 100, forecast: { kind: 'over' } })).toBe('Limit reached')
  expect(forecast('maxDevices', { used: 7, forecast: { kind: 'over' } })).toBe('Refusing now')
  expect(forecast('maxDevices')).toBe('No change in 7 days')
  expect(forecast('tenantRestRequests')).toBe('Not used in 7 days')
  const peak = (ts: number) => forecast('tenantRestRequests', { forecast: { kind: 'peak', ts, used: 410 } })
  expect(peak(Date.UTC(2026, 10, 22, 8))).toBe('Peak 410 at 08:00')
  expect(peak(Date.UTC(2026, 10, 20, 8))).toBe('Peak 410 on Nov 20')
  expect(forecast('maxDevices', { forecast: { kind: 'notEnough' } })).toBe('Not enough data yet')
  expect(forecast('maxSms', { state: 'unlimited', forecast: { kind: 'none' } })).toBe('No limit')
  expect(forecast('nodeVisits', { state: 'unmeasured', forecast: { kind: 'none' } })).toBe('Not measured')
  expect(summaryText(limitRow('maxDevices'), words)).toBe('Devices: 40 of 100. No change in 7 days.')
})

test('a limit has a severity when it is reached or will be, worse within three days', () => {
  const soon = (ts: number) =>
    severityOf(limitRow('maxEmails', { state: 'soon', forecast: { kind: 'full', ts } }), nowMs)
  expect(severityOf(limitRow('maxEmails', { state: 'reached' }), nowMs)).toBe('CRITICAL')
  expect([soon(nowMs + 3 * dayMs), soon(nowMs + 3 * dayMs + 1)]).toEqual(['MAJOR', 'MINOR'])
  expect(severityOf(limitRow('maxEmails', { share: 0.99 }), nowMs)).toBeUndefined()
})

test('the order is the server’s until a column is chosen; the address keeps it', () => {
  const rows = [
    limitRow('maxEmails', { share: 0.9 }),
    limitRow('maxAssets', { share: null }),
    limitRow('maxDevices', { share: 0.1, refused: { today: 0, week: 9, lastTs: null } }),
  ]
  const keys = (sort: string | undefined) => sortLimits(rows, sortOfParam(sort)).map(({ key }) => key)
  expect(keys(undefined)).toEqual(['maxEmails', 'maxAssets', 'maxDevices'])
  expect(keys('title')).toEqual(['maxAssets', 'maxDevices', 'maxEmails'])
  expect(keys('-used')).toEqual(['maxEmails', 'maxDevices', 'maxAssets'])
  expect(keys('-refused')[0]).toBe('maxDevices')
  expect(keys('-forecast')).toEqual(['maxDevices', 'maxAssets', 'maxEmails'])
  expect(keys('nonsense')).toEqual(keys(undefined))
  expect(paramOfSort(urgentFirst)).toBeUndefined()
  expect(paramOfSort(nextSort(urgentFirst, 'used'))).toBe('-used')
  expect(paramOfSort(nextSort(nextSort(urgentFirst, 'used'), 'used'))).toBe('used')
  expect(paramOfSort(nextSort(urgentFirst, 'title'))).toBe('title')
})

test('a month’s curve begins at nothing and leads on to the limit and beyond', () => {
  const full = Date.UTC(2026, 10, 25)
  const limit = limitRow('maxEmails', { used: 80, forecast: { kind: 'full', ts: full } })
  const month = [
    { ts: Date.UTC(2026, 10, 2), used: 10 },
    { ts: nowMs, used: 79 },
  ]
  const curve = curveOf({ ts: nowMs, limit, month }, limitReport([]))
  expect(curve.used.map(({ value }) => value)).toEqual([0, 10, 80])
  expect([curve.startMs, curve.endMs]).toEqual([Date.UTC(2026, 10, 1), Date.UTC(2026, 11, 1)])
  expect(curve.forecast.slice(0, 2)).toEqual([
    { ms: nowMs, value: 80 },
    { ms: full, value: 100 },
  ])
  expect(curve.forecast[2]?.value).toBeGreaterThan(100)
  expect(pointsByDay(curve.used)).toEqual([
    { ms: Date.UTC(2026, 10, 22), value: 80 },
    { ms: Date.UTC(2026, 10, 1), value: 10 },
  ])
})

test('other limits show their week; hours that are not known are left out', () => {
  const startTs = nowMs - 168 * hourMs
  const used = Array.from({ length: 168 }, (_, hour) => (hour < 100 ? null : hour))
  const rejected = used.map(() => 0)
  const limit = limitRow('maxDevices', {
    used: 170,
    limit: 200,
    trend: { startTs, stepMs: hourMs, used, refused: rejected },
  })
  const curve = curveOf({ ts: nowMs, limit, month: null }, limitReport([]))
  expect(curve.used).toHaveLength(68)
  expect(curve.used.at(-1)).toEqual({ ms: nowMs, value: 170 })
  expect([curve.forecast, curve.fullMs]).toEqual([[], null])
  expect(sparkOf(limit).at(-1)).toBe(167)
  expect(sparkOf(limit).length).toBeLessThanOrEqual(42)
  expect(sparkOf(limitRow('maxDevices'))).toEqual([])
})

test('a file has a line for each limit', () => {
  const causer = { entityType: 'DEVICE', id: null, name: 'Pump', ruleChainId: null, share: 0.97, change: null }
  const { heads, rows } = limitLines(limitReport([limitRow('maxDevices', { causers: [causer] })]), words)
  expect(rows).toHaveLength(1)
  expect(Object.fromEntries(heads.map((head, at) => [head, rows[0]?.[at]]))).toMatchObject({
    Name: 'maxDevices',
    Used: 40,
    Maximum: 100,
    'Used (%)': 40,
    Forecast: 'No change in 7 days',
    'Causes most': 'Pump',
    'Causes (%)': 97,
  })
})

test('a request names the tenant and the limits that are near, with their figures', () => {
  const text = requestText(
    limitReport([
      limitRow('transportDeviceMsgRateLimit', {
        ...overLimit,
        refused: { today: 1, week: 9_800, lastTs: null },
      }),
      limitRow('maxDevices', { used: 86 }),
      limitRow('maxAssets'),
    ]),
    words,
  )
  expect(text).toContain('the tenant Acme (tenant profile Standard)')
  expect(text).toContain(
    '- Messages per device (per second): 14 of 10 (140%). Over the limit now. 9,800 refused in 7 days.',
  )
  expect(text).toContain('- Devices (in total): 86 of 100 (86%).')
  expect(text).not.toContain('Assets')
  expect(requestText(limitReport([]), words)).toContain('(name of the limit, value that you need)')
})
