import { ApiError } from '@sonde/client'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type RecordedCall, recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { OtaUpdatesPage } from './ota-updates-page.tsx'
// Loaded before the tests, so that the page's lazy import resolves at once.
import './upload-dialog.tsx'

const profile = { id: { entityType: 'DEVICE_PROFILE', id: 'p' }, name: 'Pumps' }
const described = {
  id: { entityType: 'OTA_PACKAGE', id: 'k' },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: 't' },
  deviceProfileId: profile.id,
  type: 'FIRMWARE',
  title: 'Pump',
  version: '2.4.1',
  tag: null,
  url: null,
  hasData: false,
  fileName: null,
  contentType: null,
  checksumAlgorithm: null,
  checksum: null,
  dataSize: null,
  additionalInfo: null,
} as OtaPackageInfo

const none = { data: [], totalPages: 0, totalElements: 0, hasNext: false }
const deviceProfiles = { default: async () => profile, info: async () => profile }
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const add = () => fireEvent.click(screen.getAllByRole('button', { name: 'Add package' }).at(-1) as HTMLElement)

async function openDialog(answer: (call: RecordedCall) => unknown) {
  const recorded = recordedRest(answer)
  await renderPage(<OtaUpdatesPage />, { client: { rest: recorded.rest, deviceProfiles }, at: '/?add=true' })
  await screen.findByLabelText('Title')
  type('Title', 'Pump')
  type('Version', '2.4.1')
  return recorded
}

test('a package whose file is refused leaves nothing behind, and the dialog says why', async () => {
  const { of } = await openDialog(({ method, path }) => {
    if (method === 'GET') return none
    if (method === 'DELETE') return undefined
    if (path === '/api/otaPackage') return described
    throw new ApiError({ status: 400, message: 'The checksum is another one.', method, path })
  })
  add()
  expect(await screen.findByText('Choose a file.')).toBeTruthy()
  expect(of('POST')).toEqual([])
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['firmware'], 'pump.bin')] } })
  expect(await screen.findByText('8 bytes')).toBeTruthy()
  add()
  expect(await screen.findByText('The checksum is another one.')).toBeTruthy()
  expect(of('POST').map(({ path }) => path)).toEqual(['/api/otaPackage', '/api/otaPackage/k'])
  expect(of('DELETE').map(({ path }) => path)).toEqual(['/api/otaPackage/k'])
  expect(screen.getByText('pump.bin')).toBeTruthy()
})

test('a package at a URL is one call; the default profile is chosen', async () => {
  const { of } = await openDialog(({ method }) => (method === 'GET' ? none : { ...described, url: 'https://a/b' }))
  fireEvent.click(screen.getByRole('radio', { name: 'External URL' }))
  type('URL', 'https://a/b')
  add()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(of('POST').map(({ body }) => body)).toEqual([
    {
      title: 'Pump',
      version: '2.4.1',
      tag: 'Pump 2.4.1',
      type: 'FIRMWARE',
      deviceProfileId: { entityType: 'DEVICE_PROFILE', id: 'p' },
      usesUrl: true,
      url: 'https://a/b',
      additionalInfo: null,
    },
  ])
  expect(await screen.findByText('Pump 2.4.1 added')).toBeTruthy()
})

test('a package without its file says so, and takes one', async () => {
  const { rest, of } = recordedRest(({ method, path }) => {
    if (method === 'POST') return { ...described, hasData: true }
    return path.includes('/info/') ? described : { ...none, data: [described], totalPages: 1, totalElements: 1 }
  })
  await renderPage(<OtaUpdatesPage />, { client: { rest, deviceProfiles }, at: '/?open=k' })
  expect((await screen.findAllByText('File missing')).length).toBeGreaterThan(0)
  fireEvent.click(await screen.findByRole('button', { name: 'Upload file' }))
  await screen.findByText('Choose file')
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File(['firmware'], 'pump.bin')] } })
  fireEvent.click(screen.getAllByRole('button', { name: 'Upload file' }).at(-1) as HTMLElement)
  expect(await screen.findByText('File of Pump 2.4.1 uploaded')).toBeTruthy()
  expect(of('POST').map(({ path, query }) => [path, query])).toEqual([
    ['/api/otaPackage/k', { checksum: undefined, checksumAlgorithm: 'SHA256' }],
  ])
})
