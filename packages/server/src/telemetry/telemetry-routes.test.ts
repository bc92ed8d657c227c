import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDeviceHttp } from '../devices/testing-http.ts'

const t0 = 1_600_000_000_000

test('attributes as on the wire', async (t) => {
  const { get, post, del, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Tele', type: 'x' }, null)
  const p = `/api/plugins/telemetry/DEVICE/${id.id}`
  const saved = await post(
    `${p}/SERVER_SCOPE`,
    '{"s":"text","i":7,"w":21.0,"b":true,"j":{"a":[1,2]},"big":9007199254740993}',
  )
  assert.deepEqual([saved.status, saved.text], [200, ''])
  assert.equal((await post(`${p}/attributes/SHARED_SCOPE`, { limit: 5 })).status, 200)
  assert.equal((await post(`/api/plugins/telemetry/${id.id}/SHARED_SCOPE`, { other: 5 })).status, 200)
  for (const [path, body] of [
    ['CLIENT_SCOPE', { x: 1 }],
    ['NO_SCOPE', { x: 1 }],
    ['SERVER_SCOPE', []],
    ['SERVER_SCOPE', {}],
    ['SERVER_SCOPE', { ' ': 1 }],
    ['SERVER_SCOPE', { ['k'.repeat(256)]: 1 }],
    ['SERVER_SCOPE', '{"a":'],
    ['SERVER_SCOPE', undefined],
  ] as const) {
    const answer = await post(`${p}/${path}`, body)
    assert.deepEqual([answer.status, answer.at('errorCode')], [400, 31], path)
  }
  assert.deepEqual((await get(`${p}/keys/attributes/SHARED_SCOPE`)).body, ['limit', 'other'])
  assert.equal((await get(`${p}/keys/attributes`)).at('length'), 9, 'with the activity state')
  const values = await get(`${p}/values/attributes/SERVER_SCOPE?keys=big,w,j,b`)
  assert.match(values.text, /"key":"big","value":9007199254740993\}/)
  assert.match(values.text, /"key":"w","value":21\.0\}/)
  assert.match(values.text, /"key":"j","value":\{"a":\[1,2\]\}\}/)
  assert.equal((await get(`${p}/values/attributes?keys=s,limit`)).at('length'), 2)
  assert.equal((await get(`${p}/values/attributes`)).at('length'), 9, 'with the activity state')
  assert.equal((await del(`${p}/SERVER_SCOPE?keys=s,nope`)).status, 200)
  assert.equal((await del(`${p}/SERVER_SCOPE?keys=`)).status, 400)
  assert.equal((await del(`/api/plugins/telemetry/${id.id}/SERVER_SCOPE?keys=i`)).status, 200)
  assert.deepEqual((await get(`${p}/values/attributes/SERVER_SCOPE?keys=s,i`)).body, [])
})

test('telemetry as on the wire', async (t) => {
  const { get, post, del, devices, admin, clock } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Tele', type: 'x' }, null)
  const p = `/api/plugins/telemetry/DEVICE/${id.id}`
  for (let i = 0; i < 10; i++) {
    const body = { ts: t0 + i * 60_000, values: { temp: i, label: `v${i}`, on: i % 2 === 0, doc: { n: i } } }
    assert.equal((await post(`${p}/timeseries/ANY`, body)).status, 200)
  }
  assert.equal((await post(`${p}/timeseries/ANY/3600`, { ttl: 1 })).status, 200)
  for (const body of [[], {}, { ts: 'x', values: {} }, '5', '{"a":', undefined]) {
    assert.equal((await post(`${p}/timeseries/ANY`, body)).status, 400, JSON.stringify(body))
  }
  assert.equal((await post(`${p}/timeseries/ANY/-1`, { ttl: 1 })).status, 400)
  const values = `${p}/values/timeseries`
  assert.deepEqual((await get(`${values}?keys=temp,on,doc,none`)).body, {
    temp: [{ ts: t0 + 540_000, value: '9' }],
    on: [{ ts: t0 + 540_000, value: 'false' }],
    doc: [{ ts: t0 + 540_000, value: '{"n":9}' }],
    none: [{ ts: clock.now, value: null }],
  })
  assert.deepEqual((await get(`${values}?keys=temp,on,doc&useStrictDataTypes=true`)).body, {
    temp: [{ ts: t0 + 540_000, value: 9 }],
    on: [{ ts: t0 + 540_000, value: false }],
    doc: [{ ts: t0 + 540_000, value: { n: 9 } }],
  })
  assert.deepEqual(Object.keys((await get<object>(values)).body).sort(), ['doc', 'label', 'on', 'temp', 'ttl'])
  assert.deepEqual((await get<string[]>(`${p}/keys/timeseries`)).body.sort(), ['doc', 'label', 'on', 'temp', 'ttl'])
  const range = `startTs=${t0}&endTs=${t0 + 600_000}`
  const asked = async (query: string) => (await get<Record<string, unknown[]>>(`${values}?keys=temp&${query}`)).body
  assert.equal((await asked(range)).temp?.length, 10)
  assert.deepEqual((await asked(`${range}&limit=2&orderBy=ASC&useStrictDataTypes=true`)).temp, [
    { ts: t0, value: 0 },
    { ts: t0 + 60_000, value: 1 },
  ])
  assert.deepEqual((await asked(`${range}&agg=MAX&interval=300000`)).temp, [
    { ts: t0 + 150_000, value: '4' },
    { ts: t0 + 450_000, value: '9' },
  ])
  assert.deepEqual(await asked(`startTs=${t0 + 5}&endTs=${t0}`), {})
  assert.equal((await get(`${values}?keys=temp&startTs=0&endTs=${t0}&agg=AVG&interval=1`)).status, 400)
  assert.equal((await get(`${values}?keys=temp&${range}&agg=MEDIAN&interval=1000`)).status, 400)
  assert.equal((await get(`${values}?keys=temp&startTs=x&endTs=5`)).status, 400)
  const deleted = `${p}/timeseries/delete`
  assert.equal(
    (await del(`${deleted}?keys=temp&startTs=${t0}&endTs=${t0 + 120_000}&deleteAllDataForKeys=false`)).status,
    200,
  )
  assert.equal((await asked(range)).temp?.length, 8)
  assert.equal((await del(`${deleted}?keys=label&deleteAllDataForKeys=true`)).status, 200)
  assert.equal((await get(`${values}?keys=label`)).at('label.0.value'), null)
  assert.equal((await del(`${deleted}?keys=temp`)).status, 400)
})

test('foreign, unassigned, unknown', async (t) => {
  const { get, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Tele', type: 'x' }, null)
  const latest = (type: string, of: string) => `/api/plugins/telemetry/${type}/${of}/values/timeseries?keys=temp`
  assert.equal((await get(latest('DEVICE', id.id), 'stranger')).status, 404)
  assert.equal((await get(latest('DEVICE', id.id), 'user')).status, 403)
  assert.equal((await get(latest('DEVICE', '00000000-0000-0000-0000-000000000001'))).status, 404)
  const unknown = await get(latest('NOTHING', id.id))
  assert.deepEqual([unknown.status, unknown.at('errorCode')], [400, 31])
  assert.equal((await get(latest('DEVICE', 'x'))).status, 400)
})
