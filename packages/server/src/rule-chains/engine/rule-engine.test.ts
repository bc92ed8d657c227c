import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import { newId } from '../../ids.ts'
import type { Message } from '../../journal/message.ts'
import type { Transaction } from '../../storage/storage.ts'
import { openTestStorage, temporaryFolder } from '../../storage/testing.ts'
import { type ChainDescription, gate, openEngineWorld, testDevice, testMessage } from './engine-testing.ts'
import { emit } from './rule-node.ts'

const save = ['telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }] as const
const straight: ChainDescription = {
  nodes: {
    Profile: ['profile.TbDeviceProfileNode', {}],
    Switch: ['filter.TbMsgTypeSwitchNode', { version: 0 }],
    Save: save,
    Attributes: ['telemetry.TbMsgAttributesNode', { scope: 'CLIENT_SCOPE', notifyDevice: 'false' }],
  },
  links: [
    ['Profile', 'Success', 'Switch'],
    ['Switch', 'Post telemetry', 'Save'],
    ['Switch', 'post ATTRIBUTES', 'Attributes'],
  ],
}

test('telemetry and attributes reach the stores with their types and times', async (t) => {
  const world = await openEngineWorld(t)
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
  assert.equal((await world.storage.stats()).journalLag, 0)
  assert.deepEqual(world.engine.stats, { processed: 2, failed: 0, waiting: 0, running: 0, committing: 0 })
})

test('messages of one turn share a commit', async (t) => {
  const commits: Transaction[] = []
  const world = await openEngineWorld(t, {
    wrapCommit: (commit) =>
      Object.assign((transaction: Transaction) => {
        if (transaction.done) commits.push(transaction)
        return commit(transaction)
      }, commit),
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, straight)
  await world.commit({ messages: Array.from({ length: 300 }, () => testMessage(tenantId, newId())) })
  await world.engine.idle()
  assert.ok(commits.length <= 10, `${commits.length} commits`)
  assert.equal(commits.flatMap(({ done }) => done ?? []).length, 300)
})

test('an originator keeps its order while a node waits; others go on', async (t) => {
  const gates = new Map(['a1', 'a2'].map((data) => [data, gate()]))
  const seen: string[] = []
  const world = await openEngineWorld(t, {
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

test('several links run as copies under new ids, with one outcome', async (t) => {
  const seen: Message[] = []
  const note = (message: Message) => {
    seen.push(message)
    return null
  }
  const world = await openEngineWorld(t, {
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

test('a chain that loops fails its message; the rest flow on', async (t) => {
  const world = await openEngineWorld(t, { nodes: { Pass: () => emit('Success') } })
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

test('chains that call each other without end fail the message', async (t) => {
  const world = await openEngineWorld(t)
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

test('a called chain comes back by the name of its output node', async (t) => {
  const world = await openEngineWorld(t)
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

test('scripts decide; one that never ends or allocates without end fails its own message', async (t) => {
  const world = await openEngineWorld(t, { scriptTimeMs: 200 })
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
  assert.deepEqual(await world.storage.series.latest(a), [{ key: 'hot', ts: 5, type: ValueType.STRING, value: '30 C' }])
  assert.equal((await world.storage.series.latest(b))[0]?.value, '40 C')
})

test('a saved chain is in force for the next message; unchanged nodes keep their state', async (t) => {
  const world = await openEngineWorld(t)
  const tenantId = await world.tenant()
  const device = newId()
  const { id } = await world.chain(tenantId, straight)
  await world.commit({ messages: [testMessage(tenantId, device, { data: '{"a":1}' })] })
  await world.engine.idle()
  await world.chain(tenantId, { nodes: { Profile: ['profile.TbDeviceProfileNode', {}] } }, { id })
  await world.commit({ messages: [testMessage(tenantId, device, { data: '{"b":1}' })] })
  await world.engine.idle()
  assert.deepEqual(
    (await world.storage.series.latest(device)).map(({ key }) => key),
    ['a'],
  )
  assert.deepEqual(
    world.engine.nodeStats(id).map(({ name, processed }) => [name, processed]),
    [['Profile', 2]],
  )
})

test('a node that cannot start fails the messages that reach it, the rest of the chain works', async (t) => {
  const world = await openEngineWorld(t)
  const tenantId = await world.tenant()
  const { id } = await world.chain(tenantId, {
    nodes: {
      Type: ['filter.TbMsgTypeSwitchNode', {}],
      Nope: ['filter.TbNoSuchNode', {}],
      Bad: ['filter.TbJsFilterNode', {}],
      Save: save,
    },
    links: [
      ['Type', 'Other', 'Nope'],
      ['Type', 'Entity Created', 'Bad'],
      ['Type', 'Post telemetry', 'Save'],
    ],
  })
  const device = newId()
  await world.commit({
    messages: [
      testMessage(tenantId, device, { type: 'X' }),
      testMessage(tenantId, device, { type: 'ENTITY_CREATED' }),
      testMessage(tenantId, device),
    ],
  })
  await world.engine.idle()
  assert.equal(world.engine.stats.failed, 2)
  assert.equal((await world.storage.series.latest(device)).length, 1)
  const reasons = new Map(world.engine.nodeStats(id).map((node) => [node.name, node.inactiveReason]))
  assert.match(reasons.get('Nope') ?? '', /TbNoSuchNode is unknown/)
  assert.match(reasons.get('Bad') ?? '', /no script/)
})

test('what was saved before a failure is kept', async (t) => {
  const world = await openEngineWorld(t, {
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

test('an outcome that the store refuses costs its own message alone', async (t) => {
  const world = await openEngineWorld(t, {
    nodes: {
      Break: ({ data }, outcome) => {
        const { build, statement } = world.storage.relational
        if (data === '{"bad":1}') {
          outcome.statement(statement(build.deleteFrom('tenant').where('id', '=', 'none'), { expectRows: 1 }))
        }
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
  assert.equal((await world.storage.stats()).journalLag, 0)
  assert.equal(world.engine.stats.failed, 1)
})

test('messages go to the chain of their device profile, without one to the root chain', async (t) => {
  const device = newId()
  const profileId = newId()
  let lookups = 0
  const seen: string[] = []
  const note = (name: string) => (message: Message) => {
    seen.push(`${name} ${message.data}`)
    return null
  }
  const world = await openEngineWorld(t, {
    nodes: { Root: note('root'), Own: note('own') },
    devices: {
      find: async (id) => {
        lookups++
        return id === device ? testDevice(id, tenantId, profileId) : undefined
      },
    },
  })
  const tenantId = await world.tenant()
  await world.chain(tenantId, { nodes: { Root: ['Root'] } })
  await world.commit({ messages: [testMessage(tenantId, device, { data: '1' })] })
  await world.engine.idle()
  assert.equal(lookups, 0)

  const own = await world.chain(tenantId, { nodes: { Own: ['Own'] } }, { root: false })
  const { build, statement } = world.storage.relational
  const profile = {
    id: profileId,
    created_time: 1,
    tenant_id: tenantId,
    name: 'P',
    is_default: 0,
    type: 'DEFAULT',
    transport_type: 'DEFAULT',
    provision_type: 'DISABLED',
    default_rule_chain_id: own.id,
    profile_data: '{}',
  }
  await world.commit({
    statements: [statement(build.insertInto('device_profile').values(profile))],
    changes: [{ kind: 'created', entity: entityId('DEVICE_PROFILE', profileId), tenantId, customerId: NIL_UUID }],
  })
  await world.commit({
    messages: ['2', '3'].map((data) => testMessage(tenantId, device, { data })),
  })
  await world.commit({ messages: [testMessage(tenantId, newId(), { data: '4' })] })
  await world.commit({ messages: [testMessage(tenantId, device, { data: '5', ruleChainId: newId() })] })
  await world.engine.idle()
  assert.deepEqual(seen.sort(), ['own 2', 'own 3', 'root 1', 'root 4'])
  assert.equal(lookups, 2)
})

test('the system tenant has no chains; a tenant without root chain fails its messages', async (t) => {
  const world = await openEngineWorld(t)
  const tenantId = await world.tenant()
  await world.commit({ messages: [testMessage(NIL_UUID, newId()), testMessage(tenantId, newId())] })
  await world.engine.idle()
  const { processed, failed } = world.engine.stats
  assert.deepEqual({ processed, failed }, { processed: 2, failed: 1 })
  assert.equal((await world.storage.stats()).journalLag, 0)
})

test('after a stop in the middle, what was not done runs again and is stored once', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const storage = await openTestStorage(t, { dataFolder })
  const stuck = gate()
  const Wait = () => stuck.passed.then(() => emit('Success'))
  const before = await openEngineWorld(t, { storage, nodes: { Wait } })
  const tenantId = await before.tenant()
  const [fast, slow] = [newId(), newId()]
  await before.chain(tenantId, {
    nodes: {
      Type: ['filter.TbMsgTypeSwitchNode', {}],
      Wait: ['Wait'],
      Save: save,
      Late: ['transform.TbTransformMsgNode', { jsScript: "return {msgType: 'POST_TELEMETRY_REQUEST'};" }],
    },
    links: [
      ['Type', 'Other', 'Wait'],
      ['Wait', 'Success', 'Late'],
      ['Late', 'Success', 'Save'],
      ['Type', 'Post telemetry', 'Save'],
    ],
  })
  await before.commit({
    messages: [
      testMessage(tenantId, slow, { type: 'X', data: '{"n":1}', metadata: { ts: '1' } }),
      testMessage(tenantId, fast, { data: '{"n":2}', metadata: { ts: '2' } }),
      testMessage(tenantId, slow, { data: '{"n":3}', metadata: { ts: '3' } }),
    ],
  })
  await until(async () => (await storage.series.latest(fast)).length === 1)
  await before.engine.stop()
  await storage.close()

  const reopened = await openTestStorage(t, { dataFolder })
  stuck.open()
  const after = await openEngineWorld(t, { storage: reopened, nodes: { Wait } })
  const recovered = await reopened.recover()
  assert.deepEqual(
    recovered.map(({ message }) => message.data),
    ['{"n":1}', '{"n":3}'],
  )
  after.engine.accept(recovered)
  await after.engine.idle()
  const points = await reopened.series.range({
    entityId: slow,
    keys: ['n'],
    startTs: 0,
    endTs: 10,
    limit: 10,
    order: 'ASC',
    aggregation: 'NONE',
    intervalMs: 0,
  })
  assert.deepEqual(
    points.get('n')?.map(({ value }) => value),
    [1, 3],
  )
  assert.equal((await reopened.stats()).journalLag, 0)
})

test('a call to a device is done at once; its answer goes on as a message of its own', async (t) => {
  const answered = gate()
  const seen: Message[] = []
  const world = await openEngineWorld(t, {
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

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 5_000
  while (!(await condition())) {
    assert.ok(performance.now() < end, 'waited 5 s in vain')
    await new Promise((resolve) => setImmediate(resolve))
  }
}
