import assert from 'node:assert/strict'
import { ValueType } from '@sonde/model/telemetry/values'
import { systemClock } from '../../clock.ts'
import { createTestGuard } from '../../guard/guard-testing.ts'
import { newId } from '../../ids.ts'
import type { Message } from '../../messages/message.ts'
import { createQueueCounts } from '../../queues/queue-counts.ts'
import type { Transaction } from '../../storage/storage.ts'
import { until } from '../../until-testing.ts'
import {
  type ChainDescription,
  gate,
  rejectedAlarm,
  save,
  straight,
  testMessage,
  testOnJournals,
} from './engine-testing.ts'
import { emit, type NodeResult } from './rule-node.ts'

testOnJournals('telemetry and attributes reach the stores with their types and times', async (t, open) => {
  const world = await open(t)
  const tenantId = await world.tenant()
  const device = newId()
  await world.chain(tenantId, straight)
  await world.commit({
    messages: [
      testMessage(tenantId, device, { data: '{"whole":21,"double":21.0,"text":"x","flag":true,"json":{"a":[1]}}' }),
      testMessage(tenantId, device, { type: 'POST_ATTRIBUTES_REQUEST', data: '{"fw":"1"}', metadata: {} }),
    ],
  })
  await world.engine.idle()
  const latest = new Map((await world.storage.series.latest(device)).map((point) => [point.key, point]))
  assert.deepEqual(
    ['whole', 'double', 'text', 'flag', 'json'].map((key) => latest.get(key)?.type),
    [ValueType.LONG, ValueType.DOUBLE, ValueType.STRING, ValueType.BOOLEAN, ValueType.JSON],
  )
  assert.equal(latest.get('double')?.ts, 1_600_000_000_000)
  const attributes = await world.storage.relational.all(
    world.storage.relational.build.selectFrom('attribute').selectAll().where('entity_id', '=', device),
  )
  assert.deepEqual(
    attributes.map(({ scope, key, value }) => [scope, key, value]),
    [['CLIENT_SCOPE', 'fw', '1']],
  )
  assert.equal(world.journal.lag, 0)
  assert.deepEqual(world.engine.stats, { processed: 2, failed: 0, waiting: 0, running: 0, committing: 0 })
})

