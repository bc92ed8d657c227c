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
  assert.equal((await post(`${p}/timeseries/ANY/x`, { ttl: 1 })).status, 400)
  assert.equal((await post(`${p}/timeseries/ANY/-1`, { ttl: 2 })).status, 200)
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
  const requested = async (query: string) => (await get<Record<string, unknown[]>>(`${values}?keys=temp&${query}`)).body
  assert.equal((await requested(range)).temp?.length, 10)
  assert.deepEqual((await requested(`${range}&limit=2&orderBy=ASC&useStrictDataTypes=true`)).temp, [
    { ts: t0, value: 0 },
    { ts: t0 + 60_000, value: 1 },
  ])
  assert.deepEqual((await requested(`${range}&agg=MAX&interval=300000`)).temp, [
    { ts: t0 + 150_000, value: '4' },
    { ts: t0 + 450_000, value: '9' },
  ])
  assert.deepEqual(await requested(`startTs=${t0 + 5}&endTs=${t0}`), {})
  assert.equal((await get(`${values}?keys=temp&startTs=0&endTs=${t0}&agg=AVG&interval=1`)).status, 400)
  assert.equal((await get(`${values}?keys=temp&${range}&agg=MEDIAN&interval=1000`)).status, 400)
  assert.equal((await get(`${values}?keys=temp&startTs=x&endTs=5`)).status, 400)
  const deleted = `${p}/timeseries/delete`
  assert.equal(
    (await del(`${deleted}?keys=temp&startTs=${t0}&endTs=${t0 + 120_000}&deleteAllDataForKeys=false`)).status,
    200,
  )
  assert.equal((await requested(range)).temp?.length, 8)
  assert.equal((await del(`${deleted}?keys=label&deleteAllDataForKeys=true`)).status, 200)
  assert.equal((await get(`${values}?keys=label`)).at('label.0.value'), null)
  assert.equal((await del(`${deleted}?keys=temp`)).status, 400)
})

test('times before 1970 are times, and a TTL below 0 is none', async (t) => {
  const { get, post, del, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Old', type: 'x' }, null)
  const p = `/api/plugins/telemetry/DEVICE/${id.id}`
  const entries = [-3000, -2000, -1, 0, 1].map((ts, i) => ({ ts, values: { temp: i } }))
  assert.equal((await post(`${p}/timeseries/ANY/-7`, entries)).status, 200)
  assert.equal((await post(`${p}/timeseries/ANY`, { ts: '-86400000', values: { day: 1 } })).status, 200)
  const values = `${p}/values/timeseries`
  const times = async (query: string) =>
    (await get<Record<string, { ts: number }[]>>(`${values}?keys=temp&${query}`)).body.temp?.map(({ ts }) => ts)
  assert.deepEqual(await times('startTs=-5000&endTs=0'), [-1, -2000, -3000])
  assert.deepEqual(await times('startTs=-2000&endTs=1&orderBy=ASC'), [-2000, -1, 0])
  assert.deepEqual((await get(`${values}?keys=temp&startTs=-4000&endTs=0&interval=2000&agg=COUNT`)).body, {
    temp: [
      { ts: -3000, value: '1' },
      { ts: -1000, value: '2' },
    ],
  })
  assert.deepEqual((await get(`${values}?keys=temp,day`)).body, {
    temp: [{ ts: 1, value: '4' }],
    day: [{ ts: -86_400_000, value: '1' }],
  })
  assert.equal((await del(`${p}/timeseries/delete?keys=temp&startTs=-9000&endTs=0`)).status, 200)
  assert.deepEqual(await times('startTs=-5000&endTs=5'), [1, 0])
  assert.equal((await post(`${p}/timeseries/ANY`, { ts: -1e17, values: { temp: 1 } })).status, 400)
})

test('latest values of all keys have those with a TTL and those of the past; a range without keys asks for them', async (t) => {
  const { get, post, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'All', type: 'x' }, null)
  const p = `/api/plugins/telemetry/DEVICE/${id.id}`
  assert.equal((await post(`${p}/timeseries/ANY/60`, { short: 1 })).status, 200)
  assert.equal((await post(`${p}/timeseries/ANY/1`, { ts: 1000, values: { past: 2 } })).status, 200)
  for (const query of ['', 'keys=', `startTs=0&endTs=${t0}`, 'startTs=0', 'useStrictDataTypes=no']) {
    const { body } = await get<object>(`${p}/values/timeseries?${query}`)
    assert.deepEqual(Object.keys(body).sort(), ['past', 'short'], query)
  }
  assert.equal((await get(`${p}/values/timeseries?keys=&startTs=0&endTs=5`)).status, 400)
})

/** Representation of a number as text and with strict types, for telemetry and attributes. Null: rejected. */
const numbers: readonly (readonly [written: string, text: string, strict: string, attribute?: string | null])[] = [
  ['21', '21', '21'],
  ['-0', '0', '0'],
  ['21.0', '21.0', '21.0'],
  ['1000.0', '1000.0', '1000.0'],
  ['1e-7', '1.0E-7', '1.0E-7'],
  ['0.001', '0.001', '0.001'],
  ['0.0001', '1.0E-4', '1.0E-4'],
  ['12345678.9', '1.23456789E7', '1.23456789E7'],
  ['1e2', '100', '100', '100.0'],
  ['1.5e1', '15', '15', '15.0'],
  ['1.0E10', '10000000000', '10000000000', '1.0E10'],
  ['9223372036854775807', '9223372036854775807', '9223372036854775807'],
  ['-9223372036854775808', '-9223372036854775808', '-9223372036854775808'],
  ['9223372036854775808', '9223372036854775808', '"9223372036854775808"', null],
  ['1e19', '10000000000000000000', '"10000000000000000000"', '1.0E19'],
  ['0.1234567890123456', '0.1234567890123456', '0.1234567890123456'],
  ['0.12345678901234567', '0.12345678901234567', '"0.12345678901234567"', '0.12345678901234566'],
  ['1e-16', '1.0E-16', '1.0E-16'],
  ['1e-17', '0.00000000000000001', '"0.00000000000000001"', '1.0E-17'],
  ['"1000.0"', '1000.0', '"1000.0"'],
  ['"1e-7"', '1e-7', '"1e-7"'],
  ['[1.0,1e2,9007199254740993]', '[1.0,1e2,9007199254740993]', '[1.0,100.0,9007199254740993]'],
  ['{"a":{"b":12345678.9}}', '{"a":{"b":12345678.9}}', '{"a":{"b":1.23456789E7}}'],
]

