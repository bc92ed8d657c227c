import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { sha3Hex } from './credentials.ts'
import { openDeviceRooms, rejection } from './testing.ts'

const link = { pageSize: 10, page: 0, sortProperty: 'name', sortOrder: 'ASC' as const }

test('makes a device with a token, its profile and a message for the rule engine', async (t) => {
  const { devices, admin, messages, changes, profiles } = await openDeviceRooms(t)
  const device = await devices.save(admin, { name: 'Pump 1', type: 'pump', label: 'north' }, null)
  assert.equal(device.type, 'pump')
  assert.equal(device.customerId.id, NIL_UUID)
  assert.deepEqual(device.deviceData, {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: { type: 'DEFAULT' },
  })
  assert.equal((await profiles.get(admin, device.deviceProfileId.id)).name, 'pump')
  const credentials = await devices.getCredentials(admin, device.id.id)
  assert.match(credentials.credentialsId, /^[A-Za-z0-9]{20}$/)
  assert.equal(credentials.credentialsType, 'ACCESS_TOKEN')
  assert.deepEqual(
    changes.map(({ kind, entity }) => [kind, entity.entityType]),
    [
      ['created', 'DEVICE_PROFILE'],
      ['created', 'DEVICE'],
    ],
  )
  assert.equal(messages[0]?.type, 'ENTITY_CREATED')
  assert.deepEqual(messages[0]?.originator, device.id)
  assert.deepEqual(JSON.parse(messages[0]?.data ?? ''), JSON.parse(JSON.stringify(device)))
  assert.equal(messages[0]?.metadata.userName, admin.email)
})

test('a new device is inactive at once, and what is imported with it is kept; a change leaves it alone', async (t) => {
  const { devices, admin, attributes } = await openDeviceRooms(t)
  const device = await devices.save(admin, { name: 'Pump', type: 'pump' }, null, ({ id, tenantId }, lastUpdateTs) => ({
    attributes: [
      {
        tenantId: tenantId.id,
        entity: id,
        scope: 'SERVER_SCOPE',
        key: 'active',
        lastUpdateTs,
        value: { type: ValueType.BOOLEAN, value: true },
        notifyDevice: false,
      },
    ],
  }))
  const active = async (id: string) => (await attributes.attributes(id, 'SERVER_SCOPE', ['active']))[0]?.value
  assert.equal(await active(device.id.id), true)
  await devices.save(admin, { ...device, label: 'north' }, null)
  assert.equal(await active(device.id.id), true)
  const plain = await devices.save(admin, { name: 'Fan', type: 'fan' }, null)
  assert.equal(await active(plain.id.id), false)
})

test('a second device of a type uses the profile that is there, and several at once end with one', async (t) => {
  const { devices, profiles, admin } = await openDeviceRooms(t)
  const made = await Promise.all(
    Array.from({ length: 8 }, (_, i) => devices.save(admin, { name: `Fan ${i}`, type: 'fan' }, null)),
  )
  assert.equal(new Set(made.map((device) => device.deviceProfileId.id)).size, 1)
  assert.equal((await profiles.list(admin, { ...link, textSearch: 'fan' })).totalElements, 1)
})

test('refuses names that are taken, blank or too long', async (t) => {
  const { devices, admin, stranger } = await openDeviceRooms(t)
  await devices.save(admin, { name: 'One', type: 'x' }, null)
  assert.equal((await rejection(devices.save(admin, { name: 'One', type: 'x' }, null))).status, 400)
  assert.equal((await rejection(devices.save(admin, { name: ' ', type: 'x' }, null))).code, 31)
  const longest = 'n'.repeat(255)
  assert.equal((await devices.save(admin, { name: longest, label: longest, type: 'x' }, null)).name, longest)
  for (const input of [
    { name: `${longest}n` },
    { name: 'a', label: `${longest}l` },
    { name: 'b', type: `${longest}t` },
  ]) {
    const { code, message } = await rejection(devices.save(admin, { type: 'x', ...input }, null))
    assert.equal(code, 31)
    assert.match(message, /256 characters; the limit is 255/)
  }
  assert.equal((await devices.save(stranger, { name: 'One', type: 'x' }, null)).name, 'One')
})

