import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LiveUpdate } from '@sonde/model/entity-query/live-updates'
import { createSessionOutbox, type UpdateSource } from './session-outbox.ts'
import { readerRoom } from './socket-limits.ts'

const room = readerRoom(1)
const blockedBytes = room.bufferedBytes + 1
const turn = () => new Promise((resolve) => setImmediate(resolve))
const count = (cmdId: number, n: number): LiveUpdate => ({
  cmdId,
  count: n,
  errorCode: 0,
  errorMsg: null,
  cmdUpdateType: 'COUNT_DATA',
})

/** Time advances only by hand. */
const clock = {
  ms: 1_700_000_000_000,
  nowMs: () => clock.ms,
}

/** A socket whose client reads slowly. */
function slowSocket() {
  const socket = {
    bufferedAmount: 0,
    sent: [] as string[],
    done: [] as (() => void)[],
    send(text: string | Uint8Array, _: { binary: false }, done: () => void) {
      socket.sent.push(String(text))
      socket.done.push(done)
    },
    /** Simulates that the client has read everything. */
    drain() {
      socket.bufferedAmount = 0
      for (const done of socket.done.splice(0)) done()
    },
  }
  return socket
}

function outboxOf(socket: ReturnType<typeof slowSocket>, queuedMessages = 500, bytesMax = Number.POSITIVE_INFINITY) {
  let overflows = 0
  let taken = 0
  const outbox = createSessionOutbox({
    socket,
    clock,
    limits: { queuedMessages, updateRates: [] },
    room: () => room,
    buffers: {
      tryAcquire(bytes) {
        if (taken + bytes > bytesMax) return false
        taken += bytes
        return true
      },
      give(bytes) {
        taken -= bytes
      },
    },
    soon: setImmediate,
    onOverflow: () => void overflows++,
    onSent: () => {},
  })
  return { outbox, overflows: () => overflows, taken: () => taken }
}

test('a slow reader gets the newest of what it missed, and nothing piles up', async () => {
  const socket = slowSocket()
  const { outbox, overflows } = outboxOf(socket)
  let value = 0
  const source: UpdateSource = { cmdId: 1, drain: () => [count(1, value)] }
  socket.bufferedAmount = blockedBytes
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

test('answers that pile up close the session, subscriptions with something to tell do not', async () => {
  const socket = slowSocket()
  const { outbox, overflows } = outboxOf(socket, 2)
  socket.bufferedAmount = blockedBytes
  outbox.answer(count(0, 0))
  await turn()
  for (const cmdId of [1, 2]) outbox.answer(count(cmdId, 0))
  for (let cmdId = 3; cmdId < 1000; cmdId++) outbox.mark({ cmdId, drain: () => [] })
  await turn()
  assert.equal(overflows(), 0, 'updates are merged')
  outbox.answer(count(1000, 0))
  await turn()
  assert.equal(overflows(), 1)
})

test('of points that wait the older go, by halves, and no more is counted than is kept', async () => {
  const socket = slowSocket()
  const { outbox, overflows } = outboxOf(socket)
  let retained = 0
  let thinned = 0
  const source: UpdateSource = {
    cmdId: 1,
    drain: () => [],
    thin() {
      thinned++
      retained /= 2
      return retained
    },
  }
  const put = (characters: number) => {
    retained += characters
    outbox.mark(source, characters)
  }
  socket.bufferedAmount = blockedBytes
  outbox.answer(count(0, 0))
  await turn()
  put(room.heldCharacters)
  assert.equal(thinned, 0)
  put(2)
  assert.deepEqual([thinned, outbox.heldCharacters], [1, room.heldCharacters / 2 + 1])
  for (let i = 0; i < 1000; i++) put(room.heldCharacters / 100)
  assert.ok(outbox.heldCharacters <= 2 * room.heldCharacters, `${outbox.heldCharacters} characters`)
  assert.equal(outbox.heldCharacters, retained)
  outbox.forget(source)
  assert.deepEqual([outbox.heldCharacters, overflows()], [0, 0])
})

test('the more sessions, the less each may keep', () => {
  assert.deepEqual(readerRoom(1), readerRoom(0))
  assert.ok(readerRoom(2000).bufferedBytes < readerRoom(1).bufferedBytes / 4)
  assert.deepEqual(readerRoom(100_000), readerRoom(1_000_000))
})

test('what waits for a client is its owner’s, until it was read or the session ends', async () => {
  const socket = slowSocket()
  const { outbox, overflows, taken } = outboxOf(socket, 500, 1000)
  socket.bufferedAmount = 600
  outbox.answer(count(1, 1))
  await turn()
  assert.deepEqual([taken(), overflows()], [600, 0])
  socket.drain()
  assert.equal(taken(), 0)
  socket.bufferedAmount = 1001
  outbox.answer(count(1, 2))
  await turn()
  assert.deepEqual([taken(), overflows()], [0, 1], 'more than the owner may have closes the session')
  socket.bufferedAmount = 500
  outbox.answer(count(1, 3))
  await turn()
  outbox.close()
  assert.equal(taken(), 0)
})

test('a client that takes nothing is stalled, one that takes something is not', async () => {
  const socket = slowSocket()
  const { outbox } = outboxOf(socket)
  const stalledMs = () => outbox.stalledMs(clock.nowMs())
  clock.ms += 1_000
  assert.equal(stalledMs(), 0)
  socket.bufferedAmount = blockedBytes
  outbox.answer(count(1, 1))
  await turn()
  clock.ms += 61_000
  assert.equal(stalledMs(), 61_000)
  socket.done[0]?.()
  assert.equal(stalledMs(), 0)
  clock.ms += 100
  assert.equal(stalledMs(), 100)
  socket.drain()
  clock.ms += 61_000
  assert.equal(stalledMs(), 0)
})
