import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alarm } from '@sonde/model/alarms/alarm'
import { openDeviceHttp } from '../devices/testing-http.ts'

test('alarms as on the wire', async (t) => {
  const { get, post, del, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Alarmed', type: 'x' }, null)
  const plain = { originator: id, type: 'High', severity: 'CRITICAL', status: 'ACTIVE_UNACK', details: { v: 1 } }
  const alarm = (await post<Alarm>('/api/alarm', plain)).body
  assert.deepEqual(
    [alarm.name, alarm.status, alarm.details, alarm.propagateRelationTypes],
    ['High', 'ACTIVE_UNACK', { v: 1 }, []],
  )
  for (const wrong of [
    { ...plain, type: undefined },
    { ...plain, originator: undefined },
    { ...plain, severity: 'BAD' },
    { ...plain, ackTs: -5.4e16 },
    { ...plain, startTs: 1.5 },
  ]) {
    assert.equal((await post('/api/alarm', wrong)).status, 400)
  }
  const path = `/api/alarm/${alarm.id.id}`
  assert.equal((await get(path)).at('type'), 'High')
  assert.equal((await get(`/api/alarm/info/${alarm.id.id}`)).at('originatorName'), 'Alarmed')
  assert.equal((await get(`/api/alarm/highestSeverity/DEVICE/${id.id}`)).body, 'CRITICAL')
  for (const call of ['ack', 'ack', 'clear', 'clear']) {
    const answer = await post(`${path}/${call}`)
    assert.deepEqual([answer.status, answer.text], [200, ''])
  }
  assert.equal((await get(path)).at('status'), 'CLEARED_ACK')
  const list = (query: string) => get(`/api/alarm/DEVICE/${id.id}?pageSize=10&page=0${query}`)
  assert.equal((await list('&searchStatus=CLEARED')).at('totalElements'), 1)
  assert.equal((await list('&searchStatus=ACTIVE')).at('totalElements'), 0)
  assert.equal((await list('&status=CLEARED_ACK&searchStatus=ANY')).status, 400)
  assert.equal((await get('/api/alarms?pageSize=10&page=0')).at('totalElements'), 1)
  assert.equal((await get(`/api/alarm/highestSeverity/DEVICE/${id.id}?searchStatus=ACTIVE`)).body, null)
  assert.equal((await get(path, 'stranger')).status, 403)
  assert.equal((await get(path, 'user')).status, 403)
  assert.equal((await del(path)).body, true)
  assert.equal((await del(path)).status, 404)
})

const unknown = '00000000-0000-4000-8000-000000000001'

test('every call refuses what is foreign, unknown or none', async (t) => {
  const { get, post, del, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Alarmed', type: 'x' }, null)
  const plain = { originator: id, type: 'High', severity: 'CRITICAL', status: 'ACTIVE_UNACK' }
  const alarm = (await post<Alarm>('/api/alarm', plain)).body
  type Call = (of: string, as?: 'admin' | 'user' | 'stranger' | 'nobody') => Promise<{ status: number }>
  const calls: Record<string, Call> = {
    get: (of, as) => get(`/api/alarm/${of}`, as),
    info: (of, as) => get(`/api/alarm/info/${of}`, as),
    ack: (of, as) => post(`/api/alarm/${of}/ack`, undefined, as),
    clear: (of, as) => post(`/api/alarm/${of}/clear`, undefined, as),
    change: (of, as) => post('/api/alarm', { ...plain, id: { entityType: 'ALARM', id: of } }, as),
    delete: (of, as) => del(`/api/alarm/${of}`, as),
  }
  for (const [name, call] of Object.entries(calls)) {
    assert.equal((await call(alarm.id.id, 'stranger')).status, 403, name)
    assert.equal((await call(alarm.id.id, 'user')).status, 403, name)
    assert.equal((await call(alarm.id.id, 'nobody')).status, 401, name)
    assert.equal((await call(unknown)).status, 404, name)
    assert.equal((await call('no-id')).status, 400, name)
  }
  const ofEntity = [`/api/alarm/DEVICE/${id.id}?pageSize=10&page=0`, `/api/alarm/highestSeverity/DEVICE/${id.id}`]
  for (const path of ofEntity) {
    assert.equal((await get(path, 'stranger')).status, 404, path)
    assert.equal((await get(path, 'user')).status, 403, path)
    assert.equal((await get(path.replace(id.id, unknown))).status, 404, path)
    assert.equal((await get(path.replace('DEVICE', 'CAT'))).status, 400, path)
  }
  // As in the wire API: a caller without permission to raise alarms doesn't learn that the originator is missing.
  for (const [as, status] of [
    ['user', 403],
    ['sys', 403],
    ['admin', 400],
  ] as const) {
    assert.equal((await post('/api/alarm', {}, as)).status, status, as)
  }
  assert.equal((await post('/api/alarm', plain, 'stranger')).status, 404)
  assert.equal((await post('/api/alarm', plain, 'user')).status, 403)
  assert.equal((await post('/api/alarm', plain, 'sys')).status, 403)
})

test('what a call cannot mean is refused with the name of the field', async (t) => {
  const { get, post, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Alarmed', type: 'x' }, null)
  const plain = { originator: id, type: 'High', severity: 'CRITICAL', status: 'ACTIVE_UNACK' }
  const bodies: [object, RegExp][] = [
    [{ ...plain, type: '' }, /type/],
    [{ ...plain, type: ' ' }, /type/],
    [{ ...plain, type: 'x'.repeat(256) }, /type/],
    [{ ...plain, severity: 'BAD' }, /severity/],
    [{ ...plain, status: 'GONE' }, /status/],
    [{ ...plain, originator: { entityType: 'DEVICE', id: 'x' } }, /originator/],
    [{ ...plain, startTs: 'soon' }, /startTs/],
    [{ ...plain, propagateRelationTypes: 'Contains' }, /propagateRelationTypes/],
  ]
  for (const [body, words] of bodies) {
    const answer = await post('/api/alarm', body)
    assert.equal(answer.status, 400, JSON.stringify(body))
    assert.match(String(answer.at('message')), words)
  }
  const list = `/api/alarm/DEVICE/${id.id}?pageSize=10&page=0`
  const queries: [string, RegExp][] = [
    [list.replace('pageSize=10', 'pageSize=0'), /pageSize/],
    [list.replace('page=0', 'page=-1'), /page/],
    [`${list}&searchStatus=SOME`, /searchStatus/],
    [`${list}&status=SOME`, /status/],
    [`${list}&sortProperty=nothing`, /sorted/],
    [`${list}&sortOrder=UP`, /sortOrder/],
    [`${list}&startTime=soon`, /startTime/],
    ['/api/alarms?page=0', /pageSize/],
    [`/api/alarm/highestSeverity/DEVICE/${id.id}?status=ACTIVE_ACK&searchStatus=ACK`, /status/],
  ]
  for (const [path, words] of queries) {
    const answer = await get(path)
    assert.equal(answer.status, 400, path)
    assert.match(String(answer.at('message')), words)
  }
})

test('a customer’s user does everything with the alarms of the customer', async (t) => {
  const { get, post, del, devices, admin, customerId } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Alarmed', type: 'x' }, null)
  await devices.assign(admin, customerId, id.id)
  const plain = { originator: id, type: 'High', severity: 'CRITICAL', status: 'ACTIVE_UNACK' }
  const alarm = (await post<Alarm>('/api/alarm', plain, 'user')).body
  assert.equal(alarm.customerId.id, customerId)
  assert.equal((await post(`/api/alarm/${alarm.id.id}/ack`, undefined, 'user')).status, 200)
  assert.equal((await post(`/api/alarm/${alarm.id.id}/clear`, undefined, 'user')).status, 200)
  assert.equal((await get(`/api/alarm/${alarm.id.id}`, 'user')).at('status'), 'CLEARED_ACK')
  assert.equal((await get('/api/alarms?pageSize=10&page=0', 'user')).at('totalElements'), 1)
  assert.equal((await get('/api/alarms?pageSize=10&page=0', 'stranger')).at('totalElements'), 0)
  assert.equal((await del(`/api/alarm/${alarm.id.id}`, 'user')).body, true)
})

test('alarms of all devices are searched by severity, type and state, with the names of their originators', async (t) => {
  const { get, post, devices, admin, customerId, clock } = await openDeviceHttp(t)
  const [own, other] = [
    (await devices.save(admin, { name: 'Boiler', type: 'x' }, null)).id,
    (await devices.save(admin, { name: 'Press', type: 'x' }, null)).id,
  ]
  await devices.assign(admin, customerId, own.id)
  for (const [originator, type, severity] of [
    [own, 'Hot', 'CRITICAL'],
    [own, 'Loud', 'MAJOR'],
    [other, 'Hot', 'MINOR'],
  ] as const) {
    await post('/api/alarm', { originator, type, severity, status: 'ACTIVE_UNACK' })
  }
  const found = async (query: string, who?: 'user' | 'stranger') => {
    const answer = await get(`/api/v2/alarms?pageSize=10&page=0&sortProperty=severityRank${query}`, who)
    assert.equal(answer.status, 200, answer.text)
    return (answer.at('data') as { type: string; originatorName: string }[]).map(
      ({ type, originatorName }) => `${type} ${originatorName}`,
    )
  }
  assert.deepEqual((await found('')).toSorted(), ['Hot Boiler', 'Hot Press', 'Loud Boiler'])
  assert.deepEqual((await found('&types=Hot')).toSorted(), ['Hot Boiler', 'Hot Press'])
  assert.deepEqual((await found('&types=Hot&types=Loud')).toSorted(), ['Hot Boiler', 'Hot Press', 'Loud Boiler'])
  assert.deepEqual(await found('&types=Hot,Loud'), [], 'a type may contain commas')
  assert.deepEqual((await found('&severities=MAJOR,MINOR')).toSorted(), ['Hot Press', 'Loud Boiler'])
  assert.deepEqual(await found('&types=Hot&severities=MINOR&searchStatus=ACTIVE'), ['Hot Press'])
  // Most severe first; alarms of the same severity newest first.
  clock.now += 1
  await post('/api/alarm', { originator: other, type: 'Late', severity: 'CRITICAL', status: 'ACTIVE_UNACK' })
  assert.deepEqual(await found('&status=ACTIVE_UNACK&sortOrder=ASC'), [
    'Late Press',
    'Hot Boiler',
    'Loud Boiler',
    'Hot Press',
  ])
  assert.deepEqual(await found('&searchStatus=CLEARED'), [])
  assert.deepEqual(await found('&types=Hot', 'user'), ['Hot Boiler'])
  assert.deepEqual(await found('', 'stranger'), [])
  for (const wrong of ['&severities=BAD', '&status=ACTIVE_ACK&searchStatus=ANY', '&types=x'.repeat(101)]) {
    assert.equal((await get(`/api/v2/alarms?pageSize=10&page=0${wrong}`)).status, 400, wrong)
  }
})

test('an alarm that is posted again is what was posted; its times only grow', async (t) => {
  const { get, post, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Alarmed', type: 'x' }, null)
  const plain = { originator: id, type: 'High', severity: 'CRITICAL', status: 'ACTIVE_UNACK' }
  const first = (await post<Alarm>('/api/alarm', { ...plain, startTs: 1000, endTs: 5000 })).body
  await post(`/api/alarm/${first.id.id}/ack`)
  const acknowledged = (await get<Alarm>(`/api/alarm/${first.id.id}`)).body
  const again = (await post<Alarm>('/api/alarm', { ...plain, severity: 'MINOR', startTs: 2000, endTs: 3000 })).body
  assert.deepEqual(
    [again.id.id, again.status, again.severity, again.startTs, again.endTs, again.ackTs],
    [first.id.id, 'ACTIVE_UNACK', 'MINOR', 1000, 5000, acknowledged.ackTs],
  )
  const cleared = (await post<Alarm>('/api/alarm', { ...again, status: 'CLEARED_ACK' })).body
  assert.equal(cleared.status, 'CLEARED_ACK')
  assert.equal(cleared.clearTs, 0, 'the wire keeps the times that are sent')
  const second = (await post<Alarm>('/api/alarm', plain)).body
  assert.notEqual(second.id.id, first.id.id)
  const stale = await post<Alarm>('/api/alarm', { ...cleared, severity: 'MAJOR', status: 'ACTIVE_UNACK' })
  assert.deepEqual([stale.status, stale.body.status, stale.body.severity], [200, 'CLEARED_ACK', 'MAJOR'])
  assert.equal(
    (await get<Alarm>(`/api/alarm/${first.id.id}`)).body.status,
    'CLEARED_ACK',
    'an old copy reopens nothing',
  )
  const { body: known } = await get<Alarm>(`/api/alarm/${second.id.id}`)
  await post(`/api/alarm/${second.id.id}/ack`)
  assert.equal((await post<Alarm>('/api/alarm', known)).body.status, 'ACTIVE_ACK', 'nor does it withdraw the other')
})
