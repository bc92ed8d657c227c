import { createDeviceProfileCalls } from '@sonde/client/device-profiles/device-profile-calls'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type RecordedCall, recordedRest } from '../../testing/recorded-calls.ts'
import { renderPage } from '../../testing/render-page.tsx'
import AddDeviceProfileDialog from './add-device-profile-dialog.tsx'
import { DeviceProfilePage, DeviceProfilesPage } from './device-profiles-page.tsx'

const profile = (id: string, name: string, over: Partial<DeviceProfile> = {}): DeviceProfile => ({
  id: { entityType: 'DEVICE_PROFILE', id },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: 't' },
  name,
  description: null,
  image: null,
  default: false,
  type: 'DEFAULT',
  transportType: 'DEFAULT',
  provisionType: 'DISABLED',
  provisionDeviceKey: null,
  defaultRuleChainId: null,
  defaultDashboardId: null,
  defaultQueueName: null,
  firmwareId: { entityType: 'OTA_PACKAGE', id: 'old' },
  softwareId: null,
  profileData: { transportConfiguration: { type: 'DEFAULT' }, alarms: [] },
  ...over,
})

const pump = profile('p', 'Pump')
const all = [pump, profile('d', 'default', { default: true })]

/** Client for a test. `rejection`: error message for saving; `stored`: the profile on the server. */
function parts(rejection = '', stored = pump) {
  const { of, rest } = recordedRest(({ method, path }: RecordedCall) => {
    if (method === 'POST' && rejection) throw new Error(rejection)
    if (path === '/api/deviceProfiles') return { data: all, totalElements: 2, totalPages: 1, hasNext: false }
    if (path.startsWith('/api/devices/count/')) return 12
    if (path.startsWith('/api/resource/lwm2m')) return []
    return stored
  })
  return { of, client: { rest, deviceProfiles: createDeviceProfileCalls(rest) } }
}

test('the default profile is neither selected nor deleted, and not made the default again', async () => {
  await renderPage(<DeviceProfilesPage />, { client: parts().client, at: '/deviceProfiles' })
  expect(await screen.findByLabelText('Select Pump')).toBeTruthy()
  expect(screen.queryByLabelText('Select default')).toBeNull()
  fireEvent.click(screen.getByLabelText('More: default'))
  const items = [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent)
  expect(items).toEqual(['Open as page', 'Export as JSON', 'Create dashboard', 'Copy ID'])
})

test('a profile without firmware from now on is saved after the question', async () => {
  const { client, of } = parts()
  await renderPage(<DeviceProfilePage />, { client })
  fireEvent.click(await screen.findByLabelText('Clear Firmware'))
  fireEvent.click(screen.getByText('Save'))
  expect(await screen.findByText('12 devices get new firmware.')).toBeTruthy()
  expect(of('POST')).toEqual([])
  fireEvent.click(screen.getByText('Save and update'))
  await waitFor(() => expect(of('POST')).toHaveLength(1))
  expect(of('POST')[0]?.body).toMatchObject({ name: 'Pump', firmwareId: null, transportType: 'DEFAULT' })
})

test('what the platform says against a new profile stays in the dialog', async () => {
  const { client } = parts('The name is taken.')
  await renderPage(<AddDeviceProfileDialog onClose={() => {}} />, { client })
  const name = screen.getByLabelText('Name') as HTMLInputElement
  fireEvent.change(name, { target: { value: 'Pump' } })
  fireEvent.click(screen.getByText('Create now'))
  expect(await screen.findByText('The name is taken.')).toBeTruthy()
  expect(name.value).toBe('Pump')
})

test('an LwM2M object that is closed opens for the key that is too long, and has periods of its own', async () => {
  const path = '/3_1.0/0/9'
  const long = 'W'.repeat(10_000)
  const transport = { type: 'LWM2M', observeAttr: { attribute: [path], keyName: { [path]: long } } }
  const meters = profile('m', 'Meters', { transportType: 'LWM2M', profileData: { transportConfiguration: transport } })
  const { client, of } = parts('', meters)
  await renderPage(<DeviceProfilePage />, { client, at: '/?tab=transport' })
  const card = await screen.findByRole('button', { name: 'Object 3 v1.0' })
  expect(card.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(card)
  fireEvent.click(screen.getByRole('button', { name: 'Set LwM2M attributes of this object' }))
  fireEvent.change(screen.getByLabelText(/^Maximum period/), { target: { value: '60' } })
  fireEvent.click(card)
  fireEvent.click(screen.getByText('Save'))
  expect(await screen.findByText('Use at most 255 characters (now 10,000).')).toBeTruthy()
  expect(of('POST')).toEqual([])
  fireEvent.change(screen.getByLabelText('Key of Resource 9'), { target: { value: 'battery' } })
  fireEvent.click(screen.getByText('Save'))
  await waitFor(() => expect(of('POST')).toHaveLength(1))
  expect(of('POST')[0]?.body).toMatchObject({
    profileData: {
      transportConfiguration: {
        observeAttr: { keyName: { [path]: 'battery' }, attributeLwm2m: { '/3_1.0': { pmax: 60 } } },
      },
    },
  })
})
