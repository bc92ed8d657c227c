import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AlarmInput } from '@sonde/model/alarms/alarm'
import { type EntityId, entityId } from '@sonde/model/ids'
import { openDeviceRooms, rejection } from '../devices/testing.ts'
import { until } from '../until-testing.ts'

const link = { pageSize: 10, page: 0, sortProperty: 'type', sortOrder: 'ASC' as const }

/** Site contains Hall contains Machine; Gateway manages Machine; a cycle leads from Machine back to Site. */
async function openPlant(t: TestContext) {
  const rooms = await openDeviceRooms(t)
  const { devices, relations, admin, alarms } = rooms
  const device = (name: string) => devices.save(admin, { name, type: 'x' }, null)
  const [site, hall, machine, gateway] = await Promise.all(['Site', 'Hall', 'Machine', 'Gateway'].map(device))
  assert.ok(site && hall && machine && gateway)
  const relate = (from: EntityId, to: EntityId, type: string) => relations.save(admin, { from, to, type })
  await relate(site.id, hall.id, 'Contains')
  await relate(hall.id, machine.id, 'Contains')
  await relate(gateway.id, machine.id, 'Manages')
  await relate(machine.id, site.id, 'Contains')
  const raise = (parts: Partial<AlarmInput>) =>
    alarms.save(admin, { originator: machine.id, type: 'Hot', severity: 'MAJOR', status: 'ACTIVE_UNACK', ...parts })
  const types = async (entity: EntityId, caller = admin) =>
    (await alarms.listOf(caller, entity, {}, link, false)).data.map(({ type }) => type)
  return { ...rooms, site, hall, machine, gateway, raise, types, relate }
}

test('without propagation an alarm is seen at its originator alone', async (t) => {
  const { raise, types, site, hall, machine } = await openPlant(t)
  await raise({})
  assert.deepEqual(await types(machine.id), ['Hot'])
  assert.deepEqual(await types(hall.id), [])
  assert.deepEqual(await types(site.id), [])
})

test('is seen through everything that leads to the originator, over circles too', async (t) => {
  const { raise, types, site, hall, machine, gateway, alarms, admin } = await openPlant(t)
  await raise({ propagate: true })
  for (const entity of [machine, hall, site, gateway]) assert.deepEqual(await types(entity.id), ['Hot'], entity.name)
  assert.equal(await alarms.highestSeverity(admin, site.id, {}), 'MAJOR')
})

test('relation types choose among those', async (t) => {
  const { raise, types, site, hall, gateway } = await openPlant(t)
  await raise({ propagate: true, propagateRelationTypes: ['Manages'] })
  assert.deepEqual(await types(gateway.id), ['Hot'])
  assert.deepEqual(await types(hall.id), [])
  assert.deepEqual(await types(site.id), [])
})

test('the owner is the customer, or the tenant where there is none', async (t) => {
  const { raise, types, devices, admin, user, customerId, machine } = await openPlant(t)
  const tenant = entityId('TENANT', admin.tenantId)
  const customer = entityId('CUSTOMER', customerId)
  await raise({ type: 'Unowned', propagateToOwner: true })
  assert.deepEqual(await types(tenant), ['Unowned'])
  await devices.assign(admin, customerId, machine.id.id)
  await raise({ type: 'Owned', propagateToOwner: true })
  await raise({ type: 'Known', propagateToTenant: true })
  assert.deepEqual(await types(customer, user), ['Owned', 'Unowned'])
  assert.deepEqual(await types(tenant), ['Known'])
})

test('propagation that is turned on later counts from then on, and is never turned off', async (t) => {
  const { raise, types, hall, changes } = await openPlant(t)
  const first = await raise({})
  assert.deepEqual(await types(hall.id), [])
  changes.length = 0
  const grown = await raise({ propagate: true })
  assert.equal(grown.id.id, first.id.id)
  assert.deepEqual(await types(hall.id), ['Hot'])
  assert.ok(changes.some(({ entity, aspect }) => entity.id === hall.id.id && aspect === 'alarm'))
  assert.equal((await raise({ propagate: false })).propagate, true)
  assert.deepEqual(await types(hall.id), ['Hot'])
})

test('everyone through whom an alarm is seen hears of what becomes of it', async (t) => {
  const { raise, alarms, admin, changes, machine, hall, site, gateway } = await openPlant(t)
  const { id } = await raise({ propagate: true })
  const all = [machine, hall, site, gateway].map((entity) => entity.id.id).sort()
  for (const act of [alarms.acknowledge, alarms.clear, alarms.remove]) {
    changes.length = 0
    await act(admin, id.id)
    const received = changes.filter(({ aspect }) => aspect === 'alarm').map(({ entity }) => entity.id)
    assert.deepEqual(received.sort(), all, act.name)
  }
})

test('an entity that is deleted shows nothing; its own alarms stay with the tenant', async (t) => {
  const { raise, alarms, devices, admin, storage, hall, machine, relations } = await openPlant(t)
  await raise({ propagate: true })
  const linksOf = async (id: string) => {
    const { build, all } = storage.relational
    return (await all(build.selectFrom('alarm_entity').select('alarm_id').where('entity_id', '=', id))).length
  }
  assert.equal(await linksOf(hall.id.id), 1)
  await devices.remove(admin, hall.id.id)
  await until(async () => (await linksOf(hall.id.id)) === 0)
  await relations.removeAll(admin, machine.id)
  await devices.remove(admin, machine.id.id)
  const { data } = await alarms.listAll(admin, {}, link, true)
  assert.deepEqual(
    data.map(({ type, originatorName }) => [type, originatorName]),
    [['Hot', 'Deleted']],
  )
  assert.equal((await rejection(alarms.listOf(admin, machine.id, {}, link, false))).status, 404)
})
