import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { openTestStorage, temporaryFolder } from './testing.ts'
import { findUserIdByEmail, isEmailTaken } from './user-emails.ts'

test('a store from before is migrated: who looks alike still signs in with the exact address', async (t) => {
  const dataFolder = await temporaryFolder(t)
  await (await openTestStorage(t, { dataFolder })).close()
  const database = new DatabaseSync(join(dataFolder, 'sonde.db'))
  database.exec(`drop index user_by_email_key; alter table "user" drop column email_key`)
  // Of the migrations since then, two add these tables.
  database.exec('drop table dashboard_version; drop table share_link')
  database.exec(`update meta set value = value - 4 where key = 'schema_version'`)
  const insert = database.prepare(`insert into "user" (id, created_time, tenant_id, customer_id, authority, email)
    values (?, ?, '${NIL_UUID}', '${NIL_UUID}', 'SYS_ADMIN', ?)`)
  const emails = [
    'Ada@example.org',
    'ada@example.org',
    'ada\u200b@example.org',
    'Bob@example.org',
    'b\u00f6b@example.org',
  ]
  // Inserted youngest first, so that row order differs from the order of creation.
  for (const [i, email] of [...emails.entries()].reverse()) insert.run(`user-${i}`, i, email)
  database.close()

  const { relational } = await openTestStorage(t, { dataFolder })
  const find = (email: string) => findUserIdByEmail(relational, email)
  for (const [i, email] of emails.entries()) assert.equal(await find(email), `user-${i}`, email)
  assert.equal(await find('ADA@example.org'), undefined, 'it could be any of three')
  assert.equal(await find('BOB@EXAMPLE.ORG '), 'user-3')
  assert.equal(await find('B\u00d6B@example.org'), 'user-4')
  assert.equal(await find('bo@example.org'), undefined)
  assert.equal(await find(''), undefined)

  assert.equal(await isEmailTaken(relational, 'ADA@example.org', null), true)
  assert.equal(await isEmailTaken(relational, 'ADA@example.org', 'user-0'), true, 'two others look alike')
  assert.equal(await isEmailTaken(relational, 'bob@example.org', 'user-3'), false)
  assert.equal(await isEmailTaken(relational, 'new@example.org', null), false)
})
