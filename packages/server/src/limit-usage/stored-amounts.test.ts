import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { LimitKey } from '@sonde/model/limits/limits'
import type { RpcStatus } from '@sonde/model/rpc/rpc'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { createDeadLetterStore } from '../dead-letters/dead-letter-store.ts'
import { addDevice, addTenant } from '../entity-query/testing.ts'
import { newId } from '../ids.ts'
import { createRpcStore } from '../rpc/rpc-store.ts'
import { journalMessage, openTestStorage } from '../storage/testing.ts'
import { createStoredAmounts } from './stored-amounts.ts'

async function open(t: TestContext) {
  const storage = await openTestStorage(t)
  const { relational } = storage
  const { build, statement } = relational
  const live = createProcessChangeStream()
  const clock = { now: 1_000_000, nowMs: () => clock.now }
  const measures = new Map<LimitKey, (tenantId: string) => number | null>()
  const amounts = createStoredAmounts({
    relational,
    live,
    clock,
    limits: { measure: (key, used) => void measures.set(key, used) },
  })
  const letters = createDeadLetterStore(relational)
  const rpcs = createRpcStore(relational)
  return {
    storage,
    amounts,
    clock,
    used: (tenantId: string, ...keys: LimitKey[]) => keys.map((key) => measures.get(key)?.(tenantId)),
    async addLetter(tenantId: string) {
      const message = { ...journalMessage('{}'), tenantId }
      await storage.transact({ statements: [letters.insert({ id: newId(), createdTime: 1, message, reason: 'r' })] })
    },
    async addCall(tenantId: string, deviceId: string, status: RpcStatus) {
      const call = {
        id: entityId('RPC', newId()),
        createdTime: 1,
        tenantId: entityId('TENANT', tenantId),
        deviceId: entityId('DEVICE', deviceId),
        expirationTime: 2,
        request: {} as never,
        response: null,
        status,
        additionalInfo: null,
      }
      await storage.transact({ statements: [rpcs.insert(call)] })
    },
    async addSession(userId: string, expiresTs: number) {
      const session = { id: newId(), user_id: userId, created_time: 1, refresh_id: newId(), refreshed_ts: 1 }
      const insert = build.insertInto('user_session').values({ ...session, expires_ts: expiresTs })
      await storage.transact({ statements: [statement(insert)] })
    },
    async addUser(tenantId: string): Promise<string> {
      const id = newId()
      const user = {
        id,
        created_time: 1,
        tenant_id: tenantId,
        customer_id: NIL_UUID,
        authority: 'TENANT_ADMIN',
        email: `${id}@x.example`,
        first_name: null,
        last_name: null,
        additional_info: null,
      }
      await storage.transact({ statements: [statement(build.insertInto('user').values(user))] })
      return id
    },
    async addNodes(tenantId: string, configuration: string, count: number) {
      const chainId = newId()
      const chain = {
        id: chainId,
        created_time: 1,
        tenant_id: tenantId,
        name: 'c',
        type: 'CORE',
        root: 0,
        debug_mode: 0,
      }
      const more = { first_rule_node_id: null, additional_info: null }
      const node = {
        created_time: 1,
        rule_chain_id: chainId,
        type: 'x',
        name: 'n',
        debug_mode: 0,
        additional_info: null,
      }
      await storage.transact({
        statements: [
          statement(build.insertInto('rule_chain').values({ ...chain, ...more })),
          ...Array.from({ length: count }, (_, position) =>
            statement(build.insertInto('rule_node').values({ ...node, id: newId(), position, configuration })),
          ),
        ],
      })
      live.publish({
        points: [],
        attributes: [],
        changes: [{ kind: 'created', entity: entityId('RULE_CHAIN', chainId), tenantId, customerId: NIL_UUID }],
      })
    },
  }
}

test('calls, letters and sessions are counted for all tenants at once, and for one when somebody looks', async (t) => {
  const { storage, amounts, clock, used, addLetter, addCall, addSession, addUser } = await open(t)
  const [tenant, { tenantId: b }] = [await addTenant(storage, 'a'), await addTenant(storage, 'b')]
  const { tenantId: a } = tenant
  const [first, second] = [
    await addDevice(storage, tenant, { name: '1' }),
    await addDevice(storage, tenant, { name: '2' }),
  ]
  const keys = ['deadLetters', 'waitingRpcCalls', 'tenantWaitingRpcCalls', 'sessions'] as const
  assert.deepEqual(used(a, ...keys), [null, null, null, null])

  await addLetter(a)
  for (const status of ['QUEUED', 'SENT', 'SUCCESSFUL', 'EXPIRED'] as const) await addCall(a, first, status)
  await addCall(a, second, 'QUEUED')
  const [one, other] = [await addUser(a), await addUser(a)]
  await addSession(one, clock.now + 1)
  await addSession(one, clock.now)
  for (let i = 0; i < 2; i++) await addSession(other, clock.now + 1)
  await amounts.refreshAll()
  assert.deepEqual(used(a, ...keys), [1, 2, 3, 2])
  assert.deepEqual(used(b, ...keys), [0, 0, 0, 0])

  await amounts.refresh(b)
  await addLetter(b)
  await addCall(a, second, 'QUEUED')
  await amounts.refresh(b)
  assert.deepEqual(used(b, 'deadLetters'), [0], 'counted just now')
  clock.now += 5_000
  await amounts.refresh(b)
  assert.deepEqual(used(b, 'deadLetters'), [1])
  assert.deepEqual(used(a, 'tenantWaitingRpcCalls'), [3], 'another tenant’s were not counted again')
})

test('rule chains are counted when they changed', async (t) => {
  const { storage, amounts, used, addNodes } = await open(t)
  const { tenantId: id } = await addTenant(storage, 'a')
  assert.deepEqual(used(id, 'ruleNodes', 'ruleChainBytes'), [null, null])
  await amounts.refreshChains(id)
  const [nodes = 0, bytes = 0] = used(id, 'ruleNodes', 'ruleChainBytes') as number[]
  await addNodes(id, '{"a":1}', 3)
  assert.deepEqual(used(id, 'ruleNodes'), [nodes])
  await amounts.refreshChains(id)
  assert.deepEqual(used(id, 'ruleNodes', 'ruleChainBytes'), [nodes + 3, bytes + 21])
})
