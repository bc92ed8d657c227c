import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BulkImportResult } from '@sonde/model/bulk-import/bulk-import'
import type { Device, DeviceInfo } from '@sonde/model/devices/device'
import type { PageData } from '@sonde/model/paging'
import { openDeviceHttp } from './testing-http.ts'

const nobody = '00000000-0000-0000-0000-000000000001'

test('a device over its calls: made, changed, read, listed, deleted', async (t) => {
  const { get, post, del } = await openDeviceHttp(t)
  const made = await post<Device>('/api/device', {
    name: 'Meter',
    label: 'north',
    type: 'meter',
    additionalInfo: { gateway: false },
  })
  assert.equal(made.status, 200)
  const id = made.body.id.id
  assert.deepEqual(made.at('additionalInfo'), { gateway: false })
  assert.equal((await post('/api/device', { ...made.body, label: 'south' })).at('label'), 'south')
  assert.equal((await get(`/api/device/${id}`)).at('label'), 'south')
  assert.equal((await get(`/api/device/${id.toUpperCase()}`)).at('label'), 'south')
  const info = (await get<DeviceInfo>(`/api/device/info/${id}`)).body
  assert.deepEqual([info.deviceProfileName, info.customerTitle, info.active], ['meter', null, false])
  assert.equal((await get('/api/tenant/devices?deviceName=Meter')).at('id.id'), id)
  assert.equal((await get('/api/tenant/devices?deviceName=nope')).status, 404)
  assert.deepEqual(
    (await get<Device[]>(`/api/devices?deviceIds=${id},${nobody}`)).body.map((each) => each.name),
    ['Meter'],
  )
  for (const none of ['x', '', ',']) assert.equal((await get(`/api/devices?deviceIds=${none}`)).status, 400, none)
  assert.deepEqual((await get('/api/device/types')).at('0.type'), 'meter')
  const profileId = made.body.deviceProfileId.id
  assert.equal((await get(`/api/devices/count/FIRMWARE/${profileId}`)).body, 1)
  const page = (await get<PageData<Device>>('/api/tenant/devices?pageSize=1&page=0')).body
  assert.deepEqual([page.totalElements, page.totalPages, page.hasNext, page.data[0]?.name], [1, 1, false, 'Meter'])
  assert.ok(page.data[0] && !('active' in page.data[0]))
  assert.equal(
    (await get(`/api/tenant/deviceInfos?pageSize=1&page=0&deviceProfileId=${profileId}`)).at('totalElements'),
    1,
  )
  assert.equal(
    (await get('/api/tenant/deviceInfos?pageSize=1&page=0&deviceProfileId=&active=true')).at('totalElements'),
    0,
  )
  assert.equal((await del(`/api/device/${id}`)).status, 200)
  for (const gone of [await get(`/api/device/${id}`), await del(`/api/device/${id}`)]) {
    assert.deepEqual([gone.status, gone.at('errorCode')], [404, 32])
  }
})

test('refuses what is not a device, with 400 and a sentence', async (t) => {
  const { get, post } = await openDeviceHttp(t)
  const long = 'x'.repeat(256)
  for (const body of [
    {},
    { type: 'meter' },
    { name: '' },
    { name: 5 },
    { name: 'a', label: long },
    { name: long },
    [],
    'x',
    '{"name":',
    { name: 'a', id: { entityType: 'ASSET', id: nobody } },
    { name: 'a', additionalInfo: 1, firmwareId: { id: nobody } },
    { name: 'a', deviceProfileId: { id: nobody } },
  ]) {
    const answer = await post('/api/device', body)
    assert.deepEqual([answer.status, answer.at('errorCode')], [400, 31], JSON.stringify(body).slice(0, 80))
    assert.ok(Number(answer.at('message.length')) > 5)
  }
  assert.equal((await post('/api/device', { name: 'x'.repeat(255), label: 'y'.repeat(255) })).status, 200)
  for (const query of [
    '',
    'pageSize=0&page=0',
    'pageSize=10&page=-1',
    'pageSize=2147483648&page=0',
    'pageSize=x&page=0',
    'pageSize=1&page=0&sortOrder=UP',
    'pageSize=1&page=0&sortProperty=secret',
  ]) {
    assert.equal((await get(`/api/tenant/devices?${query}`)).status, 400, query)
    assert.equal((await get(`/api/tenant/deviceInfos?${query}`)).status, 400, query)
  }
})

