import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEventLoopTurns } from '../turns/event-loop-turns.ts'
import { until } from '../until-testing.ts'
import { checksMax, createUnsignedConnections, handshakesMax } from './unsigned-connections.ts'

const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

function open({ perAddress = 3, all = 10, waiting = 1_000 } = {}) {
  const closed: string[] = []
  const begun: string[] = []
  const rejections: string[] = []
  const counts = { MQTT: 0, HTTP: 0 }
  const unsigned = createUnsignedConnections({
    perAddressMax: () => perAddress,
    allMax: () => all,
    waitingMax: () => waiting,
    turns: createEventLoopTurns(),
    rejected: (limit) => rejections.push(limit),
    counts,
  })
  const add = (name: string, address: string, isTls = false) =>
    unsigned.add({ kind: 'MQTT', address, isTls, begin: () => begun.push(name), close: () => closed.push(name) })
  let nowMs = 0
  const sweep = () => {
    nowMs += 1_000
    unsigned.sweep(nowMs)
  }
  const begins = (count: number) => until(() => begun.length >= count, `${count} of the connections begin`)
  return { unsigned, closed, begun, begins, rejections, counts, add, sweep, sweepAgain: () => unsigned.sweep(nowMs) }
}

const names = (count: number, of = 'c') => Array.from({ length: count }, (_, i) => `${of}${i}`)

test('in their first moment connections of one address do not count for it', () => {
  const { unsigned, closed, add, sweep, sweepAgain } = open()
  for (const name of names(8)) add(name, 'a')
  sweep()
  for (let i = 0; i < 5; i++) sweepAgain()
  assert.deepEqual(closed, [])
  sweep()
  assert.deepEqual(closed, names(5), 'the oldest close, down to the limit')
  assert.equal(unsigned.size, 3)
})

test('at the limit a newcomer closes the oldest that is past its first moment', () => {
  const { closed, rejections, add, sweep } = open()
  for (const name of names(3)) add(name, 'a')
  sweep()
  sweep()
  add('other', 'b')
  add('young', 'a')
  assert.deepEqual(closed, ['c0'])
  assert.deepEqual(rejections, ['unsignedConnections'])
})

test('when all are too many, the addresses with the most pay', () => {
  const { unsigned, closed, rejections, add, sweep } = open({ perAddress: 100, all: 10 })
  for (const name of names(9, 'flood')) add(name, 'flood')
  for (const name of names(8, 'second')) add(name, 'second')
  add('good', 'a')
  add('good too', 'b')
  sweep()
  assert.deepEqual(closed, [])
  sweep()
  assert.deepEqual(closed, [...names(4, 'second'), ...names(5, 'flood')])
  assert.deepEqual([...new Set(rejections)], ['allUnsignedConnections'])
  assert.equal(unsigned.size, 10)
})

test('who signed in or went counts no more, the second time neither', () => {
  const { unsigned, closed, counts, add, sweep } = open()
  const first = add('first', 'a')
  assert.deepEqual([unsigned.size, counts.MQTT], [1, 1])
  first.end()
  first.end()
  assert.deepEqual([unsigned.size, counts.MQTT], [0, 0])
  for (const name of names(3)) add(name, 'a')
  for (let i = 0; i < 5; i++) sweep()
  assert.deepEqual(closed, [])
})

test('what waits for the server is not closed, however long that takes', async () => {
  const { closed, begun, begins, add, sweep } = open({ perAddress: 1, all: 1 })
  const checked = names(checksMax).map((name) => add(name, 'a'))
  for (const place of checked) place.arrived()
  await begins(checksMax)
  for (const place of checked) place.checking(true)
  const later = add('later', 'a')
  later.arrived()
  for (let i = 0; i < 5; i++) {
    sweep()
    await tick()
  }
  assert.deepEqual(closed, [])
  assert.equal(begun.length, checksMax, 'while so many are checked nothing new is taken up')
  checked[0]?.checking(false)
  await begins(checksMax + 1)
  sweep()
  sweep()
  assert.deepEqual(closed, ['c0'], 'who was taken up and says nothing more counts again')
})

test('the ones of an address are taken up in their order, and addresses in turns', async () => {
  const { begun, begins, add } = open()
  const checked = names(checksMax, 'busy').map((name) => add(name, 'z'))
  for (const place of checked) place.arrived()
  await begins(checksMax)
  for (const place of checked) place.checking(true)
  const fleet = names(4, 'fleet').map((name) => add(name, 'a'))
  const other = names(2, 'other').map((name) => add(name, 'b'))
  for (const place of [...fleet, ...other]) place.arrived()
  fleet[1]?.end()
  for (const place of checked) place.end()
  await begins(checksMax + 5)
  assert.deepEqual(begun.slice(checksMax), ['fleet0', 'other0', 'fleet2', 'other1', 'fleet3'])
})

test('of one address so many handshakes are under way; the others wait, and are not closed', async () => {
  const { unsigned, closed, begun, begins, add, sweep } = open({ perAddress: handshakesMax, all: 1_000 })
  const fleet = names(handshakesMax + 3).map((name) => add(name, 'a', true))
  for (const place of fleet) place.arrived()
  await begins(handshakesMax)
  add('other', 'b', true).arrived()
  await begins(handshakesMax + 1)
  assert.deepEqual(begun.at(-1), 'other', 'other addresses go on')
  for (let i = 0; i < 3; i++) {
    sweep()
    await tick()
  }
  assert.equal(begun.length, handshakesMax + 1)
  assert.deepEqual(closed, [])
  fleet[0]?.checking(true)
  fleet[1]?.end()
  await begins(handshakesMax + 3)
  assert.deepEqual(begun.slice(-2), [`c${handshakesMax}`, `c${handshakesMax + 1}`])
  fleet[0]?.end()
  // The last one still waits: it begins a round later if this one is full.
  for (const place of fleet.slice(2, -1)) place.end()
  await begins(handshakesMax + 4)
  fleet.at(-1)?.end()
  assert.equal(unsigned.size, 1)
})

test('when more wait than there is room for, newcomers of the addresses with the most are refused', () => {
  const { unsigned, closed, rejections, add } = open({ waiting: 10 })
  for (const name of names(12)) add(name, 'a').arrived()
  assert.deepEqual(closed, ['c10', 'c11'])
  for (const name of names(6, 'b')) add(name, 'b').arrived()
  assert.deepEqual(closed, ['c10', 'c11', 'b5'], 'another address has its share')
  assert.deepEqual([...new Set(rejections)], ['waitingConnections'])
  assert.equal(unsigned.size, 15)
})
