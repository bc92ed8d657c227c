import { ApiError } from '@sonde/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'

function fill(email: string, password: string) {
  fireEvent.change(screen.getByLabelText('New email'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Current password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Send link', hidden: true }))
}

async function open(requestEmailChange: (email: string, password: string) => Promise<void>) {
  const onClose = vi.fn()
  const auth = { requestEmailChange: vi.fn(requestEmailChange) }
  await renderPage(<ChangeEmailDialog onClose={onClose} />, { client: { auth } })
  return { auth, onClose }
}

test('another address and the password are asked for before anything is sent', async () => {
  const { auth } = await open(async () => {})
  fill('no address', '')
  expect(screen.getByText('Enter your current password.')).toBeTruthy()
  fill('ada@sonde.example', 'secret')
  expect(screen.getByText('This is already your email. Enter another one.')).toBeTruthy()
  expect(auth.requestEmailChange).not.toHaveBeenCalled()
})

test('the link goes to the new address, and the page says so', async () => {
  const { auth, onClose } = await open(async () => {})
  fill(' new@sonde.example ', 'secret')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(auth.requestEmailChange).toHaveBeenCalledWith('new@sonde.example', 'secret')
  expect(screen.getByText('A link was sent to new@sonde.example. It works for 24 hours.')).toBeTruthy()
})

test('a refusal is told in the dialog, which stays', async () => {
  const { onClose } = await open(() =>
    Promise.reject(new ApiError({ status: 400, message: 'The current password is wrong.', method: 'POST', path: '' })),
  )
  fill('new@sonde.example', 'wrong')
  expect((await screen.findByRole('alert', { hidden: true })).textContent).toBe('The current password is wrong.')
  expect(onClose).not.toHaveBeenCalled()
})
