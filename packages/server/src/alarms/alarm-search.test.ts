import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { ActiveAlarms } from '@sonde/model/alarms/active-alarms'
import { startTestPlatform } from '../platform-testing.ts'

interface Id {
  readonly entityType: string
  readonly id: string
}

/** Hall that contains a boiler and a room with a press; the press feeds a tank. A customer owns the press. */
async function openHall(t: TestContext) {
  const { call, tenant, user } = await startTestPlatform(t)
  const { token: admin } = await tenant({})
  const add = async (path: string, body: object) => (await call<{ id: Id }>('POST', path, admin, body)).body.id
  const hall = await add('/api/asset', { name: 'Hall', type: 'hall' })
  const room = await add('/api/asset', { name: 'Room', type: 'room' })
  const boiler = await add('/api/device', { name: 'Boiler', type: 'x' })
  const press = await add('/api/device', { name: 'Press', type: 'x' })
  const tank = await add('/api/device', { name: 'Tank', type: 'x' })
  const far = await add('/api/device', { name: 'Far', type: 'x' })
  const foods = await add('/api/customer', { title: 'Harbour Foods' })
  for (const [from, to, type] of [
    [hall, boiler, 'Contains'],
    [hall, room, 'Contains'],
    [room, press, 'Contains'],
    // A cycle, and a relation of another type that leads on.
    [room, hall, 'Contains'],
    [press, tank, 'Feeds'],
    [tank, far, 'Contains'],
  ] as const) {
    await call('POST', '/api/relation', admin, { from, to, type })
  }
  await call('POST', `/api/customer/${foods.id}/device/${press.id}`, admin)
  const raise = async (originator: Id, type: string, severity = 'MAJOR') =>
    (await call<{ id: Id }>('POST', '/api/alarm', admin, { originator, type, severity, status: 'ACTIVE_UNACK' })).body
      .id
  const { token: colleague } = await user(admin, {
    authority: 'CUSTOMER_USER',
    customerId: foods,
    email: 'foods@example.org',
  })
  async function types(query: string, token = admin) {
    const { status, body, text } = await call<{ data: { type: string }[] }>(
      'GET',
      `/api/v2/alarms?pageSize=10&page=0${query}`,
      token,
    )
    assert.equal(status, 200, text)
    return body.data.map(({ type }) => type).toSorted()
  }
  return { call, admin, colleague, raise, types, hall, room, boiler, press, tank, far, foods }
}

test('the alarms of an asset are found with those of all that it contains', async (t) => {
  const { raise, types, colleague, call, admin, ...of } = await openHall(t)
  await raise(of.hall, 'Dark')
  await raise(of.boiler, 'Hot')
  await raise(of.press, 'Loud')
  await raise(of.tank, 'Low')
  await raise(of.far, 'Lost')
  assert.deepEqual(await types(`&originatorId=${of.hall.id}`), ['Dark'])
  assert.deepEqual(await types(`&originatorId=${of.hall.id}&withContained=true`), ['Dark', 'Hot', 'Loud'])
  assert.deepEqual(await types(`&originatorId=${of.room.id}&withContained=true&types=Loud`), ['Loud'])
  assert.deepEqual(await types('&withContained=true'), ['Dark', 'Hot', 'Lost', 'Loud', 'Low'])
  assert.deepEqual(await types(`&originatorId=${of.hall.id}&withContained=true`, colleague), ['Loud'])
  const bars = await call<{ counts: { count: number }[] }>(
    'GET',
    `/api/v2/alarmHistogram?startTime=0&endTime=4000000000000&bars=1&originatorId=${of.hall.id}&withContained=true`,
    admin,
  )
  assert.deepEqual(
    bars.body.counts.map(({ count }) => count),
    [3],
  )
})

test('alarms are found by their customer; users of a customer name no other', async (t) => {
  const { raise, types, call, admin, colleague, foods, boiler, press } = await openHall(t)
  await raise(boiler, 'Hot')
  await raise(press, 'Loud')
  const other = (await call<{ id: Id }>('POST', '/api/customer', admin, { title: 'Other' })).body.id
  assert.deepEqual(await types(`&customerId=${foods.id}`), ['Loud'])
  assert.deepEqual(await types(`&customerId=${foods.id}`, colleague), ['Loud'])
  assert.deepEqual(await types(`&customerId=${other.id}`), [])
  const status = async (id: string, token: string) =>
    (await call('GET', `/api/v2/alarms?pageSize=10&page=0&customerId=${id}`, token)).status
  assert.equal(await status(other.id, colleague), 403)
  assert.equal(await status('00000000-0000-4000-8000-000000000001', admin), 404)
  assert.equal(await status('none', admin), 400)
})

test('active alarms are counted per originator, with the highest severity', async (t) => {
  const { raise, call, admin, colleague, boiler, press, tank, far } = await openHall(t)
  await raise(boiler, 'Hot', 'MINOR')
  await raise(boiler, 'Dry', 'CRITICAL')
  const loud = await raise(press, 'Loud', 'WARNING')
  const low = await raise(tank, 'Low')
  await call('POST', `/api/alarm/${low.id}/clear`, admin)
  const ids = [boiler, press, tank, far].map(({ id }) => id)
  const active = async (token: string, of = ids) =>
    (await call<readonly ActiveAlarms[]>('GET', `/api/v2/activeAlarms?originatorIds=${of.join(',')}`, token)).body
  const byId = (list: readonly ActiveAlarms[]) => new Map(list.map(({ originatorId, ...rest }) => [originatorId, rest]))
  const ofPress = { severity: 'WARNING', count: 1 }
  assert.deepEqual(
    byId(await active(admin)),
    new Map<string, object>([
      [boiler.id, { severity: 'CRITICAL', count: 2 }],
      [press.id, ofPress],
    ]),
  )
  assert.deepEqual(byId(await active(colleague)), new Map([[press.id, ofPress]]))
  await call('PUT', `/api/v2/alarms/${loud.id}/shelf`, admin, { until: Date.now() + 3_600_000, reason: 'Repair' })
  assert.deepEqual(await active(admin, [press.id]), [])
  const tooMany = Array.from({ length: 101 }, () => boiler.id)
  const answer = await call('GET', `/api/v2/activeAlarms?originatorIds=${tooMany.join(',')}`, admin)
  assert.equal(answer.status, 400)
})
