import type { PageLink } from '@sonde/model/paging'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import type { RunRow } from '../ui/entity-table/row-call.ts'
import { EntityPage } from './entity-page.tsx'
import { type Row, tableOfRows } from './testing.ts'

const entities: Row[] = Array.from({ length: 12 }, (_, at) => ({ id: `id-${at}`, name: `Thing ${at}` }))

function setUp({ rows = entities, fails = [] as string[] } = {}) {
  const links: PageLink[] = []
  const description = tableOfRows({
    columns: [
      { id: 'name', title: 'devices.name', priority: 1, minWidth: 100, sortProperty: 'name', cell: ({ name }) => name },
    ],
    load: async (link) => {
      links.push(link)
      const found = rows.filter(({ name }) => name.includes(link.textSearch ?? ''))
      const data = found.slice(link.page * link.pageSize, (link.page + 1) * link.pageSize)
      return { data, totalElements: found.length, totalPages: Math.ceil(found.length / link.pageSize), hasNext: false }
    },
    bulkActions: [
      {
        id: 'delete',
        label: 'ui.delete',
        icon: null,
        confirm: {
          title: 'devices.deleteManyTitle',
          text: 'devices.deleteManyText',
          action: 'devices.deleteManyAction',
        },
        done: 'devices.deletedMany',
        run: async ({ id }) => {
          if (fails.includes(id)) throw new Error('It has entity views.')
        },
      },
    ],
  })
  const page = <EntityPage description={description} renderOpen={({ id }) => <aside data-testid="open">{id}</aside>} />
  return { page, links, description }
}

/** Page whose columns are pending until its button is pressed. */
function Paged({ description }: { description: ReturnType<typeof tableOfRows> }) {
  const [areColumnsPending, setPending] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setPending(false)}>
        Columns are known
      </button>
      <EntityPage description={{ ...description, areColumnsPending }} renderOpen={() => null} />
    </>
  )
}

test('shows a page of rows; the next page and the order go into the address', async () => {
  const { page, links } = setUp()
  const { address } = await renderPage(page, { client: {}, at: '/things' })
  expect(await screen.findByText('Thing 9')).toBeTruthy()
  expect(screen.queryByText('Thing 10')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(await screen.findByText('Thing 11')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/things?page=1'))
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  await waitFor(() => expect(address()).toBe('/things?property=name&direction=ASC'))
  expect(links.at(-1)).toMatchObject({ page: 0, sortProperty: 'name', sortOrder: 'ASC' })
})

test('rows wait for columns that depend on something else, so that their cells do not move', async () => {
  const { description } = setUp()
  const answered = vi.spyOn(description, 'load')
  await renderPage(<Paged description={description} />, { client: {}, at: '/things' })
  await waitFor(() => expect(answered).toHaveResolved())
  expect(await screen.findByText('1–10 of 12')).toBeTruthy()
  expect(screen.queryByText('Thing 9')).toBeNull()
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Columns are known' }))
  expect(await screen.findByText('Thing 9')).toBeTruthy()
})

test('a page that is left empty gives way to the last one', async () => {
  const { page } = setUp({ rows: entities.slice(0, 10) })
  const { address } = await renderPage(page, { client: {}, at: '/things?page=1' })
  expect(await screen.findByText('Thing 9')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/things'))
})

test('the caption tells of the rows that are there, not of those that are on their way', async () => {
  const { page, description } = setUp()
  await renderPage(page, { client: {}, at: '/things' })
  expect(await screen.findByText('1–10 of 12')).toBeTruthy()
  const { load } = description
  let arrive = () => {}
  vi.spyOn(description, 'load').mockImplementation(async (...parts) => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    return load(...parts)
  })
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(description.load).toHaveBeenCalled())
  expect(screen.getByText('1–10 of 12')).toBeTruthy()
  arrive()
  expect(await screen.findByText('11–12 of 12')).toBeTruthy()
})

test('the search waits for the hand, repeats what matches nothing, and is cleared by one button', async () => {
  const { page } = setUp()
  const { address } = await renderPage(page, { client: {}, at: '/things' })
  await screen.findByText('Thing 1')
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: 'reefer 42' } })
  expect(await screen.findByText('No device matches “reefer 42”')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/things?textSearch=reefer+42'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(await screen.findByText('Thing 1')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/things'))
})