test('what another tenant has does not exist, what another customer has is refused', async (t) => {
  const { devices, customerId, admin, user, stranger } = await openDeviceRooms(t)
  const device = await devices.save(admin, { name: 'Mine', type: 'x' }, null)
  assert.equal((await rejection(devices.get(stranger, device.id.id))).status, 404)
  assert.equal((await rejection(devices.get(user, device.id.id))).status, 403)
  assert.equal((await rejection(devices.remove(stranger, device.id.id))).status, 404)
  assert.equal((await rejection(devices.getByName(admin, 'Nobody'))).status, 404)
  assert.deepEqual(await devices.findMany(user, [device.id.id]), [])
  await devices.assign(admin, customerId, device.id.id)
  assert.equal((await devices.get(user, device.id.id)).name, 'Mine')
  assert.equal((await devices.findMany(user, [device.id.id])).length, 1)
  assert.deepEqual(await devices.findMany(stranger, [device.id.id]), [])
  assert.equal((await rejection(devices.remove(user, device.id.id))).status, 403)
})

test('pages, sorts, filters and searches', async (t) => {
  const { devices, customerId, telemetry, admin, user } = await openDeviceRooms(t)
  for (const [name, type, label] of [
    ['alpha_1', 'odd', 'Nord'],
    ['Beta-1', 'even', null],
    ['gamma', 'odd', 'SÜD'],
  ] as const) {
    await devices.save(admin, { name, type, label }, null)
  }
  const names = async (filter: object, extra: object = {}) =>
    (await devices.list(admin, filter, { ...link, ...extra })).data.map((device) => device.name)
  assert.deepEqual(await names({}), ['alpha_1', 'Beta-1', 'gamma'], 'without regard to case')
  assert.deepEqual(await names({}, { sortOrder: 'DESC', pageSize: 2 }), ['gamma', 'Beta-1'])
  assert.deepEqual(await names({}, { page: 1, pageSize: 2 }), ['gamma'])
  assert.deepEqual(await names({}, { page: 5 }), [])
  assert.deepEqual(await names({ type: 'odd' }), ['alpha_1', 'gamma'])
  assert.deepEqual(await names({}, { textSearch: 'NORD' }), ['alpha_1'])
  assert.deepEqual(await names({}, { textSearch: 'süD' }), ['gamma'])
  assert.deepEqual(await names({}, { textSearch: '_' }), ['alpha_1'], '_ is a letter')
  assert.deepEqual(await names({}, { textSearch: '%' }), ['alpha_1', 'Beta-1', 'gamma'], '% is any text on the wire')
  assert.deepEqual(await names({}, { textSearch: "'; drop table device" }), [])
  for (const sortProperty of ['createdTime', 'type', 'label', 'customerTitle', 'deviceProfileName']) {
    assert.equal((await names({}, { sortProperty })).length, 3)
  }
  assert.equal((await rejection(names({}, { sortProperty: 'id' }))).code, 31)
  assert.equal((await rejection(names({}, { sortProperty: 'constructor' }))).code, 31)

  const gamma = await devices.getByName(admin, 'gamma')
  await devices.assign(admin, customerId, gamma.id.id)
  const page = await devices.listOfCustomer(user, customerId, {}, link)
  assert.deepEqual(
    page.data.map((info) => [
      info.name,
      info.customerTitle,
      info.customerIsPublic,
      info.deviceProfileName,
      info.active,
    ]),
    [['gamma', 'Acme', false, 'odd', false]],
  )
  assert.deepEqual(await names({}, { textSearch: 'acme' }), ['gamma'])
  await telemetry.saveAttributes(admin, gamma.id, 'SERVER_SCOPE', [{ key: 'active', type: 0, value: true }])
  assert.deepEqual(await names({ active: true }), ['gamma'])
  assert.deepEqual(await names({ active: false }), ['alpha_1', 'Beta-1'])
  assert.equal((await devices.getInfo(admin, gamma.id.id)).active, true)
  assert.deepEqual(
    (await devices.types(admin)).map(({ type }) => type),
    ['even', 'odd'],
  )
})

