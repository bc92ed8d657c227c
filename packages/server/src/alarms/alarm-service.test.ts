import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmSearchStatuses, statusesOf } from '@sonde/model/alarms/alarm'
import { openDeviceRooms, rejection } from '../devices/testing.ts'
import { createAlarmList } from './alarm-list-store.ts'

const link = { pageSize: 10, page: 0, sortProperty: 'type', sortOrder: 'ASC' as const }

async function openAlarms(t: Parameters<typeof openDeviceRooms>[0]) {
  const rooms = await openDeviceRooms(t)
  const device = await rooms.devices.save(rooms.admin, { name: 'Alarmed', type: 'x' }, null)
  rooms.messages.length = 0
  rooms.changes.length = 0
  const raise = (type: string, severity: 'CRITICAL' | 'MAJOR' | 'WARNING' | 'MINOR') =>
    rooms.alarms.save(rooms.admin, { originator: device.id, type, severity, status: 'ACTIVE_UNACK', details: { v: 1 } })
  return { ...rooms, device, raise }
}

test('raises, grows while uncleared, and starts anew after a clear', async (t) => {
  const { alarms, raise, clock, admin, messages, changes, device } = await openAlarms(t)
  const first = await raise('High', 'CRITICAL')
  assert.deepEqual(
    [first.status, first.startTs, first.endTs, first.ackTs, first.clearTs],
    ['ACTIVE_UNACK', clock.now, clock.now, 0, 0],
  )
  assert.deepEqual(
    changes.map(({ kind, entity, aspect }) => [kind, entity.entityType, aspect]),
    [
      ['created', 'ALARM', device.id.id],
      ['updated', 'DEVICE', 'alarm'],
    ],
  )
  assert.deepEqual([messages[0]?.type, messages[0]?.originator], ['ENTITY_CREATED', device.id])
  clock.now += 1000
  const grown = await raise('High', 'MAJOR')
  assert.deepEqual(
    [grown.id, grown.severity, grown.startTs, grown.endTs],
    [first.id, 'MAJOR', first.startTs, clock.now],
  )
  await alarms.clear(admin, first.id.id)
  const cleared = await alarms.get(admin, first.id.id)
  assert.deepEqual([cleared.status, cleared.clearTs], ['CLEARED_UNACK', clock.now])
  clock.now += 1000
  await alarms.clear(admin, first.id.id)
  assert.equal((await alarms.get(admin, first.id.id)).clearTs, cleared.clearTs, 'the first clear stands')
  assert.notEqual((await raise('High', 'MINOR')).id.id, first.id.id)
})

test('acknowledges once', async (t) => {
  const { alarms, raise, clock, admin, messages } = await openAlarms(t)
  const { id } = await raise('High', 'MAJOR')
  const ackTs = (await alarms.acknowledge(admin, id.id)).ackTs
  clock.now += 1000
  assert.equal((await alarms.acknowledge(admin, id.id)).ackTs, ackTs)
  assert.deepEqual(
    messages.map(({ type }) => type),
    ['ENTITY_CREATED', 'ALARM_ACK'],
  )
})

test('two who raise the same alarm at once end with one', async (t) => {
  const { alarms, raise, admin, device } = await openAlarms(t)
  const raised = await Promise.all([raise('High', 'MAJOR'), raise('High', 'MAJOR'), raise('High', 'MAJOR')])
  assert.equal(new Set(raised.map(({ id }) => id.id)).size, 1)
  assert.equal((await alarms.listOf(admin, device.id, {}, link, true)).totalElements, 1)
})

test('lists by status, severity, type, time and text', async (t) => {
  const { alarms, storage, raise, admin, device, clock } = await openAlarms(t)
  const { id } = await raise('High', 'CRITICAL')
  clock.now += 1000
  await raise('low', 'WARNING')
  await alarms.acknowledge(admin, id.id)
  await alarms.clear(admin, id.id)
  const store = createAlarmList(storage.relational)
  const types = async (filter: object, extra: object = {}, ids: string[] | null = [device.id.id]) => {
    const of = ids ? { kind: 'entities' as const, ids, propagated: false } : { kind: 'tenant' as const }
    const { data } = await store.page(admin.tenantId, of, filter, { ...link, ...extra, withNames: false })
    return data.map(({ alarm }) => alarm.type)
  }
  const byStatus = await Promise.all(alarmSearchStatuses.map((status) => types({ statuses: statusesOf[status] })))
  assert.deepEqual(byStatus, [['High', 'low'], ['low'], ['High'], ['High'], ['low']])
  assert.deepEqual(await types({ statuses: ['CLEARED_ACK'] }), ['High'])
  assert.deepEqual(await types({ severities: ['WARNING', 'MINOR'] }), ['low'])
  assert.deepEqual(await types({ types: ['High'] }), ['High'])
  assert.deepEqual(await types({ startTs: clock.now }), ['low'])
  assert.deepEqual(await types({ endTs: clock.now - 1 }), ['High'])
  assert.deepEqual(await types({}, { textSearch: 'HIG' }), ['High'])
  assert.deepEqual(await types({}, { textSearch: 'alarmed' }), ['High', 'low'])
  assert.deepEqual(await types({}, { sortProperty: 'severity', sortOrder: 'ASC' }), ['High', 'low'])
  assert.deepEqual(await types({}, { sortProperty: 'createdTime', sortOrder: 'DESC' }), ['low', 'High'])
  assert.deepEqual(await types({}, {}, []), [])
  assert.deepEqual(await types({}, {}, null), ['High', 'low'])
  assert.equal((await rejection(types({}, { sortProperty: 'nothing' }))).code, 31)
  const [info] = (await alarms.listOf(admin, device.id, {}, link, true)).data
  assert.equal(info?.originatorName, 'Alarmed')
  assert.equal(await alarms.highestSeverity(admin, device.id, {}), 'CRITICAL')
  assert.equal(await alarms.highestSeverity(admin, device.id, { statuses: statusesOf.ACTIVE }), 'WARNING')
})

test('belongs to its tenant and its originator’s customer; deletes once', async (t) => {
  const { alarms, raise, admin, user, stranger, device, messages } = await openAlarms(t)
  const { id } = await raise('High', 'MAJOR')
  assert.equal((await rejection(alarms.get(user, id.id))).status, 403)
  assert.equal((await rejection(alarms.acknowledge(stranger, id.id))).status, 403)
  assert.deepEqual((await alarms.listAll(user, {}, link, false)).data, [])
  assert.equal((await alarms.listAll(admin, {}, link, false)).totalElements, 1)
  messages.length = 0
  assert.equal(await alarms.remove(admin, id.id), true)
  assert.deepEqual([messages[0]?.type, messages[0]?.originator], ['ALARM_DELETE', device.id])
  assert.equal((await rejection(alarms.remove(admin, id.id))).status, 404)
  assert.equal(
    (
      await rejection(
        alarms.save(admin, { originator: device.id, type: ' ', severity: 'MAJOR', status: 'ACTIVE_UNACK' }),
      )
    ).code,
    31,
  )
})
