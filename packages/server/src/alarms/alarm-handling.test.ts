import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commentsMax, historyMax, shelfMsMax } from '@sonde/model/alarms/alarm-history'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { openDeviceRooms, rejection } from '../devices/testing.ts'
import { newId } from '../ids.ts'
import { commentRestoreMs } from './alarm-handling-service.ts'

const link = { pageSize: 10, page: 0 }

async function openHandling(t: Parameters<typeof openDeviceRooms>[0]) {
  const rooms = await openDeviceRooms(t)
  const { relational, commit, admin, user, customerId } = rooms
  const row = (id: string, customer: string, authority: string, firstName: string) =>
    relational.statement(
      relational.build.insertInto('user').values({
        id,
        created_time: 1,
        tenant_id: admin.tenantId,
        customer_id: customer,
        authority,
        email: `${firstName.toLowerCase()}@example.org`,
        first_name: firstName,
        last_name: null,
        additional_info: null,
      }),
    )
  const otherId = newId()
  await commit({
    statements: [
      row(admin.userId, NIL_UUID, 'TENANT_ADMIN', 'Ada'),
      row(user.userId, customerId, 'CUSTOMER_USER', 'Uma'),
      row(otherId, newId(), 'CUSTOMER_USER', 'Olaf'),
    ],
  })
  const device = await rooms.devices.save(admin, { name: 'Alarmed', type: 'x' }, null)
  const raise = (severity: 'CRITICAL' | 'MINOR' = 'CRITICAL') =>
    rooms.alarms.save(admin, { originator: device.id, type: 'Hot', severity, status: 'ACTIVE_UNACK' })
  return { ...rooms, handling: rooms.alarmParts.handling, device, raise, otherId }
}

test('the history says who changed what and when; what a rule does has no user', async (t) => {
  const { handling, alarms, alarmParts, raise, admin, clock, commit, device } = await openHandling(t)
  const { id } = await raise('MINOR')
  clock.now += 10
  const plan = await alarmParts.plans.raise({
    tenantId: admin.tenantId,
    customerId: NIL_UUID,
    originator: device.id,
    type: 'Hot',
    severity: 'CRITICAL',
  })
  await commit({ records: plan.records, changes: plan.changes })
  clock.now += 10
  await alarms.acknowledge(admin, id.id)
  await alarms.acknowledge(admin, id.id)
  clock.now += 10
  await handling.comment(admin, id.id, 'On it.')
  clock.now += 10
  await alarms.clear(admin, id.id)
  const history = await handling.history(admin, id.id)
  assert.deepEqual(
    history.map(({ kind, by }) => [kind, by?.id ?? null]),
    [
      ['RAISED', null],
      ['SEVERITY', null],
      ['ACKNOWLEDGED', admin.userId],
      ['COMMENT', admin.userId],
      ['CLEARED', admin.userId],
    ],
  )
  assert.deepEqual(
    history.flatMap((entry) => ('severity' in entry ? [entry.severity] : [])),
    ['MINOR', 'CRITICAL'],
  )
})

test('comments are changed, deleted and restored by their author alone, and end at a bound', async (t) => {
  const { handling, raise, admin, clock } = await openHandling(t)
  const { id } = await raise()
  const comment = await handling.comment(admin, id.id, 'On it.')
  clock.now += 5
  await handling.changeComment(admin, id.id, comment.id, 'Done.')
  const other = { ...admin, userId: newId() }
  assert.equal((await rejection(handling.changeComment(other, id.id, comment.id, 'No.'))).status, 403)
  assert.equal((await rejection(handling.deleteComment(other, id.id, comment.id))).status, 403)
  const shown = async () => (await handling.history(admin, id.id)).filter(({ kind }) => kind === 'COMMENT')
  assert.deepEqual(
    (await shown()).map((entry) => entry.kind === 'COMMENT' && [entry.text, entry.editedTs - entry.ts]),
    [['Done.', 5]],
  )
  await handling.deleteComment(admin, id.id, comment.id)
  assert.deepEqual(await shown(), [])
  assert.equal((await rejection(handling.changeComment(admin, id.id, comment.id, 'No.'))).status, 404)
  await handling.restoreComment(admin, id.id, comment.id)
  assert.equal((await shown()).length, 1)
  await handling.deleteComment(admin, id.id, comment.id)
  clock.now += commentRestoreMs + 1
  await handling.endShelves()
  assert.equal((await rejection(handling.restoreComment(admin, id.id, comment.id))).status, 404)

  assert.equal((await rejection(handling.comment(admin, id.id, ' \n'))).status, 400)
  for (let at = 0; at < commentsMax; at++) await handling.comment(admin, id.id, `${at}`)
  assert.match((await rejection(handling.comment(admin, id.id, 'One more'))).message, /200 comments/)
})

