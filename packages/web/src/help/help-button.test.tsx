import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render-page.tsx'
import { HelpButton } from './help-button.tsx'

const files: Readonly<Record<string, string>> = {
  '/base/help/en_US/devices.md': '# Devices\n\nSee [profiles](device-profiles.md).\n\n<img src=x onerror=alert(1)>',
  '/base/help/en_US/device-profiles.md': '# Device profiles\n\n```\nreturn 1;\n```',
}

// Preloads the lazy component: on a busy machine, loading takes longer than a test waits.
beforeAll(() => import('./help-content.tsx'))
afterEach(() => vi.unstubAllGlobals())

async function open() {
  const fetch = vi.fn(async (url: string) => new Response(files[url] ?? '', { status: files[url] ? 200 : 404 }))
  vi.stubGlobal('fetch', fetch)
  await renderPage(<HelpButton page="devices" />, { client: { system: { helpBaseUrl: async () => '/base' } } })
  return fetch
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

test('the page is asked for when it is opened, and its links turn it over', async () => {
  // Some browsers return a promise from `scrollTo`.
  Object.assign(Element.prototype, { scrollTo: async () => {} })
  const fetch = await open()
  expect(fetch).not.toHaveBeenCalled()
  await press('Help')
  expect(await screen.findByRole('heading', { name: 'Devices' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'profiles' }))
  expect(await screen.findByRole('heading', { name: 'Device profiles' })).toBeTruthy()
  expect(screen.getByText('return 1;')).toBeTruthy()
  await press('Back')
  expect(await screen.findByRole('heading', { name: 'Devices' })).toBeTruthy()
})

test('markup in a page is text', async () => {
  await open()
  await press('Help')
  await screen.findByRole('heading', { name: 'Devices' })
  expect(document.querySelector('.sd-help img')).toBeNull()
  expect(screen.getByText(/onerror=alert/)).toBeTruthy()
})

test('a page that is in no language says so', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 404 }))
  await renderPage(<HelpButton page="trash" />, { client: { system: { helpBaseUrl: async () => '/base' } } })
  await press('Help')
  expect(await screen.findByText('Not found')).toBeTruthy()
})
