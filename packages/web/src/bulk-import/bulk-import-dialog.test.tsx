import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import BulkImportDialog from './bulk-import-dialog.tsx'

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }))

function choose(name: string, text: string) {
  const file = new File([text], name, { type: 'text/csv' })
  fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } })
}

test('from the file to what came of it', async () => {
  const send = vi.fn(async () => ({
    created: 1,
    updated: 0,
    errors: 1,
    errorsList: ['Line 2: Give the asset a name.'],
  }))
  const onDone = vi.fn(async () => {})
  const client = { entityQuery: { find: async () => ({ data: [] }) } }
  await renderPage(<BulkImportDialog kind="ASSET" send={send} onClose={() => {}} onDone={onDone} />, { client })
  choose('halls.csv', 'name;type\nHall 1;hall\n;hall')
  expect(await screen.findByText('halls.csv')).toBeTruthy()
  press('Next')
  expect(await screen.findByLabelText('Type of column 2')).toBeTruthy()
  press('Next')
  expect(await screen.findByText('No name')).toBeTruthy()
  press('Import 2 lines')
  expect(await screen.findByText('Give the asset a name.')).toBeTruthy()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(send).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ file: 'Hall 1;hall\n;hall' }),
    expect.anything(),
  )
})

test('undo deletes what was created, changes back what was updated, and offers those that failed again', async () => {
  const entity = (name: string) => ({ id: { entityType: 'ASSET' as const, id: name }, name })
  const send = vi.fn(async () => ({
    created: 2,
    updated: 1,
    errors: 0,
    errorsList: [],
    createdEntities: [entity('Hall 1'), entity('Hall 2')],
    updatedEntities: [{ entity: entity('Hall 0'), attributes: [] }],
  }))
  const deleted: string[] = []
  const saved: unknown[] = []
  let isOffline = true
  const rest = {
    async request(method: string, path: string, options: { readonly body?: unknown }) {
      if (method === 'POST') saved.push(path, options.body)
      if (method !== 'DELETE') return { days: 30 }
      if (path.endsWith('Hall 2') && isOffline) throw new Error('offline')
      deleted.push(path)
    },
  }
  const onDone = vi.fn(async () => {})
  const client = { rest, entityQuery: { find: async () => ({ data: [] }) } }
  await renderPage(<BulkImportDialog kind="ASSET" send={send} onClose={() => {}} onDone={onDone} />, { client })
  choose('halls.csv', 'name,type\nHall 1,hall\nHall 2,hall\nHall 0,hall')
  await screen.findByText('halls.csv')
  press('Next')
  await screen.findByLabelText('Type of column 2')
  press('Next')
  fireEvent.click(await screen.findByRole('button', { name: 'Import 3 lines', hidden: true }))
  expect(send).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.objectContaining({ listCreated: true, listUpdated: true }),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Undo import…', hidden: true }))
  expect(await screen.findByText(/Restore it from the trash within 30 days/)).toBeTruthy()
  expect(screen.getByText(/The updated entity gets its former values back/)).toBeTruthy()
  press('Undo import')
  expect(await screen.findByText('Couldn’t undo 1 entity. offline')).toBeTruthy()
  expect(screen.getByText('1 created entity deleted')).toBeTruthy()
  expect(screen.getByText('1 updated entity changed back')).toBeTruthy()
  isOffline = false
  press('Undo import…')
  press('Delete 1 entity')
  expect(await screen.findByText('2 created entities deleted')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo import…', hidden: true })).toBeNull()
  expect(deleted).toEqual(['/api/asset/Hall 1', '/api/asset/Hall 2'])
  expect(saved).toEqual(['/api/asset', entity('Hall 0')])
  expect(onDone).toHaveBeenCalledTimes(3)
})

test('a first part that cannot be sent can be sent again', async () => {
  const send = vi
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ created: 1, updated: 0, errors: 0, errorsList: [] })
  const client = { entityQuery: { find: async () => ({ data: [] }) } }
  await renderPage(<BulkImportDialog kind="ASSET" send={send} onClose={() => {}} onDone={async () => {}} />, { client })
  choose('halls.csv', 'name,type\nHall 1,hall')
  await screen.findByText('halls.csv')
  press('Next')
  await screen.findByLabelText('Type of column 2')
  press('Next')
  fireEvent.click(await screen.findByRole('button', { name: 'Import 1 line', hidden: true }))
  expect(await screen.findByText(/Import stopped\. offline/)).toBeTruthy()
  press('Continue')
  expect(await screen.findByRole('button', { name: 'Done', hidden: true })).toBeTruthy()
})

test('a file in another encoding is read in the likely one, which can be changed', async () => {
  const send = vi.fn(async () => ({ created: 1, updated: 0, errors: 0, errorsList: [] }))
  const client = { entityQuery: { find: async () => ({ data: [] }) } }
  await renderPage(<BulkImportDialog kind="ASSET" send={send} onClose={() => {}} onDone={async () => {}} />, { client })
  // `sep=;` and Windows-1252, as spreadsheet programs write it.
  const bytes = Uint8Array.from('sep=;\nname;type\nK\u00fchlhaus S\u00fcd;hall', (character) => character.charCodeAt(0))
  fireEvent.change(screen.getByLabelText('File'), { target: { files: [new File([bytes], 'halls.csv')] } })
  await screen.findByText('halls.csv')
  const chosenIn = (label: string) => (screen.getByLabelText(label) as HTMLSelectElement).value
  expect([chosenIn('Delimiter'), chosenIn('Encoding')]).toEqual([';', 'windows-1252'])
  fireEvent.change(screen.getByLabelText('Encoding'), { target: { value: 'utf-8' } })
  press('Next')
  expect(await screen.findByText('The file isn’t valid UTF-8 text. Choose another encoding.')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Encoding'), { target: { value: 'windows-1252' } })
  press('Next')
  await screen.findByLabelText('Type of column 2')
  press('Next')
  press('Import 1 line')
  await waitFor(() =>
    expect(send).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ file: 'K\u00fchlhaus S\u00fcd;hall' }),
      expect.anything(),
    ),
  )
})

test('a column of certificates says that devices can’t connect with them', async () => {
  const client = { entityQuery: { find: async () => ({ data: [] }) } }
  await renderPage(<BulkImportDialog kind="DEVICE" send={vi.fn()} onClose={() => {}} onDone={async () => {}} />, {
    client,
  })
  choose('meters.csv', 'name,type,x509\nMeter 1,default,MII')
  await screen.findByText('meters.csv')
  press('Next')
  const column = await screen.findByLabelText('Type of column 3')
  expect(screen.getByText(/can’t connect with them/)).toBeTruthy()
  fireEvent.change(column, { target: { value: 'SKIP' } })
  expect(screen.queryByText(/can’t connect with them/)).toBeNull()
  fireEvent.change(column, { target: { value: 'X509' } })
  expect(screen.getByText(/can’t connect with them/)).toBeTruthy()
})
