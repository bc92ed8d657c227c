import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, silentLive } from '../testing/render-page.tsx'
import { PackageProgress } from './package-progress.tsx'

const device = { entityType: 'DEVICE', id: 'd1' } as const

async function draw(values: Readonly<Record<string, string>>, { mayRetry = true } = {}) {
  const sent: unknown[] = []
  const update = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, [{ ts: 5, value }]]))
  const telemetry = {
    attributes: async () => [
      { key: 'fw_title', value: 'Pump' },
      { key: 'fw_size', value: 7 },
      { key: 'limit', value: 3 },
    ],
    saveAttributes: async (...[, scope, shared]: unknown[]) => sent.push([scope, shared]),
    save: async (...[, points]: unknown[]) => sent.push(points),
  }
  const live = {
    ...silentLive,
    subscribeTelemetry: (...[, , , onValues]: Parameters<typeof silentLive.subscribeTelemetry>) => {
      onValues({ values: update, isSnapshot: true } as never)
      return () => {}
    },
  }
  await renderPage(<PackageProgress device={device} type="FIRMWARE" mayRetry={mayRetry} />, {
    client: { telemetry, live },
  })
  return sent
}

test('a running update shows how far it is and what the device has', async () => {
  await draw({ fw_state: 'DOWNLOADED', target_fw_title: 'Pump', target_fw_version: '2', current_fw_version: '1' })
  expect(await screen.findByText('Downloaded')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(screen.getByText('On the device: 1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('a failed update says why, and Retry sends the attributes of the package again', async () => {
  const sent = await draw({ fw_state: 'FAILED', fw_error: 'Wrong checksum' })
  expect(await screen.findByText('Wrong checksum')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Firmware sent again')
  await waitFor(() =>
    expect(sent).toEqual([
      { fw_state: 'QUEUED' },
      ['SHARED_SCOPE', { fw_title: 'Pump', fw_size: 7 }],
      { fw_state: 'INITIATED' },
    ]),
  )
})

test('who can’t change the device has no Retry', async () => {
  await draw({ fw_state: 'FAILED' }, { mayRetry: false })
  expect(await screen.findByText('Update failed')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})
