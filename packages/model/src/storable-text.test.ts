import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonDepthMax, jsonProblem, jsonTextProblem, mayHoldRejectedText, textProblem } from './storable-text.ts'

test('NUL and halves of surrogate pairs are refused by name, whole pairs are not', () => {
  assert.equal(textProblem('a\0', 'The name'), 'The name contains a NUL character. Remove it.')
  assert.equal(textProblem('\ud83d', 'The name'), 'The name contains half of a surrogate pair. Remove it.')
  assert.equal(textProblem('\u0001 😀 \ufffd', 'The name'), null)
})

test('JSON is refused with the path of what is wrong in it', () => {
  const problem = (value: unknown) => jsonProblem(value, 'The body')
  assert.equal(problem({ a: [{ b: 'x\0' }] }), 'a[0].b contains a NUL character. Remove it.')
  assert.equal(problem('\0'), 'The body contains a NUL character. Remove it.')
  assert.equal(problem({ 'a\0': 1 }), 'A key of the body contains a NUL character. Remove it.')
  assert.equal(problem({ a: { 'b\ud800': 1 } }), 'A key of a contains half of a surrogate pair. Remove it.')
  assert.equal(problem(JSON.parse('{"a":{"__proto__":1}}')), 'The key a.__proto__ isn’t allowed.')
  assert.equal(problem({ constructor: { prototype: 1 } }), 'The key constructor isn’t allowed.')
  assert.equal(problem({ constructor: { a: 1 }, prototype: 1, a: null, b: [true, 1.5] }), null)
})

test('text that may be JSON is looked at by what it says when parsed', () => {
  const problem = (text: string) => jsonTextProblem(text, 'The payload')
  assert.equal(problem('plain text'), null)
  assert.equal(problem('plain \0 text'), 'The payload contains a NUL character. Remove it.')
  assert.equal(problem('{"a":"\\u0000"}'), 'a contains a NUL character. Remove it.')
  assert.equal(problem('{"\\u005f_proto__":1}'), 'The key __proto__ isn’t allowed.')
  assert.equal(problem('no JSON \\u0000 __proto__'), null)
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  assert.equal(problem(nested(jsonDepthMax)), null)
  assert.equal(problem(nested(jsonDepthMax + 1)), 'The payload nests deeper than 200 levels.')
  assert.equal(problem(`"${'['.repeat(1000)}"`), null)
})

test('ordinary payloads need no closer look', () => {
  assert.equal(mayHoldRejectedText('{"temperature":21.5,"text":"a\\nb ü 😀"}'), false)
})
