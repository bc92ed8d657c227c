import { expect, test } from 'vitest'
import { inputOfType, inputOfValue, jsonOfInput, type TypedInput } from './typed-value.ts'

const cases: [TypedInput, object][] = [
  [{ type: 'string', text: ' hello ' }, { json: '"hello"' }],
  [{ type: 'string', text: '  ' }, { fieldError: 'valueRequired' }],
  [{ type: 'integer', text: '-12' }, { json: '-12' }],
  [{ type: 'integer', text: '9007199254740993' }, { json: '9007199254740993' }],
  [{ type: 'integer', text: '1.5' }, { fieldError: 'integerInvalid' }],
  [{ type: 'double', text: '21' }, { json: '21.0' }],
  [{ type: 'double', text: '-0.25' }, { json: '-0.25' }],
  [{ type: 'double', text: '10000000' }, { json: '10000000.0' }],
  [{ type: 'double', text: '1e22' }, { json: '10000000000000000000000.0' }],
  [{ type: 'double', text: '1.0E-7' }, { json: '1e-7' }],
  [{ type: 'double', text: 'warm' }, { fieldError: 'doubleInvalid' }],
  [{ type: 'boolean', text: 'true' }, { json: 'true' }],
  [{ type: 'json', text: '{"a": [1]}' }, { json: '{"a": [1]}' }],
  [{ type: 'json', text: '5' }, { fieldError: 'jsonObject' }],
  [{ type: 'json', text: '{' }, { fieldError: 'jsonInvalid' }],
]

test.each(cases)('%j', (input, expected) => {
  expect(jsonOfInput(input)).toEqual(expected)
})

test('the type of a stored value is inferred, a whole double from its digits', () => {
  const stored = (value: unknown, json = JSON.stringify(value)) => inputOfValue({ value, json })
  expect([true, 4, 4.5, { a: 1 }, 'x'].map((value) => stored(value).type)).toEqual([
    'boolean',
    'integer',
    'double',
    'json',
    'string',
  ])
  expect(stored(3, '3.0')).toEqual({ type: 'double', text: '3.0' })
  expect(stored(12_345_678.5, '1.23456785E7')).toEqual({ type: 'double', text: '12345678.5' })
  expect(stored(1e7, '1.0E7')).toEqual({ type: 'double', text: '10000000.0' })
  expect(stored({ a: 3 }, '{"a":3.0}').text).toBe('{"a":3.0}')
})

test('another type starts with its own empty value', () => {
  expect(inputOfType('boolean').text).toBe('false')
  expect(inputOfType('json').text).toBe('{}')
  expect(inputOfType('integer').text).toBe('')
})
