import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage, silentLive } from '../testing/render-page.tsx'
import { LatestTelemetryTab } from './latest-telemetry-tab.tsx'

const entity = { entityType: 'DEVICE', id: 'd1' } as const

async function show(sent: Readonly<Record<string, string>>, described = noKeyDescriptions) {
  const { rest } = recordedRest(() => described)
  const live = {
    ...silentLive,
    subscribeTelemetry: (...[, , , onValues]: Parameters<typeof silentLive.subscribeTelemetry>) => {
      const values = Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, [{ ts: 5, value }]]))
      onValues({ values, isSnapshot: true } as never)
      return () => {}
    },
  }
  await renderPage(<LatestTelemetryTab entity={entity} />, {
    client: { rest, live, telemetry: { range: async () => ({}) } },
  })
}

test('values have the names and units of their keys, times are times', async () => {
  const now = Date.now()
  await show(
    { level: '36.25', installed_ts: '1700000000000', seen_at: String(now - 5 * 60_000), pulses: '1700000000000' },
    { keys: [{ key: 'level', name: 'Level', unit: '%', decimals: 1 }], profiles: [] },
  )
  expect(await screen.findByText('36.3%')).toBeTruthy()
  const installed = screen.getByTitle(/2023.*, 1700000000000$/)
  expect(installed.textContent).toMatch(/^\w+ \w+,? 2023$/)
  expect(screen.getByText(/^\d+ min ago$/)).toBeTruthy()
  expect(screen.getByText('1,700,000,000,000')).toBeTruthy()
})
