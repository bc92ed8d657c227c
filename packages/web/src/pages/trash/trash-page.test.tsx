import { ApiError } from '@sonde/client'
import type { TrashItem } from '@sonde/model/trash/trash'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type RecordedCall, recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { TrashPage } from './trash-page.tsx'

// Wide enough for all columns.
beforeEach(() => void vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1400))

const item: TrashItem = {
  id: { entityType: 'DEVICE', id: 'd1' },
  name: 'Boiler',
  type: 'default',
  deletedTime: Date.now() - 60_000,
  expiryTime: Date.now() + 86_400_000,
  deletedBy: 'ada@sonde.example',
  parts: 0,
}

const rejection = (taken: string) =>
  new ApiError({ status: 409, message: 'Taken.', method: 'POST', path: '/restore', body: { taken } })

async function show(reject: (call: RecordedCall) => void = () => {}) {
  const recorded = recordedRest((call) => {
    reject(call)
    if (call.path.endsWith('/settings')) return { days: 30 }
    if (call.path.endsWith('/restore')) return { id: item.id, name: 'Boiler' }
    return { data: [item], totalElements: 1, totalPages: 1, hasNext: false }
  })
  const view = await renderPage(<TrashPage />, { client: { rest: recorded.rest }, at: '/trash' })
  await screen.findByText('Boiler')
  return { ...recorded, ...view }
}

test('a thing is restored at once from its row', async () => {
  const { of } = await show()
  expect(screen.getByText(/stay here for 30 days/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
  await screen.findByText('Boiler restored')
  expect(of('POST').map(({ path, body }) => [path, body])).toEqual([['/api/v2/trash/d1/restore', {}]])
})

test('another name is asked for when the name is taken, other credentials when those are', async () => {
  const { of } = await show(({ path, body }) => {
    if (!path.endsWith('/restore')) return
    const given = body as { name?: string; newCredentials?: boolean }
    if (given.name === undefined) throw rejection('NAME')
    if (!given.newCredentials) throw rejection('CREDENTIALS')
  })
  fireEvent.click(screen.getByRole('button', { name: 'Restore' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Restore Boiler' }))
  expect(dialog.getByText('This name is taken. Enter another.')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Boiler 2' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  await dialog.findByText(/Another device uses these credentials/)
  fireEvent.click(dialog.getByLabelText('Generate a new access token'))
  fireEvent.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(of('POST').at(-1)?.body).toEqual({ name: 'Boiler 2', newCredentials: true })
})

test('deleting for good is asked about', async () => {
  const { of } = await show()
  fireEvent.click(screen.getByRole('button', { name: 'Empty trash' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Empty the trash?' }))
  expect(of('DELETE')).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Empty trash' }))
  await waitFor(() => expect(of('DELETE').map(({ path }) => path)).toEqual(['/api/v2/trash']))
})
