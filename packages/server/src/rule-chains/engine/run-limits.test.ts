/** Limits of one message, and fairness: a large message doesn't block others. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { LimitKey } from '@sonde/model/limits/limits'
import { takeClock } from '../../clock-testing.ts'
import { newId } from '../../ids.ts'
import { type ChainDescription, openEngineWorld, rejectedAlarm, save, testMessage } from './engine-testing.ts'
import { emit } from './rule-node.ts'

const loop: ChainDescription = {
  nodes: { Save: save, Again: ['Again'] },
  links: [
    ['Save', 'Success', 'Again'],
    ['Save', 'Failure', 'Again'],
    ['Again', 'Success', 'Save'],
  ],
}

const keys = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, i])))

/** Blocks the event loop for the given time, ms. */
function spin(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function open(t: TestContext, chain: ChainDescription, options: Parameters<typeof openEngineWorld>[1]) {
  const world = await openEngineWorld(t, options)
  const tenantId = await world.tenant()
  await world.chain(tenantId, chain)
  const failures: string[] = []
  return { ...world, tenantId, failures }
}

/** Runs one message. Returns the failure count, the number of points it stored and the journal lag. */
async function runOne({ commit, engine, storage, tenantId }: Awaited<ReturnType<typeof open>>, data: string) {
  const device = newId()
  const before = (await storage.stats()).points
  await commit({ messages: [testMessage(tenantId, device, { data, metadata: {} })] })
  await engine.idle()
  const { failed } = engine.stats
  const stats = await storage.stats()
  return { failed, points: stats.points - before, lag: stats.journalLag }
}

test('a loop stores no more points than one message may; half of what a node stores is not kept', async (t) => {
  const world = await open(t, loop, {
    nodes: { Again: () => emit('Success') },
    limits: { messagePoints: 250, nodeVisits: 20 },
  })
  assert.deepEqual(await runOne(world, keys(100)), { failed: 1, points: 200, lag: 0 })
})

test('a loop ends at the most nodes on a path, wide chains at the most nodes in all', async (t) => {
  let visits = 0
  const world = await open(t, loop, {
    nodes: {
      Again: () => {
        visits++
        return emit('Success')
      },
    },
    limits: { nodeVisits: 50 },
  })
  assert.equal((await runOne(world, '{"a":1}')).failed, 1)
  assert.equal(visits, 25)

  visits = 0
  const wide: ChainDescription = {
    nodes: { Split: ['Split'], A: ['Count'], B: ['Count'] },
    links: [
      ['Split', 'Success', 'A'],
      ['Split', 'Success', 'B'],
    ],
  }
  const split = await open(t, wide, {
    nodes: {
      Split: (message) => Array.from({ length: 40 }, () => emit('Success', { ...message })),
      Count: () => {
        visits++
        return null
      },
    },
    limits: { messageVisits: 81, nodeVisits: 2 },
  })
  assert.equal((await runOne(split, '{"a":1}')).failed, 0)
  assert.equal(visits, 80, 'a path has two nodes, however many paths there are')
  visits = 0
  const narrower = await open(t, wide, {
    nodes: {
      Split: (message) => Array.from({ length: 40 }, () => emit('Success', { ...message })),
      Count: () => {
        visits++
        return null
      },
    },
    limits: { messageVisits: 80 },
  })
  assert.equal((await runOne(narrower, '{"a":1}')).failed, 1)
  assert.equal(visits, 0)
})

test('a message that takes too long is given up', async (t) => {
  let visits = 0
  const clock = takeClock(t)
  const world = await open(t, loop, {
    nodes: {
      Again: () => {
        visits++
        clock.spend(3)
        return emit('Success')
      },
    },
    limits: { messageMs: 30 },
  })
  assert.equal((await runOne(world, '{"a":1}')).failed, 1)
  assert.equal(visits, 11, 'the visit that goes beyond the limit is the last one')
})

test('what a message changes is bounded in bytes and in number', async (t) => {
  const changes: ChainDescription = { nodes: { Change: ['Change'] } }
  const world = await open(t, changes, {
    nodes: {
      Change(message, outcome) {
        const count = Number(message.data)
        for (let i = 0; i < count; i++) outcome.followUp({ ...message, type: 'OTHER', data: 'x'.repeat(100) })
        return null
      },
    },
    limits: { messageBytes: 1_000, messageChanges: 5 },
  })
  const failedOf = async (count: number) => {
    const before = world.engine.stats.failed
    await runOne(world, String(count))
    return world.engine.stats.failed - before
  }
  // The further messages fail as well, because their data isn't a number.
  assert.equal(await failedOf(0), 0)
  assert.equal(await failedOf(6), 1)
})

test('a long run pauses: messages of other tenants and devices are done before it is', async (t) => {
  const order: string[] = []
  const spinning: ChainDescription = {
    nodes: { Spin: ['Spin'], Note: ['Note'] },
    links: [
      ['Spin', 'Again', 'Spin'],
      ['Spin', 'Success', 'Note'],
    ],
  }
  let rounds = 0
  const world = await openEngineWorld(t, {
    nodes: {
      Spin(message) {
        if (message.data !== 'long') return emit('Success')
        spin(4)
        return emit(++rounds < 20 ? 'Again' : 'Success')
      },
      Note({ data }) {
        order.push(data)
        return null
      },
    },
  })
  const [slow, other] = [await world.tenant(), await world.tenant()]
  for (const tenantId of [slow, other]) await world.chain(tenantId, spinning)
  const device = newId()
  await world.commit({
    messages: [
      testMessage(slow, device, { data: 'long' }),
      testMessage(slow, device, { data: 'behind' }),
      testMessage(slow, newId(), { data: 'other device' }),
      testMessage(other, newId(), { data: 'other tenant' }),
    ],
  })
  await world.engine.idle()
  assert.deepEqual(order.slice(-2), ['long', 'behind'])
  assert.deepEqual(order.slice(0, 2).sort(), ['other device', 'other tenant'])
})

test('tenants share the engine by time, not by messages', async (t) => {
  const done: Record<string, number> = {}
  const ends: Record<string, number> = {}
  const clock = takeClock(t)
  const world = await openEngineWorld(t, {
    nodes: {
      Work({ tenantId, data }) {
        clock.spend(Number(data))
        done[tenantId] = (done[tenantId] ?? 0) + 1
        ends[tenantId] = clock.nowMs
        return null
      },
    },
  })
  const [slow, quick] = [await world.tenant(), await world.tenant()]
  for (const tenantId of [slow, quick]) await world.chain(tenantId, { nodes: { Work: ['Work'] } })
  const of = (tenantId: string, data: string, count: number) =>
    Array.from({ length: count }, () => testMessage(tenantId, newId(), { data }))
  const started = clock.nowMs
  await world.commit({ messages: [...of(slow, '5', 60), ...of(quick, '0.1', 500)] })
  await world.engine.idle()
  assert.deepEqual([done[slow], done[quick]], [60, 500])
  // The slow tenant needs 300 ms, the quick one 50 ms: with an equal share the quick one finishes early.
  const [slowMs, quickMs] = [slow, quick].map((id) => (ends[id] as number) - started) as [number, number]
  assert.ok(quickMs < 0.7 * slowMs, `quick ${quickMs.toFixed(0)} ms, slow ${slowMs.toFixed(0)} ms`)
})

test('statements of one tenant that the store refuses hold up no other tenant', async (t) => {
  const world = await openEngineWorld(t, {
    nodes: {
      Bad(_message, outcome) {
        outcome.alarm(rejectedAlarm)
        return null
      },
    },
  })
  const [bad, good] = [await world.tenant(), await world.tenant()]
  await world.chain(bad, { nodes: { Bad: ['Bad'] } })
  await world.chain(good, { nodes: { Save: save } })
  const device = newId()
  const stored: string[] = []
  world.live.watchAll({ points: (points) => stored.push(...points.map(({ key }) => key)) })
  await world.commit({
    messages: [
      ...Array.from({ length: 200 }, () => testMessage(bad, newId())),
      testMessage(good, device, { data: '{"kept":1}' }),
    ],
  })
  let failedWhenStored = -1
  world.live.watchEntity(device, {
    points() {
      failedWhenStored = world.engine.stats.failed
    },
  })
  await world.engine.idle()
  assert.deepEqual(stored, ['kept'])
  assert.equal(world.engine.stats.failed, 200)
  assert.ok(failedWhenStored < 200, 'it did not wait for the others to be taken apart')
  assert.equal((await world.storage.stats()).journalLag, 0)
})

test('the most that one message did is measured, whether it was too much or not', async (t) => {
  const straight: ChainDescription = { nodes: { Save: save, End: ['End'] }, links: [['Save', 'Success', 'End']] }
  const world = await open(t, straight, { nodes: { End: () => emit('Success') } })
  const { peaks, tenantId } = world
  await runOne(world, keys(7))
  await runOne(world, keys(3))
  const highest = (key: LimitKey) => peaks.highest(key, tenantId)
  assert.deepEqual(
    [highest('nodeVisits'), highest('messageVisits'), highest('messagePoints'), highest('messageChanges')],
    [2, 2, 7, 0],
  )
  assert.equal(highest('messageBytes'), 14)
  assert.ok(highest('messageMs') > 0)
  peaks.roll(tenantId)
  peaks.roll(tenantId)
  assert.equal(highest('messagePoints'), 0)
  await runOne(world, keys(1))
  assert.equal(highest('messagePoints'), 1)

  const looped = await open(t, loop, { nodes: { Again: () => emit('Success') }, limits: { nodeVisits: 20 } })
  await runOne(looped, keys(1))
  assert.equal(looped.peaks.highest('nodeVisits', looped.tenantId), 21)
})
