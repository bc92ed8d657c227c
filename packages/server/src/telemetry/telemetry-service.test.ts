import assert from 'node:assert/strict'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { parseAttributes, parseTelemetry, strictPayload } from '@sonde/model/telemetry/payload'
import { openDeviceRooms, rejection } from '../devices/testing.ts'
import { jsonValue } from '../storage/series/value-codec.ts'

const t0 = 1_600_000_000_000
const question = {
  startTs: t0,
  endTs: t0 + 600_000,
  intervalMs: 0,
  limit: 100,
  aggregation: 'NONE',
  order: 'DESC',
} as const

test('attributes keep their types, digits included', async (t) => {
  const { devices, telemetry, admin, messages, live } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'a', type: 'x' }, null)
  const received: string[] = []
  live.watchEntity(id.id, { attributes: (written) => received.push(...written.map((each) => each.key)) })
  const text = '{"s":"text","n":"1.0","i":7,"f":2.5,"w":21.0,"b":true,"j":{"a":[1,2]},"big":9007199254740993}'
  messages.length = 0
  await telemetry.saveAttributes(admin, id, 'SERVER_SCOPE', parseAttributes(text, strictPayload))
  const keys = ['s', 'n', 'i', 'f', 'w', 'b', 'j', 'big']
  const read = await telemetry.readAttributes(admin, id, 'SERVER_SCOPE', keys)
  const answer = JSON.stringify(Object.fromEntries(read.map((each) => [each.key, jsonValue(each)])))
  assert.equal(answer, '{"b":true,"big":9007199254740993,"f":2.5,"i":7,"j":{"a":[1,2]},"n":"1.0","s":"text","w":21.0}')
  assert.equal(received.length, 8)
  assert.equal(messages[0]?.type, 'ATTRIBUTES_UPDATED')
  assert.equal(messages[0]?.data, text)
  assert.equal(messages[0]?.metadata.scope, 'SERVER_SCOPE')
})

test('numbers in the message of a saved value are as they were written; those that are too large are texts', async (t) => {
  const { devices, telemetry, admin, messages } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'a', type: 'x' }, null)
  const text =
    '{"a":1000,"b":1000.0,"c":1e3,"d":12345678.9,"e":9223372036854775807,"f":9223372036854775808,"g":1e20,' +
    '"h":{"x":1.0,"y":9007199254740993}}'
  messages.length = 0
  await telemetry.saveTelemetry(admin, id, parseTelemetry(`{"ts":${t0},"values":${text}}`, strictPayload), 0)
  assert.match(
    messages[0]?.data ?? '',
    /"a":1000,"b":1000\.0,"c":1000,"d":12345678\.9,"e":9223372036854775807,"f":"9223372036854775808","g":"100000000000000000000","h":\{"x":1\.0,"y":9007199254740993\}/,
  )
})

test('scopes are apart; deleting what is not there is no error', async (t) => {
  const { devices, telemetry, admin, messages } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'a', type: 'x' }, null)
  const value = { type: 1, value: 1 } as const
  await telemetry.saveAttributes(admin, id, 'SERVER_SCOPE', [
    { key: 'a', ...value },
    { key: 'b', ...value },
  ])
  await telemetry.saveAttributes(admin, id, 'SHARED_SCOPE', [{ key: 'a', ...value }])
  assert.deepEqual(await telemetry.attributeKeys(admin, id, null), ['a', 'active', 'b'])
  assert.deepEqual(await telemetry.attributeKeys(admin, id, 'SHARED_SCOPE'), ['a'])
  assert.deepEqual(await telemetry.attributeKeys(admin, id, 'CLIENT_SCOPE'), [])
  messages.length = 0
  await telemetry.deleteAttributes(admin, id, 'SERVER_SCOPE', ['a', 'nope'])
  assert.deepEqual(
    (await telemetry.readAttributes(admin, id, null, ['a', 'b'])).map(({ scope, key }) => [scope, key]),
    [
      ['SERVER_SCOPE', 'b'],
      ['SHARED_SCOPE', 'a'],
    ],
  )
  assert.deepEqual(JSON.parse(messages[0]?.data ?? ''), { attributes: ['a', 'nope'] })
  assert.equal(
    (await rejection(telemetry.saveAttributes(admin, id, 'CLIENT_SCOPE', [{ key: 'a', ...value }]))).code,
    31,
  )
  assert.equal((await rejection(telemetry.saveAttributes(admin, id, 'SERVER_SCOPE', []))).code, 31)
  assert.equal((await rejection(telemetry.deleteAttributes(admin, id, 'SERVER_SCOPE', []))).code, 31)
  await telemetry.deleteAttributes(admin, id, 'CLIENT_SCOPE', ['a'])
})

