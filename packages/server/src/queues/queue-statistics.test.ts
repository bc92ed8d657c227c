/** Queue statistics as telemetry of the tenant's assets, on a real store. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Asset } from '@sonde/model/assets/asset'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { PageData } from '@sonde/model/paging'
import { createMetering } from '../api-usage/metered-commits.ts'
import { openEntities } from '../assignables/testing-http.ts'
import { silent } from '../http/http-testing.ts'
import { createQueueCounts } from './queue-counts.ts'
import { createQueueStatistics, queueMinuteMs } from './queue-statistics.ts'

async function start(t: TestContext) {
  const entities = await openEntities(t)
  const { assets, live, storage, tenantIds, get } = entities
  let now = Date.UTC(2026, 0, 1)
  const clock = { nowMs: () => now }
  const counts = createQueueCounts({ clock })
  let commits = 0
  /** Amounts that would be counted as tenant usage. */
  const usage: number[] = []
  const metered = createMetering(() => ({ count: (_, __, amount) => void usage.push(amount) }))(storage.transact)
  const commit = Object.assign(async (transaction: Parameters<typeof entities.commit>[0]) => {
    commits++
    const result = await metered(transaction)
    live.publish({ points: [], attributes: [], changes: [], ...transaction })
    return result
  }, entities.commit)
  const open = () =>
    createQueueStatistics({
      ...{ counts, assets, commit, live, clock },
      serviceId: 'host-1',
      ttlSecondsOf: () => 0,
      log: silent,
    })
  const listed = async () => {
    const { body } = await get<PageData<Asset>>('/api/tenant/assets?pageSize=10&page=0&sortProperty=name')
    return body.data.map(({ name, type, id }) => ({ name, type, id: id.id }))
  }
  return {
    ...entities,
    ...{ counts, open, listed, usage },
    tenantId: tenantIds.own.id,
    commits: () => commits,
    latest: async (id: string, key: string) => (await storage.series.latest(id, [key]))[0],
    /** Ends the minute. */
    minute: () => {
      now += queueMinuteMs
    },
  }
}

test('a minute with messages is one commit of telemetry of assets; without any nothing is written', async (t) => {
  const { counts, open, listed, tenantId, minute, latest, commits, messages, usage } = await start(t)
  const statistics = open()
  counts.succeeded(tenantId, 'Main')
  counts.succeeded(tenantId, 'HighPriority')
  counts.succeeded(NIL_UUID, 'Main')
  const node = { id: 'n', name: 'Filter', chain: { id: 'c', name: 'Root' } }
  for (const id of ['n', 'm']) counts.failed(tenantId, 'Main', { ...node, id }, 'no such field')
  await statistics.store()
  assert.equal(commits(), 0, 'the minute is not over')
  minute()
  await statistics.store()
  assert.equal(commits(), 1)
  const made = await listed()
  assert.deepEqual(
    made.map(({ name, type }) => [name, type]),
    [
      ['HighPriority_host-1', 'TbServiceQueue'],
      ['Main_host-1', 'TbServiceQueue'],
    ],
  )
  const main = made[1]?.id ?? ''
  assert.deepEqual(
    [await latest(main, 'totalMsgs'), await latest(main, 'failedMsgs')].map((point) => point?.value),
    [3, 2],
  )
  const exception = await latest(main, 'ruleEngineException')
  assert.deepEqual(JSON.parse(String(exception?.value)), {
    ruleChainId: 'c',
    ruleChainName: 'Root',
    ruleNodeId: 'm',
    ruleNodeName: 'Filter',
    message: 'no such field',
  })
  assert.deepEqual([messages.length, usage.length], [0, 0], 'no rule chain hears of it, and it is no usage')

  minute()
  await statistics.store()
  assert.equal(commits(), 1)
  counts.succeeded(tenantId, 'Main')
  minute()
  await statistics.store()
  assert.deepEqual([commits(), (await listed()).length, (await latest(main, 'totalMsgs'))?.value], [2, 2, 1])
  await statistics.stop()
})

