import { ApiError } from '@sonde/client'
import { defaultMailSettings } from '@sonde/model/admin-settings/admin-settings'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { GeneralPage } from './general-page.tsx'
import { MailPage } from './mail-page.tsx'

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('settings that cannot be loaded say so and are asked for again', async () => {
  let fails = true
  const { rest } = recordedRest(() => {
    if (fails) throw new Error('down')
    return { key: 'general', jsonValue: { baseUrl: 'http://a', prohibitDifferentUrl: false } }
  })
  await renderPage(<GeneralPage />, { client: { rest }, authority: 'SYS_ADMIN' })
  expect(await screen.findByText('Couldn’t load the general settings')).toBeTruthy()
  fails = false
  press('Retry now')
  expect(await screen.findByDisplayValue('http://a')).toBeTruthy()
})

test('while links lead nowhere the page says so, until an address is saved', async () => {
  let baseUrl: string | null = null
  const { rest } = recordedRest(({ path, method, body }) => {
    if (path.endsWith('/link-base')) return { baseUrl }
    if (method === 'POST') baseUrl = (body as { jsonValue: { baseUrl: string } }).jsonValue.baseUrl
    return { key: 'general', jsonValue: { baseUrl: baseUrl ?? 'http://localhost:8080', prohibitDifferentUrl: false } }
  })
  await renderPage(<GeneralPage />, { client: { rest }, authority: 'SYS_ADMIN' })
  expect(await screen.findByText(/^The base URL isn’t set/)).toBeTruthy()
  type('Base URL', 'https://iot.example.org')
  press('Save')
  await waitFor(() => expect(screen.queryByText(/^The base URL isn’t set/)).toBeNull())
})

test('what somebody else saved meanwhile is not overwritten unseen', async () => {
  let baseUrl = 'http://a'
  const { rest, of } = recordedRest(({ method, body }) => {
    if (method === 'POST') baseUrl = (body as { jsonValue: { baseUrl: string } }).jsonValue.baseUrl
    return { key: 'general', jsonValue: { baseUrl, prohibitDifferentUrl: false } }
  })
  await renderPage(<GeneralPage />, { client: { rest }, authority: 'SYS_ADMIN' })
  await screen.findByDisplayValue('http://a')
  type('Base URL', 'http://mine')
  baseUrl = 'http://theirs'
  press('Save')
  expect(await screen.findByText('Someone else changed this.')).toBeTruthy()
  expect(of('POST')).toEqual([])
  press('Overwrite')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
  expect(of('POST').map(({ body }) => body)).toEqual([
    { key: 'general', jsonValue: { baseUrl: 'http://mine', prohibitDifferentUrl: false, embeddingSites: [] } },
  ])
})

test('a test mail goes out with what is typed, saves nothing, and tells what the server said against it', async () => {
  const rejection = new ApiError({
    status: 500,
    message: 'Couldn’t send the email: nobody listens',
    method: 'POST',
    path: '',
  })
  let rejects = true
  const { rest, of } = recordedRest(({ path }) => {
    if (path.endsWith('/testMail') && rejects) throw rejection
    if (path.endsWith('/secrets')) return ['password']
    return { key: 'mail', jsonValue: { ...defaultMailSettings, username: 'plant', showChangePassword: true } }
  })
  await renderPage(<MailPage />, { client: { rest }, authority: 'SYS_ADMIN' })
  await screen.findByLabelText('SMTP host')
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  type('SMTP port', '70000')
  press('Send test email')
  expect(await screen.findByText('Enter a number from 0 to 65535.')).toBeTruthy()
  expect(of('POST')).toEqual([])
  type('SMTP port', '2525')
  press('Send test email')
  expect(await screen.findByText('Couldn’t send the email: nobody listens')).toBeTruthy()
  type('SMTP port', '2526')
  expect(screen.queryByText('Couldn’t send the email: nobody listens')).toBeNull()
  rejects = false
  press('Send test email')
  expect(await screen.findByText('Test email sent to ada@sonde.example')).toBeTruthy()
  expect(of('POST').map(({ path }) => path)).toEqual(['/api/admin/settings/testMail', '/api/admin/settings/testMail'])
  expect(of('POST')[1]?.body).toMatchObject({ key: 'mail', jsonValue: { smtpPort: '2526', password: '' } })
  expect(screen.getByText(/^The stored password is for another server/)).toBeTruthy()
  type('SMTP port', '25')
  expect(screen.queryByLabelText(/^Password/)).toBeNull()
  press('Send test email')
  await waitFor(() => expect(of('POST')).toHaveLength(3))
  expect(of('POST')[2]?.body).not.toHaveProperty('jsonValue.password')
})
