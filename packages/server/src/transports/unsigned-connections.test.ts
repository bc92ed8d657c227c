import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createUnsignedConnections, signInGraceMs } from './unsigned-connections.ts'

function open({ perAddress = 3, all = 10 } = {}) {
  const closed: string[] = []
  const rejections: string[] = []
  const counts = { MQTT: 0, HTTP: 0 }
  const unsigned = createUnsignedConnections({
    perAddressMax: () => perAddress,
    allMax: () => all,
    rejected: (limit) => rejections.push(limit),
    counts,
  })
  const add = (name: string, address: string, sinceMs: number) => {
    const connection = { kind: 'MQTT' as const, address, sinceMs, close: () => closed.push(name) }
    unsigned.add(connection)
    return connection
  }
  return { unsigned, closed, rejections, counts, add }
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
  const { closed, rejections, add } = open()
  for (let i = 0; i < 3; i++) add(`c${i}`, 'a', i)
  add('other', 'b', 5)
  add('young', 'a', signInGraceMs)
  assert.deepEqual(closed, ['c0'])
  assert.deepEqual(rejections, ['unsignedConnections'])
})

test('when all are too many, the address with the most pays, grace or not', () => {
  const { unsigned, closed, rejections, add } = open({ perAddress: 100, all: 10 })
  for (let i = 0; i < 9; i++) add(`flood${i}`, 'flood', 0)
  add('good', 'a', 0)
  add('good too', 'b', 0)
  assert.deepEqual(closed, ['flood0'])
  add('flood9', 'flood', 0)
  assert.deepEqual(closed, ['flood0', 'flood1'])
  assert.deepEqual(rejections, ['allUnsignedConnections', 'allUnsignedConnections'])
  assert.equal(unsigned.size, 10)
})

test('who signed in or went counts no more, the second time neither', () => {
  const { unsigned, closed, counts, add } = open()
  const first = add('first', 'a', 0)
  assert.deepEqual([unsigned.size, counts.MQTT], [1, 1])
  unsigned.remove(first)
  unsigned.remove(first)
  assert.deepEqual([unsigned.size, counts.MQTT], [0, 0])
  for (let i = 0; i < 3; i++) add(`c${i}`, 'a', 0)
  unsigned.sweep(10 * signInGraceMs)
  assert.deepEqual(closed, [])
})
