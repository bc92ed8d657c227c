import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { ProvisionRequest } from '@sonde/model/provisioning/provisioning'
import { createProvisioning, provisionStateKey } from './provisioning.ts'
import { openDeviceRooms } from './testing.ts'

async function openProvisioning(t: TestContext) {
  const rooms = await openDeviceRooms(t)
  const provisioning = createProvisioning({
    ...rooms,
    store: rooms.deviceStore,
    packages: rooms.packages.packageAssignment,
  })
  const profile = (name: string, provisionType: DeviceProfile['provisionType'], provisionDeviceKey: string | null) =>
    rooms.profiles.save(rooms.admin, {
      name,
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      provisionType,
      provisionDeviceKey,
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: 'DEFAULT' },
        provisionConfiguration: { type: provisionType, provisionDeviceSecret: 'secret' },
        alarms: null,
      },
    })
  const ask = (provisionDeviceKey: string, more: Partial<ProvisionRequest> = {}, address = '192.0.2.1') =>
    provisioning.provision({ provisionDeviceKey, provisionDeviceSecret: 'secret', ...more }, address)
  const typesOf = () => rooms.messages.splice(0).map(({ type }) => type)
  return { ...rooms, profile, ask, typesOf }
}

test('a profile that allows it makes devices with a token of the server, or credentials of their own', async (t) => {
  const { profile, ask, typesOf, admin, devices, attributes, directory } = await openProvisioning(t)
  const made = await profile('New', 'ALLOW_CREATE_NEW_DEVICES', 'key')
  typesOf()
  const answer = await ask('key', { deviceName: 'Pump' })
  assert.equal(answer.status, 'SUCCESS')
  assert.match(String('credentialsValue' in answer && answer.credentialsValue), /^\w{20}$/)
  assert.deepEqual(typesOf(), ['ENTITY_CREATED', 'PROVISION_SUCCESS'])
  const device = await devices.getByName(admin, 'Pump')
  assert.equal(device.type, 'New')
  assert.deepEqual(device.deviceProfileId, made.id)
  const [state] = await attributes.attributes(device.id.id, 'SERVER_SCOPE', [provisionStateKey])
  assert.equal(state?.value, 'provisioned')

  assert.deepEqual(await ask('key', { deviceName: 'Own', token: 'mine' }), {
    credentialsValue: 'mine',
    credentialsType: 'ACCESS_TOKEN',
    status: 'SUCCESS',
  })
  assert.equal((await directory.authenticate({ kind: 'token', token: 'mine' }))?.name, 'Own')
  const basic = { credentialsType: 'MQTT_BASIC', clientId: 'c', username: 'u', password: 'p' } as const
  assert.deepEqual(await ask('key', { deviceName: 'Basic', ...basic }), {
    credentialsValue: { clientId: 'c', userName: 'u', password: 'p' },
    credentialsType: 'MQTT_BASIC',
    status: 'SUCCESS',
  })
  const certified = await ask('key', { deviceName: 'Cert', credentialsType: 'X509_CERTIFICATE', hash: 'AAAA' })
  assert.equal(certified.status, 'SUCCESS')
  assert.equal((await ask('key')).status, 'SUCCESS', 'without a name one is made up')
})

