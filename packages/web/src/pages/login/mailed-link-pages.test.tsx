import { ApiError } from '@sonde/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { ConfirmEmailPage } from './confirm-email-page.tsx'
import { LinkEndedPage } from './link-ended-page.tsx'

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a link that has ended leads to a new one: for the password, or for the activation', async () => {
  for (const [kind, words] of [
    ['reset', 'Enter your email to get a new one.'],
    ['activate', 'ask your administrator'],
  ] as const) {
    const { rest, of } = recordedRest(() => undefined)
    const requestPasswordReset = vi.fn(async () => {})
    const { unmount } = await renderPage(<LinkEndedPage />, {
      client: { rest, auth: { requestPasswordReset } },
      authority: null,
      at: `/login/linkEnded?kind=${kind}`,
    })
    expect(screen.getByText(new RegExp(words))).toBeTruthy()
    press('Send new link')
    expect(screen.getByText(/Enter an email address/)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: ' ada@sonde.example ' } })
    press('Send new link')
    expect(await screen.findByText('If this email has an account, a link was sent.')).toBeTruthy()
    if (kind === 'reset') expect(requestPasswordReset).toHaveBeenCalledWith('ada@sonde.example')
    else expect(of('POST').map(({ path }) => path)).toEqual(['/api/noauth/resendEmailActivation'])
    unmount()
  }
})

test('a new email counts when it is confirmed by a press, and a link that does not hold is told', async () => {
  let rejects = true
  const { rest, of } = recordedRest(() => {
    if (rejects) throw new ApiError({ status: 400, message: 'The link isn’t valid.', method: 'POST', path: '' })
    return undefined
  })
  const page = {
    client: { rest, session: { user: null } },
    authority: null,
    at: '/login/confirmEmail?token=abc',
  } as const
  const { unmount } = await renderPage(<ConfirmEmailPage />, page)
  expect(of('POST')).toEqual([])
  press('Confirm email')
  expect((await screen.findByRole('alert')).textContent).toBe('The link isn’t valid.')
  rejects = false
  press('Confirm email')
  await waitFor(() => screen.getByText('From now on, sign in with your new email.'))
  expect(of('POST').at(-1)).toMatchObject({ path: '/api/v2/noauth/email', body: { token: 'abc' } })
  unmount()
  await renderPage(<ConfirmEmailPage />, { ...page, at: '/login/confirmEmail' })
  expect(screen.getByRole('alert').textContent).toMatch(/incomplete/)
  expect(screen.getByRole('button', { name: 'Confirm email' }).hasAttribute('disabled')).toBe(true)
})