test('a page of any size, sorted in either case, and searched beyond ASCII', async (t) => {
  const { get, post } = await openDeviceHttp(t)
  for (const name of ['Größe', 'Ofen', 'GRÖSSE']) await post('/api/device', { name, type: 'meter' })
  const names = async (query: string) =>
    (await get<PageData<Device>>(`/api/tenant/devices?${query}`)).body.data.map((each) => each.name)
  const all = await get<PageData<Device>>(
    '/api/tenant/devices?pageSize=2147483647&page=0&sortProperty=name&sortOrder=desc',
  )
  assert.deepEqual([all.body.data.length, all.body.totalPages, all.body.hasNext], [3, 1, false])
  assert.deepEqual(await names('pageSize=1&page=0&sortProperty=name&sortOrder=desc'), ['Ofen'])
  assert.deepEqual(await names(`pageSize=9&page=0&textSearch=${encodeURIComponent('GRÖßE')}`), ['Größe'])
  assert.deepEqual(await names(`pageSize=9&page=0&textSearch=${encodeURIComponent('größe ')}`), [])
  assert.deepEqual(await names(`pageSize=9&page=0&textSearch=${encodeURIComponent('grös')}`), ['GRÖSSE'])
})

test('who may: customers their own, strangers nothing, the system administrator no device', async (t) => {
  const { get, post, del, customerId } = await openDeviceHttp(t)
  const { id } = (await post<Device>('/api/device', { name: 'Meter', type: 'meter' })).body
  const path = `/api/device/${id.id}`
  assert.equal((await get(path, 'nobody')).status, 401)
  assert.equal((await get(path, 'stranger')).status, 404)
  assert.equal((await get(path, 'sys')).status, 403)
  assert.equal((await get(path, 'user')).status, 403)
  assert.equal((await post(`/api/customer/${customerId}/device/${id.id}`)).status, 200)
  assert.equal((await get(path, 'user')).status, 200)
  assert.equal((await get(`${path}/credentials`, 'user')).status, 200)
  assert.equal((await post('/api/device/credentials', { deviceId: id, credentialsId: 'a' }, 'user')).status, 403)
  assert.equal((await get(`/api/customer/${customerId}/devices?pageSize=10&page=0`, 'user')).at('totalElements'), 1)
  assert.equal((await get(`/api/customer/${customerId}/deviceInfos?pageSize=10&page=0`, 'stranger')).status, 403)
  assert.equal((await get('/api/tenant/devices?pageSize=10&page=0', 'user')).status, 403)
  assert.equal((await del(path, 'user')).status, 403)
  assert.equal((await post('/api/device', { name: 'Mine' }, 'user')).status, 403)
  assert.equal((await del(`/api/customer/device/${id.id}`)).status, 200)
  assert.equal((await del(`/api/customer/device/${id.id}`)).status, 400)
  assert.equal((await post(`/api/customer/public/device/${id.id}`)).status, 200)
  assert.equal((await get(`/api/device/info/${id.id}`)).at('customerIsPublic'), true)
})

test('a given token, both at once, and claiming', async (t) => {
  const { get, post, del, claims } = await openDeviceHttp(t)
  const one = (await post<Device>('/api/device?accessToken=TOK', { name: 'A', type: 'default' })).body
  assert.equal((await get(`/api/device/${one.id.id}/credentials`)).at('credentialsId'), 'TOK')
  const credentials = { credentialsType: 'ACCESS_TOKEN', credentialsId: 'BOTH' }
  const two = (
    await post<Device>('/api/device-with-credentials', { device: { name: 'B', type: 'default' }, credentials })
  ).body
  assert.equal((await get(`/api/device/${two.id.id}/credentials`)).at('credentialsId'), 'BOTH')
  const taken = await post('/api/device/credentials', {
    deviceId: one.id,
    credentialsType: 'ACCESS_TOKEN',
    credentialsId: 'BOTH',
  })
  assert.equal(taken.status, 400)

  await claims.register(one.id.id, 's', null)
  assert.equal(
    (await post('/api/customer/device/A/claim', { secretKey: 's' })).status,
    403,
    'administrators do not claim',
  )
  const claimed = await post('/api/customer/device/A/claim', { secretKey: 's' }, 'user')
  assert.deepEqual([claimed.status, claimed.at('response'), claimed.at('device.name')], [200, 'SUCCESS', 'A'])
  const again = await post('/api/customer/device/A/claim', undefined, 'user')
  assert.deepEqual([again.status, again.body], [400, 'CLAIMED'])
  const failed = await post('/api/customer/device/B/claim', { secretKey: 's' }, 'user')
  assert.deepEqual([failed.status, failed.body], [400, 'FAILURE'])
  assert.equal((await del('/api/customer/device/A/claim', 'user')).status, 200)
  assert.equal((await post('/api/customer/device/None/claim', {}, 'user')).status, 404)
})

