import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emptyContact, wireContact } from '../../contact/contact-input.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { CustomersPage } from './customers-page.tsx'

const customer = (id: string, title: string, additionalInfo: unknown = null) => ({
  id: { entityType: 'CUSTOMER', id },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: 't' },
  title,
  name: title,
  additionalInfo,
  ...wireContact(emptyContact),
})
const rows = [customer('1', 'Harbour Foods'), customer('2', 'Public', { isPublic: true })]

function setUp({ rejection }: { rejection?: string } = {}) {
  const sent: unknown[] = []
  const client = {
    rest: {
      async request(method: string, path: string, options: { body?: unknown } = {}) {
        if (path === '/api/customers') return { data: rows, totalElements: rows.length, totalPages: 1, hasNext: false }
        if (path === '/api/customer/3') return customer('3', 'Nordic Cold')
        if (method !== 'POST' || path !== '/api/customer') return false
        sent.push(options.body)
        if (rejection) throw new Error(rejection)
        return customer('3', 'Nordic Cold')
      },
    },
  }
  return { sent, drawn: (at: string) => renderPage(<CustomersPage />, { client, at }) }
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)

test('the public customer is not selected, deleted, or given users', async () => {
  await setUp().drawn('/customers')
  expect(await screen.findByRole('checkbox', { name: 'Select Harbour Foods' })).toBeTruthy()
  expect(screen.queryByRole('checkbox', { name: 'Select Public' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More: Public' }))
  const names = (await screen.findAllByRole('menuitem', { hidden: true })).map((item) => item.textContent)
  expect(names).toEqual(['Open as page', 'Copy ID'])
})

test('what cannot be right is not sent; what is right opens beside the list', async () => {
  const { sent, drawn } = setUp()
  const { address } = await drawn('/customers?add=true')
  await screen.findByRole('dialog', { name: 'Add customer' })
  press('Add customer')
  expect(await screen.findByText('Enter a title.')).toBeTruthy()
  type('Title', 'Public')
  expect(screen.getByText('“Public” is reserved for the public customer. Enter another title.')).toBeTruthy()
  expect(sent).toEqual([])
  type('Title', '  Nordic Cold ')
  press('Add customer')
  await waitFor(() => expect(address()).toBe('/customers?open=3'))
  expect(sent).toMatchObject([{ title: 'Nordic Cold', email: null, additionalInfo: { description: '' } }])
  expect(await screen.findByText('Nordic Cold added')).toBeTruthy()
})

test('a refusal stays in the dialog with what was typed', async () => {
  await setUp({ rejection: 'A customer of this title exists.' }).drawn('/customers?add=true')
  await screen.findByRole('dialog', { name: 'Add customer' })
  type('Title', 'Harbour Foods')
  press('Add customer')
  expect((await screen.findByRole('alert')).textContent).toBe('A customer of this title exists.')
  expect((screen.getByLabelText('Title') as HTMLInputElement).value).toBe('Harbour Foods')
})