test('an alarm is assigned to users who see it; a deleted user is nobody', async (t) => {
  const { handling, alarms, devices, raise, admin, user, customerId, device, otherId, relational, commit } =
    await openHandling(t)
  const { id } = await raise()
  assert.deepEqual(
    (await handling.assignees(admin, id.id, undefined)).map(({ name }) => name),
    ['Ada'],
  )
  assert.equal((await rejection(handling.assign(admin, id.id, user.userId))).status, 400)
  await devices.assign(admin, customerId, device.id.id)
  await raise()
  assert.deepEqual(
    (await handling.assignees(admin, id.id, undefined)).map(({ name }) => name),
    ['Ada', 'Uma'],
  )
  assert.deepEqual(
    (await handling.assignees(user, id.id, 'um')).map(({ name }) => name),
    ['Uma'],
  )
  assert.equal((await rejection(handling.assign(user, id.id, admin.userId))).status, 400)
  assert.equal((await rejection(handling.assign(admin, id.id, otherId))).status, 400)
  assert.equal((await handling.assign(admin, id.id, user.userId)).assignee?.name, 'Uma')
  const mine = await alarms.search(user, { assigneeId: user.userId }, link)
  assert.deepEqual(
    mine.data.map(({ assignee }) => assignee?.name),
    ['Uma'],
  )
  assert.equal((await alarms.search(admin, { assigneeId: admin.userId }, link)).totalElements, 0)
  await commit({
    statements: [relational.statement(relational.build.deleteFrom('user').where('id', '=', user.userId))],
  })
  assert.equal((await alarms.getExplained(admin, id.id)).assignee, null)
  await handling.assign(admin, id.id, admin.userId)
  assert.equal((await handling.assign(admin, id.id, null)).assignee, null)
})

test('a shelved alarm is in no default list until the end, also when it is raised again', async (t) => {
  const { handling, alarms, raise, admin, clock } = await openHandling(t)
  const { id } = await raise()
  const until = clock.now + 60_000
  const listed = async (shelved: boolean) => (await alarms.search(admin, { shelved }, link)).totalElements
  assert.equal((await rejection(handling.shelve(admin, id.id, { until: clock.now, reason: '' }))).status, 400)
  const tooLong = { until: clock.now + shelfMsMax + 1, reason: '' }
  assert.match((await rejection(handling.shelve(admin, id.id, tooLong))).message, /90 days/)
  const shelved = await handling.shelve(admin, id.id, { until, reason: ' Being repaired ' })
  assert.deepEqual(shelved.shelf && [shelved.shelf.until, shelved.shelf.reason], [until, 'Being repaired'])
  assert.deepEqual([await listed(false), await listed(true)], [0, 1])

  await alarms.clear(admin, id.id)
  clock.now += 1
  const again = await raise()
  assert.notEqual(again.id.id, id.id)
  assert.deepEqual([await listed(false), await listed(true)], [0, 2])

  clock.now = until
  assert.deepEqual([await listed(false), await listed(true)], [2, 0])
  assert.equal(await handling.endShelves(), 2)
  assert.equal(await handling.endShelves(), 0)
  const last = (await handling.history(admin, id.id)).at(-1)
  assert.deepEqual([last?.kind, last?.by], ['UNSHELVED', null])

  await handling.shelve(admin, again.id.id, { until: until + 60_000, reason: '' })
  assert.equal((await handling.unshelve(admin, again.id.id)).shelf, null)
  assert.equal((await handling.unshelve(admin, again.id.id)).shelf, null)
})

