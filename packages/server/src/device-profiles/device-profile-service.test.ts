import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DeviceProfileInput } from '@sonde/model/device-profiles/device-profile'
import { openDeviceRooms, rejection } from '../devices/testing.ts'

const link = { pageSize: 10, page: 0, sortProperty: 'name', sortOrder: 'ASC' as const }
const plain: DeviceProfileInput = { name: 'P', type: 'DEFAULT', transportType: 'DEFAULT' }
const mqtt = (transportConfiguration: object): DeviceProfileInput => ({
  ...plain,
  transportType: 'MQTT',
  profileData: { transportConfiguration: { type: 'MQTT', ...transportConfiguration } },
})

test('a new tenant has the profile default', async (t) => {
  const { profiles, admin, user } = await openDeviceRooms(t)
  const info = await profiles.getDefaultInfo(user)
  assert.deepEqual([info.name, info.type, info.transportType], ['default', 'DEFAULT', 'DEFAULT'])
  const { data } = await profiles.list(admin, link)
  assert.equal(data.length, 1)
  assert.equal(data[0]?.default, true)
  assert.deepEqual(data[0]?.profileData, {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: { type: 'DEFAULT' },
    provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
    alarms: null,
  })
  assert.equal((await rejection(profiles.remove(admin, info.id.id))).code, 31)
})

test('saves, lists and refuses what is not a profile', async (t) => {
  const { profiles, admin, stranger, messages } = await openDeviceRooms(t)
  messages.length = 0
  const saved = await profiles.save(admin, mqtt({ deviceTelemetryTopic: 'dev/+/tel', deviceAttributesTopic: 'att/#' }))
  assert.deepEqual(await profiles.get(admin, saved.id.id), saved)
  assert.equal(messages[0]?.type, 'ENTITY_CREATED')
  assert.equal((await rejection(profiles.get(stranger, saved.id.id))).status, 403)
  assert.deepEqual(
    (await profiles.listInfos(admin, link, 'MQTT')).data.map(({ name }) => name),
    ['P'],
  )
  assert.equal((await profiles.save(stranger, plain)).name, 'P')
  assert.equal((await profiles.save(admin, { ...plain, name: 'n'.repeat(255) })).name.length, 255)
  for (const wrong of [
    plain,
    { ...plain, name: ' ' },
    { ...plain, name: 'n'.repeat(256) },
    { ...plain, name: 'Q', default: true },
    { ...plain, name: 'Q', defaultQueueName: 'Nowhere' },
    { ...plain, name: 'Q', defaultDashboardId: { id: '00000000-0000-0000-0000-000000000001' } },
    { ...plain, name: 'Q', provisionType: 'ALLOW_CREATE_NEW_DEVICES' as const },
    { ...plain, name: 'Q', profileData: { transportConfiguration: { type: 'MQTT' } } },
    { ...plain, name: 'Q', profileData: { alarms: [{ alarmType: 'A' }, { alarmType: 'A' }] } },
    { ...plain, name: 'Q', profileData: { alarms: [{ alarmType: '' }] } },
    { ...mqtt({ deviceTelemetryTopic: '' }), name: 'Q' },
    { ...mqtt({ deviceTelemetryTopic: 'a', deviceAttributesTopic: 'a' }), name: 'Q' },
    { ...mqtt({ deviceTelemetryTopic: 'a/#/b' }), name: 'Q' },
    { ...mqtt({ deviceTelemetryTopic: 'a/b+' }), name: 'Q' },
  ]) {
    assert.equal((await rejection(profiles.save(admin, wrong))).code, 31, JSON.stringify(wrong))
  }
  assert.equal((await rejection(profiles.list(admin, { ...link, sortProperty: 'image' }))).code, 31)
})

test('renames the type of its devices; keeps its transport and itself while devices use it', async (t) => {
  const { profiles, devices, admin } = await openDeviceRooms(t)
  const profile = await profiles.save(admin, plain)
  const device = await devices.save(admin, { name: 'd', deviceProfileId: profile.id }, null)
  assert.equal(device.type, 'P')
  await profiles.save(admin, { ...profile, name: 'R' })
  assert.equal((await devices.get(admin, device.id.id)).type, 'R')
  assert.match((await rejection(profiles.save(admin, { ...mqtt({}), id: profile.id }))).message, /devices use/)
  assert.match((await rejection(profiles.remove(admin, profile.id.id))).message, /another one first/)
  await devices.remove(admin, device.id.id)
  await profiles.save(admin, { ...mqtt({}), id: profile.id })
  await profiles.remove(admin, profile.id.id)
  assert.equal((await rejection(profiles.remove(admin, profile.id.id))).status, 404)
})

test('there is one default, and another can become it', async (t) => {
  const { profiles, devices, admin } = await openDeviceRooms(t)
  const profile = await profiles.save(admin, plain)
  assert.equal((await profiles.setDefault(admin, profile.id.id)).default, true)
  await profiles.setDefault(admin, profile.id.id)
  const defaults = (await profiles.list(admin, link)).data.filter((each) => each.default)
  assert.deepEqual(
    defaults.map(({ name }) => name),
    ['P'],
  )
  assert.equal((await devices.save(admin, { name: 'd' }, null)).type, 'P')
  assert.match((await rejection(profiles.save(admin, { ...plain, id: profile.id, default: false }))).message, /instead/)
})

test('names the keys that devices of a profile use', async (t) => {
  const { profiles, devices, telemetry, admin } = await openDeviceRooms(t)
  const a = await devices.save(admin, { name: 'a', type: 'x' }, null)
  const b = await devices.save(admin, { name: 'b', type: 'y' }, null)
  for (const [{ id }, key] of [
    [a, 'temp'],
    [b, 'hum'],
  ] as const) {
    await telemetry.saveTelemetry(admin, id, [{ ts: 1, values: [{ key, type: 1, value: 1 }] }], 0)
    await telemetry.saveAttributes(admin, id, 'SERVER_SCOPE', [{ key, type: 1, value: 1 }])
  }
  assert.deepEqual(await profiles.timeseriesKeys(admin, a.deviceProfileId.id), ['temp'])
  assert.deepEqual(await profiles.attributeKeys(admin, a.deviceProfileId.id), ['active', 'temp'])
  assert.deepEqual(await profiles.timeseriesKeys(admin, null), ['hum', 'temp'])
  assert.deepEqual(await profiles.attributeKeys(admin, null), ['active', 'hum', 'temp'])
})