test('changing keeps what the caller does not own: owner, created time, credentials', async (t) => {
  const { devices, customerId, admin, user, messages } = await openDeviceRooms(t)
  const device = await devices.save(admin, { name: 'Before', type: 'x' }, null)
  await devices.assign(admin, customerId, device.id.id)
  const { credentialsId } = await devices.getCredentials(admin, device.id.id)
  messages.length = 0
  const changed = await devices.save(
    user,
    { id: device.id, name: 'After', type: 'x', customerId: { id: NIL_UUID }, additionalInfo: { gateway: true } },
    null,
  )
  assert.equal(changed.customerId.id, customerId)
  assert.equal(changed.createdTime, device.createdTime)
  assert.deepEqual(await devices.get(admin, device.id.id), changed)
  assert.equal((await devices.getCredentials(admin, device.id.id)).credentialsId, credentialsId)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ENTITY_UPDATED'],
  )
  assert.equal((await rejection(devices.save(user, { name: 'New', type: 'x' }, null))).status, 403)
})

test('credentials of every kind, each id once in the system', async (t) => {
  const { devices, admin, stranger, changes } = await openDeviceRooms(t)
  const device = await devices.save(admin, { name: 'One', type: 'x' }, { credentialsId: 'one' })
  const other = await devices.save(stranger, { name: 'Two', type: 'x' }, null)
  const set = (credentials: object) => devices.saveCredentials(admin, { deviceId: device.id, ...credentials })
  changes.length = 0
  const basic = { clientId: 'c', userName: 'u', password: 'p' }
  const both = await set({ credentialsType: 'MQTT_BASIC', credentialsValue: JSON.stringify(basic) })
  assert.equal(both.credentialsId, sha3Hex('c|u'))
  assert.deepEqual(changes[0]?.aspect, 'credentials')
  const client = await set({ credentialsType: 'MQTT_BASIC', credentialsValue: '{"clientId":"c"}' })
  assert.equal(client.credentialsId, sha3Hex('c'))
  const user = await set({ credentialsType: 'MQTT_BASIC', credentialsValue: '{"userName":"u","password":"p"}' })
  assert.equal(user.credentialsId, 'u')
  const pem = '-----BEGIN CERTIFICATE-----\nAB\r\nCD\n-----END CERTIFICATE-----\n'
  const certificate = await set({ credentialsType: 'X509_CERTIFICATE', credentialsValue: pem })
  assert.deepEqual([certificate.credentialsId, certificate.credentialsValue], [sha3Hex('ABCD'), 'ABCD'])
  const longest = 't'.repeat(255)
  assert.equal((await set({ credentialsType: 'ACCESS_TOKEN', credentialsId: longest })).credentialsId, longest)
  for (const wrong of [
    { credentialsType: 'ACCESS_TOKEN', credentialsId: '' },
    { credentialsType: 'ACCESS_TOKEN', credentialsId: `${longest}t` },
    { credentialsType: 'MQTT_BASIC', credentialsValue: '{}' },
    { credentialsType: 'MQTT_BASIC', credentialsValue: '[' },
    { credentialsType: 'MQTT_BASIC', credentialsValue: '{"clientId":5}' },
    { credentialsType: 'MQTT_BASIC', credentialsValue: '{"clientId":"c","password":"p"}' },
    { credentialsType: 'X509_CERTIFICATE', credentialsValue: '' },
    { credentialsType: 'LWM2M_CREDENTIALS', credentialsValue: '{}' },
  ]) {
    assert.equal((await rejection(set(wrong))).code, 31, JSON.stringify(wrong))
  }
  const taken = { deviceId: other.id, credentialsType: 'ACCESS_TOKEN' as const, credentialsId: longest }
  assert.match((await rejection(devices.saveCredentials(stranger, taken))).message, /Choose others/)
  const twin = devices.save(admin, { name: 'Three', type: 'x' }, { credentialsId: longest })
  assert.match((await rejection(twin)).message, /Choose others/)
  assert.equal((await rejection(devices.getByName(admin, 'Three'))).status, 404, 'nothing of it was written')
})

