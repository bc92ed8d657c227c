import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { startTestAccounts } from '../auth/auth-testing.ts'
import { createLoggedChangeStream } from '../changes/change-stream-testing.ts'
import { createEntityOwners, ownersStaleMsMax } from './entity-owners.ts'

test('owners of every kind of entity are found by id', async (t) => {
  const { storage, live, tenant, changes } = await startTestAccounts(t)
  const owners = createEntityOwners({ relational: storage.relational, live })
  const { tenant: made, admin, customer, guest } = await tenant('acme')
  const tenantId = made.id.id
  const customerId = customer.id.id
  const of = async (id: typeof made.id | typeof customer.id | typeof guest.user.id) => {
    const { id: _, ...rest } = (await owners.find(id)) ?? { id: null }
    return rest
  }
  assert.deepEqual(await of(made.id), { tenantId, customerId: NIL_UUID })
  assert.deepEqual(await of(customer.id), { tenantId, customerId })
  assert.deepEqual(await of(guest.user.id), { tenantId, customerId, authority: 'CUSTOMER_USER' })
  assert.deepEqual(await of(admin.user.id), { tenantId, customerId: NIL_UUID, authority: 'TENANT_ADMIN' })
  for (const { kind, entity, tenantId: of } of changes) {
    if (kind === 'created') assert.equal((await owners.find(entity))?.tenantId, of, entity.entityType)
  }
  const { statement, build } = storage.relational
  const dashboard = entityId('DASHBOARD', '00000000-0000-4000-8000-000000000001')
  const assign = { dashboard_id: dashboard.id, customer_id: customerId }
  await storage.transact({
    statements: [
      statement(
        build
          .insertInto('dashboard')
          .values({ id: dashboard.id, created_time: 1, tenant_id: tenantId, title: 'd', mobile_hide: 0 }),
      ),
      statement(build.insertInto('dashboard_customer').values(assign)),
    ],
  })
  assert.deepEqual((await owners.find(dashboard))?.customerIds, [customerId])
  assert.equal(await owners.find(entityId('ASSET', dashboard.id)), undefined)
  assert.equal(await owners.find(entityId('DEVICE', dashboard.id)), undefined)
})

test('a remembered owner is forgotten when the device changes hands', async (t) => {
  const live = createLoggedChangeStream()
  const { storage, tenant, commit } = await startTestAccounts(t, { live })
  const owners = createEntityOwners({ relational: storage.relational, live })
  const { tenant: made, customer } = await tenant('acme')
  const { relational } = storage
  const profile = await relational.first(relational.build.selectFrom('device_profile').select('id'))
  const device = entityId('DEVICE', '00000000-0000-4000-8000-00000000000d')
  const change = { entity: device, tenantId: made.id.id, customerId: NIL_UUID }
  await commit({
    statements: [
      relational.statement(
        relational.build.insertInto('device').values({
          id: device.id,
          created_time: 1,
          tenant_id: made.id.id,
          customer_id: NIL_UUID,
          device_profile_id: profile?.id ?? '',
          name: 'd',
          type: 'default',
          device_data: '{}',
        }),
      ),
    ],
    changes: [{ kind: 'created', ...change }],
  })
  assert.equal((await owners.find(device))?.customerId, NIL_UUID)
  assert.equal((await owners.find({ ...device, id: device.id.toUpperCase() }))?.customerId, NIL_UUID)
  live.hold(ownersStaleMsMax)
  await commit({
    statements: [relational.statement(relational.build.updateTable('device').set({ customer_id: customer.id.id }))],
    changes: [{ kind: 'updated', ...change, aspect: 'assignment' }],
  })
  assert.equal((await owners.find(device))?.customerId, NIL_UUID, 'so long a change may be under way')
  live.hold(ownersStaleMsMax + 1)
  assert.equal((await owners.find(device))?.customerId, customer.id.id, 'and no longer')
  live.release()
  assert.equal((await owners.find(device))?.customerId, customer.id.id)
  await commit({
    statements: [relational.statement(relational.build.deleteFrom('device'))],
    changes: [{ kind: 'deleted', ...change }],
  })
  assert.equal(await owners.find(device), undefined)
})
