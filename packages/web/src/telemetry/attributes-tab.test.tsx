import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { AttributesTab } from './attributes-tab.tsx'

const entity = { entityType: 'DEVICE', id: 'd1' } as const

function fakePlatform() {
  let stored = [{ key: 'limit', value: 21.5, lastUpdateTs: 1 }]
  const calls: unknown[][] = []
  return {
    calls,
    client: {
      rest: { request: async (...args: unknown[]) => void calls.push(args) },
      telemetry: {
        attributes: async () => stored,
        deleteAttributes: async (_: unknown, scope: string, keys: string[]) => {
          calls.push(['delete', scope, keys])
          stored = []
        },
        saveAttributes: async (_: unknown, scope: string, values: object) => {
          calls.push(['save', scope, values])
          stored = [{ key: 'limit', value: 21.5, lastUpdateTs: 2 }]
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
  expect(dialog.getByText('The key has 256 characters; use at most 255.')).toBeTruthy()
  expect(dialog.getByText('Enter a value.')).toBeTruthy()
  expect(calls).toEqual([])
})

test('a deleted attribute comes back by Undo', async () => {
  const { client, calls } = fakePlatform()
  await renderPage(<AttributesTab entity={entity} />, { client })
  fireEvent.click(screen.getByRole('radio', { name: 'Server' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete limit' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('limit')).toBeTruthy()
  expect(calls).toEqual([
    ['delete', 'SERVER_SCOPE', ['limit']],
    ['save', 'SERVER_SCOPE', { limit: 21.5 }],
  ])
})
