import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PageData } from '@sonde/model/paging'
import { userSettingBytesMax } from '@sonde/model/users/user-settings'
import { startTestAccounts } from '../auth/auth-testing.ts'

const path = '/api/v2/user/settings/tableLayouts'
const layouts = { devices: { layout: { pageSize: '20' }, at: 5 } }

test('each keeps settings of the own; neither the audit log nor the rule engine hears of it', async (t) => {
  const { call, root, tenant, messages } = await startTestAccounts(t)
  const { admin, guest } = await tenant('acme')
  const read = async (token: string) => (await call('GET', path, { token })).body
  const entries = async () =>
    (await call<PageData<unknown>>('GET', '/api/audit/logs?pageSize=1&page=0', { token: admin.token })).body
      .totalElements
  const before = [await entries(), messages.length]
  for (const token of [root, admin.token, guest.token]) {
    assert.deepEqual(await read(token), {})
    const own = { ...layouts, of: token }
    assert.deepEqual((await call('PUT', path, { token, body: own })).body, own)
  }
  for (const token of [root, admin.token, guest.token]) assert.deepEqual(await read(token), { ...layouts, of: token })
  assert.deepEqual([await entries(), messages.length], before)
  await call('PUT', path, { token: admin.token, body: {} })
  assert.deepEqual(await read(admin.token), {}, 'the last one holds, whole')
})

test('a setting is an object of at most 64 KB, under a name that is known', async (t) => {
  const { call, tenant } = await startTestAccounts(t)
  const { admin } = await tenant('acme')
  const statusOf = async (method: string, at: string, more: object) =>
    (await call(method, at, { token: admin.token, ...more })).status
  for (const body of [[], 'text', 7, null]) assert.equal(await statusOf('PUT', path, { body }), 400)
  const empty = JSON.stringify({ a: '' }).length
  assert.equal(await statusOf('PUT', path, { body: { a: 'x'.repeat(userSettingBytesMax - empty) } }), 200)
  assert.equal(await statusOf('PUT', path, { body: { a: 'x'.repeat(userSettingBytesMax - empty + 1) } }), 413)
  for (const name of ['other', 'constructor']) {
    assert.equal(await statusOf('PUT', `/api/v2/user/settings/${name}`, { body: {} }), 400)
    assert.equal(await statusOf('GET', `/api/v2/user/settings/${name}`, {}), 400)
  }
  for (const token of [undefined, 'wrong']) assert.equal(await statusOf('GET', path, { token }), 401)
})

test('settings of a user who is gone are nowhere', async (t) => {
  const { call, tenant, storage } = await startTestAccounts(t)
  const { admin, guest } = await tenant('acme')
  await call('PUT', path, { token: guest.token, body: layouts })
  await call('DELETE', `/api/user/${guest.user.id.id}`, { token: admin.token })
  const { relational } = storage
  assert.deepEqual(await relational.all(relational.build.selectFrom('user_setting').selectAll()), [])
})
