import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import type { Access } from '../access/operations.ts'
import { testScope } from '../access/testing.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { systemClock } from '../clock.ts'
import { defaultDeviceProfileStatements } from '../device-profiles/default-profile.ts'
import { newId } from '../ids.ts'
import { createCommit } from '../journal/commit.ts'
import type { Transaction } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import { type Budget, createTurns } from '../turns/turns.ts'
import { createTenantService } from './tenant-service.ts'
import { createTenantStore, removedAtOnce } from './tenant-store.ts'

const anything: Access = {
  allows: () => true,
  require: () => undefined,
  requireEntity: async (_scope, _operation, id) => ({ id, tenantId: String(id.id), customerId: NIL_UUID }),
}
const sys = testScope(NIL_UUID, { authority: 'SYS_ADMIN' })

test('a tenant with many devices goes in commits of a bounded size, and others are served meanwhile', async (t) => {
  const turns = createTurns()
  const storage = await openTestStorage(t, { turns })
  const { relational } = storage
  const { build, statement } = relational
  const transactions: Transaction[] = []
  const commit = createCommit({
    storage: {
      transact(transaction) {
        transactions.push(transaction)
        return storage.transact(transaction)
      },
    },
    live: createProcessChangeStream(),
    accept: () => undefined,
  })
  const tenants = createTenantService({
    store: createTenantStore(relational),
    access: anything,
    commit,
    clock: systemClock,
    turns,
    onTenantCreated: [(tenantId, nowMs) => defaultDeviceProfileStatements(relational, tenantId, nowMs)],
  })
  await tenants.ensureDefaultProfile()
  const tenant = await tenants.save(sys, { title: 'Large' })
  const tenant_id = tenant.id.id
  const profile = await relational.first(build.selectFrom('device_profile').select('id'))
  const count = removedAtOnce * 2 + 1
  const devices = Array.from({ length: count }, (_, i) => ({
    id: newId(),
    created_time: 1,
    tenant_id,
    customer_id: NIL_UUID,
    device_profile_id: profile?.id ?? '',
    name: `d${i}`,
    type: 'default',
    device_data: '{}',
  }))
  for (let at = 0; at < count; at += 500) {
    await commit({ statements: [statement(build.insertInto('device').values(devices.slice(at, at + 500)))] })
  }
  transactions.length = 0
  let isDone = false
  let held = 0
  let heldMax = 0
  let readInAll = 0
  const budget: Budget = {
    left: Number.POSITIVE_INFINITY,
    place: () => undefined,
    spend(bytes) {
      held += bytes
      readInAll += bytes
      heldMax = Math.max(heldMax, held)
    },
    giveBack(bytes) {
      held -= bytes
    },
  }
  const removal = turns
    .run(sys, () => tenants.remove(sys, tenant_id), budget)
    .then(() => {
      isDone = true
    })
  await commit({})
  assert.ok(!isDone, 'another commit does not wait for all of it')
  await removal
  assert.ok(heldMax > 0 && heldMax < readInAll * 0.75, 'each step gives back what it read')
  const deleted = transactions
    .flatMap(({ changes }) => changes ?? [])
    .filter(({ entity }) => entity.entityType === 'DEVICE')
  assert.deepEqual([...new Set(deleted.map(({ entity }) => entity.id))].length, count)
  assert.ok(transactions.every(({ changes }) => (changes?.length ?? 0) <= removedAtOnce))
  assert.equal((await relational.all(build.selectFrom('device').select('id'))).length, 0)
  assert.equal((await relational.all(build.selectFrom('tenant').select('id'))).length, 0)
})