test('a restart finds the asset again, a deleted one is made anew, a tenant of before is let go', async (t) => {
  const { counts, open, listed, tenantId, minute, latest, del, post, commits } = await start(t)
  const first = open()
  counts.succeeded(tenantId, 'Main')
  minute()
  await first.store()
  await first.stop()
  const [made] = await listed()
  assert.equal((await post('/api/asset', { ...made, id: { entityType: 'ASSET', id: made?.id } })).status, 400)

  const second = open()
  counts.succeeded(tenantId, 'Main')
  counts.succeeded(tenantId, 'Main')
  minute()
  await second.store()
  assert.deepEqual(await listed(), [made])
  assert.equal((await latest(made?.id ?? '', 'totalMsgs'))?.value, 2)

  assert.equal((await del(`/api/asset/${made?.id}`)).status, 200)
  minute()
  await second.store()
  assert.deepEqual(await listed(), [], 'not before there are messages')
  counts.succeeded(tenantId, 'Main')
  minute()
  await second.store()
  const [again] = await listed()
  assert.equal(again?.name, made?.name)
  assert.notEqual(again?.id, made?.id)
  assert.equal((await latest(again?.id ?? '', 'totalMsgs'))?.value, 1)

  // Statistics of an unknown tenant don't prevent those of other tenants.
  counts.succeeded('00000000-0000-4000-8000-0000000000ff', 'Main')
  counts.succeeded(tenantId, 'Main')
  minute()
  await second.store()
  counts.succeeded(tenantId, 'Main')
  minute()
  await second.store()
  assert.equal(commits(), 6)
  await second.stop()
})

test('the assets of queues take no place of the tenant’s', async (t) => {
  const { counts, open, tenantId, minute, storage, commit, post, listed } = await start(t)
  const { build, statement } = storage.relational
  const profile_data = JSON.stringify({ configuration: { type: 'DEFAULT', maxAssets: 1 } })
  await commit({
    statements: [statement(build.updateTable('tenant_profile').set({ profile_data }))],
    changes: [
      { kind: 'updated', entity: entityId('TENANT_PROFILE', NIL_UUID), tenantId: NIL_UUID, customerId: NIL_UUID },
    ],
  })
  const statistics = open()
  counts.succeeded(tenantId, 'Main')
  minute()
  await statistics.store()
  await statistics.stop()
  assert.equal((await listed()).length, 1)
  assert.equal((await post('/api/asset', { name: 'own', type: 'x' })).status, 200)
  assert.equal((await post('/api/asset', { name: 'one too many', type: 'x' })).status, 400)
})

test('statistics of the past have their own times and count as no usage; later ones join them', async (t) => {
  const { counts, open, tenantId, minute, latest, listed, usage } = await start(t)
  const statistics = open()
  const figures = (messages: number) => ({
    ...{ totalMsgs: messages, successfulMsgs: messages, successfulIterations: 1 },
    ...{ tmpTimeout: 0, tmpFailed: 0, timeoutMsgs: 0, failedMsgs: 0, failedIterations: 0 },
  })
  await statistics.addPast(
    tenantId,
    'Main',
    new Map([
      [1_000, figures(30)],
      [2_000, figures(40)],
    ]),
  )
  const [made] = await listed()
  const id = made?.id ?? ''
  assert.equal(made?.name, 'Main_host-1')
  const { ts, value } = (await latest(id, 'totalMsgs')) ?? {}
  assert.deepEqual([ts, value], [2_000, 40])
  counts.succeeded(tenantId, 'Main')
  minute()
  await statistics.store()
  await statistics.stop()
  assert.deepEqual(await listed(), [made])
  assert.equal((await latest(id, 'totalMsgs'))?.value, 1)
  assert.deepEqual(usage, [])
})
