import { ApiError } from '@sonde/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { LoginPage } from './login-page.tsx'

function fakeClient(login: (email: string, password: string) => Promise<unknown>) {
  return { auth: { oauth2Clients: async () => [] }, session: { login } }
}

function signIn(email: string, password: string) {
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: email } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

test('what cannot be right is not sent', async () => {
  const calls: string[] = []
  await renderPage(<LoginPage />, { client: fakeClient(async (email) => calls.push(email)) })
  signIn('not-an-address', '')
  expect(screen.getByText(/Enter an email address/)).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  expect(calls).toEqual([])
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
})

test('a refusal is told on the page, and the form can be used again', async () => {
  const rejection = new ApiError({
    status: 401,
    errorCode: 10,
    message: 'Wrong.',
    method: 'POST',
    path: '/api/auth/login',
  })
  await renderPage(<LoginPage />, { client: fakeClient(() => Promise.reject(rejection)) })
  signIn('ada@sonde.example', 'x')
  expect((await screen.findByRole('alert')).textContent).toBe('Wrong.')
  expect(screen.getByRole('button', { name: 'Sign in' }).getAttribute('aria-busy')).toBeNull()
})

test('an expired password leads to the page that sets a new one', async () => {
  const body = { resetToken: 'token-1' }
  const expired = new ApiError({
    status: 401,
    errorCode: 15,
    message: '',
    method: 'POST',
    path: '/api/auth/login',
    body,
  })
  const { address } = await renderPage(<LoginPage />, {
    client: fakeClient(() => Promise.reject(expired)),
    at: '/login',
  })
  signIn('ada@sonde.example', 'old')
  await waitFor(() => expect(address()).toBe('/login/resetExpiredPassword?resetToken=token-1'))
})

test('Tab goes from the email to the password, then to what helps', async () => {
  await renderPage(<LoginPage />, { client: fakeClient(async () => {}) })
  const stops = [...document.querySelectorAll('form :is(input, a, button)')]
  expect(stops.map((one) => one.getAttribute('name') ?? one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'username',
    'password',
    'Show password',
    'Forgot password?',
    'Sign in',
  ])
})

test('the password can be shown', async () => {
  await renderPage(<LoginPage />, { client: fakeClient(async () => {}) })
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
})
