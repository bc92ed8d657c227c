import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import { newId } from '../ids.ts'
import { openTransportWorld } from '../transports/transport-testing.ts'
import { createRpcExpiry } from './rpc-expiry.ts'
import { createRpcStore, removedAtOnceMax } from './rpc-store.ts'

const dayMs = 86_400_000

test('calls go when they are older than the profile keeps them, and stay without a bound', async (t) => {
  const { storage, commit, addDevice, tenantId } = await openTransportWorld(t)
  const { relational } = storage
  const { build, statement } = relational
  const clock = { nowMs: () => 10 * dayMs }
  const store = createRpcStore(relational)
  const expiry = createRpcExpiry({ store, commit, clock })
  const device = await addDevice()
  const call = (createdTime: number) =>
    store.insert({
      id: entityId('RPC', newId()),
      createdTime,
      tenantId: entityId('TENANT', tenantId),
      deviceId: entityId('DEVICE', device.id),
      expirationTime: createdTime,
      request: {} as Parameters<typeof store.insert>[0]['request'],
      response: null,
      status: 'EXPIRED',
      additionalInfo: null,
    })
  const old = Array.from({ length: removedAtOnceMax + 5 }, (_, i) => call(i))
  await commit({ statements: [...old, call(8 * dayMs), call(8 * dayMs - 1)] })
  const left = async () => (await relational.all(build.selectFrom('rpc').select('created_time'))).length
  await expiry.expire()
  assert.equal(await left(), removedAtOnceMax + 7)
  const profile_data = JSON.stringify({ configuration: { rpcTtlDays: 2 } })
  await commit({ statements: [statement(build.updateTable('tenant_profile').set({ profile_data }))] })
  await expiry.expire()
  assert.equal(await left(), 1)
})
