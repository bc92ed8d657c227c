import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { EntityOverview } from './entity-overview.tsx'

const entity = { entityType: 'DEVICE', id: 'd1' } as const

const show = (alarms: unknown) => {
  const { rest, of } = recordedRest(() => alarms)
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
