import type { DeviceInfo } from '@sonde/model/devices/device'
import { expect, test } from 'vitest'
import { deviceErrors, draftOf, inputOf } from './device-input.ts'

const device = {
  id: { entityType: 'DEVICE', id: 'd' },
  name: 'Pump 1',
  label: null,
  deviceProfileId: { entityType: 'DEVICE_PROFILE', id: 'p' },
  deviceData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
  firmwareId: null,
  softwareId: null,
  additionalInfo: { gateway: true, lastConnectedGateway: 'g' },
} as unknown as DeviceInfo

test('the longest name is taken, one more is not', () => {
  expect(deviceErrors({ name: 'n'.repeat(255), label: '' })).toEqual({})
  expect(deviceErrors({ name: 'n'.repeat(256), label: 'l'.repeat(256) })).toEqual({
    name: 'nameTooLong',
    label: 'labelTooLong',
  })
  expect(deviceErrors({ name: '  ', label: '' })).toEqual({ name: 'nameRequired' })
})

test('texts are trimmed, what the form does not show stays', () => {
  const draft = { ...draftOf(device), name: ' Pump 2 ', description: ' in hall 3 ' }
  const input = inputOf(draft, device)
  expect(input.name).toBe('Pump 2')
  expect(input.label).toBeNull()
  expect(input.additionalInfo).toEqual({
    gateway: true,
    overwriteActivityTime: false,
    description: 'in hall 3',
    lastConnectedGateway: 'g',
  })
})

test('a device without a chosen profile is left to the default one', () => {
  expect(inputOf({ ...draftOf(device), deviceProfileId: '' }, null).deviceProfileId).toBeNull()
})

test('packages belong to a profile, and go with it', () => {
  const packaged = { ...device, firmwareId: { entityType: 'OTA_PACKAGE', id: 'f' } } as DeviceInfo
  expect(inputOf(draftOf(packaged), packaged).firmwareId).toEqual(packaged.firmwareId)
  expect(inputOf({ ...draftOf(packaged), deviceProfileId: 'other' }, packaged).firmwareId).toBeNull()
  const chosen = { ...draftOf(packaged), deviceProfileId: 'other', softwareId: 's' }
  expect(inputOf(chosen, packaged).softwareId).toEqual({ entityType: 'OTA_PACKAGE', id: 's' })
  expect(inputOf({ ...draftOf(packaged), firmwareId: '' }, packaged).firmwareId).toBeNull()
})

test('what the device says to its transport is sent with it', () => {
  expect(inputOf(draftOf(device), device).deviceData).toEqual(device.deviceData)
  const draft = draftOf(device)
  const asleep = { ...draft.transport, type: 'COAP', power: { ...draft.transport.power, powerMode: 'PSM' } } as const
  expect(inputOf({ ...draft, transport: asleep }, device).deviceData?.transportConfiguration).toEqual({
    type: 'COAP',
    powerMode: 'PSM',
    psmActivityTimer: 10_000,
    edrxCycle: null,
    pagingTransmissionWindow: null,
  })
})
