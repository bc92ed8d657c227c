/** Tests limit warnings as alarms on a real store and as emails. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createAlarms } from '../alarms/create-alarms.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { createCommit } from '../journal/commit.ts'
import type { Mail } from '../mail/mail-transport.ts'
import { openTestStorage } from '../storage/testing.ts'
import { tenantRows } from '../tenants/testing.ts'
import { createLimitStore } from './limit-store.ts'
import { createLimitWarnings, type LimitUse, nextState } from './limit-warnings.ts'

const acme = '00000000-0000-4000-8000-00000000000a'
const other = '00000000-0000-4000-8000-00000000000b'
const hourMs = 3_600_000

const use = (used: number | null, isRejecting = false): LimitUse => ({ used, limit: 100, isRejecting })

test('a warning begins at the threshold and ends when there is room again', () => {
  assert.equal(nextState('none', use(79), 0.8), 'none')
  assert.equal(nextState('none', use(80), 0.8), 'warning')
  assert.equal(nextState('warning', use(76), 0.8), 'warning')
  assert.equal(nextState('warning', use(75), 0.8), 'none')
  assert.equal(nextState('warning', use(100), 0.8), 'reached')
  assert.equal(nextState('none', use(50, true), 0.8), 'reached')
  assert.equal(nextState('none', use(null, true), 0.8), 'reached')
  assert.equal(nextState('reached', use(96), 0.8), 'reached')
  assert.equal(nextState('reached', use(95), 0.8), 'warning')
  assert.equal(nextState('reached', use(50), 0.8), 'none')
  assert.equal(nextState('none', use(60), 0.5), 'warning')
})

async function open(t: TestContext) {
  let nowMs = Date.UTC(2026, 10, 22)
  let commits = 0
  let isBroken = false
  const clock = { nowMs: () => nowMs }
  const storage = await openTestStorage(t, { clock })
  const { relational } = storage
  await storage.transact({
    statements: tenantRows(relational, [
      { id: acme, title: 'Acme', email: 'boss@acme.example' },
      { id: other, title: 'Other' },
    ]),
  })
  const live = createProcessChangeStream()
  const counting = {
    transact: (transaction: Parameters<typeof storage.transact>[0]) => {
      commits++
      assert.equal(transaction.isUncounted, true)
      return isBroken ? Promise.reject(new Error('disk')) : storage.transact(transaction)
    },
  }
  const commit = createCommit({ storage: counting, live, accept: () => undefined })
  const access = { allows: () => true, require: () => undefined, requireEntity: () => Promise.reject(new Error('no')) }
  const log = { error: () => undefined, info: () => undefined }
  const alarms = createAlarms({
    ...{ relational, access, commit, live, clock, log },
    requireCreation: () => assert.fail('counts for the tenant'),
  })
  const mails: Mail[] = []
  const mailing = { isSet: true }
  const life = async () => {
    const warnings = createLimitWarnings({
      store: createLimitStore(relational),
      alarms: alarms.plans,
      commit,
      clock,
      mail: { notify: (mail) => void mails.push(mail) },
      hasMail: async () => mailing.isSet,
    })
    await warnings.start()
    return warnings
  }
  const stored = async () =>
    (
      await relational.all(
        relational.build
          .selectFrom('alarm')
          .select(['tenant_id', 'originator_id', 'type', 'severity', 'cleared'])
          .orderBy('created_time')
          .orderBy('type'),
      )
    ).map((row) => [row.tenant_id === acme ? 'Acme' : 'Other', row.type, row.severity, row.cleared === 1])
  return {
    ...{ life, stored, mails, mailing, commit, clock, plans: alarms.plans, warnings: await life() },
    commits: () => commits,
    breakStore: (broken: boolean) => {
      isBroken = broken
    },
    turn: (ms: number) => {
      nowMs += ms
    },
  }
}

test('one alarm for each limit: near it a warning, at it a major one; it is cleared when there is room again', async (t) => {
  const { warnings, stored, turn, commits } = await open(t)
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  warnings.note(acme, 'telemetryKeys', use(100), 0.8)
  warnings.note(other, 'maxDevices', use(10), 0.8)
  await warnings.flush()
  assert.equal(commits(), 1, 'one commit for all')
  assert.deepEqual(await stored(), [
    ['Acme', 'Limit reached: Telemetry keys per entity', 'MAJOR', false],
    ['Acme', 'Limit warning: Devices', 'WARNING', false],
  ])
  turn(60_000)
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  await warnings.flush()
  assert.equal(commits(), 1, 'nothing changed, no commit')
  warnings.note(acme, 'maxDevices', use(100), 0.8)
  warnings.note(acme, 'telemetryKeys', use(20), 0.8)
  await warnings.flush()
  assert.equal(commits(), 2)
  assert.deepEqual(await stored(), [
    ['Acme', 'Limit reached: Telemetry keys per entity', 'MAJOR', true],
    ['Acme', 'Limit warning: Devices', 'WARNING', true],
    ['Acme', 'Limit reached: Devices', 'MAJOR', false],
  ])
  turn(60_000)
  assert.equal(warnings.note(acme, 'maxDevices', null, 0.8), 'none', 'the limit was taken away')
  await warnings.flush()
  assert.deepEqual(
    (await stored()).map((row) => row.at(-1)),
    [true, true, true],
  )
})

test('a limit that recovers before it is told leaves no alarm', async (t) => {
  const { warnings, stored, commits } = await open(t)
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  warnings.note(acme, 'maxDevices', use(10), 0.8)
  await warnings.flush()
  assert.deepEqual([await stored(), commits()], [[], 0])
})

test('a restart goes on with the alarms that are there', async (t) => {
  const { warnings, life, stored, turn } = await open(t)
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  await warnings.flush()
  turn(60_000)
  const again = await life()
  again.note(acme, 'maxDevices', use(78), 0.8)
  await again.flush()
  assert.deepEqual(await stored(), [['Acme', 'Limit warning: Devices', 'WARNING', false]])
  again.note(acme, 'maxDevices', use(10), 0.8)
  await again.flush()
  assert.deepEqual(await stored(), [['Acme', 'Limit warning: Devices', 'WARNING', true]])
})

test('what the store refused is tried again', async (t) => {
  const { warnings, stored, breakStore } = await open(t)
  breakStore(true)
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  await assert.rejects(warnings.flush(), /disk/)
  breakStore(false)
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  await warnings.flush()
  assert.deepEqual((await stored()).length, 1)
})

test('the contact gets one mail an hour that names the limits; months are mailed elsewhere', async (t) => {
  const { warnings, mails, turn } = await open(t)
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  warnings.note(acme, 'transportDeviceMsgRateLimit', use(140, true), 0.8)
  warnings.note(acme, 'maxEmails', use(100), 0.8)
  warnings.note(other, 'maxDevices', use(85), 0.8)
  await warnings.flush()
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject]),
    [['boss@acme.example', 'Acme: limit reached']],
  )
  assert.match(
    mails[0]?.text ?? '',
    /Devices: near the limit\. At the limit: Devices can’t be added\. 85 of 100 used\./,
  )
  assert.match(
    mails[0]?.text ?? '',
    /Messages per device: limit reached\. Further messages are refused\. 140 of 100 used\./,
  )
  assert.doesNotMatch(mails[0]?.text ?? '', /Emails/)
  warnings.note(acme, 'maxAssets', use(90), 0.8)
  warnings.note(acme, 'maxUsers', use(90), 0.8)
  await warnings.flush()
  turn(hourMs - 1)
  warnings.note(acme, 'maxUsers', use(10), 0.8)
  await warnings.flush()
  assert.equal(mails.length, 1)
  turn(1)
  await warnings.flush()
  assert.equal(mails.length, 2)
  assert.match(mails[1]?.text ?? '', /Assets: near the limit/)
  assert.doesNotMatch(mails[1]?.text ?? '', /Users/, 'it has room again')
})

test('without a mail server nobody is mailed, not later either', async (t) => {
  const { warnings, mails, mailing } = await open(t)
  mailing.isSet = false
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  await warnings.flush()
  mailing.isSet = true
  await warnings.flush()
  assert.deepEqual(mails, [])
})

test('an alarm that somebody cleared stays cleared until the limit changes', async (t) => {
  const { warnings, stored, plans, commit, clock, turn } = await open(t)
  warnings.note(acme, 'maxDevices', use(85), 0.8)
  await warnings.flush()
  const alarm = await plans.latest(acme, acme, 'Limit warning: Devices')
  const cleared = alarm && (await plans.clear(alarm, clock.nowMs()))
  assert.ok(cleared)
  await commit({ records: cleared.records, changes: cleared.changes, isUncounted: true })
  turn(60_000)
  warnings.note(acme, 'maxDevices', use(86), 0.8)
  await warnings.flush()
  assert.deepEqual(await stored(), [['Acme', 'Limit warning: Devices', 'WARNING', true]])
  warnings.note(acme, 'maxDevices', use(10), 0.8)
  await warnings.flush()
  turn(60_000)
  warnings.note(acme, 'maxDevices', use(90), 0.8)
  await warnings.flush()
  assert.deepEqual(
    (await stored()).map((row) => row.at(-1)),
    [true, false],
  )
})
