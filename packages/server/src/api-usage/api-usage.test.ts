/** Tests a tenant's usage, from the counters to the rejection, on a real store. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { pino } from 'pino'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { createCommit } from '../journal/commit.ts'
import { createTenantLimits } from '../limits/tenant-limits.ts'
import type { Mail } from '../mail/mail-transport.ts'
import { StoreFailed, type Transaction } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import { createTenantService } from '../tenants/tenant-service.ts'
import { createTenantStore } from '../tenants/tenant-store.ts'
import { createTurns } from '../turns/turns.ts'
import { createApiUsage } from './api-usage.ts'
import { createApiUsageStore } from './api-usage-store.ts'
import { createMetering } from './metered-commits.ts'

const startMs = Date.UTC(2026, 0, 31, 22, 30)
const hourMs = 60 * 60 * 1000

async function start(t: TestContext) {
  let now = startMs
  const clock = { nowMs: () => now }
  const storage = await openTestStorage(t, { clock })
  const { relational, series } = storage
  const live = createProcessChangeStream()
  const mails: Mail[] = []
  const open = () => {
    const usage = createApiUsage({
      store: createApiUsageStore(relational),
      limits: createTenantLimits({ relational, live, turns: createTurns() }),
      rejections: { count: (...given) => void rejected.push(given) },
      live,
      commit: Object.assign(
        (transaction: Transaction) => (refusal ? Promise.reject(refusal) : commit(transaction)),
        commit,
      ),
      clock,
      mail: { notify: (mail) => void mails.push(mail) },
      log: pino({}, { write: (line) => void logged.push((JSON.parse(line) as { msg: string }).msg) }),
    })
    return usage
  }
  const rejected: unknown[] = []
  const logged: string[] = []
  let refusal: Error | undefined
  const commit = createCommit({ storage, live, accept: () => undefined })
  const usage = open()
  const access = { allows: () => true, require: () => undefined, requireEntity: () => Promise.reject(new Error('no')) }
  const tenants = createTenantService({
    store: createTenantStore(relational),
    access,
    commit,
    clock,
    turns: { step: (work) => work() },
    onTenantCreated: [usage.startOf],
  })
  await tenants.ensureDefaultProfile()
  const scope = { authority: 'SYS_ADMIN', tenantId: NIL_UUID, customerId: NIL_UUID, userId: NIL_UUID } as never
  const tenant = await tenants.save(scope, { title: 'Acme', email: 'boss@acme.example' })
  const { build, statement } = relational
  async function allow(limits: object) {
    const profile_data = JSON.stringify({ configuration: { type: 'DEFAULT', ...limits } })
    await commit({
      statements: [statement(build.updateTable('tenant_profile').set({ profile_data }))],
      changes: [
        { kind: 'updated', entity: entityId('TENANT_PROFILE', NIL_UUID), tenantId: NIL_UUID, customerId: NIL_UUID },
      ],
    })
  }
  const stateId = (await relational.first(build.selectFrom('api_usage_state').select('id')))?.id ?? ''
  const latest = async (key: string) => (await series.latest(stateId, [key]))[0]?.value
  return {
    ...{ storage, commit, usage, open, mails, allow, latest, clock, stateId, rejected, logged },
    refuse: (error?: Error) => {
      refusal = error
    },
    tenantId: tenant.id.id,
    turn: (ms: number) => {
      now += ms
    },
  }
}

test('counts become telemetry, warn near the limit, stop at it and start anew with the month', async (t) => {
  const { usage, allow, latest, tenantId, mails, turn, rejected } = await start(t)
  await allow({ maxTransportMessages: 10, maxEmails: 0 })
  const send = async (count: number) => {
    for (let i = 0; i < count; i++) usage.count(tenantId, 'transportMsgCount', 1)
    await usage.flush()
  }
  await send(7)
  assert.deepEqual(
    [await latest('transportMsgCount'), await latest('transportMsgCountHourly'), await latest('transportMsgLimit')],
    [7, 7, 10],
  )
  assert.deepEqual([await latest('transportApiState'), mails.length], ['ENABLED', 0])
  await send(1)
  assert.equal(await latest('transportApiState'), 'WARNING')
  assert.equal(usage.isEnabled(tenantId, 'TRANSPORT'), true)
  await send(2)
  assert.equal(await latest('transportApiState'), 'DISABLED')
  assert.equal(usage.isEnabled(tenantId, 'TRANSPORT'), false)
  assert.throws(() => usage.require(tenantId, 'TRANSPORT'), {
    status: 429,
    code: 33,
    message: 'Transport messages: the limit is 10 per month. Send less often. The count resets on Feb 1 (UTC).',
  })
  assert.deepEqual(rejected, [[tenantId, 'maxTransportMessages', undefined]])
  usage.count(tenantId, 'transportMsgCount', 1)
  assert.deepEqual([usage.used(tenantId, 'transportMsgCount'), usage.used('nobody', 'transportMsgCount')], [11, 0])
  usage.count(tenantId, 'transportMsgCount', -1)
  usage.require(tenantId, 'EMAIL')
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [
      ['boss@acme.example', 'Device messages: near the limit'],
      ['boss@acme.example', 'Device messages: limit reached'],
    ],
  )
  await allow({ maxTransportMessages: 100 })
  await usage.flush()
  assert.equal(usage.isEnabled(tenantId, 'TRANSPORT'), true, 'a higher limit counts at once')
  await allow({ maxTransportMessages: 10 })
  await usage.flush()
  assert.equal(usage.isEnabled(tenantId, 'TRANSPORT'), false)
  turn(2 * hourMs)
  assert.equal(usage.used(tenantId, 'transportMsgCount'), 0, 'another month')
  await send(1)
  assert.deepEqual([await latest('transportMsgCount'), await latest('transportMsgCountHourly')], [1, 1], 'February')
  assert.equal(await latest('transportApiState'), 'ENABLED')
})

test('past hours count for their months, and what runs goes on from there', async (t) => {
  const { usage, tenantId, latest } = await start(t)
  const thisHour = startMs - (startMs % hourMs)
  await usage.addPast(
    tenantId,
    new Map([
      [thisHour, { transportMsgCount: 1 }],
      [thisHour - hourMs, { transportMsgCount: 5 }],
      [thisHour - 2 * hourMs, { transportMsgCount: 7 }],
      [Date.UTC(2025, 11, 31, 23), { transportMsgCount: 100 }],
    ]),
  )
  assert.equal(usage.used(tenantId, 'transportMsgCount'), 13)
  assert.equal(await latest('transportMsgCountHourly'), 5)
  usage.count(tenantId, 'transportMsgCount', 3)
  await usage.flush()
  assert.equal(await latest('transportMsgCount'), 16)
  assert.equal(await latest('transportMsgCountHourly'), 4)
})

test('customers have counts of their own, no limits, and an entity while they are there', async (t) => {
  const { usage, open, storage, commit, tenantId, allow, turn, mails } = await start(t)
  const { build, statement, first, all } = storage.relational
  await allow({ maxTransportMessages: 1 })
  const customer = entityId('CUSTOMER', '00000000-0000-4000-8000-00000000000c')
  await commit({
    statements: [
      statement(
        build
          .insertInto('customer')
          .values({ id: customer.id, created_time: 1, tenant_id: tenantId, title: 'C', is_public: 0 }),
      ),
    ],
  })
  usage.count(tenantId, 'transportMsgCount', 3, customer.id)
  usage.count(tenantId, 'transportMsgCount', 4, NIL_UUID)
  usage.countOfCustomer(tenantId, customer.id, 'ruleEngineExecutionCount', 2)
  usage.count(tenantId, 'emailCount', 1, '00000000-0000-4000-8000-0000000000ff')
  await usage.flush()
  const stateId = (await first(build.selectFrom('customer_usage').select('id')))?.id ?? ''
  const latest = async () =>
    Object.fromEntries((await storage.series.latest(stateId)).map(({ key, value }) => [key, value]))
  const { transportMsgCount, transportMsgCountHourly, ruleEngineExecutionCount, transportApiState } = await latest()
  assert.deepEqual(
    [transportMsgCount, transportMsgCountHourly, ruleEngineExecutionCount, transportApiState],
    [3, 3, 2, 'ENABLED'],
  )
  assert.equal(mails.length, 1, 'the tenant’s state alone is told')
  await usage.stop()
  const again = open()
  await again.start()
  again.count(tenantId, 'transportMsgCount', 1, customer.id)
  await again.flush()
  assert.equal((await latest()).transportMsgCount, 4)
  turn(2 * hourMs)
  await again.flush()
  assert.equal((await latest()).transportMsgCount, 0, 'February')
  await commit({
    statements: [statement(build.deleteFrom('customer').where('id', '=', customer.id))],
    changes: [{ kind: 'deleted', entity: customer, tenantId, customerId: NIL_UUID }],
  })
  again.count(tenantId, 'transportMsgCount', 1, customer.id)
  await again.stop()
  assert.deepEqual(await all(build.selectFrom('customer_usage').select('id')), [])
})

test('counts go on after a restart, and tenants of an older version get their state', async (t) => {
  const { usage, open, storage, tenantId, latest, turn } = await start(t)
  usage.count(tenantId, 'jsExecutionCount', 5)
  await usage.stop()
  turn(60_000)
  const again = open()
  await again.start()
  again.count(tenantId, 'jsExecutionCount', 2)
  await again.stop()
  assert.deepEqual([await latest('jsExecutionCount'), await latest('jsExecutionCountHourly')], [7, 7])
  const { build, statement, all } = storage.relational
  await storage.transact({ statements: [statement(build.deleteFrom('api_usage_state'))] })
  const third = open()
  await third.start()
  await third.stop()
  assert.equal((await all(build.selectFrom('api_usage_state').select('id'))).length, 1)
})

test('points count by the days that they are kept, texts by their length, alarms when they are made', async (t) => {
  const { storage, tenantId, stateId } = await start(t)
  const counted: Record<string, number> = {}
  const ofCustomer: Record<string, number> = {}
  const count = (_tenant: string, counter: string, amount: number, customer = NIL_UUID) => {
    counted[counter] = (counted[counter] ?? 0) + amount
    if (customer !== NIL_UUID) ofCustomer[counter] = (ofCustomer[counter] ?? 0) + amount
  }
  const commit = createCommit({
    storage,
    hooks: [createMetering(() => ({ count }))],
    live: createProcessChangeStream(),
    accept: () => undefined,
  })
  const entity = entityId('DEVICE', '00000000-0000-4000-8000-00000000000d')
  const point = { tenantId, entity, key: 'k', ts: 1, type: ValueType.LONG, value: 1, ttlSeconds: 0 }
  const day = 24 * 60 * 60
  await commit({
    points: [
      point,
      { ...point, ts: 2, ttlSeconds: 3 * day + 5 },
      { ...point, ts: 3, ttlSeconds: 5, customerId: 'customer' },
      { ...point, ts: 4, type: ValueType.STRING, value: 'x'.repeat(513) },
      { ...point, ts: 5, type: ValueType.STRING, value: '' },
      { ...point, ts: 6, entity: entityId('API_USAGE_STATE', stateId) },
    ],
    changes: [
      { kind: 'created', entity: entityId('ALARM', NIL_UUID), tenantId, customerId: NIL_UUID },
      { kind: 'updated', entity: entityId('ALARM', NIL_UUID), tenantId, customerId: NIL_UUID },
    ],
  })
  assert.deepEqual(counted, { storageDataPointsCount: 1 + 3 + 1 + 2 + 1, createdAlarmsCount: 1 })
  assert.deepEqual(ofCustomer, { storageDataPointsCount: 1 })
})

test('counts wait while nothing can be stored; a store that refuses has said so itself', async (t) => {
  const { usage, latest, tenantId, logged, refuse } = await start(t)
  usage.count(tenantId, 'transportMsgCount', 3)
  refuse(new StoreFailed('The disk is full.'))
  await usage.flush()
  assert.deepEqual(logged, [])
  refuse(new Error('a fault of ours'))
  await usage.flush()
  assert.deepEqual(logged, ['Failed to save the usage of a tenant. Counting continues.'])
  refuse()
  await usage.flush()
  assert.equal(await latest('transportMsgCount'), 3)
})