test('an import lists what updated devices were before, and saving that changes them back', async (t) => {
  const { get, post } = await openDeviceHttp(t)
  const { body: device } = await post<Device>('/api/device', {
    name: 'Meter',
    label: 'north',
    type: 'meter',
    additionalInfo: { description: 'by the gate', note: 1 },
  })
  const attributes = `/api/plugins/telemetry/DEVICE/${device.id.id}/SERVER_SCOPE`
  assert.equal((await post(attributes, { limit: 0 })).status, 200)
  const columns = [
    { type: 'NAME' },
    { type: 'TYPE' },
    { type: 'LABEL' },
    { type: 'DESCRIPTION' },
    { type: 'SERVER_ATTRIBUTE', key: 'limit' },
    { type: 'SHARED_ATTRIBUTE', key: 'zone' },
  ]
  const file = 'Meter,other,south,moved,7,3\nFresh,other,east,new,8,4'
  const imported = await post<BulkImportResult>('/api/device/bulk_import?listUpdated=true', {
    file,
    mapping: { columns, header: false },
  })
  assert.deepEqual([imported.body.created, imported.body.updated, imported.body.createdEntities], [1, 1, undefined])
  assert.equal((await get(`/api/device/${device.id.id}`)).at('label'), 'south')
  const [before, ...others] = imported.body.updatedEntities ?? []
  assert.deepEqual(others, [])
  assert.deepEqual(before?.attributes, [
    { scope: 'SHARED_SCOPE', key: 'zone', value: null },
    { scope: 'SERVER_SCOPE', key: 'limit', value: 0 },
  ])
  assert.equal((await post('/api/device', before?.entity)).status, 200)
  const after = (await get<Device>(`/api/device/${device.id.id}`)).body
  assert.deepEqual(
    [after.type, after.label, after.additionalInfo, after.deviceProfileId],
    ['meter', 'north', { description: 'by the gate', note: 1 }, device.deviceProfileId],
  )
})

test('imports and searches by relation', async (t) => {
  const { post } = await openDeviceHttp(t)
  const mapping = {
    columns: [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'TIMESERIES', key: 'temp' }],
    delimiter: ';',
    update: false,
    header: true,
  }
  const imported = await post('/api/device/bulk_import', { file: 'name;type;temp\nA;meter;21\n;meter;1', mapping })
  assert.deepEqual([imported.at('created'), imported.at('updated'), imported.at('errors')], [1, 0, 1])
  assert.equal(imported.at('createdEntities'), undefined)
  const listed = await post<BulkImportResult>('/api/device/bulk_import?listCreated=true', {
    file: 'name;type;temp\nA;meter;21\nB;meter;1',
    mapping,
  })
  assert.deepEqual([listed.body.created, listed.body.updated], [1, 1])
  assert.deepEqual(
    listed.body.createdEntities?.map(({ id, name }) => [id.entityType, name]),
    [['DEVICE', 'B']],
  )
  const [a, b] = [
    (await post<Device>('/api/device', { name: 'P', type: 'plant' })).body,
    (await post<Device>('/api/device', { name: 'Q', type: 'pump' })).body,
  ]
  assert.equal((await post('/api/relation', { from: a.id, to: b.id, type: 'Contains' })).status, 200)
  const parameters = {
    rootId: a.id.id,
    rootType: 'DEVICE',
    direction: 'FROM',
    relationTypeGroup: 'COMMON',
    maxLevel: 1,
    fetchLastLevelOnly: false,
  }
  const found = await post<Device[]>('/api/devices', { parameters, relationType: 'Contains', deviceTypes: ['pump'] })
  assert.deepEqual(
    found.body.map((each) => each.name),
    ['Q'],
  )
  assert.deepEqual((await post('/api/devices', { parameters, deviceTypes: ['plant'] })).body, [])
  assert.equal((await post('/api/relations', { parameters, filters: [] })).at('length'), 1)
  assert.equal((await post('/api/relation', { from: a.id, type: 'Contains' })).status, 400)
})
