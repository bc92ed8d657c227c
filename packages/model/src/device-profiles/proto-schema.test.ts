import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  checkAttributesSchema,
  checkRpcRequestSchema,
  checkRpcResponseSchema,
  checkTelemetrySchema,
  ProtoSchemaError,
  parseProtoSchema,
  payloadMessage,
} from './proto-schema.ts'

const schema = (body: string) => `syntax = "proto3";\npackage t;\n${body}`

test('messages, enumerations, maps, oneofs and comments are understood; the last message is the payload', () => {
  const parsed = parseProtoSchema(
    schema(`// first
    enum Mode { OFF = 0; ON = 1; }
    message Inner { optional string key1 = 1; /* two */ repeated int32 numbers = 2; }
    message Reading {
      message Deep { bool b = 1; };
      enum Kind { A = 0; }
      optional double temperature = 1;
      Inner inner = 2;
      map<string, Deep> deep = 3;
      oneof choice { Mode mode = 4; Kind kind = 5; }
      t.Inner qualified = 6;
    }`),
  )
  const payload = payloadMessage(parsed)
  assert.equal(payload.name, 'Reading')
  assert.deepEqual(
    payload.fields.map(({ label, type, name, number }) => [label, type, name, number]),
    [
      ['optional', 'double', 'temperature', 1],
      [null, 'Inner', 'inner', 2],
      [null, 'map<string,Deep>', 'deep', 3],
      [null, 'Mode', 'mode', 4],
      [null, 'Kind', 'kind', 5],
      [null, 't.Inner', 'qualified', 6],
    ],
  )
})

test('what payloads cannot use is refused by name', () => {
  for (const [text, message] of [
    ['message {', /begin with syntax/],
    ['', /begin with syntax/],
    ['syntax = "proto2"; message A { optional int32 a = 1; }', /"proto3"/],
    [schema(''), /no message/],
    [schema('message {'), /"\{" where the name of a message/],
    [schema('message A { int32 a = 1;'), /ends inside the message A/],
    [schema('import "x.proto"; message A {}'), /imports/],
    [schema('option java_package = "x"; message A {}'), /options/],
    [schema('message A { required int32 a = 1; }'), /required fields/],
    [schema('message A { reserved 1; }'), /reserved/],
    [schema('message A { optional group G = 1 { } }'), /groups/],
    [schema('message A { extensions 1 to 5; }'), /extensions/],
    [schema('service S {}'), /services/],
    [schema('message A { int32 a = 1 [default = 5]; }'), /default values/],
    [schema('message A { int32 a = 1; int32 a = 2; }'), /field a twice/],
    [schema('message A { int32 a = 1; int32 b = 1; }'), /number 1 twice/],
    [schema('message A { int32 a = 0; }'), /number 0/],
    [schema('message A { int32 a = x; }'), /"x" where a number/],
    [schema('message A { Missing a = 1; }'), /Missing, which is not declared/],
    [schema('enum E { A = 1; } message M {}'), /another value than 0/],
    [schema('enum E { } message M {}'), /without values/],
    [schema('message A { int32 a = 1; } ?'), /"\?" is not understood/],
    [schema(`${'message A { '.repeat(20)}`), /inside each other/],
    ['x'.repeat(100_001), /the limit is/],
  ] as const) {
    assert.throws(() => parseProtoSchema(text), message, text.slice(0, 80))
  }
})

test('each kind of schema has its own form', () => {
  const inner = 'message V { double t = 1; }'
  checkTelemetrySchema(schema(`${inner} message T { optional int64 ts = 1; V values = 2; }`))
  checkTelemetrySchema(schema('message T { int32 ts = 1; int32 values = 2; int32 more = 3; }'))
  assert.throws(() => checkTelemetrySchema(schema('message T {}')), /no fields/)
  assert.throws(
    () => checkTelemetrySchema(schema(`${inner} message T { int64 ts = 1; V values = 2; }`)),
    /optional int64/,
  )
  assert.throws(
    () => checkTelemetrySchema(schema('message T { optional int64 ts = 1; double values = 2; }')),
    /as a message/,
  )
  assert.throws(() => checkAttributesSchema(schema('message A {}')), /no fields/)
  const request = (fields: string) => () => checkRpcRequestSchema(schema(`message R { ${fields} }`))
  request('optional string method = 1; optional int32 requestId = 2; optional string params = 3;')()
  assert.throws(request('string method = 1; int32 requestId = 2;'), /three fields/)
  assert.throws(request('string method = 1; int64 requestId = 2; string params = 3;'), /three fields/)
  assert.throws(request('string method = 1; int32 requestId = 2; repeated string params = 3;'), /three fields/)
  checkRpcResponseSchema(schema('message R { optional string payload = 1; }'))
})

test('hostile texts are refused, never worse', () => {
  const word = fc.constantFrom(
    'syntax',
    '=',
    '"proto3"',
    ';',
    'message',
    'A',
    '{',
    '}',
    'int32',
    '1',
    'oneof',
    'map',
    '<',
    '>',
    ',',
    '[',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
      ),
      (text) => {
        try {
          parseProtoSchema(text)
        } catch (error) {
          assert.ok(error instanceof ProtoSchemaError)
        }
      },
    ),
  )
})
