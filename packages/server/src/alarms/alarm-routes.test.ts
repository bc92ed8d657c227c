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
