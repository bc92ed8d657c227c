import { createDashboardCalls } from '@sonde/client/dashboards/dashboard-calls'
import { createEntityQueryCalls } from '@sonde/client/entity-query/entity-query-calls'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type RecordedCall, recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import DashboardsPage from './dashboards-page.tsx'
import ImportDashboardDialog from './import-dashboard-dialog.tsx'

const acme = { customerId: { entityType: 'CUSTOMER', id: 'acme' }, title: 'Acme', public: false }
const everybody = { customerId: { entityType: 'CUSTOMER', id: 'p' }, title: 'Public', public: true }
const dashboard = (title: string, assignedCustomers: readonly object[] = []) => ({
  id: { entityType: 'DASHBOARD', id: title },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: 't' },
  title,
  name: title,
  image: null,
  assignedCustomers,
  mobileHide: false,
  mobileOrder: null,
  configuration: { states: {}, description: '' },
})

function clientOf(rows: readonly ReturnType<typeof dashboard>[], other: (call: RecordedCall) => unknown = () => ({})) {
  const recorded = recordedRest((call) => {
    const { method, path } = call
    if (method === 'GET' && path.endsWith('/dashboards')) {
      return { data: rows, totalElements: rows.length, totalPages: 1, hasNext: false }
    }
    return rows.find(({ title }) => method === 'GET' && path === `/api/dashboard/${title}`) ?? other(call)
  })
  const { rest } = recorded
  return {
    ...recorded,
    client: { rest, dashboards: createDashboardCalls(rest), entityQuery: createEntityQueryCalls(rest) },
  }
}

async function openMenu(name: string): Promise<readonly (string | null)[]> {
  fireEvent.click(await screen.findByRole('button', { name: `More: ${name}` }))
  return (await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)
}

test('administrators manage who sees a dashboard; making it public shows the link', async () => {
  const { client, of } = clientOf([dashboard('Plant', [acme]), dashboard('Open', [everybody])], ({ path }) =>
    path === '/api/customer/public/dashboard/Plant' ? dashboard('Plant', [acme, everybody]) : {},
  )
  await renderPage(<DashboardsPage />, { client })
  expect(await openMenu('Open')).toContain('Make private')
  fireEvent.click(screen.getByRole('button', { name: 'More: Open' }))
  expect(await openMenu('Plant')).toEqual([
    'Open dashboard',
    'Details',
    'Export to file',
    'Versions',
    'Manage customers',
    'Make public',
    'Copy ID',
    'Delete dashboard',
  ])
  fireEvent.click(screen.getByText('Make public'))
  fireEvent.click(await screen.findByRole('button', { name: 'Make public' }))
  const link = await screen.findByRole('status', { name: 'Public link' })
  expect(link.textContent).toMatch(/\/dashboard\/Plant\?publicId=p$/)
  expect(of('POST').map(({ path }) => path)).toEqual(['/api/customer/public/dashboard/Plant'])
})

test('customers are set as a whole, being public stays, and Undo brings back those before', async () => {
  const { client, of } = clientOf([dashboard('Plant', [acme, everybody])])
  await renderPage(<DashboardsPage />, { client })
  await openMenu('Plant')
  fireEvent.click(screen.getByText('Manage customers'))
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Acme' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save customers' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(of('POST').map(({ path, body }) => [path, body])).toEqual([
      ['/api/dashboard/Plant/customers', ['p']],
      ['/api/dashboard/Plant/customers', ['acme', 'p']],
    ]),
  )
})

test('customers’ users open dashboards, and change nothing', async () => {
  const { client, calls } = clientOf([dashboard('Plant')])
  await renderPage(<DashboardsPage />, { client, authority: 'CUSTOMER_USER', at: '/dashboards?add=true' })
  expect(await openMenu('Plant')).toEqual(['Open dashboard', 'Details', 'Copy ID'])
  expect(screen.getByRole('link', { name: 'Plant' }).getAttribute('href')).toBe('/dashboards/Plant')
  expect(screen.queryByRole('button', { name: /Add dashboard|Import/ })).toBeNull()
  expect(calls[0]?.path).toBe('/api/customer/c/dashboards')
})

test('a dashboard that names what is not here is taken in after that was asked', async () => {
  const alias = '12345678-0000-4000-8000-000000000000'
  const gone = { entityType: 'DEVICE', id: '22345678-0000-4000-8000-000000000000' }
  const file = {
    title: 'Imported',
    configuration: {
      states: {},
      entityAliases: {
        [alias]: {
          id: alias,
          alias: 'Pump',
          filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: gone },
        },
      },
    },
  }
  const { client, of } = clientOf([], ({ path, body }) =>
    path === '/api/dashboard'
      ? { ...dashboard('Imported'), ...(body as object), id: { id: 'new' } }
      : { totalElements: 0, data: [] },
  )
  const onAdded = vi.fn(async () => {})
  await renderPage(<ImportDashboardDialog onClose={() => {}} onAdded={onAdded} />, { client })
  const input = screen.getByLabelText('File')
  fireEvent.change(input, { target: { files: [new File([JSON.stringify(file)], 'd.json')] } })
  await screen.findByText('d.json')
  fireEvent.click(screen.getByRole('button', { name: 'Import dashboard' }))
  expect(await screen.findByRole('dialog', { name: 'Entities of Imported' })).toBeTruthy()
  expect(await screen.findByLabelText(/^Pump/)).toBeTruthy()
  expect(of('POST').some(({ path }) => path === '/api/dashboard')).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Import dashboard' }))
  await waitFor(() => expect(onAdded).toHaveBeenCalledExactlyOnceWith('new'))
})
