import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountsOfDemo, demoAccounts } from './demo-accounts.ts'

test('the courier has an account only with the story, which creates its customer', () => {
  assert.deepEqual(accountsOfDemo(true), Object.values(demoAccounts))
  assert.ok(!accountsOfDemo(false).some((account) => account === demoAccounts.courierUser))
  assert.equal(accountsOfDemo(false).length, accountsOfDemo(true).length - 1)
})
