import { ApiError } from '@sonde/client'
import { defaultPasswordPolicy } from '@sonde/model/auth/password-rules'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'

const rejected = new ApiError({
  status: 400,
  message: 'That is not it.',
  method: 'POST',
  path: '/api/auth/changePassword',
})

function setUp(changePassword: (current: string, wanted: string) => Promise<unknown>) {
  const loginWithTokens = vi.fn()
  const onClose = vi.fn()
  const client = {
    auth: {
      changePassword: vi.fn(changePassword),
      passwordPolicy: async () => ({ ...defaultPasswordPolicy, minimumDigits: 1 }),
    },
    session: { loginWithTokens },
  }
  return { client, loginWithTokens, onClose, page: <ChangePasswordDialog onClose={onClose} /> }
}

async function fill(current: string, wanted: string, again: string) {
  await screen.findByText('1 digit')
  fireEvent.change(screen.getByLabelText('Current password'), { target: { value: current } })
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: wanted } })
  fireEvent.change(screen.getByLabelText('Repeat new password'), { target: { value: again } })
  fireEvent.click(screen.getByRole('button', { name: 'Change password', hidden: true }))
}

test('what breaks a rule or differs is not sent', async () => {
  const { client, page } = setUp(async () => ({}))
  await renderPage(page, { client })
  await fill('old', 'letters', 'letters')
  expect(screen.getByText('Enter a password that meets all requirements.')).toBeTruthy()
  await fill('old', 'letters-1', 'letters-2')
  expect(screen.getByText('The passwords don’t match.')).toBeTruthy()
  expect(client.auth.changePassword).not.toHaveBeenCalled()
})

test('the session goes on with the new tokens', async () => {
  const tokens = { token: 'a', refreshToken: 'r' }
  const { client, page, loginWithTokens, onClose } = setUp(async () => tokens)
  await renderPage(page, { client })
  await fill('old', 'letters-1', 'letters-1')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(client.auth.changePassword).toHaveBeenCalledWith('old', 'letters-1')
  expect(loginWithTokens).toHaveBeenCalledWith(tokens, true)
})

test('a refusal is told in the dialog, which stays', async () => {
  const { client, page, onClose } = setUp(() => Promise.reject(rejected))
  await renderPage(page, { client })
  await fill('wrong', 'letters-1', 'letters-1')
  expect((await screen.findByRole('alert', { hidden: true })).textContent).toBe('That is not it.')
  expect(onClose).not.toHaveBeenCalled()
})
