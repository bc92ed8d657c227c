import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { openEntities, unknownId } from '../assignables/testing-http.ts'

test('a device moves with what is its own and without what tied it to its tenant', async (t) => {
  const entities = await openEntities(t)
  const { get, post, makeDevice, makeAsset, customerId, tenantIds, messages, changes, attributes, stranger } = entities
  const profilesThere = async () => JSON.stringify(await entities.profiles.list(stranger, { pageSize: 10, page: 0 }))
  const [device, asset] = [await makeDevice('Mover'), await makeAsset('Plant')]
  const id = device.id.id
  const { credentialsId } = (await get<{ credentialsId: string }>(`/api/device/${id}/credentials`)).body
  await post(`/api/customer/${customerId}/device/${id}`)
  await post(`/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, { floor: 3 })
  await post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { t: 1 })
  await post('/api/relation', { from: asset.id, to: device.id, type: 'Contains' })
  messages.length = 0
  changes.length = 0
  await post('/api/v2/device-acceptance', { fromTenants: [tenantIds.own.id] }, 'stranger')
  const profiles = await profilesThere()
  const path = `/api/tenant/${tenantIds.other.id}/device/${id}`
  assert.equal((await post(path, undefined, 'user')).status, 403)
  assert.equal((await post(path, undefined, 'stranger')).status, 404)
  const moved = await post(path)
  assert.deepEqual(
    [moved.status, moved.at('tenantId.id'), moved.at('customerId.id')],
    [200, tenantIds.other.id, NIL_UUID],
  )
  assert.equal(moved.at('deviceProfileId.id'), device.deviceProfileId.id, 'the other tenant’s profile is not named')
  assert.equal((await get(`/api/device/${id}`)).status, 404)
  const there = await get(`/api/device/${id}`, 'stranger')
  assert.deepEqual([there.status, there.at('type')], [200, 'default'])
  assert.equal(await profilesThere(), profiles, 'none was made')
  assert.ok(profiles.includes(String(there.at('deviceProfileId.id'))))
  const renewed = await get(`/api/device/${id}/credentials`, 'stranger')
  assert.equal(renewed.at('credentialsType'), 'ACCESS_TOKEN')
  assert.notEqual(renewed.at('credentialsId'), credentialsId)
  assert.equal((await attributes.attributes(id, 'SERVER_SCOPE', ['floor']))[0]?.value, 3)
  const values = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=t`
  assert.equal((await get(values, 'stranger')).at('t.0.value'), '1')
  assert.deepEqual((await get(`/api/relations?fromId=${asset.id.id}&fromType=ASSET`)).body, [])
  assert.deepEqual(
    messages.map(({ type, tenantId }) => [type, tenantId]),
    [
      ['ENTITY_ASSIGNED_TO_TENANT', tenantIds.own.id],
      ['ENTITY_ASSIGNED_FROM_TENANT', tenantIds.other.id],
    ],
  )
  assert.ok(
    changes.some(({ aspect }) => aspect === 'credentials'),
    'its sessions end',
  )
})

test('without consent a move is refused, in the same words for a tenant that does not exist', async (t) => {
  const { get, post, makeDevice, tenantIds } = await openEntities(t)
  const { id } = (await makeDevice('Mover')).id
  const move = (tenantId: string) => post(`/api/tenant/${tenantId}/device/${id}`)
  const accept = (...fromTenants: string[]) => post('/api/v2/device-acceptance', { fromTenants }, 'stranger')
  const [rejected, unknown] = [await move(tenantIds.other.id), await move(unknownId)]
  assert.deepEqual([rejected.status, rejected.at('errorCode')], [403, 20])
  assert.match(String(rejected.at('message')), /doesn’t accept devices from your tenant/)
  assert.deepEqual([unknown.status, unknown.at('message')], [403, rejected.at('message')])
  await accept(unknownId)
  assert.equal((await move(tenantIds.other.id)).status, 403)
  const saved = await accept(tenantIds.own.id.toUpperCase(), tenantIds.own.id)
  assert.deepEqual(saved.body, { fromTenants: [tenantIds.own.id] })
  assert.deepEqual((await get('/api/v2/device-acceptance')).body, { fromTenants: [] }, 'each tenant has its own')
  assert.equal((await move(tenantIds.other.id)).status, 200)
})

test('the device gets the profile of its name, and its own tenant needs no consent', async (t) => {
  const { get, post, makeDevice, tenantIds, devices, stranger } = await openEntities(t)
  const known = await devices.save(stranger, { name: 'Theirs', type: 'meter' }, null)
  const { id } = (await makeDevice('Mover')).id
  assert.equal((await post(`/api/tenant/${tenantIds.own.id}/device/${id}`)).status, 200)
  await post('/api/v2/device-acceptance', { fromTenants: [tenantIds.own.id] }, 'stranger')
  assert.equal((await post(`/api/tenant/${tenantIds.other.id}/device/${id}`)).status, 200)
  const there = await get(`/api/device/${id}`, 'stranger')
  assert.deepEqual([there.at('type'), there.at('deviceProfileId.id')], ['meter', known.deviceProfileId.id])
})

test('a name that the new tenant has is refused', async (t) => {
  const { post, makeDevice, tenantIds, devices, stranger } = await openEntities(t)
  await post('/api/v2/device-acceptance', { fromTenants: [tenantIds.own.id] }, 'stranger')
  await devices.save(stranger, { name: 'Same', type: 'meter' }, null)
  const device = await makeDevice('Same')
  const rejected = await post(`/api/tenant/${tenantIds.other.id}/device/${device.id.id}`)
  assert.deepEqual([rejected.status, rejected.at('errorCode')], [400, 31])
})