test('numbers keep their types and their form, at the borders between whole numbers, doubles and texts', async (t) => {
  const { get, post, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Numbers', type: 'x' }, null)
  const p = `/api/plugins/telemetry/DEVICE/${id.id}`
  const valueIn = (text: string) => /"value":(.*)\}\]/.exec(text)?.[1]
  for (const [at, [written, text, strict, attribute = strict]] of numbers.entries()) {
    const ts = t0 + at
    assert.equal((await post(`${p}/timeseries/ANY`, `{"ts":${ts},"values":{"n":${written}}}`)).status, 200, written)
    for (const asked of ['keys=n', `keys=n&startTs=${ts}&endTs=${ts + 1}`]) {
      assert.equal(valueIn((await get(`${p}/values/timeseries?${asked}`)).text), JSON.stringify(text), written)
      const { text: found } = await get(`${p}/values/timeseries?${asked}&useStrictDataTypes=true`)
      assert.equal(valueIn(found), strict, `${written}, strict, ${asked}`)
    }
    const saved = await post(`${p}/SERVER_SCOPE`, `{"n":${written}}`)
    assert.equal(saved.status, attribute === null ? 400 : 200, written)
    if (attribute !== null) {
      const { text: found } = await get(`${p}/values/attributes/SERVER_SCOPE?keys=n`)
      assert.equal(valueIn(found), attribute, `${written} as an attribute`)
    }
  }
})

test('a scope that nobody knows has no attributes, and cannot be written or deleted', async (t) => {
  const { get, post, del, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Scopes', type: 'x' }, null)
  const p = `/api/plugins/telemetry/DEVICE/${id.id}`
  for (const scope of ['FOO_SCOPE', 'server_scope', 'ANY', '%20']) {
    for (const path of [
      `keys/attributes/${scope}`,
      `values/attributes/${scope}`,
      `values/attributes/${scope}?keys=x`,
    ]) {
      const { status, body } = await get(`${p}/${path}`)
      assert.deepEqual([status, body], [200, []], path)
    }
    assert.equal((await post(`${p}/${scope}`, { x: 1 })).at('errorCode'), 31, scope)
    assert.equal((await post(`${p}/attributes/${scope}`, { x: 1 })).at('errorCode'), 31, scope)
    assert.equal((await del(`${p}/${scope}?keys=x`)).at('errorCode'), 31, scope)
  }
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

test('a key with commas in its name is read and deleted, and nothing else', async (t) => {
  const { get, post, del, devices, admin } = await openDeviceHttp(t)
  const { id } = await devices.save(admin, { name: 'Commas', type: 'x' }, null)
  const p = `/api/plugins/telemetry/DEVICE/${id.id}`
  const values = { 'a,b': 7, a: 1, b: 2, 'c,d,': 3 }
  const range = `startTs=${t0}&endTs=${t0 + 1}`
  const keysIn = async (query: string) => Object.keys((await get(`${p}/values/timeseries?${query}`)).body as object)
  const attributesIn = async (query: string) =>
    ((await get(`${p}/values/attributes/SERVER_SCOPE?${query}`)).body as { key: string }[]).map(({ key }) => key).sort()
  const stored = async () => [
    ((await get(`${p}/keys/timeseries`)).body as string[]).toSorted(),
    ((await get(`${p}/keys/attributes/SERVER_SCOPE`)).body as string[]).filter((key) => key in values).sort(),
  ]
  const save = async () => {
    await post(`${p}/timeseries/ANY`, { ts: t0, values })
    await post(`${p}/SERVER_SCOPE`, values)
  }
  await save()
  for (const [query, meant] of [
    ['keys=a%2Cb', ['a,b']],
    ['keys=c,d,', ['c,d,']],
    ['keys=a,b,', ['a', 'b']],
    ['keys=b,a', ['a', 'b']],
    ['key=a&key=b', ['a', 'b']],
    ['key=a,b', ['a,b']],
    ['key=a,b&key=a', ['a', 'a,b']],
    ['keys=b&key=a', ['a']],
  ] as const) {
    assert.deepEqual((await keysIn(query)).sort(), meant, query)
    assert.deepEqual((await keysIn(`${query}&${range}`)).sort(), meant, query)
    assert.deepEqual(await attributesIn(query), meant, query)
    for (const path of [`${p}/SERVER_SCOPE?`, `/api/plugins/telemetry/${id.id}/SERVER_SCOPE?`]) {
      assert.equal((await del(path + query)).status, 200)
      assert.equal((await del(`${p}/timeseries/delete?deleteAllDataForKeys=true&${query}`)).status, 200)
      const left = Object.keys(values)
        .filter((key) => !(meant as readonly string[]).includes(key))
        .sort()
      assert.deepEqual(await stored(), [left, left], query)
      await save()
    }
  }
  assert.equal((await del(`${p}/SERVER_SCOPE?key=`)).status, 400)
})