test('a deleted device is gone with all that hung on it', async (t) => {
  const { devices, telemetry, relations, directory, admin, messages } = await openDeviceRooms(t)
  const device = await devices.save(admin, { name: 'Gone', type: 'x' }, { credentialsId: 'gone' })
  const other = await devices.save(admin, { name: 'Stays', type: 'x' }, null)
  await telemetry.saveAttributes(admin, device.id, 'SERVER_SCOPE', [{ key: 'a', type: 1, value: 1 }])
  await telemetry.saveTelemetry(admin, device.id, [{ ts: null, values: [{ key: 't', type: 1, value: 1 }] }], 0)
  await relations.save(admin, { from: other.id, to: device.id, type: 'Contains' })
  assert.ok(await directory.authenticate({ kind: 'token', token: 'gone' }))
  messages.length = 0
  await devices.remove(admin, device.id.id)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ENTITY_DELETED'],
  )
  assert.equal((await rejection(devices.remove(admin, device.id.id))).status, 404)
  assert.equal((await rejection(telemetry.latest(admin, device.id, null))).status, 404)
  assert.deepEqual(await relations.listOf(admin, other.id, 'FROM', 'COMMON'), [])
  assert.equal(await directory.authenticate({ kind: 'token', token: 'gone' }), undefined)
  await devices.save(admin, { name: 'Gone', type: 'x' }, { credentialsId: 'gone' })
})

test('assigned, public, nobody’s: the owner changes and the rule engine hears it', async (t) => {
  const { devices, customerId, admin, stranger, messages } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'Mine', type: 'x' }, null)
  messages.length = 0
  assert.equal((await devices.assign(admin, customerId, id.id)).customerId.id, customerId)
  assert.equal(messages[0]?.metadata.assignedCustomerName, 'Acme')
  assert.equal((await devices.unassign(admin, id.id)).customerId.id, NIL_UUID)
  assert.equal(messages[1]?.metadata.unassignedCustomerName, 'Acme')
  assert.equal((await rejection(devices.unassign(admin, id.id))).code, 31)
  await devices.makePublic(admin, id.id)
  const info = await devices.getInfo(admin, id.id)
  assert.deepEqual([info.customerTitle, info.customerIsPublic], ['Public', true])
  assert.equal((await rejection(devices.assign(stranger, customerId, id.id))).status, 403)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ENTITY_ASSIGNED', 'ENTITY_UNASSIGNED', 'ENTITY_ASSIGNED'],
  )
})

test('finds devices along relations, whatever lies between', async (t) => {
  const { devices, relations, admin } = await openDeviceRooms(t)
  const make = (name: string, type: string) => devices.save(admin, { name, type }, null)
  const [plant, line, pump] = [await make('Plant', 'plant'), await make('Line', 'line'), await make('Pump', 'pump')]
  await relations.save(admin, { from: plant.id, to: line.id, type: 'Contains' })
  await relations.save(admin, { from: line.id, to: pump.id, type: 'Contains' })
  await relations.save(admin, { from: pump.id, to: plant.id, type: 'Contains' })
  const search = async (maxLevel: number, deviceTypes: string[]) => {
    const parameters = { rootId: plant.id.id, rootType: 'DEVICE' as const, direction: 'FROM' as const, maxLevel }
    return (await devices.search(admin, parameters, 'Contains', deviceTypes)).map(({ name }) => name)
  }
  assert.deepEqual(await search(1, ['line', 'pump']), ['Line'])
  assert.deepEqual(await search(2, ['pump']), ['Pump'])
  assert.deepEqual(await search(0, ['line', 'pump', 'plant']), ['Line', 'Pump'], 'a circle ends')
  assert.deepEqual(await search(0, []), [])
})
