import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import type { PageData } from '@sonde/model/paging'
import { userSettingBytesMax } from '@sonde/model/users/user-settings'
import { startTestAccounts } from '../auth/auth-testing.ts'
import * as userSettings from '../storage/migrations/0018-user-settings.ts'
import { migrate, migrations } from '../storage/sqlite/migrate.ts'

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

test('how users left their tables moves out of their additional information, in the trash too', (t) => {
  const database = new DatabaseSync(':memory:')
  t.after(() => database.close())
  database.exec('create table meta (key text primary key, value) without rowid')
  const before = migrations.findIndex(({ name }) => name === userSettings.name)
  for (const { up } of migrations.slice(0, before)) for (const statement of up) database.exec(statement)
  database.prepare(`insert into meta values ('schema_version', ?)`).run(before)
  const given: Readonly<Record<string, string | null>> = {
    all: JSON.stringify({ lang: 'de_DE', tableLayouts: layouts, tableViews: { devices: { views: [] } } }),
    only: JSON.stringify({ tableLayouts: layouts }),
    strange: JSON.stringify({ tableLayouts: [7], 'a.b': 1 }),
    other: JSON.stringify({ text: 'of "tableLayouts"' }),
    text: JSON.stringify('tableLayouts'),
    none: null,
  }
  const rowOf = (id: string) => ({ id, email: `${id}@x.org`, additional_info: given[id] })
  for (const id of Object.keys(given)) {
    const { email, additional_info } = rowOf(id)
    database
      .prepare(`insert into "user" values (?, 1, 't', 'c', 'TENANT_ADMIN', ?, null, null, ?)`)
      .run(id, email, additional_info ?? null)
    database
      .prepare(`insert into trash values (?, 'USER', 't', 'c', ?, '', 1, '', null, null, ?, null, 0)`)
      .run(`${id} gone`, email, JSON.stringify({ user: [rowOf(id)], alarms: [] }))
  }
  migrate(database, 'here')
  const info = (id: string) =>
    database.prepare(`select additional_info from "user" where id = ?`).get(id)?.additional_info ?? null
  const trashed = (id: string) =>
    JSON.parse(String(database.prepare('select snapshot from trash where id = ?').get(`${id} gone`)?.snapshot))
  const kept: Readonly<Record<string, string | null>> = {
    ...given,
    all: JSON.stringify({ lang: 'de_DE', tableViews: { devices: { views: [] } } }),
    only: null,
    strange: JSON.stringify({ 'a.b': 1 }),
  }
  for (const [id, expected] of Object.entries(kept)) {
    assert.equal(info(id), expected)
    assert.deepEqual(trashed(id).user, [{ ...rowOf(id), additional_info: expected }])
  }
  const value = JSON.stringify(layouts)
  assert.deepEqual(
    database
      .prepare('select * from user_setting order by user_id')
      .all()
      .map((row) => ({ ...row })),
    ['all', 'only'].map((user_id) => ({ user_id, name: 'tableLayouts', value })),
  )
  assert.deepEqual(trashed('all').user_setting, [{ user_id: 'all gone', name: 'tableLayouts', value }])
  assert.equal(trashed('none').user_setting, undefined)
})
