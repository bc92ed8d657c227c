import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Client } from '../../session/page-client.ts'
import { renderPage, silentLive } from '../../testing/render-page.tsx'
import { UsagePage } from './usage-page.tsx'

const entityId = { entityType: 'API_USAGE_STATE', id: 's' }
const hour = 3_600_000
const nowMs = Date.parse('2026-11-20T12:30:00Z')
const thisHour = nowMs - (nowMs % hour)

const latest: Record<string, unknown> = {
  transportMsgCount: 12_500,
  transportMsgLimit: 10_000,
  transportApiState: 'DISABLED',
  jsExecutionCount: 90,
  jsExecutionLimit: 100,
  jsExecutionApiState: 'WARNING',
  emailCount: 3,
  emailLimit: 0,
}

/** Live client that delivers all values immediately. */
const live = {
  ...silentLive,
  subscribeTelemetry(_: unknown, __: unknown, ___: unknown, onValues: (update: object) => void) {
    const values = Object.fromEntries(
      Object.entries(latest).map(([key, value]) => [key, [{ ts: nowMs, value: String(value) }]]),
    )
    onValues({ values, isSnapshot: true })
    return () => {}
  },
} as unknown as Client['live']

function clientOf(series: (keys: readonly string[]) => object) {
  const requested: { keys: readonly string[]; startTs: number; endTs: number }[] = []
  return {
    requested,
    client: {
      live,
      // The estimated server clock has fractions of a millisecond.
      session: { serverNowMs: () => nowMs + 0.4 },
      entityQuery: { find: async () => ({ data: [{ entityId, latest: {} }] }) },
      telemetry: {
        range: async (_: unknown, range: { keys: readonly string[]; startTs: number; endTs: number }) => {
          requested.push(range)
          return series(range.keys)
        },
      },
    },
  }
}

/** Finds a card by label, because queries by role are slow on large pages. */
const card = async (name: string) => within(await screen.findByLabelText(name))

test('each feature says how much is used of what is allowed, and what stopped', async () => {
  const { client } = clientOf(() => ({}))
  await renderPage(<UsagePage />, { client })
  const transport = await card('Transport')
  expect(await transport.findByText('Stopped')).toBeTruthy()
  expect(transport.getByText('12.5K of 10K')).toBeTruthy()
  expect(transport.getByText(/^100\.00/)).toBeTruthy()
  expect(transport.getByText(/^Device messages are rejected/)).toBeTruthy()
  const scripts = await card('JavaScript functions')
  expect(scripts.getByText('Near the limit')).toBeTruthy()
  expect(scripts.getByText(/^90\.00/)).toBeTruthy()
  const notifications = await card('Notifications')
  expect(notifications.getByText('Running')).toBeTruthy()
  expect(notifications.getByText('3, no limit')).toBeTruthy()
  const bars = (name: string) =>
    screen.getByLabelText(name).querySelectorAll('.sd-usage-bar:not([data-unlimited])').length
  expect([bars('JavaScript functions'), bars('Notifications')]).toEqual([1, 0])
  expect(screen.getByText(/Resets on Dec 1/)).toBeTruthy()
})

test('bars can be read as a table; where nothing was counted it says so', async () => {
  const { client, requested } = clientOf(() => ({
    transportMsgCountHourly: [
      { ts: thisHour - hour, value: 40 },
      { ts: thisHour, value: 2 },
    ],
  }))
  await renderPage(<UsagePage />, { client })
  const chart = await card('Messages: Last 24 hours')
  expect(await chart.findByText('Last 24 hours · 42 in total')).toBeTruthy()
  expect(requested[0]?.startTs).toBe(thisHour - 24 * hour)
  expect(requested[0]?.keys).toContain('createdAlarmsCountHourly')
  fireEvent.click(chart.getByRole('button', { name: 'View as table' }))
  const rows = chart.getAllByRole('row').slice(1)
  expect(rows).toHaveLength(25)
  expect(rows.slice(0, 3).map((row) => row.querySelector('td')?.textContent)).toEqual(['2', '40', '0'])
  const alarms = await card('Created alarms: Last 24 hours')
  expect(alarms.getByText('No data in this time range: Last 24 hours.')).toBeTruthy()
})

test('a feature alone: its days and its months', async () => {
  const { client, requested } = clientOf((keys) =>
    Object.fromEntries(keys.map((key) => [key, [{ ts: thisHour, value: 5 }]])),
  )
  await renderPage(<UsagePage />, { client, at: '/?feature=notifications' })
  expect(await screen.findByLabelText('Emails: Last 30 days, by day')).toBeTruthy()
  expect(await screen.findByLabelText('SMS: Last 12 months, by month')).toBeTruthy()
  expect(screen.queryByLabelText('Transport')).toBeNull()
  expect(requested.flatMap(({ startTs, endTs }) => [startTs, endTs]).every(Number.isInteger)).toBe(true)
  expect(requested.map(({ keys }) => keys)).toEqual([
    ['emailCountHourly', 'smsCountHourly'],
    ['emailCount', 'smsCount'],
  ])
})

test('counts that cannot be loaded are asked for again', async () => {
  let fails = true
  const { client } = clientOf(() => {
    if (fails) throw new Error('down')
    return {}
  })
  await renderPage(<UsagePage />, { client })
  expect(await screen.findByText('Couldn’t load usage over time')).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(await card('SMS: Last 24 hours')).toBeTruthy()
})
