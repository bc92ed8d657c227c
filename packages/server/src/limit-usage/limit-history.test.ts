/** Tests the history of limits on a real store: retention, continuation after a restart and skipped writes. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { createCommit } from '../journal/commit.ts'
import { createCausers } from '../limits/causers.ts'
import { openTestStorage } from '../storage/testing.ts'
import { tenantRows } from '../tenants/testing.ts'
import { createLimitHistory, hourMs, trendHours } from './limit-history.ts'
import { createLimitStore } from './limit-store.ts'

const tenant = '00000000-0000-4000-8000-00000000000a'
const startMs = Date.UTC(2026, 10, 22, 14, 30)
const minuteMs = 60_000

async function open(t: TestContext) {
  let nowMs = startMs
  let commits = 0
  /** Runs before each commit. */
  let before: () => void = () => {}
  const clock = { nowMs: () => nowMs }
  const storage = await openTestStorage(t, { clock })
  const { relational } = storage
  const { build } = relational
  await storage.transact({ statements: tenantRows(relational, [{ id: tenant }]) })
  const whole = createCommit({ storage, live: createProcessChangeStream(), accept: () => undefined })
  const commit = Object.assign(
    (transaction: Parameters<typeof whole>[0]) => {
      commits++
      before()
      return whole(transaction)
    },
    { resume: whole.resume },
  )
  const life = async () => {
    const causers = createCausers({ clock })
    const history = createLimitHistory({ store: createLimitStore(relational), causers, commit, clock })
    await history.start()
    return { causers, history }
  }
  const rows = () => relational.all(build.selectFrom('limit_hour').selectAll().orderBy('ts'))
  return {
    ...{ life, rows, storage, relational },
    commits: () => commits,
    beforeCommit(run: () => void) {
      before = run
    },
    turn: (ms: number) => {
      nowMs += ms
    },
  }
}

test('hours are stored in one commit, an hour in which nothing changed is not, and what lasts goes on through it', async (t) => {
  const { life, rows, commits, turn } = await open(t)
  const { history } = await life()
  history.sample(tenant, 'maxDevices', 5, 0)
  history.sample(tenant, 'transportDeviceMsgRateLimit', 3, 0)
  history.sample(tenant, 'transportDeviceMsgRateLimit', 8, 2)
  history.sample(tenant, 'transportDeviceMsgRateLimit', 4, 2)
  history.sample('00000000-0000-4000-8000-00000000000b', 'maxDevices', 1, 0)
  await history.write(true)
  assert.equal(commits(), 1, 'two tenants, one commit')
  assert.deepEqual(
    (await rows()).map(({ ts, used }) => [ts - startMs, JSON.parse(used)]),
    [[-30 * minuteMs, { maxDevices: 5, transportDeviceMsgRateLimit: [8, 2] }]],
    'a tenant that is not there has no row',
  )
  for (let hour = 0; hour < 3; hour++) {
    turn(hourMs)
    history.sample(tenant, 'maxDevices', 5, 0)
    history.sample(tenant, 'transportDeviceMsgRateLimit', 0, 2)
    await history.write(true)
  }
  assert.equal((await rows()).length, 1)
  const trends = await history.trends(tenant)
  assert.deepEqual(trends.get('maxDevices')?.used.slice(-5), [null, 5, 5, 5, 5])
  const rate = trends.get('transportDeviceMsgRateLimit')
  assert.deepEqual(
    [rate?.used.slice(-5), rate?.refused.slice(-5)],
    [
      [null, 8, 0, 0, 0],
      [0, 2, 0, 0, 0],
    ],
  )
  assert.equal(rate?.used.length, trendHours)
  assert.equal(trends.get('maxAssets'), undefined)
})

test('what is not due is not written; an hour that has ended is kept until it is', async (t) => {
  const { life, rows, turn, commits } = await open(t)
  const { history } = await life()
  history.sample(tenant, 'maxDevices', 5, 0)
  turn(minuteMs)
  await history.write()
  assert.equal(commits(), 0)
  turn(hourMs)
  history.sample(tenant, 'maxDevices', 6, 0)
  assert.deepEqual((await history.trends(tenant)).get('maxDevices')?.used.slice(-3), [null, 5, 6])
  await history.write()
  assert.deepEqual(
    (await rows()).map(({ used }) => used),
    ['{"maxDevices":5}', '{"maxDevices":6}'],
  )
})

