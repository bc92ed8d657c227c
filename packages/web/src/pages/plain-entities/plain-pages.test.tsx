import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { PlainListPage } from './plain-pages.tsx'

const noOwner = '13814000-1dd2-11b2-8080-808080808080'
const asset = (name: string, over: object = {}) => ({
  id: { entityType: 'ASSET', id: name },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: 't' },
  customerId: { entityType: 'CUSTOMER', id: noOwner },
  name,
  type: 'hall',
  label: null,
  additionalInfo: null,
  customerTitle: null,
  customerIsPublic: false,
  ...over,
})
const ofAcme = { customerId: { entityType: 'CUSTOMER', id: 'acme' }, customerTitle: 'Acme' }

function restOf(rows: readonly object[]) {
  return {
    request: vi.fn(async (method: string, _path: string) =>
      method === 'GET' ? { data: rows, totalElements: rows.length, totalPages: 1, hasNext: false } : {},
    ),
  }
}

async function openMenu(name: string): Promise<readonly (string | null)[]> {
  fireEvent.click(await screen.findByRole('button', { name: `More: ${name}` }))
  return (await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)
}

test('administrators assign what is nobody’s, and take back what somebody has, with Undo', async () => {
  const rest = restOf([asset('Free'), asset('Taken', ofAcme)])
  await renderPage(<PlainListPage type="ASSET" />, { client: { rest } })
  expect(await openMenu('Free')).toEqual([
    'Open as page',
    'Create dashboard',
    'Make public',
    'Assign to customer',
    'Copy ID',
    'Delete asset',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'More: Free' }))
  expect(await openMenu('Taken')).toEqual([
    'Open as page',
    'Create dashboard',
    'Unassign from customer',
    'Copy ID',
    'Delete asset',
  ])
  fireEvent.click(screen.getByText('Unassign from customer'))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(rest.request.mock.calls.filter(([method]) => method !== 'GET').map(([, path]) => path)).toEqual([
      '/api/customer/asset/Taken',
      '/api/customer/acme/asset/Taken',
    ]),
  )
})

test('customers’ users look, and add nothing', async () => {
  const rest = restOf([asset('Taken', ofAcme)])
  await renderPage(<PlainListPage type="ASSET" />, {
    client: { rest },
    authority: 'CUSTOMER_USER',
    at: '/assets?add=true',
  })
  expect(await openMenu('Taken')).toEqual(['Open as page', 'Copy ID'])
  expect(screen.queryByRole('button', { name: /Add asset|Import/ })).toBeNull()
  expect(screen.queryByRole('dialog', { name: 'Add asset' })).toBeNull()
  expect(rest.request.mock.calls[0]?.[1]).toBe('/api/customer/c/assetInfos')
})