test('foreign and unknown alarms are refused, visitors see neither assignee nor history', async (t) => {
  const { handling, alarms, devices, raise, admin, user, stranger, customerId, device } = await openHandling(t)
  const { id } = await raise()
  for (const scope of [stranger, user]) {
    assert.equal((await rejection(handling.history(scope, id.id))).status, 403)
    assert.equal((await rejection(handling.comment(scope, id.id, 'Hi'))).status, 403)
    assert.equal((await rejection(handling.assign(scope, id.id, null))).status, 403)
    assert.equal((await rejection(handling.shelve(scope, id.id, { until: 1, reason: '' }))).status, 403)
  }
  assert.equal((await rejection(handling.history(admin, newId()))).status, 404)
  await devices.assign(admin, customerId, device.id.id)
  await raise()
  await handling.assign(admin, id.id, admin.userId)
  const visitor = { ...user, isPublic: true }
  assert.equal((await alarms.getExplained(user, id.id)).assignee?.name, 'Ada')
  assert.equal((await alarms.getExplained(visitor, id.id)).assignee, null)
  assert.equal((await rejection(handling.history(visitor, id.id))).status, 403)
})

test('the history goes with the alarm; the next tenant of a device sees none of it', async (t) => {
  const { handling, alarms, raise, admin, relational } = await openHandling(t)
  const { id } = await raise()
  await handling.comment(admin, id.id, 'On it.')
  const events = () => relational.all(relational.build.selectFrom('alarm_event').select('id'))
  assert.equal((await events()).length, 1)
  await alarms.remove(admin, id.id)
  assert.equal((await events()).length, 0)
  assert.equal((await rejection(handling.history(admin, entityId('ALARM', id.id).id))).status, 404)
})

test('a histogram counts by severity in equal parts of a time range, of what the caller sees', async (t) => {
  const { alarms, admin, user, device } = await openHandling(t)
  const saved: number[] = []
  for (const [type, severity] of [
    ['a', 'MINOR'],
    ['b', 'CRITICAL'],
    ['c', 'MINOR'],
  ] as const) {
    const { createdTime } = await alarms.save(admin, { originator: device.id, type, severity, status: 'ACTIVE_UNACK' })
    saved.push(createdTime)
  }
  const [startTs = 0, endTs = 0] = [Math.min(...saved), Math.max(...saved)]
  const one = await alarms.histogram(admin, { startTs, endTs }, undefined, 1)
  assert.deepEqual(one.counts, [
    { ts: startTs, severity: 'CRITICAL', count: 1 },
    { ts: startTs, severity: 'MINOR', count: 2 },
  ])
  const two = await alarms.histogram(admin, { startTs: startTs - 10, endTs: startTs + 9 }, undefined, 2)
  assert.equal(two.intervalMs, 10)
  assert.ok(two.counts.every(({ ts }) => ts === startTs))
  assert.deepEqual((await alarms.histogram(admin, { startTs, endTs, types: ['c'] }, undefined, 1)).counts, [
    { ts: startTs, severity: 'MINOR', count: 1 },
  ])
  assert.equal((await alarms.histogram(admin, { startTs, endTs }, 'critical', 1)).counts.length, 1)
  assert.deepEqual((await alarms.histogram(user, { startTs, endTs }, undefined, 1)).counts, [])
  assert.equal((await rejection(alarms.histogram(admin, { startTs: 2, endTs: 1 }, undefined, 1))).status, 400)
})

test('types are listed once, in order, and searched', async (t) => {
  const { alarms, admin, user, device } = await openHandling(t)
  for (const type of ['b', 'A', 'b2']) {
    await alarms.save(admin, { originator: device.id, type, severity: 'MINOR', status: 'CLEARED_ACK' })
  }
  await alarms.save(admin, { originator: device.id, type: 'b', severity: 'MINOR', status: 'CLEARED_ACK' })
  assert.deepEqual(await alarms.types(admin, undefined), ['A', 'b', 'b2'])
  assert.deepEqual(await alarms.types(admin, 'B'), ['b', 'b2'])
  assert.deepEqual(await alarms.types(user, undefined), [])
  const found = await alarms.search(admin, { originatorId: device.id.id, types: ['A'] }, link)
  assert.equal(found.totalElements, 1)
  assert.equal((await alarms.search(admin, { originatorId: newId() }, link)).totalElements, 0)
})

