import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { newId } from '../../ids.ts'
import type { Message } from '../../messages/message.ts'
import { openTestStorage, temporaryFolder } from '../../storage/testing.ts'
import { until } from '../../until-testing.ts'
import { gate, openEngineWorld, save, straight, testDevice, testMessage } from './engine-testing.ts'
import { emit } from './rule-node.ts'

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

test('a script that does not compile makes its node inactive at once, before any message reaches it', async (t) => {
  const world = await openEngineWorld(t)
  const tenantId = await world.tenant()
  const chainOf = (jsScript: string) => ({
    nodes: {
      Type: ['filter.TbMsgTypeSwitchNode', {}],
      Script: ['transform.TbTransformMsgNode', { jsScript }],
      Save: save,
    } as const,
    links: [
      ['Type', 'Other', 'Script'],
      ['Type', 'Post telemetry', 'Save'],
    ] as const,
  })
  const { id } = await world.chain(tenantId, chainOf('return {msg: msg'))
  const device = newId()
  const reasonOf = () => world.engine.nodeStats(id).find(({ name }) => name === 'Script')?.inactiveReason
  await world.commit({ messages: [testMessage(tenantId, device)] })
  await world.engine.idle()
  assert.match(reasonOf() ?? '', /SyntaxError/)
  assert.equal(world.engine.stats.failed, 0)
  assert.equal((await world.storage.series.latest(device)).length, 1)

  await world.commit({ messages: [testMessage(tenantId, device, { type: 'X' })] })
  await world.engine.idle()
  assert.equal(world.engine.stats.failed, 1)

  await world.chain(tenantId, chainOf('return {msg: msg};'), { id })
  await until(() => reasonOf() === null)
  await world.chain(tenantId, chainOf('return }'), { id })
  await until(() => /SyntaxError/.test(reasonOf() ?? ''))
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
  assert.match(reasons.get('Nope') ?? '', /TbNoSuchNode isn’t supported/)
  assert.match(reasons.get('Bad') ?? '', /no script/)
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
