import type { ExplainedAlarm } from '@sonde/model/alarms/alarm-cause'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import AlarmCurve from './alarm-curve.tsx'

const alarm = {
  originator: { entityType: 'DEVICE', id: 'd1' },
  deviceProfileName: 'tank',
  severity: 'WARNING',
  status: 'ACTIVE_UNACK',
  startTs: 1,
  clearTs: 0,
  cause: null,
  details: null,
} as unknown as ExplainedAlarm

test('keys to choose from have their names, and keep the key as their value', async () => {
  const described = {
    keys: [{ key: 'level', name: 'Level' }],
    profiles: [{ deviceProfileId: 'p', deviceProfileName: 'tank', keys: [{ key: 'inflow', name: 'Inlet' }] }],
  }
  const { rest } = recordedRest(({ path }) => (path === '/api/v2/key-descriptions' ? described : {}))
  const telemetry = { latest: async () => ({ inflow: [{ ts: 1, value: '1' }], level: [], other: [] }) }
  await renderPage(<AlarmCurve alarm={alarm} />, { client: { rest, telemetry } })
  expect(await screen.findByRole('option', { name: 'Inlet' })).toBeTruthy()
  const select = screen.getByRole<HTMLSelectElement>('combobox')
  expect([...select.options].map(({ value, text }) => [value, text])).toEqual([
    ['inflow', 'Inlet'],
    ['level', 'Level'],
    ['other', 'other'],
  ])
  fireEvent.change(select, { target: { value: 'level' } })
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('level')
})
