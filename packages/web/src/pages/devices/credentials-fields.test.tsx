import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { emptyCredentials } from './credentials-input.ts'

const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const draw = (type: 'ACCESS_TOKEN' | 'X509_CERTIFICATE', isNew: boolean) =>
  renderPage(
    <CredentialsFields input={{ ...emptyCredentials, type }} onChange={() => {}} fieldErrors={{}} isNew={isNew} />,
    { client: {} },
  )

test('only credentials that a transport accepts are offered', async () => {
  await draw('ACCESS_TOKEN', true)
  expect(offered()).toEqual(['Access token', 'MQTT Basic'])
  expect(screen.queryByText(/can’t connect/)).toBeNull()
})

test('a stored certificate is shown, and said not to be accepted', async () => {
  await draw('X509_CERTIFICATE', false)
  expect(offered()).toEqual(['Access token', 'MQTT Basic', 'X.509 certificate'])
  expect(screen.getByText(/can’t connect/)).toBeTruthy()
})