testOnJournals('messages of one turn share a commit', async (t, open) => {
  const commits: Transaction[] = []
  const counts = createQueueCounts({ clock: systemClock })
  let turns = 0
  const world = await open(t, {
    queues: {
      ...counts,
      turnEnded() {
        turns++
        counts.turnEnded()
      },
    },
    wrapCommit: (commit) =>
      Object.assign((transaction: Transaction) => {
        if (transaction.done) commits.push(transaction)
        return commit(transaction)
      }, commit),
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, straight)
  turns = 0
  // Light enough for one commit. How many turns they take depends on the machine.
  await world.commit({ messages: Array.from({ length: 60 }, () => testMessage(tenantId, newId())) })
  await world.engine.idle()
  assert.ok(commits.length <= turns, `${commits.length} commits in ${turns} turns`)
  assert.equal(commits.flatMap(({ done }) => done ?? []).length, 60)
})

testOnJournals('an originator keeps its order while a node waits; others go on', async (t, open) => {
  const gates = new Map(['a1', 'a2'].map((data) => [data, gate()]))
  const seen: string[] = []
  const world = await open(t, {
    nodes: {
      Wait: ({ data }) => {
        const waited = gates.get(data)
        return waited ? waited.passed.then(() => emit('Success')) : emit('Success')
      },
      Note: ({ data }) => {
        seen.push(data)
        return null
      },
    },
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, { nodes: { Wait: ['Wait'], Note: ['Note'] }, links: [['Wait', 'Success', 'Note']] })
  const [a, b] = [newId(), newId()]
  const of = (id: string, data: string) => testMessage(tenantId, id, { data })
  await world.commit({ messages: [of(a, 'a1'), of(a, 'a2'), of(a, 'a3'), of(b, 'b1'), of(b, 'b2')] })
  await until(() => seen.length === 2)
  assert.deepEqual(seen, ['b1', 'b2'])
  gates.get('a2')?.open()
  await world.commit({ messages: [of(b, 'b3')] })
  await until(() => seen.length === 3)
  gates.get('a1')?.open()
  await world.engine.idle()
  assert.deepEqual(seen, ['b1', 'b2', 'b3', 'a1', 'a2', 'a3'])
})

testOnJournals('several links run as copies under new ids, with one outcome', async (t, open) => {
  const seen: Message[] = []
  const note = (message: Message) => {
    seen.push(message)
    return null
  }
  const world = await open(t, {
    nodes: {
      Both: () => emit(['left', 'RIGHT', 'Left']),
      Two: (message) => [emit('x', { ...message, data: '1' }), emit('x', { ...message, data: '2' })],
      Note: note,
    },
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, {
    nodes: { Both: ['Both'], L: ['Note'], R: ['Note'], Two: ['Two'], N: ['Note'] },
    links: [
      ['Both', 'Left', 'L'],
      ['Both', 'Right', 'R'],
      ['Both', 'right', 'Two'],
      ['Two', 'X', 'N'],
    ],
  })
  const message = testMessage(tenantId, newId())
  await world.commit({ messages: [message] })
  await world.engine.idle()
  assert.deepEqual(
    seen.map(({ data }) => data),
    [message.data, message.data, '1', '2'],
  )
  assert.equal(new Set([message, ...seen].map(({ id }) => id)).size, 5)
  assert.equal(world.engine.stats.processed, 1)
})

testOnJournals('a chain that loops fails its message; the rest flow on', async (t, open) => {
  const world = await open(t, { nodes: { Pass: () => emit('Success') } })
  const tenantId = await world.tenant()
  const bounded = await world.tenant({ maxRuleNodeExecutionsPerMessage: 5 })
  const loop: ChainDescription = {
    nodes: { Type: ['filter.TbMsgTypeSwitchNode', {}], A: ['Pass'], B: ['Pass'], C: ['Pass'], Save: save },
    links: [
      ['Type', 'Other', 'A'],
      ['A', 'Success', 'B'],
      ['A', 'Success', 'C'],
      ['B', 'Success', 'A'],
      ['C', 'Success', 'A'],
      ['Type', 'Post telemetry', 'Save'],
    ],
  }
  const [first] = [await world.chain(tenantId, loop), await world.chain(bounded, loop)]
  const device = newId()
  await world.commit({
    messages: [
      testMessage(tenantId, device, { type: 'X' }),
      testMessage(bounded, newId(), { type: 'X' }),
      testMessage(tenantId, device),
    ],
  })
  await world.engine.idle()
  assert.equal((await world.storage.series.latest(device)).length, 1)
  const { processed, failed } = world.engine.stats
  assert.deepEqual({ processed, failed }, { processed: 3, failed: 2 })
  const visits = world.engine.nodeStats(first.id).reduce((sum, node) => sum + node.processed, 0)
  assert.equal(visits, 1_000 + 2)
})

testOnJournals('chains that call each other without end fail the message', async (t, open) => {
  const world = await open(t)
  const tenantId = await world.tenant()
  const [a, b] = [newId(), newId()]
  const call = (ruleChainId: string): ChainDescription => ({
    nodes: { Call: ['flow.TbRuleChainInputNode', { ruleChainId }] },
  })
  await world.chain(tenantId, call(b), { id: a })
  await world.chain(tenantId, call(a), { id: b, root: false })
  await world.commit({ messages: [testMessage(tenantId, newId())] })
  await world.engine.idle()
  assert.equal(world.engine.stats.failed, 1)
})

testOnJournals('a called chain comes back by the name of its output node', async (t, open) => {
  const world = await open(t)
  const tenantId = await world.tenant()
  const called = await world.chain(
    tenantId,
    { nodes: { 'To be saved': ['flow.TbRuleChainOutputNode', {}] } },
    { root: false },
  )
  await world.chain(tenantId, {
    nodes: { Call: ['flow.TbRuleChainInputNode', { ruleChainId: called.id }], Save: save },
    links: [['Call', 'to be saved', 'Save']],
  })
  const device = newId()
  await world.commit({ messages: [testMessage(tenantId, device)] })
  await world.engine.idle()
  assert.equal((await world.storage.series.latest(device)).length, 1)
})

testOnJournals(
  'scripts decide; one that never ends or allocates without end fails its own message',
  async (t, open) => {
    const world = await open(t, { scriptTimeMs: 200 })
    const tenantId = await world.tenant()
    const jsScript = `
    if (msg.loop) while (true) {}
    if (msg.bomb) { var a = []; while (true) a.push(new Array(10000).fill(a.length)) }
    return msg.temperature > 20;`
    await world.chain(tenantId, {
      nodes: {
        Warm: ['filter.TbJsFilterNode', { jsScript }],
        Label: ['transform.TbTransformMsgNode', { jsScript: 'return {msg: {hot: msg.temperature + metadata.unit}};' }],
        Save: save,
      },
      links: [
        ['Warm', 'True', 'Label'],
        ['Label', 'Success', 'Save'],
      ],
    })
    const [a, b] = [newId(), newId()]
    const of = (id: string, data: string) => testMessage(tenantId, id, { data, metadata: { unit: ' C', ts: '5' } })
    await world.commit({
      messages: [
        of(a, '{"loop":1}'),
        of(a, '{"bomb":1}'),
        of(a, '{"temperature":10}'),
        of(a, '{"temperature":30}'),
        of(b, '{"temperature":40}'),
      ],
    })
    await world.engine.idle()
    const { processed, failed } = world.engine.stats
    assert.deepEqual({ processed, failed }, { processed: 5, failed: 2 })
    assert.deepEqual(await world.storage.series.latest(a), [
      { key: 'hot', ts: 5, type: ValueType.STRING, value: '30 C' },
    ])
    assert.equal((await world.storage.series.latest(b))[0]?.value, '40 C')
  },
)

testOnJournals('what was saved before a failure is kept', async (t, open) => {
  const world = await open(t, {
    nodes: {
      Break: () => {
        throw new Error('broken')
      },
    },
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, { nodes: { Save: save, Break: ['Break'] }, links: [['Save', 'Success', 'Break']] })
  const device = newId()
  await world.commit({ messages: [testMessage(tenantId, device)] })
  await world.engine.idle()
  assert.equal(world.engine.stats.failed, 1)
  assert.equal((await world.storage.series.latest(device)).length, 1)
})

testOnJournals('an outcome that the store refuses costs its own message alone', async (t, open) => {
  const world = await open(t, {
    nodes: {
      Break: ({ data }, outcome) => {
        if (data === '{"bad":1}') outcome.alarm(rejectedAlarm)
        return emit('Success')
      },
    },
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, { nodes: { Break: ['Break'], Save: save }, links: [['Break', 'Success', 'Save']] })
  const device = newId()
  const messages = ['{"a":1}', '{"bad":1}', '{"b":1}'].map((data) => testMessage(tenantId, device, { data }))
  await world.commit({ messages })
  await world.engine.idle()
  assert.deepEqual((await world.storage.series.latest(device)).map(({ key }) => key).sort(), ['a', 'b'])
  assert.equal(world.journal.lag, 0)
  assert.equal(world.engine.stats.failed, 1)
})

testOnJournals('a call to a device is done at once; its answer goes on as a message of its own', async (t, open) => {
  const answered = gate()
  const seen: Message[] = []
  const world = await open(t, {
    answer: async (call) => {
      await answered.passed
      return call.method === 'fail' ? { kind: 'failed', error: 'TIMEOUT' } : { kind: 'answered', response: '{"ok":1}' }
    },
    nodes: {
      Note: (message) => {
        seen.push(message)
        return null
      },
    },
  })
  const tenantId = await world.tenant()
  const chain = await world.chain(tenantId, {
    nodes: { Call: ['rpc.TbSendRPCRequestNode', { timeoutInSeconds: 1 }], Yes: ['Note'], No: ['Note'] },
    links: [
      ['Call', 'Success', 'Yes'],
      ['Call', 'Failure', 'No'],
    ],
  })
  const device = newId()
  const of = (data: string) => testMessage(tenantId, device, { data, metadata: { requestUUID: 'r', oneway: 'false' } })
  await world.commit({ messages: [of('{"method":"go","params":"{\\"a\\":1}"}'), of('{"method":"fail","params":"x"}')] })
  await world.engine.idle()
  assert.deepEqual(
    world.calls.map(({ method, params, requestId }) => [method, params, requestId]),
    [
      ['go', '{"a":1}', 'r'],
      ['fail', '"x"', 'r'],
    ],
  )
  answered.open()
  await until(() => seen.length === 2)
  await world.engine.idle()
  assert.deepEqual(
    seen.map(({ data, ruleNodeId }) => [data, ruleNodeId]),
    [
      ['{"ok":1}', chain.nodeId('Yes')],
      ['{"error":"TIMEOUT"}', chain.nodeId('No')],
    ],
  )
})

testOnJournals('an unexpected error ends its message; the others run on', async (t, open) => {
  const guard = createTestGuard()
  const seen: string[] = []
  // An invalid result that no real node returns; it simulates an engine fault.
  const broken = { kind: 'emit', relations: 5 } as unknown as NodeResult
  const world = await open(t, {
    guard,
    nodes: {
      Work({ data }) {
        if (data === 'at once') return broken
        if (data === 'later') return Promise.resolve(broken)
        if (data === 'rejected') return Promise.reject(new Error('in vain'))
        return emit('Success')
      },
      Note({ data }) {
        seen.push(data)
        return null
      },
      Failed({ data }) {
        seen.push(`failed: ${data}`)
        return null
      },
    },
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, {
    nodes: { Work: ['Work'], Note: ['Note'], Failed: ['Failed'] },
    links: [
      ['Work', 'Success', 'Note'],
      ['Work', 'Failure', 'Failed'],
    ],
  })
  const id = newId()
  const of = (data: string) => testMessage(tenantId, id, { data })
  await world.commit({ messages: ['1', 'at once', '2', 'later', '3', 'rejected', '4'].map(of) })
  await world.engine.idle()
  assert.deepEqual(seen, ['1', '2', '3', 'failed: rejected', '4'])
  assert.equal(guard.caught.length, 2)
  for (const caught of guard.caught) assert.match(caught, /^message: .*iterable/)
  assert.equal(world.engine.stats.failed, 2)
  assert.equal(world.engine.stats.running, 0)
})