test('a history has an end: what people do about the alarm goes on', async (t) => {
  const { handling, raise, admin, clock, alarms } = await openHandling(t)
  const { id } = await raise()
  for (let i = 0; i < historyMax / 2 + 3; i++) {
    await handling.shelve(admin, id.id, { until: clock.now + 60_000, reason: 'x' })
    await handling.unshelve(admin, id.id)
  }
  await handling.assign(admin, id.id, admin.userId)
  await handling.shelve(admin, id.id, { until: clock.now + 60_000, reason: 'the last one' })
  await handling.comment(admin, id.id, 'Still possible.')
  const entries = await handling.history(admin, id.id)
  // In addition, the entry for raising and the comment.
  assert.equal(entries.length, historyMax + 2)
  assert.equal(entries.filter(({ kind }) => kind === 'COMMENT').length, 1)
  const now = await alarms.getExplained(admin, id.id)
  assert.deepEqual([now.assignee?.id, now.shelf?.reason], [admin.userId, 'the last one'])
  clock.now += 60_000
  assert.equal(await handling.endShelves(), 1)
  assert.equal((await handling.history(admin, id.id)).length, historyMax + 2)
})

test('an acknowledgement and a clearing are undone, which the history says', async (t) => {
  const { handling, alarms, raise, admin, clock } = await openHandling(t)
  const { id } = await raise()
  const state = async () => {
    const { status, ackTs, clearTs } = await alarms.get(admin, id.id)
    return [status, ackTs > 0, clearTs > 0]
  }
  clock.now += 10
  await alarms.acknowledge(admin, id.id)
  clock.now += 10
  await alarms.clear(admin, id.id)
  assert.deepEqual(await state(), ['CLEARED_ACK', true, true])
  clock.now += 10
  await alarms.reopen(admin, id.id)
  await alarms.reopen(admin, id.id)
  assert.deepEqual(await state(), ['ACTIVE_ACK', true, false])
  clock.now += 10
  await alarms.unacknowledge(admin, id.id)
  await alarms.unacknowledge(admin, id.id)
  assert.deepEqual(await state(), ['ACTIVE_UNACK', false, false])
  clock.now += 10
  assert.equal((await raise('MINOR')).id.id, id.id, 'it is the active one again')
  const kinds = (await handling.history(admin, id.id)).map(({ kind, by }) => `${kind} ${by?.name ?? ''}`)
  assert.deepEqual(kinds.slice(1, 5), [
    'ACKNOWLEDGED tenant_admin@example.org',
    'CLEARED tenant_admin@example.org',
    'REOPENED tenant_admin@example.org',
    'UNACKNOWLEDGED tenant_admin@example.org',
  ])
})

test('an alarm that was raised again stays cleared', async (t) => {
  const { alarms, raise, admin, user } = await openHandling(t)
  const { id } = await raise()
  await alarms.clear(admin, id.id)
  const { id: other } = await raise()
  assert.notEqual(other.id, id.id)
  const refused = await rejection(alarms.reopen(admin, id.id))
  assert.equal(refused.status, 409)
  assert.match(refused.message, /raised again/)
  assert.equal((await rejection(alarms.reopen(user, id.id))).status, 403)
  assert.equal((await alarms.get(admin, id.id)).status, 'CLEARED_UNACK')
  await alarms.clear(admin, other.id)
  await Promise.allSettled([alarms.reopen(admin, id.id), alarms.reopen(admin, other.id)])
  const statuses = await Promise.all([id.id, other.id].map(async (each) => (await alarms.get(admin, each)).status))
  assert.equal(statuses.filter((status) => status === 'ACTIVE_UNACK').length, 1)
})
