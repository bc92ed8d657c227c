import type { EntityCountQuery } from '@sonde/model/entity-query/entity-query'
import type { OtaPackageInfo } from '@sonde/model/ota-packages/ota-package'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render-page.tsx'
import { OtaRollout } from './ota-rollout.tsx'

const otaPackage = {
  id: { entityType: 'OTA_PACKAGE', id: 'k' },
  deviceProfileId: { entityType: 'DEVICE_PROFILE', id: 'p' },
  type: 'SOFTWARE',
  title: 'Pump',
  version: '2',
} as OtaPackageInfo

/** `counts`: devices by state; null: the server fails. */
async function show(counts: Readonly<Record<string, number>> | null, row = otaPackage) {
  const asked: EntityCountQuery[] = []
  const entityQuery = {
    count: async (query: EntityCountQuery) => {
      asked.push(query)
      if (counts === null) throw new Error('unavailable')
      const state = Object.keys(counts).find((each) => JSON.stringify(query.keyFilters).includes(`"${each}"`))
      return state === undefined ? 0 : counts[state]
    },
  }
  const deviceProfiles = { info: async () => ({ name: 'pump' }) }
  await renderPage(<OtaRollout row={row} />, { client: { entityQuery, deviceProfiles } })
  return asked
}

test('devices are counted by state, the most advanced first, failures last', async () => {
  const asked = await show({ UPDATED: 4, DOWNLOADING: 1, INITIATED: 2, FAILED: 1 })
  expect(await screen.findByText('8 devices')).toBeTruthy()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Updated 4',
    'Downloading 1',
    'Waiting for the device 2',
    'Update failed 1',
  ])
  expect(asked).toHaveLength(8)
  const [query] = asked
  expect(query?.entityFilter).toEqual({ type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' })
  expect(query?.keyFilters?.map(({ key }) => key)).toEqual([
    { type: 'TIME_SERIES', key: 'sw_state' },
    { type: 'TIME_SERIES', key: 'target_sw_title' },
    { type: 'TIME_SERIES', key: 'target_sw_version' },
  ])
})

test('a package of all profiles is looked for on all devices; without any it says so', async () => {
  const asked = await show({}, { ...otaPackage, deviceProfileId: null })
  expect(
    await screen.findByText('No device gets this package yet. Choose it in a device or device profile.'),
  ).toBeTruthy()
  expect(asked[0]?.entityFilter).toEqual({ type: 'entityType', entityType: 'DEVICE' })
})

test('counts that can’t be loaded are no reason not to show the package', async () => {
  await show(null)
  expect(await screen.findByText('Couldn’t load the update states of devices')).toBeTruthy()
})
