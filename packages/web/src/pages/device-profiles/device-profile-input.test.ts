import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import { expect, test } from 'vitest'
import { randomKey } from '../../device-profiles/random-key.ts'
import { englishTexts } from '../../testing/render-page.tsx'
import { exportedDeviceProfile, importedDeviceProfile } from './device-profile-files.ts'
import {
  deviceProfileErrors,
  draftOfDeviceProfile,
  emptyDeviceProfile,
  faultyTab,
  wireDeviceProfile,
} from './device-profile-input.ts'

const { t } = englishTexts().current

const profile: DeviceProfile = {
  id: { entityType: 'DEVICE_PROFILE', id: 'p' },
  createdTime: 1,
  tenantId: { entityType: 'TENANT', id: 't' },
  name: 'Thermostat',
  description: null,
  image: null,
  default: false,
  type: 'DEFAULT',
  transportType: 'MQTT',
  provisionType: 'ALLOW_CREATE_NEW_DEVICES',
  provisionDeviceKey: 'key',
  defaultRuleChainId: { entityType: 'RULE_CHAIN', id: 'r' },
  defaultDashboardId: null,
  defaultQueueName: 'Main',
  firmwareId: null,
  softwareId: null,
  profileData: {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: { type: 'MQTT', deviceTelemetryTopic: 'plant/+/up', deviceAttributesTopic: 'plant/attr' },
    provisionConfiguration: { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret: 'secret' },
    alarms: [{ id: '1', alarmType: 'Hot', createRules: {}, clearRule: null, ofALaterPlatform: true }],
  },
}

test('a new profile needs a name, and nothing else', () => {
  const empty = emptyDeviceProfile()
  expect(deviceProfileErrors(empty, t).name).toBe('Enter a name.')
  const fieldErrors = deviceProfileErrors({ ...empty, name: 'Thermostat' }, t)
  expect(Object.values(fieldErrors).filter(Boolean)).toEqual([])
  expect(wireDeviceProfile({ ...empty, name: ' Thermostat ' }, null)).toMatchObject({
    name: 'Thermostat',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    provisionDeviceKey: null,
    profileData: { transportConfiguration: { type: 'DEFAULT' }, alarms: [] },
  })
})

test('keeping texts is a member of the configuration, present only if chosen', () => {
  const { profileData } = profile
  const configured = (configuration: DeviceProfile['profileData']['configuration']) => ({
    ...profile,
    profileData: { ...profileData, configuration },
  })
  const keeping = configured({ type: 'DEFAULT', keepText: true })
  const chosen = wireDeviceProfile({ ...draftOfDeviceProfile(profile), keepsText: true }, profile)
  expect(chosen.profileData?.configuration).toEqual({ type: 'DEFAULT', keepText: true })
  expect(draftOfDeviceProfile(keeping).keepsText).toBe(true)
  const off = wireDeviceProfile({ ...draftOfDeviceProfile(keeping), keepsText: false }, keeping)
  expect(off.profileData?.configuration).toEqual({ type: 'DEFAULT' })
})

test('what nobody changed goes back as it is stored', () => {
  const wire = wireDeviceProfile({ ...draftOfDeviceProfile(profile), description: 'Of the north hall' }, profile)
  expect(wire.profileData).toEqual(profile.profileData)
  expect(wire).toMatchObject({ id: profile.id, description: 'Of the north hall', provisionDeviceKey: 'key' })
})

test('faults are found on the first tab that has one', () => {
  const draft = draftOfDeviceProfile(profile)
  const mqtt = { ...draft.transport.mqtt, attributesTopic: 'plant/+/up' }
  const fieldErrors = deviceProfileErrors(
    { ...draft, transport: { ...draft.transport, mqtt }, provisionSecret: ' ' },
    t,
  )
  expect(fieldErrors.transport).toBe('Enter a different topic than for telemetry.')
  expect(fieldErrors.provisionSecret).toBe('Enter a value, or generate one.')
  expect(faultyTab(fieldErrors)).toBe('transport')
  expect(faultyTab({ provisionKey: 'x' })).toBe('provisioning')
  expect(faultyTab({})).toBeUndefined()
})

test('without provisioning neither key nor secret is sent', () => {
  const wire = wireDeviceProfile({ ...draftOfDeviceProfile(profile), provisionType: 'DISABLED' }, profile)
  expect(wire.provisionDeviceKey).toBeNull()
  expect(wire.profileData?.provisionConfiguration).toEqual({ type: 'DISABLED', provisionDeviceSecret: null })
})

test('made keys have twenty characters and differ', () => {
  const keys = Array.from({ length: 50 }, randomKey)
  expect(keys.every((key) => /^[a-z0-9]{20}$/.test(key))).toBe(true)
  expect(new Set(keys).size).toBe(50)
})

test('a file is never the default of where it is read, and reads as what was written', () => {
  const file: unknown = JSON.parse(JSON.stringify(exportedDeviceProfile({ ...profile, default: true })))
  expect(file).not.toHaveProperty('id')
  expect(file).not.toHaveProperty('tenantId')
  const read = importedDeviceProfile(file, t)
  expect(read).toMatchObject({ name: 'Thermostat', default: false, transportType: 'MQTT' })
  expect(read.profileData).toEqual(profile.profileData)
})

test.each([[null], [[]], ['text'], [{ name: 'x' }], [{ ...profile, profileData: null }], [{ ...profile, type: 1 }]])(
  'a file that holds %j is no profile',
  (content) => expect(() => importedDeviceProfile(content, t)).toThrow(/This file isn’t a device profile/),
)
