import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { openThings, unknownId } from '../assignables/testing-http.ts'

test('a device moves with what is its own and without what tied it to its tenant', async (t) => {
  const { get, post, makeDevice, makeAsset, customerId, tenantIds, messages, changes, attributes } = await openThings(t)
  const [device, asset] = [await makeDevice('Mover'), await makeAsset('Plant')]
  const id = device.id.id
  const { credentialsId } = (await get<{ credentialsId: string }>(`/api/device/${id}/credentials`)).body
  await post(`/api/customer/${customerId}/device/${id}`)
  await post(`/api/plugins/telemetry/DEVICE/${id}/SERVER_SCOPE`, { floor: 3 })
  await post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, { t: 1 })
  await post('/api/relation', { from: asset.id, to: device.id, type: 'Contains' })
  messages.length = 0
  changes.length = 0
  const path = `/api/tenant/${tenantIds.other.id}/device/${id}`
  assert.equal((await post(path, undefined, 'user')).status, 403)
  assert.equal((await post(path, undefined, 'stranger')).status, 404)
  assert.equal((await post(`/api/tenant/${unknownId}/device/${id}`)).status, 404)
  const moved = await post(path)
  assert.deepEqual(
    [moved.status, moved.at('tenantId.id'), moved.at('customerId.id')],
    [200, tenantIds.other.id, NIL_UUID],
  )
  assert.equal((await get(`/api/device/${id}`)).status, 404)
  const there = await get(`/api/device/${id}`, 'stranger')
  assert.deepEqual([there.status, there.at('type')], [200, 'meter'])
  assert.notEqual(there.at('deviceProfileId.id'), device.deviceProfileId.id)
  assert.equal((await get(`/api/device/${id}/credentials`, 'stranger')).at('credentialsId'), credentialsId)
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

test('a name that the new tenant has is refused', async (t) => {
  const { post, makeDevice, tenantIds, devices, stranger } = await openThings(t)
  await devices.save(stranger, { name: 'Same', type: 'meter' }, null)
  const device = await makeDevice('Same')
  const refused = await post(`/api/tenant/${tenantIds.other.id}/device/${device.id.id}`)
  assert.deepEqual([refused.status, refused.at('errorCode')], [400, 31])
})