test('latest, ranges, limits and buckets', async (t) => {
  const { devices, telemetry, admin } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'a', type: 'x' }, null)
  for (let i = 0; i < 10; i++) {
    const entry = { ts: t0 + i * 60_000, values: { temp: i, label: `v${i}`, on: i % 2 === 0 } }
    await telemetry.saveTelemetry(admin, id, parseTelemetry(JSON.stringify(entry), strictPayload), 0)
  }
  const ask = async (change: object, keys = ['temp', 'none']) => {
    const pieces = await telemetry.rangeText(admin, id, keys, { ...question, ...change }, false)
    const found = (await json(pieces)) as Record<string, { ts: number; value: string }[]>
    return Object.fromEntries(
      Object.entries(found).map(([key, points]) => [key, points.map(({ ts, value }) => [ts - t0, value])]),
    )
  }
  assert.deepEqual((await telemetry.timeseriesKeys(admin, id)).sort(), ['label', 'on', 'temp'])
  assert.deepEqual(
    (await telemetry.latest(admin, id, ['temp', 'none'])).map(({ key, ts, value }) => [key, ts, value]),
    [['temp', t0 + 540_000, 9]],
  )
  assert.deepEqual(await ask({ limit: 2 }), {
    temp: [
      [540_000, '9'],
      [480_000, '8'],
    ],
  })
  assert.deepEqual(await ask({ limit: 1, order: 'ASC' }), { temp: [[0, '0']] })
  assert.deepEqual(await ask({ startTs: t0 + 1, endTs: t0 + 60_000 }), {}, 'the end is not part of the range')
  assert.deepEqual(await ask({ startTs: t0 + 5, endTs: t0 }), {}, 'upside down')
  assert.deepEqual(await ask({ aggregation: 'AVG', intervalMs: 0, limit: 1 }), { temp: [[540_000, '9']] })
  assert.deepEqual(await ask({ aggregation: 'AVG', intervalMs: 180_000 }), {
    temp: [
      [90_000, '1.0'],
      [270_000, '4.0'],
      [450_000, '7.0'],
      [630_000, '9.0'],
    ],
  })
  assert.deepEqual(await ask({ aggregation: 'COUNT', intervalMs: 300_000 }, ['on']), {
    on: [
      [150_000, '5'],
      [450_000, '5'],
    ],
  })
  await ask({ aggregation: 'AVG', intervalMs: 1, endTs: t0 + 700_000 })
  for (const wrong of [
    { aggregation: 'AVG', intervalMs: 1, endTs: t0 + 700_001 },
    { aggregation: 'AVG', intervalMs: 1000, endTs: t0 - 1 },
    { limit: 0 },
  ]) {
    assert.equal((await rejection(ask(wrong))).code, 31, JSON.stringify(wrong))
  }
  assert.equal((await rejection(ask({}, []))).code, 31)
})

test('deletes a range or a key, and the rule engine hears it', async (t) => {
  const { devices, telemetry, admin, messages } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'a', type: 'x' }, null)
  const entries = [0, 1, 2].map((i) => ({ ts: t0 + i, values: [{ key: 'temp', type: 1, value: i } as const] }))
  await telemetry.saveTelemetry(admin, id, entries, 0)
  messages.length = 0
  await telemetry.deleteTelemetry(admin, id, ['temp'], { startTs: t0 + 1, endTs: t0 + 3 }, true)
  assert.deepEqual(
    (await telemetry.latest(admin, id, null)).map(({ value }) => value),
    [0],
  )
  assert.deepEqual(JSON.parse(messages[0]?.data ?? ''), { timeseries: ['temp'], startTs: t0 + 1, endTs: t0 + 3 })
  await telemetry.deleteTelemetry(admin, id, ['temp'], null, false)
  assert.deepEqual(await telemetry.latest(admin, id, null), [])
  assert.equal((await rejection(telemetry.deleteTelemetry(admin, id, [], null, false))).code, 31)
  const upsideDown = { startTs: 2, endTs: 1 }
  assert.equal((await rejection(telemetry.deleteTelemetry(admin, id, ['a'], upsideDown, false))).code, 31)
})

test('saving nothing is refused; without a time the server’s counts', async (t) => {
  const { devices, telemetry, admin, clock, messages } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'a', type: 'x' }, null)
  for (const text of ['[]', '{}', '{"a":null}', '{"ts":1,"values":{}}']) {
    assert.equal((await rejection(telemetry.saveTelemetry(admin, id, parseTelemetry(text), 0))).code, 31, text)
  }
  messages.length = 0
  await telemetry.saveTelemetry(admin, id, parseTelemetry('[{"a":1.0},{"ts":5,"values":{"a":2}}]'), 3600)
  assert.deepEqual(
    (await telemetry.latest(admin, id, null)).map(({ ts, type, value }) => [ts, type, value]),
    [[clock.now, 2, 1]],
  )
  assert.equal(messages[0]?.type, 'TIMESERIES_UPDATED')
  assert.equal(messages[0]?.data, `{"timeseries":[{"ts":${clock.now},"values":{"a":1.0}},{"ts":5,"values":{"a":2}}]}`)
})

test('another tenant’s telemetry does not exist, another customer’s is refused', async (t) => {
  const { devices, telemetry, admin, user, stranger } = await openDeviceRooms(t)
  const { id } = await devices.save(admin, { name: 'a', type: 'x' }, null)
  const values = [{ key: 'a', type: 1, value: 1 } as const]
  for (const [scope, status] of [
    [stranger, 404],
    [user, 403],
  ] as const) {
    for (const call of [
      telemetry.latest(scope, id, null),
      telemetry.rangeText(scope, id, ['a'], question, false),
      telemetry.timeseriesKeys(scope, id),
      telemetry.readAttributes(scope, id, null, null),
      telemetry.attributeKeys(scope, id, null),
      telemetry.saveAttributes(scope, id, 'SERVER_SCOPE', values),
      telemetry.deleteAttributes(scope, id, 'SERVER_SCOPE', ['a']),
      telemetry.saveTelemetry(scope, id, [{ ts: 1, values }], 0),
      telemetry.deleteTelemetry(scope, id, ['a'], null, false),
    ]) {
      assert.equal((await rejection(call)).status, status)
    }
  }
})
