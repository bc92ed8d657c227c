import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { EntityPage } from './entity-page.tsx'
import { type Row, tableOfRows } from './testing.ts'

const column = (id: string, title: 'devices.name' | 'devices.label' | 'devices.state', priority: number) =>
  ({ id, title, priority, minWidth: 1, sortProperty: id, cell: ({ name }: Row) => `${id} ${name}` }) as const

const description = tableOfRows({
  columns: [
    column('name', 'devices.name', 1),
    column('label', 'devices.label', 2),
    { ...column('state', 'devices.state', 3), isExtra: true },
  ],
  load: async () => ({ data: [{ id: '1', name: 'Pump' }], totalElements: 1, totalPages: 1, hasNext: false }),
})
const page = <EntityPage description={description} renderOpen={() => null} />
const open = (at = '/things') => renderPage(page, { client: { auth: { user: async () => ({}) } }, at })

async function openColumns() {
  await screen.findByText('name Pump')
  fireEvent.click(screen.getByRole('button', { name: 'Columns', hidden: true }))
  return screen.findByRole('dialog', { name: 'Columns', hidden: true })
}
const rows = (box: HTMLElement) =>
  within(box)
    .getAllByRole('listitem', { hidden: true })
    .map(({ textContent }) => textContent)
const press = (box: HTMLElement, name: string) =>
  fireEvent.click(within(box).getByRole('button', { name, hidden: true }))

test('columns are chosen and moved; the address says so, and brings them back', async () => {
  const { address } = await open()
  const box = await openColumns()
  const name = within(box).getByRole('checkbox', { name: 'Name', hidden: true })
  expect((name as HTMLInputElement).disabled).toBe(true)
  fireEvent.click(within(box).getByRole('checkbox', { name: 'State', hidden: true }))
  await waitFor(() => expect(address()).toBe('/things?columns=name%2Clabel%2Cstate'))
  press(box, 'Move State toward the start')
  await waitFor(() => expect(address()).toBe('/things?columns=name%2Cstate%2Clabel'))
  expect(rows(box)).toEqual(['Name', 'State', 'Label'])
  press(box, 'Reset columns')
  await waitFor(() => expect(address()).toBe('/things'))
})

test('whoever comes back finds the table as they left it, unless the address says otherwise', async () => {
  const first = await open()
  await screen.findByText('name Pump')
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(first.address()).toBe('/things?property=name&direction=ASC'))
  first.unmount()
  const second = await open()
  await waitFor(() => expect(second.address()).toBe('/things?property=name&direction=ASC'))
  second.unmount()
  const third = await open('/things?textSearch=pump')
  await screen.findByText('name Pump')
  expect(third.address()).toBe('/things?textSearch=pump')
})

test('going back leads to what was seen before, not to what is remembered', async () => {
  const { address, router } = await open()
  await screen.findByText('name Pump')
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(address()).toBe('/things?property=name&direction=ASC'))
  // The URL changes before the table.
  const order = () => screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')
  await waitFor(() => expect(order()).toBe('ascending'))
  router.history.back()
  await waitFor(() => expect(order()).toBeNull())
  await waitFor(() => expect(address()).toBe('/things'))
  router.history.push('/things?textSearch=x')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('x'))
  await waitFor(() => expect(address()).toBe('/things?textSearch=x'))
  router.history.push('/things')
  await waitFor(() => expect(address()).toBe('/things?property=name&direction=ASC'))
})
