import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { limitOf } from '@sonde/model/limits/limits'
import { createPasswords } from '../auth/passwords.ts'
import { systemClock } from '../clock.ts'
import { MaintenanceError } from '../storage/maintenance-error.ts'
import { openTestStorage, temporaryFolder } from '../storage/testing.ts'
import { resetPassword } from './reset-password.ts'

const passwords = createPasswords({
  limits: { of: (_, key) => limitOf(key).default, rejected: (_, key) => key },
})
const admin = '0190a0a0-0000-7000-8000-0000000000a1'
const nil = '13814000-1dd2-11b2-8080-808080808080'

/** Store whose only administrator is locked, with a session and a link sent by email. */
async function lockedStore(t: TestContext): Promise<string> {
  const dataFolder = await temporaryFolder(t)
  await (await openTestStorage(t, { dataFolder })).close()
  const database = new DatabaseSync(join(dataFolder, 'sonde.db'))
  database.exec(`
    insert into "user" (id, created_time, tenant_id, customer_id, authority, email)
      values ('${admin}', 1, '${nil}', '${nil}', 'SYS_ADMIN', 'root@example.org');
    insert into user_credentials (user_id, enabled, password_hash, reset_token, reset_token_ts, tokens_valid_from,
        failed_login_attempts) values ('${admin}', 0, 'old', 'mailed', 1, 5000000000000, 99);
    insert into user_session (id, user_id, created_time, refresh_id, refreshed_ts, expires_ts)
      values ('s', '${admin}', 1, 'r', 1, 9000000000000)`)
  database.close()
  return dataFolder
}

function rowsOf(dataFolder: string, sql: string) {
  const database = new DatabaseSync(join(dataFolder, 'sonde.db'), { readOnly: true })
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }))
  } finally {
    database.close()
  }
}

test('a locked account gets a new password, is enabled, and nothing of before lets anybody in', async (t) => {
  const dataFolder = await lockedStore(t)
  const password = await resetPassword({ dataFolder, email: ' root@example.org ', clock: systemClock })
  assert.match(password, /^[\w-]{24}$/)
  const [row] = rowsOf(dataFolder, 'select * from user_credentials')
  assert.equal(await passwords.verify(password, String(row?.password_hash)), true)
  assert.deepEqual(
    [row?.enabled, row?.failed_login_attempts, row?.reset_token, row?.tokens_valid_from],
    [1, 0, null, 5_000_000_000_001],
  )
  assert.deepEqual(rowsOf(dataFolder, 'select * from user_session'), [])
  const [entry] = rowsOf(dataFolder, 'select action_type, entity_name, user_name from audit_log')
  assert.deepEqual(entry, {
    action_type: 'CREDENTIALS_UPDATED',
    entity_name: 'root@example.org',
    user_name: 'npm run sonde -- reset-password',
  })
  assert.notEqual(await resetPassword({ dataFolder, email: 'root@example.org', clock: systemClock }), password)
})

test('an unknown user is refused with the administrators that there are, and a folder without a store by name', async (t) => {
  const dataFolder = await lockedStore(t)
  await assert.rejects(resetPassword({ dataFolder, email: 'nobody@example.org', clock: systemClock }), {
    name: 'MaintenanceError',
    message: 'No user has the email nobody@example.org. System administrators: root@example.org.',
  })
  const [row] = rowsOf(dataFolder, 'select enabled from user_credentials')
  assert.equal(row?.enabled, 0)
  const empty = await temporaryFolder(t)
  await assert.rejects(resetPassword({ dataFolder: empty, email: 'a@b', clock: systemClock }), MaintenanceError)
  assert.equal(existsSync(join(empty, 'sonde.db')), false)
})
