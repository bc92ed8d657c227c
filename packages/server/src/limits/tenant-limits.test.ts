import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { newId } from '../ids.ts'
import { createCommit } from '../journal/commit.ts'
import { openTestStorage } from '../storage/testing.ts'
import { tenantRows } from '../tenants/testing.ts'
import { type Budget, createTurns } from '../turns/turns.ts'
import { createTenantLimits } from './tenant-limits.ts'

test('a budget that asks for the limits of its tenant, after they changed, pays nothing for reading them', async (t) => {
  const turns = createTurns()
  const storage = await openTestStorage(t, { turns })
  const { relational } = storage
  const live = createProcessChangeStream()
  const commit = createCommit({ storage, live, accept: () => undefined })
  const tenantId = newId()
  const limits = createTenantLimits({ relational, live, turns })
  await commit({ statements: tenantRows(relational, [{ id: tenantId, title: 'Tenant' }], { maxDevices: 3 }) })
  await limits.load()
  let spent = 0
  const budget: Budget = {
    left: Number.POSITIVE_INFINITY,
    place: () => undefined,
    giveBack: () => undefined,
    spend() {
      spent++
      assert.equal(limits.known(tenantId)?.maxDevices, 3)
    },
  }
  await turns.run(
    { tenantId, userId: 'u' },
    async () => {
      await commit({
        changes: [{ kind: 'updated', entity: entityId('TENANT', tenantId), tenantId, customerId: NIL_UUID }],
      })
      await relational.first(relational.build.selectFrom('tenant').select('id'))
      assert.equal((await limits.of(tenantId)).maxDevices, 3)
    },
    budget,
  )
  assert.equal(spent, 1)
})
