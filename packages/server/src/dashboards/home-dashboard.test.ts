import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Dashboard } from '@sonde/model/dashboards/dashboard'
import { openEntities, unknownId } from '../assignables/testing-http.ts'

test('a tenant names its home dashboard, and names none again', async (t) => {
  const { get, post } = await openEntities(t)
  const path = '/api/tenant/dashboard/home/info'
  const { body: board } = await post<Dashboard>('/api/dashboard', { title: 'Home', configuration: {} })
  assert.deepEqual((await get(path)).body, { dashboardId: null, hideDashboardToolbar: true })
  assert.equal((await post(path, { dashboardId: board.id, hideDashboardToolbar: false })).status, 200)
  assert.deepEqual((await get(path)).body, { dashboardId: board.id, hideDashboardToolbar: false })
  assert.equal((await get('/api/dashboard/home')).at('id.id'), board.id.id)
  assert.equal((await get('/api/dashboard/home/info')).at('hideDashboardToolbar'), false)
  assert.equal((await get('/api/dashboard/home', 'user')).text, '', 'not assigned to the customer')
  assert.equal((await post(path, { dashboardId: { id: unknownId } })).status, 404)
  assert.equal((await post(path, { dashboardId: board.id }, 'stranger')).status, 403)
  assert.equal((await post(path, { dashboardId: board.id }, 'user')).status, 403)
  assert.equal((await get(path, 'user')).status, 403)
  assert.equal((await post(path, { dashboardId: 5 })).status, 400)
  assert.equal((await post(path, { dashboardId: null })).status, 200)
  assert.equal((await get('/api/dashboard/home')).text, '')
})

test('whom a dashboard is assigned to: a body that is none is refused before anybody’s authority is looked at', async (t) => {
  const { post, customerId } = await openEntities(t)
  const { body: board } = await post<Dashboard>('/api/dashboard', { title: 'B', configuration: {} })
  for (const path of ['add', 'remove'].map((each) => `/api/dashboard/${board.id.id}/customers/${each}`)) {
    assert.equal((await post(path, undefined, 'nobody')).status, 401)
    for (const as of ['admin', 'user', 'sys'] as const) assert.equal((await post(path, {}, as)).status, 400, as)
    for (const as of ['user', 'sys'] as const) assert.equal((await post(path, [customerId], as)).status, 403, as)
    assert.equal((await post(path, [customerId], 'stranger')).status, 403)
    assert.equal((await post(path, [customerId])).status, 200)
  }
  assert.equal((await post(`/api/dashboard/${board.id.id}/customers`, {}, 'user')).status, 403)
})
