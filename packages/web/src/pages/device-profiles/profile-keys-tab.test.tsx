import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import ProfileKeysTab from './profile-keys-tab.tsx'

test('a profile shows what it inherits, and saves its own', async () => {
  const stored = {
    keys: [{ key: 't', name: 'Temperature', unit: '°C', decimals: 1 }],
    profiles: [{ deviceProfileId: 'p', deviceProfileName: 'pump', keys: [{ key: 't', unit: '°F' }] }],
  }
  const server = recordedRest(({ path }) => (path.includes('/keys/') ? ['t'] : stored))
  await renderPage(<ProfileKeysTab profileId="p" />, { client: { rest: server.rest } })
  const name = await screen.findByLabelText('Display name')
  expect(name.getAttribute('placeholder')).toBe('Temperature')
  fireEvent.change(name, { target: { value: 'Bearing' } })
  fireEvent.change(screen.getByLabelText('Maximum'), { target: { value: 'hot' } })
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  expect(await screen.findByText('Enter a number.')).toBeTruthy()
  expect(server.of('PUT')).toEqual([])
  fireEvent.change(screen.getByLabelText('Maximum'), { target: { value: '250' } })
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(server.of('PUT')).toHaveLength(1))
  expect(server.of('PUT')[0]).toMatchObject({
    path: '/api/v2/key-descriptions/p',
    body: { keys: [{ key: 't', name: 'Bearing', unit: '°F', max: 250 }] },
  })
})

test('the order of keys, which decides the key value of devices, is changed', async () => {
  const keys = ['a', 'b', 'c'].map((key) => ({ key, unit: '%' }))
  const stored = { keys: [], profiles: [{ deviceProfileId: 'p', deviceProfileName: 'pump', keys }] }
  const server = recordedRest(({ path }) => (path.includes('/keys/') ? [] : stored))
  await renderPage(<ProfileKeysTab profileId="p" />, { client: { rest: server.rest } })
  const first = await screen.findByRole('button', { name: 'Move a up' })
  expect(first.hasAttribute('disabled')).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Move c up' }))
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(server.of('PUT')).toHaveLength(1))
  expect(server.of('PUT')[0]?.body).toMatchObject({ keys: [{ key: 'a' }, { key: 'c' }, { key: 'b' }] })
})
