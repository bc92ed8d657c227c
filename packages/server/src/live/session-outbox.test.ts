import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveUpdate } from '@sonde/model/entity-query/live-updates'
import { systemClock } from '../clock.ts'
import { createSessionOutbox, type UpdateSource } from './session-outbox.ts'
import { bufferedBytesHigh, heldPointsMax } from './socket-limits.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))
const count = (cmdId: number, n: number): LiveUpdate => ({
  cmdId,
  count: n,
  errorCode: 0,
  errorMsg: null,
  cmdUpdateType: 'COUNT_DATA',
})

/** A socket whose reader can be slow. */
function slowSocket() {
  const socket = {
    bufferedAmount: 0,
    sent: [] as string[],
    done: [] as (() => void)[],
    send(text: string, done: () => void) {
      socket.sent.push(text)
      socket.done.push(done)
    },
    /** The client has read everything. */
    drain() {
      socket.bufferedAmount = 0
      for (const done of socket.done.splice(0)) done()
    },
  }
  return socket
}

function outboxOf(socket: ReturnType<typeof slowSocket>, queuedMessages = 500) {
  let overflows = 0
  const outbox = createSessionOutbox({
    socket,
    clock: systemClock,
    limits: { queuedMessages, updateRates: [] },
    onOverflow: () => void overflows++,
    onSent: () => {},
  })
  return { outbox, overflows: () => overflows }
}

test('a slow reader gets the newest of what it missed, and nothing piles up', async () => {
  const socket = slowSocket()
  const { outbox, overflows } = outboxOf(socket)
  let value = 0
  const source: UpdateSource = { cmdId: 1, take: () => [count(1, value)] }
  socket.bufferedAmount = bufferedBytesHigh + 1
  outbox.answer(count(0, 0))
  await turn()
  let isWritable = false
  void outbox.writable().then(() => {
    isWritable = true
  })
  for (value = 1; value < 1000; value++) {
    outbox.mark(source)
    await turn()
  }
  assert.equal(socket.sent.length, 1)
  assert.equal(isWritable, false)
  socket.drain()
  await turn()
  assert.deepEqual(JSON.parse(socket.sent[1] as string), count(1, 1000))
  assert.equal(socket.sent.length, 2)
  assert.equal(isWritable, true)
  assert.equal(overflows(), 0)
})

test('more than the bounds of a slow reader close the session', async () => {
  const socket = slowSocket()
  const { outbox, overflows } = outboxOf(socket, 2)
  socket.bufferedAmount = bufferedBytesHigh + 1
  outbox.answer(count(0, 0))
  await turn()
  for (const cmdId of [1, 2]) outbox.mark({ cmdId, take: () => [] })
  assert.equal(overflows(), 0)
  outbox.mark({ cmdId: 3, take: () => [] })
  assert.equal(overflows(), 1)
})

test('points that wait are bounded too', async () => {
  const socket = slowSocket()
  const { outbox, overflows } = outboxOf(socket)
  const source: UpdateSource = { cmdId: 1, take: () => [] }
  socket.bufferedAmount = bufferedBytesHigh + 1
  outbox.answer(count(0, 0))
  await turn()
  outbox.mark(source, heldPointsMax)
  assert.equal(overflows(), 0)
  outbox.forget(source)
  outbox.mark(source, heldPointsMax)
  assert.equal(overflows(), 0)
  outbox.mark(source, 1)
  assert.equal(overflows(), 1)
})
