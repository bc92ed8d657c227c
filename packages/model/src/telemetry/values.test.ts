import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doubleText } from './values.ts'

test('a double is written as Java writes it', () => {
  for (const [value, text] of [
    [0, '0.0'],
    [1000, '1000.0'],
    [-21.5, '-21.5'],
    [0.001, '0.001'],
    [0.00099, '9.9E-4'],
    [1e-7, '1.0E-7'],
    [9999999, '9999999.0'],
    [9999999.5, '9999999.5'],
    [1e7, '1.0E7'],
    [-12345678.5, '-1.23456785E7'],
    [1.7976931348623157e308, '1.7976931348623157E308'],
    [Number.NaN, 'NaN'],
  ] as const) {
    assert.equal(doubleText(value), text)
    assert.ok(Object.is(Number(text), value))
  }
})
