import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import type { RuleChainMetadataInput, RuleNodeInput } from '@sonde/model/rule-chains/rule-chain'
import { testScope } from '../access/testing.ts'
import { systemClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { defaultLimits } from '../limits/limits.ts'
import { ruleChainSize } from '../storage/rule-chain-size.ts'
import { defaultRootChainStatements } from './default-chain.ts'
import { openEngineWorld, testMessage } from './engine/engine-testing.ts'
import { createRuleChainService } from './rule-chain-service.ts'
import { createRuleChainStore } from './rule-chain-store.ts'
import { ownChainsOnly } from './rule-chain-testing.ts'

const P = 'org.thingsboard.rule.engine.'
const node = (name: string, type = 'filter.TbMsgTypeSwitchNode', more: Partial<RuleNodeInput> = {}): RuleNodeInput => ({
  name,
  type: P + type,
  configuration: { version: 0 },
  ...more,
})
const link = (fromIndex: number, type: string, toIndex: number) => ({ fromIndex, toIndex, type })

async function open(t: TestContext, profileConfiguration: Record<string, unknown> = {}) {
  const world = await openEngineWorld(t)
  const { relational } = world.storage
  const store = createRuleChainStore(relational)
  const access = ownChainsOnly(relational)
  const service = createRuleChainService({ store, access, commit: world.commit, clock: systemClock })
  const tenantId = await world.tenant(profileConfiguration)
  const root = defaultRootChainStatements(relational, tenantId, 1)
  await world.commit({ statements: root.statements, changes: root.changes })
  return { ...world, service, scope: testScope(tenantId), tenantId, root: root.ruleChain }
}

const link10 = { pageSize: 10, page: 0 }
const rejected = (code: number, message: RegExp) => (error: Error & { code?: number }) => {
  assert.equal(error.code, code)
  assert.match(error.message, message)
  return true
}

test('a new tenant has the default root chain, and it stores telemetry', async (t) => {
  const { service, scope, root, commit, engine, storage, tenantId } = await open(t)
  const page = await service.list(scope, 'CORE', link10)
  assert.deepEqual(
    page.data.map(({ name, root, type, additionalInfo }) => [name, root, type, additionalInfo]),
    [['Root Rule Chain', true, 'CORE', null]],
  )
  const metadata = await service.getMetadata(scope, root.id.id)
  assert.equal(metadata.firstNodeIndex, 6)
  assert.equal(metadata.nodes.length, 7)
  assert.deepEqual(metadata.connections, [
    link(2, 'Other', 4),
    link(2, 'Post attributes', 1),
    link(2, 'Post telemetry', 0),
    link(2, 'RPC Request from Device', 3),
    link(2, 'RPC Request to Device', 5),
    link(6, 'Success', 2),
  ])
  const device = newId()
  await commit({ messages: [testMessage(tenantId, device), testMessage(tenantId, device, { type: 'X' })] })
  await engine.idle()
  assert.equal((await storage.series.latest(device)).length, 1)
  assert.equal(engine.stats.failed, 0)
})

test('a chain is made, changed and deleted; the engine is told', async (t) => {
  const { service, scope, live } = await open(t)
  const changes: string[] = []
  live.watchAll({ change: ({ kind, entity }) => changes.push(`${kind} ${entity.entityType}`) })
  const chain = await service.save(scope, { name: 'Chain', debugMode: true, additionalInfo: { description: 'x' } })
  assert.deepEqual(await service.get(scope, chain.id.id), chain)
  assert.deepEqual(await service.getMetadata(scope, chain.id.id), {
    ruleChainId: chain.id,
    firstNodeIndex: null,
    nodes: [],
    connections: null,
    ruleChainConnections: null,
  })
  const renamed = await service.save(scope, { id: chain.id, name: 'Renamed' })
  assert.deepEqual([renamed.name, renamed.debugMode, renamed.additionalInfo], ['Renamed', true, { description: 'x' }])
  const found = await service.list(scope, 'CORE', { ...link10, textSearch: 'NAME' })
  assert.deepEqual(
    found.data.map(({ name }) => name),
    ['Renamed'],
  )
  await service.remove(scope, chain.id.id)
  await assert.rejects(service.get(scope, chain.id.id), rejected(32, /was not found/))
  assert.deepEqual(changes, ['created RULE_CHAIN', 'updated RULE_CHAIN', 'deleted RULE_CHAIN'])
})

test('nodes keep their ids when saved again, unknown ids make new nodes', async (t) => {
  const { service, scope, root } = await open(t)
  const { id: ruleChainId } = await service.save(scope, { name: 'Chain' })
  const input: RuleChainMetadataInput = {
    ruleChainId,
    firstNodeIndex: 1,
    nodes: [node('A'), node('B')],
    connections: [link(1, 'Other', 0)],
    ruleChainConnections: null,
  }
  const saved = await service.saveMetadata(scope, input)
  assert.deepEqual([saved.firstNodeIndex, saved.connections], [1, [link(1, 'Other', 0)]])
  const [a, b] = saved.nodes
  const foreign = (await service.getMetadata(scope, root.id.id)).nodes[0]
  const again = await service.saveMetadata(scope, {
    ...input,
    nodes: [
      { ...node('B again'), id: b?.id },
      { ...node('Foreign'), id: foreign?.id },
      { ...node('Twice'), id: b?.id },
    ],
    connections: [link(0, 'Other', 1), link(2, 'x', 0)],
  })
  assert.equal(again.nodes[0]?.id.id, b?.id.id)
  assert.equal(again.nodes[0]?.name, 'B again')
  assert.equal(new Set(again.nodes.map(({ id }) => id.id)).size, 3)
  assert.ok(again.nodes.every(({ id }) => id.id !== a?.id.id && id.id !== foreign?.id.id))
  assert.equal((await service.getMetadata(scope, root.id.id)).nodes.length, 7)
})

test('circles, self-links, and links to nowhere are refused', async (t) => {
  const { service, scope } = await open(t)
  const { id: ruleChainId } = await service.save(scope, { name: 'Chain' })
  const nodes = [node('A'), node('B')]
  const save = (more: Partial<RuleChainMetadataInput>) => service.saveMetadata(scope, { ruleChainId, nodes, ...more })
  await assert.rejects(save({ connections: [link(0, 'x', 1), link(1, 'x', 0)] }), rejected(31, /"A", "B" .*loop/))
  await assert.rejects(save({ connections: [link(1, 'x', 1)] }), rejected(31, /"B" is linked to itself/))
  await assert.rejects(save({ connections: [link(0, 'x', 2)] }), rejected(31, /from 0 to 2/))
  await assert.rejects(save({ firstNodeIndex: 2 }), rejected(31, /firstNodeIndex/))
  assert.equal((await service.getMetadata(scope, ruleChainId.id)).nodes.length, 0)
})

test('one root: it moves, is not deleted and not made twice', async (t) => {
  const { service, scope, root } = await open(t)
  const chain = await service.save(scope, { name: 'Chain' })
  await assert.rejects(service.save(scope, { name: 'Second', root: true }), rejected(31, /root rule chain already/))
  await assert.rejects(service.remove(scope, root.id.id), rejected(31, /can’t be deleted/))
  assert.equal((await service.makeRoot(scope, chain.id.id)).root, true)
  const page = await service.list(scope, 'CORE', { ...link10, sortProperty: 'name', sortOrder: 'ASC' })
  assert.deepEqual(
    page.data.map(({ name, root }) => [name, root]),
    [
      ['Chain', true],
      ['Root Rule Chain', false],
    ],
  )
  await assert.rejects(service.remove(scope, chain.id.id), rejected(31, /can’t be deleted/))
  await service.remove(scope, root.id.id)
})

test('a chain that a device profile uses stays', async (t) => {
  const { service, scope, storage, commit, tenantId } = await open(t)
  const chain = await service.createForDevices(scope, 'Devices')
  assert.equal(chain.firstRuleNodeId, null)
  assert.equal((await service.getMetadata(scope, chain.id.id)).firstNodeIndex, 6)
  const { build, statement } = storage.relational
  const profile = {
    id: newId(),
    created_time: 1,
    tenant_id: tenantId,
    name: 'Pump',
    is_default: 0,
    type: 'DEFAULT',
    transport_type: 'DEFAULT',
    provision_type: 'DISABLED',
    default_rule_chain_id: chain.id.id,
    profile_data: '{}',
  }
  await commit({ statements: [statement(build.insertInto('device_profile').values(profile))] })
  await assert.rejects(service.remove(scope, chain.id.id), rejected(31, /"Pump" uses this rule chain/))
})

test('names, the number of chains and other tenants', async (t) => {
  const { service, scope, root } = await open(t, { maxRuleChains: 3 })
  for (const name of ['  ', 'x'.repeat(256), '<b>x</b>']) {
    await assert.rejects(service.save(scope, { name }), rejected(31, /name/))
  }
  await service.save(scope, { name: 'a < b' })
  await assert.rejects(service.save(scope, { name: 'Third' }), rejected(31, /Rule chains: the limit is 3\./))
  await assert.rejects(service.get(testScope(newId()), root.id.id), rejected(20, /permission/))
  await assert.rejects(service.list(scope, 'CORE', { ...link10, sortProperty: 'size' }), rejected(31, /sorted by size/))
  const unknown = service.saveMetadata(scope, { ruleChainId: entityId('RULE_CHAIN', newId()) })
  await assert.rejects(unknown, rejected(32, /not found/))
})

test('a tenant has so many nodes, and chains of such a size, however they come', async (t) => {
  const world = await open(t)
  const { relational } = world.storage
  const { nodes: total } = (await relational.first(ruleChainSize(relational, world.tenantId))) ?? { nodes: 0 }
  const of = (key: string) => (key === 'ruleNodes' ? total + 3 : key === 'ruleChainBytes' ? 5_000 : 1)
  const limits = { ...defaultLimits, of: (_: string | null, key: string) => of(key) }
  const service = createRuleChainService({
    store: createRuleChainStore(relational),
    access: ownChainsOnly(relational),
    commit: world.commit,
    clock: systemClock,
    limits,
  })
  const { scope } = world
  const chain = await service.save(scope, { name: 'Own' })
  const nodes = (count: number, more = {}) => Array.from({ length: count }, (_, i) => node(`n${i}`, undefined, more))
  const save = (input: RuleNodeInput[]) =>
    service.saveMetadata(scope, { ruleChainId: chain.id, nodes: input, connections: [] })
  // In addition to the nodes of the tenant's default chains.
  await assert.rejects(save(nodes(4)), rejected(31, /Rule nodes per tenant/))
  await save(nodes(3))
  await save(nodes(3))
  await assert.rejects(
    save(nodes(1, { configuration: { text: 'x'.repeat(5_000) } })),
    rejected(31, /Size of all rule chains/),
  )
})
