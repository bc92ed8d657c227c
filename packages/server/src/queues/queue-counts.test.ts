/** Queue counts of the engine, tested with messages that run through chains. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIL_UUID } from '@sonde/model/ids'
import { newId } from '../ids.ts'
import type { Commit } from '../journal/commit.ts'
import { openEngineWorld, save, testMessage } from '../rule-chains/engine/engine-testing.ts'
import { emit, failure } from '../rule-chains/engine/rule-node.ts'
import { StoreFailed, type Transaction } from '../storage/storage.ts'
import { until } from '../until-testing.ts'
import { createQueueCounts, queueErrorCharactersMax, queueErrorsMax } from './queue-counts.ts'

function movedClock() {
  let now = 1_000_000
  return {
    nowMs: () => now,
    move: (ms: number) => {
      now += ms
    },
  }
}

test('messages count for their tenant and queue, with the last error of each node', async (t) => {
  const clock = movedClock()
  const queues = createQueueCounts({ clock })
  const world = await openEngineWorld(t, {
    queues,
    nodes: {
      Pick: ({ data }) => (data === 'bad' ? failure('nothing in it') : data === 'throw' ? thrown() : emit('Success')),
      Wait: ({ data }) => (data === 'late' ? Promise.reject(new Error('too late')) : emit('Success')),
    },
  })
  const [tenantId, rootless] = [await world.tenant(), await world.tenant()]
  const { id, nodeId } = await world.chain(tenantId, {
    nodes: { Pick: ['Pick'], Wait: ['Wait'] },
    links: [['Pick', 'Success', 'Wait']],
  })
  const send = (data: string, queueName = 'Main', of = tenantId) =>
    world.commit({ messages: [testMessage(of, newId(), { data, queueName })] })
  for (const data of ['a', 'b', 'bad']) await send(data)
  await world.engine.idle()
  clock.move(5)
  await send('throw')
  await send('late', 'HighPriority')
  await send('x', 'of an older version')
  await send('x', 'Main', rootless)
  await send('x', 'Main', NIL_UUID)
  await world.engine.idle()

  const taken = queues.drain(0).filter((each) => each.tenantId !== NIL_UUID)
  const own = taken.find((each) => each.tenantId === tenantId)
  const figures = (own?.queues ?? []).map(({ queue, counts }) => {
    const { successfulIterations, failedIterations, ...messages } = counts
    assert.ok(successfulIterations + failedIterations >= 1 && failedIterations >= 1)
    return [queue, messages]
  })
  const never = { tmpTimeout: 0, tmpFailed: 0, timeoutMsgs: 0 }
  assert.deepEqual(figures, [
    ['Main', { totalMsgs: 5, successfulMsgs: 3, failedMsgs: 2, ...never }],
    ['HighPriority', { totalMsgs: 1, successfulMsgs: 0, failedMsgs: 1, ...never }],
  ])
  const node = (ruleNodeName: string) => ({
    ruleChainId: id,
    ruleChainName: 'Chain',
    ruleNodeId: nodeId(ruleNodeName),
    ruleNodeName,
  })
  assert.deepEqual(
    new Map(own?.errors.map(({ exception, ...where }) => [exception.ruleNodeName, { ...where, exception }])),
    new Map([
      ['Pick', { queue: 'Main', ts: 1_000_005, exception: { ...node('Pick'), message: 'thrown by the node' } }],
      ['Wait', { queue: 'HighPriority', ts: 1_000_005, exception: { ...node('Wait'), message: 'too late' } }],
    ]),
  )
  const without = taken.find((each) => each.tenantId === rootless)
  assert.equal(without?.queues[0]?.counts.failedMsgs, 1)
  assert.match(without?.errors[0]?.exception.message ?? '', /no root rule chain/)
  assert.equal(without?.errors[0]?.exception.ruleNodeId, undefined)
  assert.deepEqual(queues.drain(0), [], 'what was taken begins anew')
})

function thrown(): never {
  throw new Error('thrown by the node')
}

test('an outcome that the store did not take is tried again; refused for good, it failed', async (t) => {
  const queues = createQueueCounts({ clock: movedClock() })
  let rejects: ((transaction: Transaction) => Error | null) | null = null
  const world = await openEngineWorld(t, {
    queues,
    wrapCommit: (commit): Commit =>
      Object.assign(async (transaction: Transaction) => {
        const error = transaction.done ? rejects?.(transaction) : null
        if (error) throw error
        return commit(transaction)
      }, commit),
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, { nodes: { Save: save } })
  const send = (count: number) =>
    world.commit({ messages: Array.from({ length: count }, () => testMessage(tenantId, newId())) })
  await send(1)
  await world.engine.idle()
  queues.drain(0)

  // One of three outcomes can't be stored.
  let faulty = -1
  rejects = ({ done, points }) => {
    if (faulty < 0) faulty = done?.[0] ?? -1
    return points && done?.includes(faulty) ? new Error('not this one') : null
  }
  await send(3)
  await world.engine.idle()
  const [first] = queues.drain(0)
  const { totalMsgs, successfulMsgs, tmpFailed, failedMsgs } = first?.queues[0]?.counts ?? {}
  assert.deepEqual(
    { totalMsgs, successfulMsgs, tmpFailed, failedMsgs },
    {
      totalMsgs: 6,
      successfulMsgs: 2,
      tmpFailed: 3,
      failedMsgs: 1,
    },
  )
  assert.match(first?.errors[0]?.exception.message ?? '', /database rejected/)

  // The disk is full for a while.
  const { promise, resolve } = Promise.withResolvers<void>()
  rejects = () => new StoreFailed('The disk is full.', promise)
  await send(2)
  await until(() => world.engine.stats.committing === 2)
  rejects = null
  resolve()
  await world.engine.idle()
  const after = queues.drain(0)[0]?.queues[0]?.counts
  assert.deepEqual([after?.successfulMsgs, after?.tmpFailed, after?.failedMsgs], [2, 2, 0])
})

test('errors are bounded by nodes and by length; counts go on', () => {
  const clock = movedClock()
  const queues = createQueueCounts({ clock })
  const node = (n: number) => ({ id: `n${n}`, name: `N${n}`, chain: { id: 'c', name: 'C' } })
  for (let n = 0; n < queueErrorsMax + 5; n++) queues.failed('t', 'Main', node(n), 'x'.repeat(5_000))
  clock.move(1)
  queues.failed('t', 'Main', node(0), 'another')
  queues.turnEnded()
  queues.succeeded('t', 'Main')
  const [taken] = queues.drain(0)
  assert.equal(taken?.errors.length, queueErrorsMax)
  assert.equal(taken?.errors[0]?.exception.message.length, queueErrorCharactersMax)
  assert.equal(taken?.errors.at(-1)?.exception.message, 'another', 'the newest stands last')
  const counts = taken?.queues[0]?.counts
  assert.deepEqual(
    [counts?.failedMsgs, counts?.successfulIterations, counts?.failedIterations],
    [queueErrorsMax + 6, 1, 1],
  )
})

test('a minute of a tenant begins with its first message', () => {
  const clock = movedClock()
  const queues = createQueueCounts({ clock })
  queues.succeeded('a', 'Main')
  clock.move(40)
  assert.deepEqual(queues.drain(60), [])
  queues.succeeded('b', 'Main')
  clock.move(30)
  assert.deepEqual(
    queues.drain(60).map(({ tenantId }) => tenantId),
    ['a'],
  )
  queues.forget('b')
  clock.move(100)
  assert.deepEqual(queues.drain(60), [])
})