test('a restart goes on with the hour, and adds to what was refused', async (t) => {
  const { life, rows, turn } = await open(t)
  const first = await life()
  first.history.sample(tenant, 'nodeVisits', null, 3)
  first.causers.add(tenant, 'nodeVisits', entityId('DEVICE', NIL_UUID), 3)
  await first.history.write(true)
  turn(minuteMs)
  const { history, causers } = await life()
  history.sample(tenant, 'nodeVisits', null, 2)
  causers.add(tenant, 'nodeVisits', entityId('DEVICE', NIL_UUID), 2)
  await history.write(true)
  assert.deepEqual(JSON.parse((await rows())[0]?.used ?? ''), { nodeVisits: [null, 5] })
  assert.equal(causers.today(tenant).nodeVisits?.total, 5)
  const trend = (await history.trends(tenant)).get('nodeVisits')
  assert.deepEqual([trend?.used.at(-1), trend?.refused.at(-1)], [null, 5])
})

test('a month’s count begins again with the month, also through hours that nobody noted', async (t) => {
  const { life, turn } = await open(t)
  const { history } = await life()
  turn(8 * 24 * hourMs)
  history.sample(tenant, 'maxEmails', 90, 0)
  turn(12 * hourMs)
  const used = (await history.trends(tenant)).get('maxEmails')?.used.slice(-13)
  // November 30, 14:00, to December 1, 02:00.
  assert.deepEqual(used, [90, 90, 90, 90, 90, 90, 90, 90, 90, 90, 0, 0, 0])
})

test('a tenant keeps 8 days; with the tenant its history goes', async (t) => {
  const { life, rows, turn, storage, relational } = await open(t)
  const { history, causers } = await life()
  for (let day = 0; day < 12; day++) {
    history.sample(tenant, 'maxDevices', day + 1, 0)
    causers.add(tenant, 'maxEmails', entityId('RULE_NODE', NIL_UUID), 1)
    await history.write(true)
    turn(24 * hourMs)
  }
  assert.ok((await rows()).length <= 9)
  const { build, statement } = relational
  const ofCausers = () => relational.all(build.selectFrom('limit_causer').selectAll())
  assert.ok((await ofCausers()).length <= 9)
  assert.equal((await history.trends(tenant)).get('maxDevices')?.used.at(0), 6)
  await storage.transact({ statements: [statement(build.deleteFrom('tenant'))] })
  assert.deepEqual([await rows(), await ofCausers()], [[], []])
})

test('an hour that ends while hours are being stored is stored with the next write', async (t) => {
  const { life, rows, turn, beforeCommit } = await open(t)
  const { history } = await life()
  history.sample(tenant, 'maxDevices', 5, 0)
  turn(hourMs)
  history.sample(tenant, 'maxDevices', 6, 0)
  beforeCommit(() => {
    beforeCommit(() => {})
    history.sample(tenant, 'maxDevices', 7, 0)
    turn(hourMs)
    history.sample(tenant, 'maxDevices', 8, 0)
  })
  await history.write(true)
  await history.write(true)
  assert.deepEqual(
    (await rows()).map(({ used }) => JSON.parse(used).maxDevices),
    [5, 7, 8],
  )
})

test('what a failed commit did not store is stored with the next write, although nothing changes', async (t) => {
  const { life, rows, turn, beforeCommit } = await open(t)
  const { history, causers } = await life()
  history.sample(tenant, 'maxDevices', 5, 0)
  causers.add(tenant, 'maxEmails', entityId('RULE_NODE', NIL_UUID), 3)
  beforeCommit(() => {
    throw new Error('The disk is full.')
  })
  await assert.rejects(history.write(true), /disk is full/)
  turn(hourMs)
  history.sample(tenant, 'maxDevices', 5, 0)
  await assert.rejects(history.write(true), /disk is full/)
  beforeCommit(() => {})
  await history.write(true)
  assert.deepEqual(
    (await rows()).map(({ used }) => JSON.parse(used).maxDevices),
    // The first row of a day is stored also when nothing changed.
    [5, 5],
  )
  const { causers: next } = await life()
  assert.equal(next.today(tenant).maxEmails?.total, 3)
})

test('what was never used is not noted', async (t) => {
  const { life, rows } = await open(t)
  const { history } = await life()
  history.sample(tenant, 'maxDevices', 0, 0)
  history.sample(tenant, 'attributes', null, 0)
  await history.write(true)
  assert.deepEqual(await rows(), [])
  history.sample(tenant, 'maxDevices', 1, 0)
  history.sample(tenant, 'maxDevices', 0, 0)
  await history.write(true)
  assert.equal((await rows())[0]?.used, '{"maxDevices":0}')
})
