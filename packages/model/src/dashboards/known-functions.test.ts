import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doesSomething, knownFunction, leavesPositions } from './known-functions.ts'

test('texts of new widgets are known with any layout, others are not', () => {
  const truth = knownFunction('  return data ? true : false; // default\n')
  assert.deepEqual([truth?.(1), truth?.(0), truth?.('false')], [true, false, true])
  assert.equal(knownFunction('return value;')?.(7), 7)
  assert.equal(knownFunction('/* nothing */')?.('x'), 'x')
  for (const body of ['return data ? false : true', 'return !data', 'return data == 1;', 'return datavalue']) {
    assert.equal(knownFunction(body), null, body)
  }
})

test('a body of comments and semicolons does nothing', () => {
  assert.equal(doesSomething('// return value\n/* nothing */ ;'), false)
  assert.equal(doesSomething('return value'), true)
  assert.equal(doesSomething(7), false)
})

test('the position function of new image maps moves nothing', () => {
  assert.equal(leavesPositions('return {x: origXPos, y: origYPos};'), true)
  assert.equal(leavesPositions('return {x: origYPos, y: origXPos};'), false)
})
