import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoggedChangeStream } from '../changes/change-stream-testing.ts'
import { createDeviceDirectory, credentialsStaleMsMax } from './device-directory-store.ts'
import { openDeviceRooms } from './testing.ts'

const basic = (clientId: string | null, userName: string | null, password: string | null) =>
  ({ kind: 'basic', clientId, userName, password }) as const

test('finds a device by token, once from the store and then from memory', async (t) => {
  const { devices, directory, admin } = await openDeviceRooms(t)
  const device = await devices.save(
    admin,
    { name: 'Pump', type: 'pump', label: 'north', additionalInfo: { gateway: true } },
    { credentialsId: 'token-1' },
  )
  assert.equal(directory.peekToken('token-1'), undefined)
  const record = await directory.authenticate({ kind: 'token', token: 'token-1' })
  assert.deepEqual(record?.id, device.id)
  assert.deepEqual(
    [record?.name, record?.type, record?.label, record?.isGateway, record?.profile.name, record?.profile.transportType],
    ['Pump', 'pump', 'north', true, 'pump', 'DEFAULT'],
  )
  assert.equal(directory.peekToken('token-1'), record)
  assert.equal(directory.peek(device.id.id), record)
  assert.equal(await directory.find(device.id.id), record)
  assert.equal(await directory.authenticate({ kind: 'token', token: 'token-2' }), undefined)
  assert.equal(await directory.find('00000000-0000-0000-0000-000000000001'), undefined)
})

test('looks up the combinations of user name, client id and password that credentials may have', async (t) => {
  const { devices, directory, admin } = await openDeviceRooms(t)
  const make = (name: string, credentials: object) => devices.save(admin, { name, type: 'x' }, credentials)
  const mqtt = (value: object) => ({ credentialsType: 'MQTT_BASIC', credentialsValue: JSON.stringify(value) }) as const
  await make('token', { credentialsId: 'tok' })
  await make('both', mqtt({ clientId: 'c', userName: 'u', password: 'p' }))
  await make('user', mqtt({ userName: 'only-user', password: 'p' }))
  await make('open user', mqtt({ userName: 'open' }))
  await make('client', mqtt({ clientId: 'only-client' }))
  await make('x509', { credentialsType: 'X509_CERTIFICATE', credentialsValue: 'cert' })
  const name = async (...shown: Parameters<typeof basic>) => (await directory.authenticate(basic(...shown)))?.name
  for (let round = 0; round < 2; round++) {
    assert.equal(await name('any', 'tok', null), 'token')
    assert.equal(await name('c', 'u', 'p'), 'both')
    assert.equal(await name('c', 'u', 'wrong'), undefined)
    assert.equal(await name('c', 'u', null), undefined)
    assert.equal(await name('other', 'u', 'p'), undefined)
    assert.equal(await name('any', 'only-user', 'p'), 'user')
    assert.equal(await name(null, 'only-user', 'p'), 'user')
    assert.equal(await name('any', 'only-user', 'q'), undefined)
    assert.equal(await name('any', 'open', 'whatever'), 'open user')
    assert.equal(await name('only-client', null, null), 'client')
    assert.equal(await name('only-client', '', null), 'client')
    assert.equal(await name('tok', null, null), undefined, 'a token is a user name')
    assert.equal(await name(null, null, null), undefined)
    assert.equal(await name('', '', ''), undefined)
  }
  const { credentialsId } = await devices.getCredentials(admin, (await devices.getByName(admin, 'x509')).id.id)
  assert.equal(await name('any', credentialsId, null), undefined, 'the hash of a certificate is no token')
  assert.equal(await directory.authenticate({ kind: 'token', token: 'only-user' }), undefined)
})

test('hears of other credentials, profiles, owners and of the end', async (t) => {
  const { devices, profiles, directory, customerId, admin } = await openDeviceRooms(t)
  const device = await devices.save(admin, { name: 'Pump', type: 'pump' }, { credentialsId: 'old' })
  const withToken = async (token: string) => await directory.authenticate({ kind: 'token', token })
  assert.ok(await withToken('old'))
  await devices.saveCredentials(admin, { deviceId: device.id, credentialsType: 'ACCESS_TOKEN', credentialsId: 'new' })
  assert.equal(await withToken('old'), undefined)
  assert.equal((await withToken('new'))?.type, 'pump')

  const profile = await profiles.get(admin, device.deviceProfileId.id)
  await profiles.save(admin, { ...profile, name: 'compressor', defaultQueueName: 'HighPriority' })
  const renamed = await withToken('new')
  assert.deepEqual([renamed?.type, renamed?.profile.defaultQueueName], ['compressor', 'HighPriority'])
  assert.equal((await devices.get(admin, device.id.id)).type, 'compressor')

  await devices.assign(admin, customerId, device.id.id)
  assert.equal((await withToken('new'))?.customerId, customerId)
  await devices.remove(admin, device.id.id)
  assert.equal(await withToken('new'), undefined)
  assert.equal(await directory.find(device.id.id), undefined)
})

test('changed credentials sign in no longer than the bound while the change stream lags', async (t) => {
  const live = createLoggedChangeStream()
  const { devices, directory, admin } = await openDeviceRooms(t, { live })
  const device = await devices.save(admin, { name: 'Pump', type: 'pump' }, { credentialsId: 'old' })
  const withToken = async (token: string) => await directory.authenticate({ kind: 'token', token })
  assert.ok(await withToken('old'))
  live.hold(credentialsStaleMsMax)
  await devices.saveCredentials(admin, { deviceId: device.id, credentialsType: 'ACCESS_TOKEN', credentialsId: 'new' })
  assert.ok((await withToken('old')) && directory.peekToken('old'))
  live.hold(credentialsStaleMsMax + 1)
  assert.deepEqual([directory.peekToken('old'), await withToken('old')], [undefined, undefined])
  assert.equal((await withToken('new'))?.name, 'Pump')
  live.release()
  assert.deepEqual([await withToken('old'), (await withToken('new'))?.name], [undefined, 'Pump'])
})

test('a load that a change overtakes is not kept', async (t) => {
  const { devices, directory, live, admin } = await openDeviceRooms(t)
  const device = await devices.save(admin, { name: 'Pump', type: 'pump' }, null)
  const loading = directory.find(device.id.id)
  const { id: entity, tenantId, customerId } = device
  const change = { kind: 'updated', entity, tenantId: tenantId.id, customerId: customerId.id } as const
  live.publish({ points: [], attributes: [], changes: [change] })
  assert.equal((await loading)?.name, 'Pump')
  assert.equal(directory.peek(device.id.id), undefined)
  live.publish({ points: [], attributes: [], changes: [{ ...change, aspect: 'alarm' }] })
  await directory.find(device.id.id)
  live.publish({ points: [], attributes: [], changes: [{ ...change, aspect: 'alarm' }] })
  assert.ok(directory.peek(device.id.id), 'an alarm changes nothing of what is kept')
})

test('keeps as many devices as its bound and drops the one unused for longest', async (t) => {
  const { devices, storage, live, admin } = await openDeviceRooms(t)
  const directory = createDeviceDirectory({ relational: storage.relational, live, devicesMax: 3 })
  t.after(() => directory.close())
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) ids.push((await devices.save(admin, { name, type: 'x' }, null)).id.id)
  const [a = '', b = '', c = '', d = ''] = ids
  for (const id of [a, b, c, a, d]) await directory.find(id)
  assert.equal(directory.cachedDevices, 3)
  assert.equal(directory.peek(b), undefined)
  assert.ok(directory.peek(a) && directory.peek(c) && directory.peek(d))
})
