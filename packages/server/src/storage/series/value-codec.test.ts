import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawValue, ValueType } from '@sonde/model/telemetry/values'
import { jsonValue, strictValue } from './value-codec.ts'

const { LONG, DOUBLE, STRING, JSON: JSON_TYPE } = ValueType

test('numbers within JSON keep what is written: in messages as it stands, in answers as the wire writes doubles', () => {
  const text = (type: ValueType, value: RawValue) => [
    JSON.stringify(jsonValue({ type, value })),
    JSON.stringify(strictValue({ type, value })),
  ]
  const json = '{"a":[1,1.0,1e2,12345678.9,-0.5,9007199254740993],"b":{"c":null,"d":"1.0"}}'
  const strict = '{"a":[1,1.0,100.0,1.23456789E7,-0.5,9007199254740993],"b":{"c":null,"d":"1.0"}}'
  assert.deepEqual(text(JSON_TYPE, json), [json, strict])
  assert.deepEqual(text(JSON_TYPE, '[1e400]'), ['[1e400]', '[1e400]'], 'what no double holds stays as it is')
  assert.deepEqual(text(JSON_TYPE, '["12.5",true]'), ['["12.5",true]', '["12.5",true]'])
  assert.deepEqual(text(JSON_TYPE, 'no JSON 1.0'), ['"no JSON 1.0"', '"no JSON 1.0"'])
  assert.deepEqual(text(DOUBLE, 1000), ['1000.0', '1000.0'])
  assert.deepEqual(text(DOUBLE, 10_000_000), ['10000000.0', '1.0E7'])
  assert.deepEqual(text(LONG, 1000), ['1000', '1000'])
  assert.deepEqual(text(LONG, 2n ** 62n), ['4611686018427387904', '4611686018427387904'])
  assert.deepEqual(text(STRING, '1000.0'), ['"1000.0"', '"1000.0"'])
})
