import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId } from '@sonde/model/ids'
import type { RuleNodeInput } from '@sonde/model/rule-chains/rule-chain'
import type { Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { systemClock } from '../clock.ts'
import { newId } from '../ids.ts'
import { createRuleChains } from './create-rule-chains.ts'
import { defaultRootChainStatements } from './default-chain.ts'
import { openEngineWorld } from './engine/engine-testing.ts'
import { ownChainsOnly } from './rule-chain-testing.ts'

const P = 'org.thingsboard.rule.engine.'
const node = (name: string, type: string, configuration: object = {}): RuleNodeInput => ({
  name,
  type: P + type,
  configuration,
})
const output = (name: string) => node(name, 'flow.TbRuleChainOutputNode', { version: 0 })
const call = (name: string, ruleChainId: string) => node(name, 'flow.TbRuleChainInputNode', { ruleChainId })

async function open(t: TestContext, profileConfiguration: Record<string, unknown> = {}) {
  const world = await openEngineWorld(t)
  const { relational } = world.storage
  const { commit } = world
  const rooms = createRuleChains({ relational, access: ownChainsOnly(relational), commit, clock: systemClock })
  const addTenant = async (): Promise<Scope> => {
    const tenantId = await world.tenant(profileConfiguration)
    await commit(defaultRootChainStatements(relational, tenantId, 1))
    return testScope(tenantId)
  }
  return { ...world, ...rooms, addTenant, scope: await addTenant() }
}

test('links of callers follow an output that is renamed, unless it is unclear which one is meant', async (t) => {
  const { ruleChains, labels, scope } = await open(t)
  const called = await ruleChains.save(scope, { name: 'Called' })
  const caller = await ruleChains.save(scope, { name: 'Caller' })
  const saved = await ruleChains.saveMetadata(scope, {
    ruleChainId: called.id,
    nodes: [output('Hot'), output('Cold'), output('Cold')],
  })
  await ruleChains.saveMetadata(scope, {
    ruleChainId: caller.id,
    nodes: [call('Go', called.id.id.toUpperCase()), node('End', 'action.TbLogNode', { jsScript: "return '';" })],
    connections: ['hot', 'Hot', 'Cold'].map((type) => ({ fromIndex: 0, toIndex: 1, type })),
  })
  assert.deepEqual(await labels.outputs(scope, called.id.id), ['Cold', 'Hot'])
  const used = async () =>
    (await labels.usage(scope, called.id.id)).map(({ ruleChainName, ruleNodeName, labels }) => [
      ruleChainName,
      ruleNodeName,
      labels,
    ])
  assert.deepEqual(await used(), [['Caller', 'Go', ['Cold', 'Hot', 'hot']]])

  const rename = (names: string[], updateRelated?: boolean) =>
    ruleChains.saveMetadata(
      scope,
      { ruleChainId: called.id, nodes: saved.nodes.map((each, i) => ({ ...each, name: names[i] ?? each.name })) },
      { ...(updateRelated !== undefined && { updateRelated }) },
    )
  await rename(['Warm', 'Cold', 'Icy'])
  assert.deepEqual(await used(), [['Caller', 'Go', ['Cold', 'hot', 'Warm']]])
  await rename(['Boiling', 'Cold', 'Icy'], false)
  assert.deepEqual(await used(), [['Caller', 'Go', ['Cold', 'hot', 'Warm']]])
})

test('links to chains in the old form become nodes', async (t) => {
  const { ruleChains, scope } = await open(t)
  const called = await ruleChains.save(scope, { name: 'Called' })
  const chain = await ruleChains.save(scope, { name: 'Chain' })
  const target = (id: string) => entityId('RULE_CHAIN', id)
  const gone = newId()
  const { nodes, connections, ruleChainConnections } = await ruleChains.saveMetadata(scope, {
    ruleChainId: chain.id,
    nodes: [node('Switch', 'filter.TbMsgTypeSwitchNode')],
    ruleChainConnections: [
      {
        fromIndex: 0,
        targetRuleChainId: target(called.id.id),
        type: 'Other',
        additionalInfo: { layoutX: 5, description: 'x', ruleChainNodeId: 'y' },
      },
      { fromIndex: 0, targetRuleChainId: target(gone), type: 'Post telemetry' },
    ],
  })
  assert.deepEqual(
    nodes.map(({ name, configuration, additionalInfo }) => [name, configuration, additionalInfo]),
    [
      ['Switch', {}, null],
      ['Called', { ruleChainId: called.id.id }, { layoutX: 5 }],
      ['Rule Chain Input', { ruleChainId: gone }, {}],
    ],
  )
  assert.deepEqual(connections, [
    { fromIndex: 0, toIndex: 1, type: 'Other' },
    { fromIndex: 0, toIndex: 2, type: 'Post telemetry' },
  ])
  assert.equal(ruleChainConnections, null)
})

test('chains travel to another tenant: calls stay calls, owners become the own one, nothing becomes root', async (t) => {
  const { ruleChains, exchange, scope, addTenant } = await open(t)
  const called = await ruleChains.save(scope, { name: 'Called' })
  const caller = await ruleChains.save(scope, { name: 'Caller' })
  await ruleChains.saveMetadata(scope, {
    ruleChainId: caller.id,
    firstNodeIndex: 0,
    nodes: [
      call('Go', called.id.id),
      node('Relate', 'action.TbCreateRelationNode', { a: [{ entityType: 'TENANT', id: scope.tenantId }] }),
    ],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Hot' }],
  })
  const exported = await exchange.leave(scope, 100)
  assert.equal(exported.ruleChains.length, 4)
  assert.ok(exported.ruleChains.every((chain) => chain.tenantId === null))
  assert.ok(!JSON.stringify(exported.metadata).includes(called.id.id))

  const other = await addTenant()
  const before = await ruleChains.list(other, 'CORE', { pageSize: 10, page: 0 })
  const results = await exchange.take(other, exported, true)
  assert.deepEqual(
    results.map(({ ruleChainName, updated, error }) => [ruleChainName, updated ?? false, error]).sort(),
    [
      ['Called', false, undefined],
      ['Caller', false, undefined],
      ['Edge Root Rule Chain', true, undefined],
      ['Root Rule Chain', true, undefined],
    ],
  )
  const after = await ruleChains.list(other, 'CORE', { pageSize: 10, page: 0, sortProperty: 'name' })
  assert.deepEqual(
    after.data.map(({ name, root }) => [name, root]),
    [
      ['Called', false],
      ['Caller', false],
      ['Root Rule Chain', true],
    ],
  )
  assert.equal(after.data[2]?.id.id, before.data[0]?.id.id)
  const [newCalled, newCaller] = after.data
  const { nodes, firstNodeIndex } = await ruleChains.getMetadata(other, newCaller?.id.id ?? '')
  assert.equal(firstNodeIndex, 0)
  assert.deepEqual(nodes[0]?.configuration, { ruleChainId: newCalled?.id.id })
  assert.deepEqual(nodes[1]?.configuration, { a: [{ entityType: 'TENANT', id: other.tenantId }] })
})

test('a chain that may not be imported is named, the others are taken', async (t) => {
  const { exchange, scope, addTenant } = await open(t, { maxRuleChains: 3 })
  const exported = await exchange.leave(scope, 100)
  const other = await addTenant()
  const results = await exchange.take(other, exported, false)
  assert.deepEqual(
    results.map(({ ruleChainId, error }) => [ruleChainId !== null, /the limit is 3/.test(error ?? '')]),
    [
      [true, false],
      [false, true],
    ],
  )
})

test('chains of edges: the template root, those that new edges get, and neither for other chains', async (t) => {
  const { ruleChains, edgeTemplates, scope, storage } = await open(t)
  const [template] = (await ruleChains.list(scope, 'EDGE', { pageSize: 10, page: 0 })).data
  assert.deepEqual([template?.name, template?.root], ['Edge Root Rule Chain', true])
  const chain = await ruleChains.save(scope, { name: 'For edges', type: 'EDGE' })
  assert.equal((await edgeTemplates.makeTemplateRoot(scope, chain.id.id)).root, true)
  assert.equal((await ruleChains.get(scope, template?.id.id ?? '')).root, false)
  await edgeTemplates.setAutoAssign(scope, chain.id.id, true)
  await edgeTemplates.setAutoAssign(scope, chain.id.id, true)
  assert.deepEqual(await edgeTemplates.autoAssigned(scope), [await ruleChains.get(scope, chain.id.id)])
  await edgeTemplates.setAutoAssign(scope, template?.id.id ?? '', true)
  await edgeTemplates.setAutoAssign(scope, chain.id.id, false)
  assert.deepEqual(
    (await edgeTemplates.autoAssigned(scope)).map(({ name }) => name),
    ['Edge Root Rule Chain'],
  )
  await ruleChains.remove(scope, template?.id.id ?? '')
  const { build } = storage.relational
  assert.deepEqual(await storage.relational.all(build.selectFrom('relation').selectAll()), [])
  const core = await ruleChains.save(scope, { name: 'Core' })
  await assert.rejects(edgeTemplates.makeTemplateRoot(scope, core.id.id), { code: 31 })
  await assert.rejects(edgeTemplates.setAutoAssign(scope, core.id.id, true), { code: 31 })
})
