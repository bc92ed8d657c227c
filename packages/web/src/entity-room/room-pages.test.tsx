import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { EntityFields } from '../entities/new-entity-dialog.tsx'
import { recordedRest } from '../testing/recorded-calls.ts'
import { renderPage } from '../testing/render-page.tsx'
import { TextField } from '../ui/field/text-field.tsx'
import { defineRoom, type Room, type RoomRow } from './room.ts'
import { defineForm } from './room-form.tsx'
import { RoomListPage, RoomOwnPage } from './room-pages.tsx'

interface Row extends RoomRow {
  readonly name: string
}
interface Draft {
  readonly name: string
}
type Fields = EntityFields<Draft, { readonly name?: string | undefined }>

const row = (id: string, name: string): Row => ({ id: { entityType: 'OTA_PACKAGE', id }, createdTime: 1, name })
const rows = [row('1', 'Pump'), row('2', 'Root')]

const NameField = ({ fields: { draft, change, touch, fieldErrors } }: { readonly fields: Fields }) => (
  <TextField
    label="Name of it"
    value={draft.name}
    error={fieldErrors.name}
    onBlur={() => touch('name')}
    onChange={(name) => change({ name })}
  />
)

const form = defineForm<Row, Draft, { readonly name?: string | undefined }>({
  draftOf: ({ name }) => ({ name }),
  fieldErrorsOf: ({ name }) => ({ name: name === '' ? 'It needs a name.' : undefined }),
  save: (rest, draft, { id }) => rest.request('POST', '/api/it', { body: { id, ...draft } }),
  renderFields: (props) => <NameField {...props} />,
  mayEdit: (_, authority) => authority === 'TENANT_ADMIN',
  ReadOnly: ({ row: { name } }) => <p>Only read: {name}</p>,
  add: {
    newDraft: () => ({ name: '' }),
    create: (rest, body) => rest.request<Row>('POST', '/api/it', { body }),
    renderFields: (props) => <NameField {...props} />,
  },
})

/** Module without any optional part. */
const bare = defineRoom<Row>({
  kind: 'OTA_PACKAGE',
  name: 'otaPackages',
  words: 'otaUpdates',
  path: '/otaUpdates',
  deleteManyText: 'otaUpdates.deleteManyText',
  oneFailed: 'otaUpdates.packageFailed',
  nameOf: ({ name }) => name,
  createCalls: (rest) => ({
    info: (id) => rest.request<Row>('GET', `/api/it/${id}`),
    list: () => rest.request('GET', '/api/its'),
    delete: (id) => rest.request('DELETE', `/api/it/${id}`),
  }),
  useTable: () => table,
})
const table = {
  columns: [{ id: 'name', title: 'otaUpdates.name', priority: 1, minWidth: 100, cell: ({ name }: Row) => name }],
  phone: { line: () => null },
} as const
const whole: Room<Row> = { ...bare, form, mayDelete: ({ name }) => name !== 'Root' }

function setUp({ rejection }: { readonly rejection?: string } = {}) {
  return recordedRest(({ method, path }) => {
    if (method === 'GET' && path === '/api/its') return { data: rows, totalElements: 2, totalPages: 1, hasNext: false }
    if (path.startsWith('/api/it/')) return rows.find(({ id }) => path === `/api/it/${id.id}`) ?? rows[0]
    if (method === 'GET') return 30
    if (rejection) throw new Error(rejection)
    return row('3', 'New')
  })
}

async function menuOf(name: string): Promise<readonly (string | null)[]> {
  fireEvent.click(await screen.findByRole('button', { name: `More: ${name}` }))
  return (await screen.findAllByRole('menuitem', { hidden: true })).map(({ textContent }) => textContent)
}
const type = (value: string) => fireEvent.change(screen.getByLabelText('Name of it'), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name }).at(-1) as HTMLElement)

test('a room without a form lists, opens, copies and deletes', async () => {
  const { rest, of } = setUp()
  await renderPage(<RoomListPage room={bare} />, { client: { rest } })
  expect(await menuOf('Root')).toEqual(['Open as page', 'Copy ID', 'Delete package'])
  expect(screen.getByRole('checkbox', { name: 'Select Root' })).toBeTruthy()
  expect(of('GET').some(({ path }) => path === '/api/its')).toBe(true)
})

test('what may not be deleted is neither offered nor selected', async () => {
  const { rest } = setUp()
  await renderPage(<RoomListPage room={whole} />, { client: { rest } })
  expect(await menuOf('Root')).toEqual(['Open as page', 'Copy ID'])
  expect(screen.queryByRole('checkbox', { name: 'Select Root' })).toBeNull()
  expect(screen.getByRole('checkbox', { name: 'Select Pump' })).toBeTruthy()
})

test('the form adds one, which then shows beside the list', async () => {
  const { rest, of } = setUp()
  const { address } = await renderPage(<RoomListPage room={whole} />, { client: { rest }, at: '/its?add=true' })
  await screen.findByRole('dialog', { name: 'Add package' })
  press('Add package')
  expect(await screen.findByText('It needs a name.')).toBeTruthy()
  expect(of('POST')).toEqual([])
  type('New')
  press('Add package')
  await waitFor(() => expect(address()).toBe('/its?open=3'))
  expect(of('POST').map(({ body }) => body)).toEqual([{ name: 'New' }])
})

test('a fixed room adds nothing, whatever the address says', async () => {
  const { rest } = setUp()
  await renderPage(<RoomListPage room={{ ...whole, isFixed: true }} />, { client: { rest }, at: '/its?add=true' })
  expect(await menuOf('Pump')).toEqual(['Open as page', 'Copy ID'])
  expect(screen.queryByRole('dialog', { name: 'Add package' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add package' })).toBeNull()
})

test('the details are saved over what is stored; a refusal keeps what was typed', async () => {
  const { rest, of } = setUp({ rejection: 'The name is taken.' })
  await renderPage(<RoomListPage room={whole} />, { client: { rest }, at: '/its?open=1' })
  await screen.findByLabelText('Name of it')
  type('Valve')
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toBe('The name is taken.')
  expect((screen.getByLabelText('Name of it') as HTMLInputElement).value).toBe('Valve')
  expect(of('POST').map(({ body }) => body)).toEqual([{ id: rows[0]?.id, name: 'Valve' }])
})

test('who may not edit reads, on the own page too, which has no link to itself', async () => {
  const { rest } = setUp()
  const page = <RoomOwnPage room={whole} />
  await renderPage(page, { client: { rest }, authority: 'CUSTOMER_USER', at: '/its' })
  expect(await screen.findByText('Only read: Pump')).toBeTruthy()
  expect(screen.queryByLabelText('Name of it')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'More' }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual(['Copy ID', 'Delete package'])
})
