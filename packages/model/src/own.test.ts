import assert from 'node:assert/strict'
import { test } from 'node:test'
import { own } from './own.ts'

test('only own members are found, whatever they are called', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    assert.equal(own<unknown>({ a: 1 }, name), undefined, name)
    assert.equal(own(JSON.parse(`{"${name}":1}`), name), 1, name)
  }
  assert.equal(own({ a: undefined }, 'a'), undefined)
})
