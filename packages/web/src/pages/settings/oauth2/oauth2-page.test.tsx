import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type RecordedCall, recordedRest } from '../../../testing/recorded-calls.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { OAuth2Page } from './oauth2-page.tsx'

const google = {
  id: { id: 'g' },
  createdTime: 1,
  providerId: 'Google',
  name: 'Google',
  mapperConfig: { type: 'BASIC', basic: { emailAttributeKey: 'email', tenantNameStrategy: 'DOMAIN' } },
  authorizationUri: 'https://accounts.example/auth',
  accessTokenUri: 'https://accounts.example/token',
  scope: ['email'],
  clientAuthenticationMethod: 'BASIC',
  loginButtonLabel: 'Google',
}

function open({ isEnabled = true } = {}) {
  let config: unknown = { enabled: isEnabled, oauth2ParamsInfos: [] }
  const recorded = recordedRest(({ method, path, body }: RecordedCall) => {
    if (path.endsWith('/template')) return method === 'GET' ? [google] : { ...google, ...(body as object) }
    if (path.endsWith('/secrets')) return ['oauth2ParamsInfos.0.clientRegistrations.0.clientSecret']
    if (path.endsWith('/loginProcessingUrl')) return '/login/oauth2/code/'
    if (method === 'POST') config = body
    return config
  })
  return renderPage(<OAuth2Page />, { client: { rest: recorded.rest }, authority: 'SYS_ADMIN' }).then(() => recorded)
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the switch can’t be enabled, and without stored settings nothing is offered', async () => {
  await open({ isEnabled: false })
  expect((await screen.findByLabelText<HTMLInputElement>('Offer sign-in with other providers')).disabled).toBe(true)
  expect(screen.getByText(/isn’t available/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add domains with providers' })).toBeNull()
  expect(screen.queryByText('Provider templates')).toBeNull()
})

test('enabled already, it starts with this host and a provider; what is missing is told where it stands', async () => {
  const { of } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Add domains with providers' }))
  expect(screen.getByText(`https://${window.location.host}/login/oauth2/code/`)).toBeTruthy()
  // A collapsed part opens if it has an error.
  press(`${window.location.host}Google`)
  expect(screen.queryByLabelText('Client ID')).toBeNull()
  press('Save')
  expect(await screen.findByLabelText('Client ID')).toBeTruthy()
  expect(screen.getAllByText('Enter a value.')).toHaveLength(2)
  expect(of('POST')).toEqual([])
  type('Client ID', 'sonde')
  type('Client secret', 'secret')
  press('Save')
  await waitFor(() => expect(of('POST')).toHaveLength(1))
  expect(of('POST')[0]?.body).toMatchObject({
    enabled: true,
    oauth2ParamsInfos: [
      {
        domainInfos: [{ scheme: 'HTTPS', name: window.location.host }],
        clientRegistrations: [{ clientId: 'sonde', loginButtonLabel: 'Google', clientAuthenticationMethod: 'BASIC' }],
      },
    ],
  })
})

test('a template’s addresses are changed on purpose; kept as a template it changes the one of that name', async () => {
  const { of } = await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Add domains with providers' }))
  press('Custom settings')
  const address = screen.getByLabelText<HTMLInputElement>('Access token URI')
  expect(address.readOnly).toBe(true)
  press('Change Access token URI')
  type('Access token URI', 'https://other.example/token')
  press('Save as template')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Updates the template Google.')).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Save as template' }))
  expect(await screen.findByText('Template Google saved')).toBeTruthy()
  expect(of('POST')[0]?.body).toMatchObject({
    id: { id: 'g' },
    providerId: 'Google',
    accessTokenUri: 'https://other.example/token',
  })
  expect(of('POST')[0]?.body).not.toHaveProperty('clientSecret')
})
