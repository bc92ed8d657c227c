import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filterResult, generateResult, jsonResult, stringResult, switchResult, updateResult } from './script-results.ts'

const input = { data: '{"t":22}', metadata: { n: '5' }, type: 'POST' }

test('a filter returns a boolean and nothing else', () => {
  assert.equal(filterResult('true'), true)
  assert.equal(filterResult('false'), false)
  for (const text of ['"true"', '1', 'null', '']) assert.throws(() => filterResult(text), /must return true or false/)
})

test('a switch returns labels, each once', () => {
  assert.deepEqual(switchResult('"a"'), ['a'])
  assert.deepEqual(switchResult('["b","a","b"]'), ['b', 'a'])
  assert.deepEqual(switchResult('[]'), [])
  for (const text of ['5', '[5]', 'null', '']) assert.throws(() => switchResult(text), /text or a list of texts/)
})

test('json takes every value but none, string takes texts only', () => {
  assert.equal(jsonResult('null'), 'null')
  assert.throws(() => jsonResult(''), /nothing/)
  assert.equal(stringResult('"x"'), 'x')
  for (const text of ['5', '{}', 'null', '']) assert.throws(() => stringResult(text), /must return text/)
})

test('an update falls back to the incoming message part by part', () => {
  assert.deepEqual(updateResult('\n\n', input), [input])
  assert.deepEqual(updateResult('1\n\n""', input), [{ ...input, data: '1' }])
  assert.deepEqual(updateResult('\n{"a":5}\n"T"', input), [{ ...input, metadata: { a: '5' }, type: 'T' }])
  assert.throws(() => updateResult('\n[]\n', input), /metadata must be an object/)
  assert.deepEqual(updateResult('{"msg":1}', input), [{ data: '1', metadata: { n: '5' }, type: 'POST' }])
  assert.deepEqual(updateResult('{"metadata":{},"msgType":""}', input), [{ ...input, metadata: {} }])
  assert.deepEqual(updateResult('[{"msg":{"i":1}},5]', input), [{ ...input, data: '{"i":1}' }, input])
  assert.deepEqual(updateResult('{"msg":null,"msgType":null}', input), [{ ...input, data: 'null', type: 'null' }])
  assert.deepEqual(updateResult('{"msg":"x","msgType":5}', input), [{ ...input, data: '"x"', type: '5' }])
  for (const text of ['[]', '5', 'null', '']) assert.throws(() => updateResult(text, input))
})

test('metadata becomes text; objects and lists are refused', () => {
  const [message] = updateResult('{"metadata":{"n":1,"d":1.5,"b":true,"nul":null}}', input)
  assert.deepEqual(message?.metadata, { n: '1', d: '1.5', b: 'true' })
  for (const value of ['{"a":1}', '[1]']) {
    assert.throws(() => updateResult(`{"metadata":{"o":${value}}}`, input), /"o" contains an object or a list/)
  }
  assert.throws(() => updateResult('{"metadata":"x"}', input), /object of texts/)
})

test('a generator that returns a list keeps the message', () => {
  assert.deepEqual(generateResult('[{"msg":{}}]', input), input)
  assert.deepEqual(generateResult('{"msg":{},"msgType":"X"}', input), { data: '{}', metadata: { n: '5' }, type: 'X' })
  assert.throws(() => generateResult('5', input))
})
