import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { KeyDescriptionsPage } from './key-descriptions-page.tsx'

test('a suggested key becomes a row; its unit is saved for all entities', async () => {
  let keys: unknown = []
  const server = recordedRest(({ method, path, body }) => {
    if (path.endsWith('/timeseries')) return ['t', 'flow']
    if (path.endsWith('/attributes')) return ['serial']
    if (method === 'PUT') keys = (body as { keys: unknown }).keys
    return { keys, profiles: [] }
  })
  await renderPage(<KeyDescriptionsPage />, { client: { rest: server.rest } })
  expect(await screen.findByText('No names or units yet')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'flow' }))
  const unit = screen.getByRole('combobox', { name: /^Unit/ })
  fireEvent.change(unit, { target: { value: 'l/s' } })
  fireEvent.blur(unit)
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(server.of('PUT')).toHaveLength(1))
  expect(server.of('PUT')[0]).toMatchObject({
    path: '/api/v2/key-descriptions',
    body: { keys: [{ key: 'flow', unit: 'l/s' }] },
  })
  expect(screen.queryByRole('button', { name: 'flow' })).toBeNull()
  expect(screen.getByRole('button', { name: 'serial' })).toBeTruthy()
})
