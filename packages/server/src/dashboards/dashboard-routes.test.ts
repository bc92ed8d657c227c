import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import type { DeviceProfile } from '@sonde/model/device-profiles/device-profile'
import type { PageData } from '@sonde/model/paging'
import { openDeviceHttp } from '../devices/testing-http.ts'

test('dashboards as on the wire', async (t) => {
  const { get, post, del, customerId } = await openDeviceHttp(t)
  const configuration = { widgets: {}, states: {} }
  const board = (await post<Dashboard>('/api/dashboard', { title: 'Board', mobileOrder: 2, configuration })).body
  const id = board.id.id
  assert.deepEqual((await get(`/api/dashboard/${id}`)).body, board)
  assert.equal((await get(`/api/dashboard/info/${id}`, 'sys')).at('title'), 'Board')
  assert.deepEqual(
    [(await post('/api/dashboard', { title: '' })).status, (await post('/api/dashboard', {})).status],
    [400, 400],
  )
  assert.equal((await post('/api/dashboard', { ...board, title: 'Hack' }, 'user')).status, 403)
  assert.equal(
    (await get('/api/tenant/dashboards?pageSize=10&page=0&textSearch=bOa&mobile=true')).at('totalElements'),
    1,
  )
  assert.equal((await get(`/api/dashboard/${id}`, 'user')).status, 403)
  assert.equal((await post(`/api/customer/${customerId}/dashboard/${id}`)).at('assignedCustomers.0.title'), 'Acme')
  assert.equal((await get(`/api/dashboard/${id}`, 'user')).at('title'), 'Board')
  assert.equal((await get(`/api/customer/${customerId}/dashboards?pageSize=10&page=0`, 'user')).at('totalElements'), 1)
  assert.deepEqual((await post(`/api/dashboard/${id}/customers`, [])).at('assignedCustomers'), [])
  assert.equal((await post(`/api/dashboard/${id}/customers/add`, [customerId])).at('assignedCustomers.length'), 1)
  assert.equal((await post(`/api/dashboard/${id}/customers/remove`, [customerId])).at('assignedCustomers.length'), 0)
  const unknown = '00000000-0000-0000-0000-000000000001'
  for (const path of ['customers', 'customers/add']) {
    assert.deepEqual(
      [400, 31],
      await post(`/api/dashboard/${id}/${path}`, [unknown]).then((answer) => [answer.status, answer.at('errorCode')]),
      path,
    )
  }
  assert.equal((await post(`/api/dashboard/${id}/customers/remove`, [unknown])).status, 200, 'it is not assigned')
  assert.equal((await post(`/api/customer/public/dashboard/${id}`)).at('assignedCustomers.0.public'), true)
  assert.deepEqual((await del(`/api/customer/public/dashboard/${id}`)).at('assignedCustomers'), [])
  const home = await get('/api/dashboard/home')
  assert.deepEqual([home.status, home.text], [200, ''])
  assert.equal((await del(`/api/dashboard/${id}`)).status, 200)
  assert.equal((await get(`/api/dashboard/${id}`)).status, 404)
})

test('device profiles as on the wire', async (t) => {
  const { get, post, del } = await openDeviceHttp(t)
  assert.equal((await get('/api/deviceProfileInfo/default', 'user')).at('name'), 'default')
  const page = (await get<PageData<DeviceProfile>>('/api/deviceProfiles?pageSize=10&page=0')).body
  assert.deepEqual([page.totalElements, page.data[0]?.default], [1, true])
  const plain = {
    name: 'P',
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    profileData: { configuration: { type: 'DEFAULT' } },
  }
  const profile = (await post<DeviceProfile>('/api/deviceProfile', plain)).body
  assert.equal((await post('/api/deviceProfile', plain)).status, 400)
  assert.equal((await post('/api/deviceProfile', { ...plain, name: '' })).status, 400)
  assert.equal((await post('/api/deviceProfile', plain, 'user')).status, 403)
  assert.equal((await get(`/api/deviceProfile/${profile.id.id}`)).at('name'), 'P')
  assert.equal((await get(`/api/deviceProfileInfo/${profile.id.id}`, 'user')).at('name'), 'P')
  assert.equal(
    (await get('/api/deviceProfileInfos?pageSize=10&page=0&transportType=MQTT', 'user')).at('totalElements'),
    0,
  )
  assert.deepEqual((await get(`/api/deviceProfile/devices/keys/timeseries?deviceProfileId=${profile.id.id}`)).body, [])
  assert.deepEqual((await get('/api/deviceProfile/devices/keys/attributes')).body, [])
  assert.equal((await post(`/api/deviceProfile/${profile.id.id}/default`)).at('default'), true)
  assert.equal((await del(`/api/deviceProfile/${profile.id.id}`)).status, 400)
})
