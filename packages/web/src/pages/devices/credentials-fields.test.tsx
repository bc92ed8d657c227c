import type { TransportType } from '@sonde/model/device-profiles/profile-types'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { type EditableType, emptyCredentials } from './credentials-input.ts'

const offered = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const draw = (type: EditableType, isNew: boolean, transport?: TransportType) =>
  renderPage(
    <CredentialsFields
      input={{ ...emptyCredentials, type }}
      onChange={() => {}}
      fieldErrors={{}}
      transport={transport}
      isNew={isNew}
    />,
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

test('a profile limits the credentials to those that its transport accepts', async () => {
  await draw('ACCESS_TOKEN', true, 'MQTT')
  expect(offered()).toEqual(['Access token', 'MQTT Basic'])
  expect(screen.queryByText(/can’t connect/)).toBeNull()
})

test('where no transport serves the profile, only what every device can store is offered, and said not to work', async () => {
  await draw('ACCESS_TOKEN', true, 'SNMP')
  expect(offered()).toEqual(['Access token'])
  expect(screen.getByText(/This server doesn’t serve SNMP.*can’t connect/)).toBeTruthy()
})

test('a stored type that the transport doesn’t accept stays', async () => {
  await draw('MQTT_BASIC', false, 'COAP')
  expect(offered()).toEqual(['Access token', 'MQTT Basic'])
  expect(screen.getByText(/This server doesn’t serve CoAP/)).toBeTruthy()
})
