import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { openDeviceRooms } from '../devices/testing.ts'
import type { AlarmWrite } from '../storage/record-writes.ts'
import type { EntityChange } from '../storage/storage.ts'
import { batchBytesMax } from './alarm-retention.ts'
import { type AlarmRequest, pendingRetentionMs } from './pending-alarms.ts'

async function openPlans(t: TestContext) {
  const rooms = await openDeviceRooms(t)
  const { devices, admin, alarmParts } = rooms
  const device = await devices.save(admin, { name: 'Alarmed', type: 'x' }, null)
  const request = (parts: Partial<AlarmRequest> = {}): AlarmRequest => ({
    tenantId: admin.tenantId,
    customerId: device.customerId.id,
    originator: device.id,
    type: 'Hot',
    severity: 'MAJOR',
    details: { v: 1 },
    ...parts,
  })
  return { ...rooms, device, plans: alarmParts.plans, request }
}

const together = (...plans: readonly { records: readonly AlarmWrite[]; changes: readonly EntityChange[] }[]) => ({
  records: plans.flatMap(({ records }) => records),
  changes: plans.flatMap(({ changes }) => changes),
})

test('a plan builds upon the one before, though that is not stored yet', async (t) => {
  const { plans, request, commit, alarms, admin, clock } = await openPlans(t)
  const raised = await plans.raise(request())
  clock.now += 10
  const worse = await plans.raise(request({ severity: 'CRITICAL' }))
  assert.equal(raised.before, null)
  assert.deepEqual([worse.before?.severity, worse.alarm.severity], ['MAJOR', 'CRITICAL'])
  assert.equal(worse.alarm.id.id, raised.alarm.id.id)
  const known = await plans.latest(admin.tenantId, raised.alarm.originator.id, 'Hot')
  assert.ok(known)
  const cleared = await plans.clear(known, clock.now, { v: 2 })
  assert.ok(cleared)
  assert.equal(await plans.clear(cleared.alarm, clock.now), null)
  const anew = await plans.raise(request({ severity: 'MINOR' }))
  assert.equal(anew.before, null)
  // Whether committed together or separately, the stored result equals the plans' result.
  await commit(together(raised, worse, cleared, anew))
  const stored = await alarms.get(admin, raised.alarm.id.id)
  assert.deepEqual([stored.status, stored.severity, stored.details], ['CLEARED_UNACK', 'CRITICAL', { v: 2 }])
  assert.equal((await alarms.get(admin, anew.alarm.id.id)).status, 'ACTIVE_UNACK')
  assert.equal((await plans.latest(admin.tenantId, anew.alarm.originator.id, 'Hot'))?.severity, 'MINOR')
})

test('who raises an alarm that another raised meanwhile makes that one grow', async (t) => {
  const { plans, request, commit, alarms, admin, device } = await openPlans(t)
  const plan = await plans.raise(request({ severity: 'CRITICAL', propagateToTenant: true }))
  plan.drop()
  const first = await alarms.save(admin, {
    originator: device.id,
    type: 'Hot',
    severity: 'MINOR',
    status: 'ACTIVE_UNACK',
  })
  await commit(together(plan))
  const link = { pageSize: 10, page: 0 }
  const { data } = await alarms.listOf(admin, device.id, {}, link, false)
  assert.deepEqual(
    data.map(({ id, severity, propagateToTenant }) => [id.id, severity, propagateToTenant]),
    [[first.id.id, 'CRITICAL', true]],
  )
  const ofTenant = await alarms.listOf(admin, first.tenantId, {}, link, false)
  assert.equal(ofTenant.totalElements, 1, 'seen through the tenant as that was asked')
})

test('each of several plans on their way tells all through whom the alarm is seen', async (t) => {
  const { plans, request, commit, device, admin } = await openPlans(t)
  const first = await plans.raise(request({ propagateToTenant: true }))
  await commit(together(first))
  const again = [await plans.raise(request()), await plans.raise(request({ severity: 'CRITICAL' }))]
  await commit(together(...again))
  const last = await plans.raise(request({ propagateToOwner: true }))
  const seenThrough = [last, ...again, first].map(({ changes }) =>
    changes.filter(({ aspect }) => aspect === 'alarm').map(({ entity }) => entity.id),
  )
  for (const ids of seenThrough) assert.deepEqual(new Set(ids), new Set([device.id.id, admin.tenantId]))
})

test('a plan that came to nothing is forgotten', async (t) => {
  const { plans, request, admin, device, clock } = await openPlans(t)
  const latest = () => plans.latest(admin.tenantId, device.id.id, 'Hot')
  const dropped = await plans.raise(request())
  assert.ok(await latest())
  dropped.drop()
  assert.equal(await latest(), undefined)
  await plans.raise(request())
  clock.now += pendingRetentionMs + 1
  assert.equal(await latest(), undefined)
})

test('alarms that ended longer ago than the profile keeps them are deleted, and told of', async (t) => {
  const { plans, request, commit, alarms, admin, alarmParts, clock, messages, storage } = await openPlans(t)
  const { build, statement } = storage.relational
  const old = await plans.raise(request({ type: 'Old' }))
  await commit(together(old))
  clock.now += 3 * 86_400_000
  const young = await plans.raise(request({ type: 'Young' }))
  await commit(together(young))
  assert.equal(await alarmParts.retention.expire(), 0, 'kept for ever where nothing else is said')
  const profile_data = JSON.stringify({ configuration: { alarmsTtlDays: 2 } })
  await commit({ statements: [statement(build.updateTable('tenant_profile').set({ profile_data }))] })
  messages.length = 0
  assert.equal(await alarmParts.retention.expire(), 1)
  const { data } = await alarms.listAll(admin, {}, { pageSize: 10, page: 0 }, false)
  assert.deepEqual(
    data.map(({ type }) => type),
    ['Young'],
  )
  assert.deepEqual(
    messages.map(({ type, originator }) => [type, originator.id]),
    [['ALARM_DELETE', old.alarm.originator.id]],
  )
})

test('old alarms with large details are deleted some at a time', async (t) => {
  const { plans, request, commit, alarmParts, clock, messages, storage } = await openPlans(t)
  const { build, statement } = storage.relational
  const details = { text: 'x'.repeat(batchBytesMax / 4) }
  for (let i = 0; i < 9; i++) await commit(together(await plans.raise(request({ type: `Old ${i}`, details }))))
  clock.now += 3 * 86_400_000
  const profile_data = JSON.stringify({ configuration: { alarmsTtlDays: 2 } })
  await commit({ statements: [statement(build.updateTable('tenant_profile').set({ profile_data }))] })
  messages.length = 0
  assert.equal(await alarmParts.retention.expire(), 9)
  assert.equal(messages.length, 9)
})
