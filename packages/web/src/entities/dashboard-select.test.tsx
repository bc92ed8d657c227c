import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { DashboardSelect } from './dashboard-select.tsx'

const dashboards = ['Fleet', 'Water'].map((title) => ({ id: { entityType: 'DASHBOARD', id: title[0] }, title }))

function parts() {
  const { of, rest } = recordedRest(() => ({ data: dashboards, totalElements: 2, totalPages: 1, hasNext: false }))
  return { of, client: { rest, dashboards: createDashboardCalls(rest) } }
}
const width = window.innerWidth
afterEach(() => void Object.assign(window, { innerWidth: width }))

test('a drop-down offers the first hundred by title', async () => {
  const { client, of } = parts()
  const choose = vi.fn()
  await renderPage(<DashboardSelect of={{ kind: 'ownTenant' }} value="F" onChange={choose} />, { client })
  await screen.findByRole('option', { name: 'Water' })
  const field = screen.getByLabelText('Select dashboard') as HTMLSelectElement
  expect(field.selectedOptions[0]?.textContent).toBe('Fleet')
  expect(of('GET')[0]?.query).toMatchObject({ pageSize: 100, sortProperty: 'title', sortOrder: 'ASC' })
  fireEvent.change(field, { target: { value: 'W' } })
  expect(choose).toHaveBeenCalledWith('W')
})

test('on phones a button opens the list', async () => {
  Object.assign(window, { innerWidth: 390 })
  const choose = vi.fn()
  await renderPage(<DashboardSelect of={{ kind: 'ownTenant' }} value="F" onChange={choose} />, parts())
  fireEvent.click(screen.getByRole('button', { name: 'Select dashboard' }))
  expect((await screen.findByRole('menuitemradio', { name: 'Fleet' })).getAttribute('aria-checked')).toBe('true')
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Water' }))
  expect(choose).toHaveBeenCalledWith('W')
})
