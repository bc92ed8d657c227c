import { noKeyDescriptions } from '@sonde/model/key-descriptions/no-key-descriptions'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { AttributesTab } from './attributes-tab.tsx'

const entity = { entityType: 'DEVICE', id: 'd1' } as const

/**
 * Fake server with one attribute in each scope. `json`: its value; `series`: telemetry keys of the device; `described`:
 * names and units; `isEmpty`: the path has no attributes.
 */
function fakePlatform(
  json = '21.5',
  series: readonly string[] = [],
  described = noKeyDescriptions,
  isEmpty = (_path: string): boolean => false,
) {
  const stored = `[{"key":"limit","value":${json},"lastUpdateTs":1}]`
  let text = stored
  const calls: unknown[][] = []
  return {
    calls,
    client: {
      rest: {
        request: async (method: string, ...args: unknown[]) => {
          if (args[0] === '/api/v2/key-descriptions') return described
          if (method === 'GET') return isEmpty(String(args[0])) ? '[]' : text
          calls.push([method, ...args])
          text = stored
          return undefined
        },
      },
      telemetry: {
        timeseriesKeys: async () => series,
        deleteAttributes: async (_: unknown, scope: string, keys: string[]) => {
          calls.push(['delete', scope, keys])
          text = '[]'
        },
      },
    },
  }
}

test('attributes of the device are read only', async () => {
  const { client } = fakePlatform()
  await renderPage(<AttributesTab entity={entity} />, { client })
  expect(await screen.findByText('limit')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add attribute' })).toBeNull()
})

test('server attributes come first if the device has reported none; client attributes stay a press away', async () => {
  const { client } = fakePlatform('7', [], noKeyDescriptions, (path) => path.endsWith('CLIENT_SCOPE'))
  await renderPage(<AttributesTab entity={entity} />, { client })
  expect(await screen.findByText('limit')).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Server', checked: true })).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'Client' }))
  expect(await screen.findByText('The device hasn’t reported any attributes.')).toBeTruthy()
})

test('a number with telemetry under its key leads to the chart; one without says that it has no history', async () => {
  const { client } = fakePlatform('21.5', ['limit'])
  const { unmount } = await renderPage(<AttributesTab entity={entity} />, { client, at: '/?open=d1&tab=attributes' })
  const link = await screen.findByRole('link', { name: 'limit' })
  expect(link.getAttribute('href')).toBe('/?open=d1&tab=telemetry&telemetry.key=limit')
  unmount()
  await renderPage(<AttributesTab entity={entity} />, { client: fakePlatform('7').client })
  expect((await screen.findAllByText(/Only the current value is stored/)).length).toBeGreaterThan(0)
})

test('a shared attribute is added with its type: a whole double keeps its fraction', async () => {
  const { client, calls } = fakePlatform()
  await renderPage(<AttributesTab entity={entity} />, { client })
  fireEvent.click(screen.getByRole('radio', { name: 'Shared' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Add attribute' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Key'), { target: { value: 'setpoint' } })
  fireEvent.change(dialog.getByLabelText('Type'), { target: { value: 'double' } })
  fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '21' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toEqual([
    'POST',
    '/api/plugins/telemetry/DEVICE/d1/SHARED_SCOPE',
    { jsonText: '{"setpoint":21.0}', ignoreErrors: true },
  ])
})

test('what cannot be sent is told at its field', async () => {
  const { client, calls } = fakePlatform()
  await renderPage(<AttributesTab entity={entity} />, { client })
  fireEvent.click(screen.getByRole('radio', { name: 'Server' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Add attribute' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Key'), { target: { value: 'k'.repeat(256) } })
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }))
  expect(dialog.getByText('Use at most 255 characters (now 256).')).toBeTruthy()
  expect(dialog.getByText('Enter a value.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('a deleted attribute comes back by Undo, with its type', async () => {
  const { client, calls } = fakePlatform('3.0')
  await renderPage(<AttributesTab entity={entity} />, { client })
  fireEvent.click(screen.getByRole('radio', { name: 'Server' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete limit' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('limit')).toBeTruthy()
  expect(calls).toEqual([
    ['delete', 'SERVER_SCOPE', ['limit']],
    ['POST', '/api/plugins/telemetry/DEVICE/d1/SERVER_SCOPE', { jsonText: '{"limit":3.0}' }],
  ])
})

test('a whole double is edited as the double that it is', async () => {
  const { client, calls } = fakePlatform('3.0')
  await renderPage(<AttributesTab entity={entity} />, { client })
  fireEvent.click(screen.getByRole('radio', { name: 'Server' }))
  expect(await screen.findByText('3.0')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Edit limit' }))
  const dialog = within(screen.getByRole('dialog'))
  expect((dialog.getByLabelText('Type') as HTMLSelectElement).value).toBe('double')
  fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '4' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.[2]).toEqual({ jsonText: '{"limit":4.0}', ignoreErrors: true })
})

test('only devices and entity views have scopes to choose from; everything else has the server’s', async () => {
  const { client } = fakePlatform()
  const customer = await renderPage(<AttributesTab entity={{ entityType: 'CUSTOMER', id: 'c1' }} />, { client })
  expect(await screen.findByRole('button', { name: 'Add attribute' })).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  customer.unmount()
  await renderPage(<AttributesTab entity={{ entityType: 'ENTITY_VIEW', id: 'v1' }} />, { client })
  expect(await screen.findByRole('radio', { name: 'Client', checked: true })).toBeTruthy()
})

test('a described key shows its name and unit, and is found by both names', async () => {
  const described = { keys: [{ key: 'limit', name: 'Upper limit', unit: 'K' }], profiles: [] }
  const { client } = fakePlatform('21.5', [], described)
  await renderPage(<AttributesTab entity={entity} />, { client })
  expect(await screen.findByText(/^Upper limit/)).toBeTruthy()
  expect(await screen.findByText('21.5 K')).toBeTruthy()
  const filter = screen.getByRole('searchbox')
  for (const [text, count] of [
    ['upper', 1],
    ['limit', 1],
    ['lower', 0],
  ] as const) {
    fireEvent.change(filter, { target: { value: text } })
    await waitFor(() => expect(screen.queryAllByText(/^Upper limit/)).toHaveLength(count))
  }
})

test('attributes are sorted by key, or by when they changed', async () => {
  const text = '[{"key":"b","value":1,"lastUpdateTs":1},{"key":"a","value":2,"lastUpdateTs":2}]'
  const request = async (_: string, path: string) => (path.startsWith('/api/v2/') ? noKeyDescriptions : text)
  await renderPage(<AttributesTab entity={entity} />, { client: { rest: { request } } })
  await screen.findByText('a')
  const keys = () => screen.getAllByText(/^[ab]$/).map((one) => one.firstChild?.textContent)
  expect(keys()).toEqual(['a', 'b'])
  fireEvent.click(screen.getByText('Updated'))
  expect(keys()).toEqual(['b', 'a'])
  fireEvent.click(screen.getByText('Updated'))
  expect(keys()).toEqual(['a', 'b'])
})

test('a number that may be a time is shown as one on demand', async () => {
  const { client } = fakePlatform('1795354264999')
  await renderPage(<AttributesTab entity={entity} />, { client })
  expect(await screen.findByText('1795354264999')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show limit as a time' }))
  expect(await screen.findByTitle(/, 1795354264999$/)).toBeTruthy()
  expect(screen.queryByText('1795354264999')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Show limit as a number' }))
  expect(await screen.findByText('1795354264999')).toBeTruthy()
})