test('messages about provisioning carry the request, with the type of its credentials', async (t) => {
  const { profile, ask, messages } = await openProvisioning(t)
  await profile('New', 'ALLOW_CREATE_NEW_DEVICES', 'key')
  const dataOf = async (type: string, more: Parameters<typeof ask>[1]) => {
    messages.length = 0
    await ask('key', more)
    const message = messages.find((each) => each.type === type)
    assert.ok(message, type)
    return JSON.parse(message.data) as object
  }
  const none = { token: '', clientId: '', username: '', password: '', x509CertHash: '' }
  const credentials = { provisionDeviceKey: 'key', provisionDeviceSecret: 'secret' }
  assert.deepEqual(await dataOf('PROVISION_SUCCESS', { deviceName: 'Plain' }), {
    deviceName: 'Plain',
    credentialsType: 'ACCESS_TOKEN',
    credentialsData: none,
    credentials,
  })
  assert.deepEqual(await dataOf('PROVISION_SUCCESS', { deviceName: 'Own', token: 'mine' }), {
    deviceName: 'Own',
    credentialsType: 'ACCESS_TOKEN',
    credentialsData: { ...none, token: 'mine' },
    credentials,
  })
  const basic = { credentialsType: 'MQTT_BASIC', clientId: 'c', username: 'u', password: 'p' } as const
  assert.deepEqual(await dataOf('PROVISION_SUCCESS', { deviceName: 'Basic', ...basic }), {
    deviceName: 'Basic',
    credentialsType: 'MQTT_BASIC',
    credentialsData: { ...none, clientId: 'c', username: 'u', password: 'p' },
    credentials,
  })
  const certificate = { credentialsType: 'X509_CERTIFICATE', hash: 'AAAA' } as const
  assert.deepEqual(await dataOf('PROVISION_SUCCESS', { deviceName: 'Cert', ...certificate }), {
    deviceName: 'Cert',
    credentialsType: 'X509_CERTIFICATE',
    credentialsData: { ...none, x509CertHash: 'AAAA' },
    credentials,
  })
  assert.deepEqual(await dataOf('PROVISION_FAILURE', { deviceName: 'Basic', ...basic }), {
    deviceName: 'Basic',
    credentialsType: 'MQTT_BASIC',
    credentialsData: { ...none, clientId: 'c', username: 'u', password: 'p' },
    credentials,
  })
})

test('a taken name, taken or missing credentials and names that are too long are refused', async (t) => {
  const { profile, ask, typesOf } = await openProvisioning(t)
  await profile('New', 'ALLOW_CREATE_NEW_DEVICES', 'key')
  await ask('key', { deviceName: 'Pump', token: 'mine' })
  typesOf()
  assert.equal((await ask('key', { deviceName: 'Pump' })).status, 'FAILURE')
  assert.deepEqual(typesOf(), ['PROVISION_FAILURE'])
  for (const more of [
    { token: 'mine' },
    { credentialsType: 'MQTT_BASIC' },
    { credentialsType: 'X509_CERTIFICATE' },
    { deviceName: 'x'.repeat(256) },
  ] as const) {
    const answer = await ask('key', { deviceName: 'Other', ...more })
    assert.ok(answer.status === 'FAILURE' && answer.errorMsg.length > 10, JSON.stringify(more))
  }
  assert.deepEqual(typesOf(), [])
})

test('a wrong secret is answered like an unknown key, and a profile that forbids it like none', async (t) => {
  const { profile, ask, typesOf } = await openProvisioning(t)
  await profile('New', 'ALLOW_CREATE_NEW_DEVICES', 'key')
  await profile('Off', 'DISABLED', 'off')
  typesOf()
  const answers = [
    await ask('key', { provisionDeviceSecret: 'wrong' }),
    await ask('none'),
    await ask('off'),
    await ask('key', { provisionDeviceSecret: '' }),
  ]
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1)
  assert.equal(answers[0]?.status, 'NOT_FOUND')
  assert.deepEqual(typesOf(), [])
})

