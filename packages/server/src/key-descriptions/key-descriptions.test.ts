/** Tests key descriptions: permissions, limits, audit log and deletion. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditLog } from '@sonde/model/audit-log/audit-log'
import { describedKeysMax, describedKeysPerTenantMax } from '@sonde/model/key-descriptions/described-keys'
import type { PageData } from '@sonde/model/paging'
import { openEntities } from '../assignables/testing-http.ts'
import { openTrash } from '../trash/testing.ts'

const path = '/api/v2/key-descriptions'
const celsius = { key: 't', name: 'Temperature', unit: '°C', decimals: 1, min: -20, max: 120 }
const none = { keys: [], profiles: [] }

async function openKeys(t: Parameters<typeof openEntities>[0]) {
  const entities = await openEntities(t)
  type Caller = Parameters<typeof entities.get>[1]
  const put = (keys: unknown, of = '', as: Caller = 'admin') =>
    entities.call('PUT', of ? `${path}/${of}` : path, as, { keys })
  return { ...entities, put }
}

test('a tenant describes keys of all entities and of a profile; the API of profiles stays as it was', async (t) => {
  const { get, put, makeDevice } = await openKeys(t)
  const profileId = (await makeDevice('Meter 1')).deviceProfileId.id
  const profile = (await get(`/api/deviceProfile/${profileId}`)).text
  assert.deepEqual((await get(path)).body, none)
  assert.deepEqual((await put([celsius, { key: 'empty', name: ' ', unit: '' }])).body, { keys: [celsius] })
  assert.deepEqual((await put([{ key: 't', unit: ' °F ' }], profileId)).body, { keys: [{ key: 't', unit: '°F' }] })
  const profiles = [{ deviceProfileId: profileId, deviceProfileName: 'meter', keys: [{ key: 't', unit: '°F' }] }]
  assert.deepEqual((await get(path)).body, { keys: [celsius], profiles })
  assert.equal((await get(`/api/deviceProfile/${profileId}`)).text, profile)
  await put([])
  assert.deepEqual((await get(path)).body, { keys: [], profiles })
  await put([], profileId)
  assert.deepEqual((await get(path)).body, none)
})

test('other tenants have their own; customers read them, and only of profiles of their devices', async (t) => {
  const { get, put, post, makeDevice, devices, admin, stranger, user, statuses } = await openKeys(t)
  const device = await makeDevice('Meter 1')
  const profileId = device.deviceProfileId.id
  const pumpId = (await devices.save(admin, { name: 'Pump 1', type: 'pump' }, null)).deviceProfileId.id
  await put([celsius])
  await put([{ key: 't', unit: 'K' }], profileId)
  await put([{ key: 'flow', unit: 'l/s' }], pumpId)
  const seen = async (as: Parameters<typeof get>[1]) => {
    const { body } = await get<{ keys: { key: string }[]; profiles: { deviceProfileName: string }[] }>(path, as)
    return [body.keys.length, ...body.profiles.map(({ deviceProfileName }) => deviceProfileName)]
  }
  assert.deepEqual(await seen('admin'), [1, 'meter', 'pump'])
  assert.deepEqual(await seen('user'), [1])
  await post(`/api/customer/${user.customerId}/device/${device.id.id}`)
  assert.deepEqual(await seen('user'), [1, 'meter'])
  assert.deepEqual(await seen('neighbour'), [1])
  assert.deepEqual(await seen('stranger'), [0])
  const answers = await statuses(path)
  assert.deepEqual([answers.sys, answers.visitor, answers.nobody], [403, 200, 401])

  assert.equal((await put([celsius], '', 'user')).status, 403)
  assert.equal((await put([celsius], profileId, 'stranger')).status, 403)
  assert.equal((await put([celsius], '00000000-0000-4000-8000-000000000001')).status, 404)
  assert.equal((await put([celsius], '', 'stranger')).status, 200)
  assert.deepEqual(await seen('admin'), [1, 'meter', 'pump'])
  assert.notEqual(stranger.tenantId, admin.tenantId)
})

test('what is not a description is refused, and so are too many', async (t) => {
  const { get, put, devices, admin } = await openKeys(t)
  for (const [wrong, words] of [
    [[celsius, celsius], /t is listed twice/],
    [[{ key: 't', min: 5, max: 5 }], /minimum of t must be less/],
    [[{ key: '' }], /key/],
    [[{ key: 'k'.repeat(256) }], /key/],
    [[{ key: 't', unit: 'u'.repeat(33) }], /unit/],
    [[{ key: 't', name: 'n'.repeat(256) }], /name/],
    [[{ key: 't', decimals: 7 }], /decimals/],
    [[{ key: 't', decimals: 1.5 }], /decimals/],
    [Array.from({ length: describedKeysMax + 1 }, (_, at) => ({ key: `k${at}`, unit: 'm' })), /keys/],
  ] as const) {
    const answer = await put(wrong)
    assert.equal(answer.status, 400, JSON.stringify(wrong).slice(0, 80))
    assert.match(answer.text, words)
  }
  assert.deepEqual((await get(path)).body, none)

  const full = Array.from({ length: describedKeysMax }, (_, at) => ({ key: `k${at}`, unit: 'm' }))
  const lists = describedKeysPerTenantMax / describedKeysMax
  const ids: string[] = []
  for (let at = 0; at < lists; at++) {
    const { deviceProfileId } = await devices.save(admin, { name: `D${at}`, type: `type ${at}` }, null)
    ids.push(deviceProfileId.id)
    assert.equal((await put(full, deviceProfileId.id)).status, 200)
  }
  const rejected = await put([celsius])
  assert.equal(rejected.status, 400)
  assert.match(String(rejected.at('message')), /at most 5000 keys/)
  assert.equal((await put(full, ids[0])).status, 200, 'its own keys are not counted twice')
  await put(full.slice(1), ids[0])
  assert.equal((await put([celsius])).status, 200)
})

test('changes are in the audit log; a profile takes its keys to the trash and back', async (t) => {
  const { ok, make, restore } = await openTrash(t)
  const profile = await make('deviceProfile', {
    name: 'meter',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
  })
  const id = profile.id.id
  const all = () => ok<typeof none>('GET', path)
  await ok('PUT', path, { keys: [celsius] })
  await ok('PUT', `${path}/${id}`, { keys: [{ key: 't', unit: 'K' }] })
  const before = await all()
  assert.equal(before.profiles.length, 1)
  await ok('DELETE', `/api/deviceProfile/${id}`)
  assert.deepEqual(await all(), { keys: [celsius], profiles: [] })
  assert.equal((await restore(id)).status, 200)
  assert.deepEqual(await all(), before)

  const { data } = await ok<PageData<AuditLog>>('GET', '/api/audit/logs?pageSize=100&page=0')
  const noted = data.filter(({ actionData }) => JSON.stringify(actionData).includes('keyDescriptions'))
  assert.deepEqual(noted.map(({ actionType, entityId }) => `${actionType} ${entityId.entityType}`).sort(), [
    'UPDATED DEVICE_PROFILE',
    'UPDATED TENANT',
  ])
})
