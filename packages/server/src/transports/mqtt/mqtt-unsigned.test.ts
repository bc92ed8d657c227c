import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnsignedConnections, signInGraceMs } from './mqtt-unsigned.ts'

function open({ perAddress = 3, all = 10 } = {}) {
  const closed: string[] = []
  const refusals: string[] = []
  const unsigned = createUnsignedConnections({
    perAddressMax: () => perAddress,
    allMax: () => all,
    refused: (limit) => refusals.push(limit),
  })
  const add = (name: string, address: string, sinceMs: number) => {
    const connection = { address, sinceMs, close: () => closed.push(name) }
    unsigned.add(connection)
    return connection
  }
  return { unsigned, closed, refusals, add }
}

test('in their first moment connections of one address do not count for it', () => {
  const { unsigned, closed, add } = open()
  for (let i = 0; i < 8; i++) add(`c${i}`, 'a', i)
  assert.deepEqual(closed, [])
  unsigned.sweep(signInGraceMs - 1)
  assert.deepEqual(closed, [])
  unsigned.sweep(signInGraceMs + 4)
  assert.deepEqual(closed, ['c0', 'c1', 'c2', 'c3', 'c4'], 'the oldest close, down to the limit')
  assert.equal(unsigned.size, 3)
})

test('at the limit a newcomer closes the oldest that is past its grace', () => {
  const { closed, refusals, add } = open()
  for (let i = 0; i < 3; i++) add(`c${i}`, 'a', i)
  add('other', 'b', 5)
  add('young', 'a', signInGraceMs)
  assert.deepEqual(closed, ['c0'])
  assert.deepEqual(refusals, ['unsignedConnections'])
})

test('when all are too many, the address with the most pays, grace or not', () => {
  const { unsigned, closed, refusals, add } = open({ perAddress: 100, all: 10 })
  for (let i = 0; i < 9; i++) add(`flood${i}`, 'flood', 0)
  add('good', 'a', 0)
  add('good too', 'b', 0)
  assert.deepEqual(closed, ['flood0'])
  add('flood9', 'flood', 0)
  assert.deepEqual(closed, ['flood0', 'flood1'])
  assert.deepEqual(refusals, ['allUnsignedConnections', 'allUnsignedConnections'])
  assert.equal(unsigned.size, 10)
})

test('who signed in or went counts no more, the second time neither', () => {
  const { unsigned, closed, add } = open()
  const first = add('first', 'a', 0)
  unsigned.remove(first)
  unsigned.remove(first)
  assert.equal(unsigned.size, 0)
  for (let i = 0; i < 3; i++) add(`c${i}`, 'a', 0)
  unsigned.sweep(10 * signInGraceMs)
  assert.deepEqual(closed, [])
})
