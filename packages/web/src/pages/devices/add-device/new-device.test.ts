import { expect, test } from 'vitest'
import { emptyAlarm } from '../../../device-profiles/alarm-rules/alarm-rule-draft.ts'
import type { Client } from '../../../session/page-client.ts'
import { emptyDevice, emptyProfile, makeDevice, ProfileMadeError } from './new-device.ts'

function fakeClient(rejectDevice = false) {
  const calls: unknown[] = []
  const answer =
    (name: string, result: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args.slice(0, -1)])
      if (rejectDevice && name !== 'profile') throw new Error('Device with such name already exists.')
      return result
    }
  const client = {
    deviceProfiles: { save: answer('profile', { id: { id: 'p-new' } }) },
    devices: { save: answer('device', { name: 'x' }), saveWithCredentials: answer('withCredentials', { name: 'x' }) },
  } as unknown as Client
  return { client, calls }
}

test('a device with a token of one’s own, for a customer', async () => {
  const { client, calls } = fakeClient()
  const wanted = emptyDevice(' Pump ')
  await makeDevice(client, {
    ...wanted,
    draft: { ...wanted.draft, deviceProfileId: 'p1' },
    credentials: { ...wanted.credentials, token: ' secret ' },
    customerId: 'c1',
  })
  expect(calls).toEqual([
    [
      'device',
      {
        name: 'Pump',
        label: null,
        deviceProfileId: { entityType: 'DEVICE_PROFILE', id: 'p1' },
        additionalInfo: { gateway: false, overwriteActivityTime: false, description: '' },
        customerId: { entityType: 'CUSTOMER', id: 'c1' },
      },
      'secret',
    ],
  ])
})

test('other credentials go with the device in one call', async () => {
  const { client, calls } = fakeClient()
  const wanted = emptyDevice('Pump')
  await makeDevice(client, { ...wanted, credentials: { ...wanted.credentials, type: 'MQTT_BASIC', userName: 'u' } })
  expect(calls).toHaveLength(1)
  expect((calls[0] as unknown[])[2]).toEqual({
    credentialsType: 'MQTT_BASIC',
    credentialsId: null,
    credentialsValue: '{"clientId":null,"userName":"u","password":null}',
  })
})

test('a profile that was made before the device was refused is not made twice', async () => {
  const { client } = fakeClient(true)
  const failure = await makeDevice(client, {
    ...emptyDevice('Pump'),
    newProfile: { ...emptyProfile, name: 'Pumps' },
  }).catch((error) => error)
  expect(failure).toBeInstanceOf(ProfileMadeError)
  expect(failure.deviceProfileId).toBe('p-new')
  expect(failure.message).toContain('already exists')
})

test('a new profile has the transport, rule chain, queue and provisioning that were chosen', async () => {
  const { client, calls } = fakeClient()
  const newProfile = {
    name: ' Pumps ',
    transportType: 'MQTT',
    ruleChainId: 'chain',
    queueName: 'Main',
    provisionType: 'ALLOW_CREATE_NEW_DEVICES',
    provisionKey: 'key',
    provisionSecret: 'secret',
    alarms: [{ ...emptyAlarm('a', 'UTC'), type: ' Too hot ' }],
  } as const
  await makeDevice(client, { ...emptyDevice('Pump'), newProfile })
  expect(calls[0]).toMatchObject([
    'profile',
    {
      name: 'Pumps',
      transportType: 'MQTT',
      defaultRuleChainId: { entityType: 'RULE_CHAIN', id: 'chain' },
      defaultQueueName: 'Main',
      provisionType: 'ALLOW_CREATE_NEW_DEVICES',
      provisionDeviceKey: 'key',
      profileData: {
        transportConfiguration: { type: 'MQTT', deviceTelemetryTopic: 'v1/devices/me/telemetry' },
        alarms: [{ id: 'a', alarmType: 'Too hot' }],
        provisionConfiguration: { type: 'ALLOW_CREATE_NEW_DEVICES', provisionDeviceSecret: 'secret' },
      },
    },
  ])
})