test('keys step through rows, open one and follow it', async () => {
  const { page } = setUp()
  const { address } = await renderPage(page, { client: {}, at: '/things' })
  await screen.findByText('Thing 0')
  fireEvent.keyDown(document.body, { key: 'ArrowDown' })
  const first = document.activeElement as HTMLElement
  expect(first.textContent).toBe('Thing 0')
  fireEvent.click(first)
  expect((await screen.findByTestId('open')).textContent).toBe('id-0')
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  await waitFor(() => expect(screen.getByTestId('open').textContent).toBe('id-1'))
  await waitFor(() => expect(address()).toBe('/things?open=id-1'))
})

test('an action over many rows tells what failed, row by row', async () => {
  const { page } = setUp({ fails: ['id-1'] })
  await renderPage(page, { client: {}, at: '/things' })
  for (const name of ['Thing 0', 'Thing 1']) {
    fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(within(dialog).getByText('Delete 2 devices?')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 2 devices' }))
  expect(await screen.findByText(/It has entity views/)).toBeTruthy()
  expect(await screen.findByText('1 device deleted')).toBeTruthy()
})

test('more than ten rows are deleted only when their number is typed', async () => {
  const { page } = setUp()
  await renderPage(page, { client: {}, at: '/things?pageSize=20' })
  await screen.findByText('Thing 11')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const button = await screen.findByRole('button', { name: 'Delete 12 devices' })
  expect((button as HTMLButtonElement).disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Type 12 to confirm'), { target: { value: '12' } })
  expect((button as HTMLButtonElement).disabled).toBe(false)
})

test('all rows that match are selected, whatever their number; what failed is named and retried', async () => {
  const { page, description } = setUp({ fails: ['id-1'] })
  const [action] = description.bulkActions
  const run = vi.spyOn(action as { run: RunRow<Row> }, 'run')
  await renderPage(page, { client: {}, at: '/things' })
  await screen.findByText('Thing 9')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Select all 12' }))
  expect(await screen.findByText('12 selected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Select all 12' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.change(await screen.findByLabelText('Type 12 to confirm'), { target: { value: '12' } })
  fireEvent.click(screen.getByRole('button', { name: 'Delete 12 devices' }))
  expect(await screen.findByText('11 devices deleted')).toBeTruthy()
  expect(screen.getByText('1 selected')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toContain('Thing 1: It has entity views.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry failed' }))
  await waitFor(() => expect(run).toHaveBeenCalledTimes(13))
})

test('rows that cannot be selected stay out when all are', async () => {
  const { page, description } = setUp()
  Object.assign(description, { isSelectable: ({ id }: Row) => id !== 'id-11' })
  await renderPage(page, { client: {}, at: '/things' })
  await screen.findByText('Thing 9')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Select all 12' }))
  expect(await screen.findByText('11 selected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Select all 12' })).toBeNull()
})

test('a long action is stopped: rows not begun stay selected', async () => {
  const rows = Array.from({ length: 120 }, (_, at) => ({ id: `id-${at}`, name: `Thing ${at}` }))
  const { page, description } = setUp({ rows })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  Object.assign(description.bulkActions[0] as object, { confirm: undefined, run: () => held })
  await renderPage(page, { client: {}, at: '/things' })
  await screen.findByText('Thing 9')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Select all 120' }))
  await screen.findByText('120 selected')
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }))
  release()
  expect(await screen.findByText('20 selected')).toBeTruthy()
})

test('an action that can be undone is taken back for every row', async () => {
  const { page, description } = setUp()
  const undone: string[] = []
  const run =
    async ({ id }: Row) =>
    async () =>
      undone.push(id)
  Object.assign(description.bulkActions[0] as object, { confirm: undefined, run })
  await renderPage(page, { client: {}, at: '/things' })
  await screen.findByText('Thing 9')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone.length).toBe(10))
})

test('a list that cannot be loaded says so, and is tried again by hand', async () => {
  const { page, description } = setUp()
  const load = vi.spyOn(description, 'load').mockRejectedValueOnce(new Error('Can’t reach the server.'))
  await renderPage(page, { client: {}, at: '/things' })
  expect(await screen.findByText('Couldn’t load devices')).toBeTruthy()
  expect(screen.getByText(/Can’t reach the server\./).textContent).toMatch(/Retrying in \d+\u00a0s\./)
  fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
  expect(await screen.findByText('Thing 0')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(2)
})

test('an empty list says what belongs there', async () => {
  const { page } = setUp({ rows: [] })
  await renderPage(page, { client: {}, at: '/things' })
  expect(await screen.findByText('No devices yet')).toBeTruthy()
})
