import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoggedChangeStream } from '../changes/change-stream-testing.ts'
import { accountsStaleMsMax, createLiveAccounts } from './account-cache.ts'
import { createAccountStore } from './account-store.ts'
import { startTestAccounts } from './auth-testing.ts'

test('a disabled account counts no longer than the bound while the change stream lags', async (t) => {
  const live = createLoggedChangeStream()
  const { call, tenant, root, storage } = await startTestAccounts(t, { live })
  const { id } = (await tenant('acme')).admin.user.id
  const accounts = createLiveAccounts({ store: createAccountStore(storage.relational), live })
  const isEnabled = async () => (await accounts.findUser(id))?.enabled
  assert.equal(await isEnabled(), true)
  live.hold(accountsStaleMsMax)
  const path = `/api/user/${id}/userCredentialsEnabled?userCredentialsEnabled=false`
  assert.equal((await call('POST', path, { token: root })).status, 200)
  assert.equal(await isEnabled(), true, 'so long the change may be under way')
  live.hold(accountsStaleMsMax + 1)
  assert.equal(await isEnabled(), false, 'and no longer')
  live.release()
  assert.equal(await isEnabled(), false)
})