test('a checking profile hands the credentials of its devices, as often as they ask, unless an attribute forbids it', async (t) => {
  const { profile, ask, typesOf, admin, devices, telemetry } = await openProvisioning(t)
  const checking = await profile('Pre', 'CHECK_PRE_PROVISIONED_DEVICES', 'key')
  const known = await devices.save(admin, { name: 'Known', deviceProfileId: checking.id }, { credentialsId: 'token' })
  await devices.save(admin, { name: 'Elsewhere', type: 'other' }, null)
  typesOf()
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(await ask('key', { deviceName: 'Known' }), {
      credentialsValue: 'token',
      credentialsType: 'ACCESS_TOKEN',
      status: 'SUCCESS',
    })
  }
  assert.deepEqual(typesOf(), ['PROVISION_SUCCESS', 'PROVISION_SUCCESS'])
  assert.equal((await ask('key', { deviceName: 'Elsewhere' })).status, 'FAILURE')
  assert.equal((await ask('key', { deviceName: 'Nobody' })).status, 'FAILURE')
  assert.equal((await ask('key')).status, 'FAILURE')
  await telemetry.saveAttributes(admin, known.id, 'SERVER_SCOPE', [{ key: provisionStateKey, type: 3, value: 'no' }])
  typesOf()
  assert.equal((await ask('key', { deviceName: 'Known' })).status, 'FAILURE')
  assert.deepEqual(typesOf(), ['PROVISION_FAILURE'])
})

test('names and tokens that are taken are answered alike, whoever has them; the audit log says why', async (t) => {
  const { profile, ask, devices, stranger } = await openProvisioning(t)
  await profile('New', 'ALLOW_CREATE_NEW_DEVICES', 'key')
  await profile('Pre', 'CHECK_PRE_PROVISIONED_DEVICES', 'pre')
  await devices.save(stranger, { name: 'Foreign' }, { credentialsId: 'a-foreign-token' })
  await ask('key', { deviceName: 'Taken', token: 'taken' })
  const rejected = {
    errorMsg: 'The device can’t be provisioned with this name and these credentials.',
    status: 'FAILURE',
  }
  assert.deepEqual(await ask('key', { deviceName: 'Taken' }), rejected)
  assert.deepEqual(await ask('key', { deviceName: 'New 1', token: 'taken' }), rejected)
  assert.deepEqual(await ask('key', { deviceName: 'New 2', token: 'a-foreign-token' }), rejected)
  assert.deepEqual(await ask('pre', { deviceName: 'Taken' }), rejected, 'of another profile')
  assert.deepEqual(await ask('pre', { deviceName: 'Unknown' }), rejected)
})

test('an empty name is refused, no name gets one', async (t) => {
  const { profile, ask } = await openProvisioning(t)
  await profile('New', 'ALLOW_CREATE_NEW_DEVICES', 'key')
  for (const deviceName of ['', '  ']) {
    assert.deepEqual(await ask('key', { deviceName }), { errorMsg: 'Enter a name for the device.', status: 'FAILURE' })
  }
  assert.equal((await ask('key')).status, 'SUCCESS')
})

test('an address asks so often, right or wrong; another one goes on, and so does the first after a while', async (t) => {
  const { profile, ask, clock } = await openProvisioning(t)
  await profile('New', 'ALLOW_CREATE_NEW_DEVICES', 'key')
  for (let i = 0; i < 60; i++) await ask(i % 2 === 0 ? 'key' : 'unknown')
  await assert.rejects(ask('key'), {
    status: 429,
    message: /^Provisioning requests per address: the limit is 60 in 60 s/,
  })
  assert.equal((await ask('key', {}, '192.0.2.2')).status, 'SUCCESS')
  clock.now += 1_000
  assert.equal((await ask('key')).status, 'SUCCESS')
})

test('a tenant is asked so often by those who know a secret; others use up nothing of it', async (t) => {
  const { profile, ask, limits, admin } = await openProvisioning(t)
  await profile('New', 'ALLOW_CREATE_NEW_DEVICES', 'key')
  const from = (i: number) => `192.0.2.${i % 100}`
  for (let i = 0; i < 1_000; i++) await ask('key', { provisionDeviceSecret: 'wrong' }, from(i))
  for (let i = 0; i < 1_000; i++) await ask('key', { deviceName: 'One' }, from(i))
  await assert.rejects(ask('key', {}, 'x'), { status: 429, message: /^Provisioning requests per tenant/ })
  const rejections = limits.rejectionsOf(admin.tenantId, 'tenantProvisionRequests')
  assert.equal(rejections?.count, 1)
})
