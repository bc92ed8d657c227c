import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage, silentLive } from '../testing/render-page.tsx'
import { EntityOverview } from './entity-overview.tsx'

const entity = { entityType: 'DEVICE', id: 'd1' } as const

const show = (alarms: unknown) => {
  const { rest, of } = recordedRest(({ path }) => (path === '/api/v2/key-descriptions' ? noKeyDescriptions : alarms))
  return renderPage(<EntityOverview entity={entity} />, { client: { rest } }).then(() => of)
}

test('active alarms of the entity, with the worst severity, lead to their tab', async () => {
  const of = await show({ data: [{ severity: 'MAJOR' }], totalElements: 3, totalPages: 3, hasNext: true })
  const link = await screen.findByRole('link', { name: /3 active alarms/ })
  expect(link.textContent).toContain('Major')
  expect(link.getAttribute('href')).toContain('tab=alarms')
  expect(of('GET')[0]?.path).toContain('/api/alarm/DEVICE/d1')
})

test('no alarms are said, too', async () => {
  await show({ data: [], totalElements: 0, totalPages: 0, hasNext: false })
  expect(await screen.findByText('No active alarms')).toBeTruthy()
})

test('values have the names and units of their keys, booleans are words; updates are no values of the device', async () => {
  const sent = { flow: '0', power: '0.123', open: 'false', fw_state: 'UPDATED' }
  const described = { keys: [{ key: 'flow', name: 'Flow', unit: 'm³/h', decimals: 1 }], profiles: [] }
  const { rest } = recordedRest(({ path }) =>
    path === '/api/v2/key-descriptions' ? described : { data: [], totalElements: 0, totalPages: 0, hasNext: false },
  )
  const live = {
    ...silentLive,
    subscribeTelemetry: (...[, , , onValues]: Parameters<typeof silentLive.subscribeTelemetry>) => {
      const values = Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, [{ ts: 5, value }]]))
      onValues({ values, isSnapshot: true } as never)
      return () => {}
    },
  }
  await renderPage(<EntityOverview entity={entity} />, { client: { rest, live } })
  const flow = await screen.findByRole('link', { name: /^Flow ?0\.0\u00a0m³\/h/ })
  expect(flow.getAttribute('href')).toContain('telemetry.key=flow')
  expect(screen.getByRole('link', { name: /^power ?0\.12/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^open ?No/ })).toBeTruthy()
  expect(screen.queryByText('fw_state')).toBeNull()
})
