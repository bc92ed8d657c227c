import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PayloadError, parseAttributes } from '@sonde/model/telemetry/payload'
import { ValueType } from '@sonde/model/telemetry/values'
import fc from 'fast-check'
import { Registry } from 'prom-client'
import { keyList } from './attribute-answer.ts'
import {
  claimDurationDefaultMs,
  readAttributeRequest,
  readClaim,
  readClientCall,
  readProvisionRequest,
} from './device-requests.ts'
import { createTransportCounts } from './transport-counts.ts'
import { valuesJson } from './values-json.ts'

test('values keep their types through the text of a message', () => {
  const key = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '' && text !== '__proto__')
  const value = fc.oneof(
    fc.integer().map((value) => ({ type: ValueType.LONG, value: value + 0 })),
    fc.integer({ min: -1000, max: 1000 }).map((value) => ({ type: ValueType.DOUBLE, value: value + 0 })),
    fc.boolean().map((value) => ({ type: ValueType.BOOLEAN, value })),
    fc.string().map((text) => ({ type: ValueType.STRING, value: `s${text}` })),
    fc.constant({ type: ValueType.JSON, value: '{"a":[1,2.0]}' }),
  )
  fc.assert(
    fc.property(fc.dictionary(key, value, { minKeys: 1 }), (given) => {
      const values = Object.entries(given).map(([key, typed]) => ({ key, ...typed }))
      assert.deepEqual(parseAttributes(valuesJson(values)), values)
    }),
  )
  assert.equal(valuesJson([{ key: 'big', type: ValueType.LONG, value: 9007199254740993n }]), '{"big":9007199254740993}')
  assert.equal(valuesJson([{ key: 'e', type: ValueType.DOUBLE, value: 1e21 }]), '{"e":1e+21}')
})

test('requests of devices are read strictly', () => {
  assert.deepEqual(readClaim(''), { secretKey: '', durationMs: claimDurationDefaultMs })
  assert.deepEqual(readClaim('{"secretKey":"a","durationMs":5}'), { secretKey: 'a', durationMs: 5 })
  for (const text of ['[]', '{"secretKey":5}', '{"durationMs":"x"}', '{']) assert.throws(() => readClaim(text))
  assert.equal(readClientCall('{"method":"m","params":[1],"more":2}'), '{"method":"m","params":[1]}')
  const long = '{"method":"m","params":{"uid":12345678901234567890}}'
  assert.equal(readClientCall(long), long)
  for (const text of ['{}', '{"method":5}', '5', '']) assert.throws(() => readClientCall(text))
  assert.deepEqual(readAttributeRequest('{"clientKeys":"a, b,","sharedKeys":""}'), {
    clientKeys: { each: ['a', 'b'], whole: 'a, b,' },
    sharedKeys: null,
  })
  assert.throws(() => readAttributeRequest('{"clientKeys":["a"]}'))
  assert.throws(() =>
    readAttributeRequest(JSON.stringify({ clientKeys: Array.from({ length: 1001 }, (_, i) => `k${i}`).join() })),
  )
  assert.equal(keyList(undefined), null)
})

test('counts are figures for Prometheus', async () => {
  const registry = new Registry()
  const counts = createTransportCounts(registry)
  counts.accepted.MQTT = 5
  counts.errors.payload = 2
  counts.connections.MQTT = 3
  counts.unsigned.MQTT = 2
  const text = await registry.metrics()
  assert.match(text, /sonde_transport_messages_total\{transport="MQTT"\} 5/)
  assert.match(text, /sonde_transport_errors_total\{kind="payload"\} 2/)
  assert.match(text, /sonde_mqtt_connections 3/)
  assert.match(text, /sonde_mqtt_unsigned_connections 2/)
  assert.match(await registry.metrics(), /sonde_transport_messages_total\{transport="MQTT"\} 5/)
})

test('provisioning requests that cannot be read name the field', () => {
  const base = { provisionDeviceKey: 'k', provisionDeviceSecret: 's' }
  assert.deepEqual(readProvisionRequest(JSON.stringify({ ...base, deviceName: null, more: 1 })), base)
  for (const [text, field] of [
    ['{', 'JSON'],
    ['[]', 'object'],
    [JSON.stringify({ ...base, provisionDeviceKey: '' }), 'provisionDeviceKey'],
    [JSON.stringify({ ...base, provisionDeviceSecret: 5 }), 'provisionDeviceSecret'],
    [JSON.stringify({ ...base, token: 5 }), 'token'],
    [JSON.stringify({ ...base, credentialsType: 'LWM2M_CREDENTIALS' }), 'credentialsType'],
  ] as const) {
    assert.throws(
      () => readProvisionRequest(text),
      (error) => error instanceof PayloadError && error.message.includes(field),
      text,
    )
  }
})
