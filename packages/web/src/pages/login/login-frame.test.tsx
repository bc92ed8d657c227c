import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { LoginFrame } from './login-frame.tsx'

// Preloads the dialog's code, since a lazy import can exceed the timeout of a test on a busy machine.
beforeAll(() => Promise.all([import('../../help/help-dialog.tsx'), import('../../help/help-content.tsx')]))
afterEach(() => vi.unstubAllGlobals())

test('who is not signed in finds help, which names no pages that they may not open', async () => {
  const fetch = vi.fn(async (_url: string) => new Response('# Sign in\n\nYour address.'))
  vi.stubGlobal('fetch', fetch)
  await renderPage(<LoginFrame />, { client: {}, authority: null })
  fireEvent.click(screen.getByRole('button', { name: 'Help' }))
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/assets/help/en_US/index.md'])
  expect(screen.queryByText('Open in a new tab')).toBeNull()
})
