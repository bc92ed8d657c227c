import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { ImportJsonDialog } from './import-json-dialog.tsx'

function parse(content: unknown): string {
  if (typeof content !== 'string') throw new Error('This file holds no text.')
  return content
}

async function setUp(run: (text: string) => Promise<void>) {
  await renderPage(<ImportJsonDialog title="Import text" parse={parse} run={run} onClose={() => {}} />, { client: {} })
  return {
    give: (name: string, content: string) =>
      fireEvent.change(screen.getByLabelText('File'), { target: { files: [new File([content], name)] } }),
    start: () => fireEvent.click(screen.getByRole('button', { name: 'Import text' })),
    reported: async (text: string | RegExp) => expect(await screen.findByText(text)).toBeTruthy(),
  }
}

test('says what is wrong with a file, and takes the next one', async () => {
  const run = vi.fn(async () => {})
  const { give, start, reported } = await setUp(run)
  start()
  await reported('Choose a file.')
  give('a.txt', '"x"')
  await reported(/a\.txt isn’t a JSON file/)
  give('a.json', '{')
  await reported(/Couldn’t read a\.json as JSON/)
  give('b.json', '{}')
  await reported('This file holds no text.')
  start()
  expect(run).not.toHaveBeenCalled()
  give('c.json', '"x"')
  await reported('c.json')
  start()
  await waitFor(() => expect(run).toHaveBeenCalledExactlyOnceWith('x'))
})

test('a refusal stays, and the file can be sent again', async () => {
  const run = vi.fn(async (): Promise<void> => {
    throw new Error('The name is taken.')
  })
  const { give, start, reported } = await setUp(run)
  give('c.json', '"x"')
  await reported('c.json')
  start()
  await reported('The name is taken.')
  start()
  await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
})
