/** Nodes that read customers, tenants, relations and entity fields. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EntityId, entityId } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import type { NodeContext, NodeResult, RuleNodeType } from '../engine/rule-node.ts'
import type { NodeEntities, RelatedQuery } from '../node-entities.ts'
import { changeOriginatorNode } from './change-originator-node.ts'
import { checkRelationNode } from './check-relation-node.ts'
import { customerAttributesNode } from './customer-attributes-node.ts'
import { nodeContext, nodeMessage, nodeTestTenant, noEntities, relationsOf, runNode } from './node-testing.ts'
import { originatorFieldsNode } from './originator-fields-node.ts'
import { relatedAttributesNode } from './related-attributes-node.ts'
import { relatedDeviceAttributesNode } from './related-device-attributes-node.ts'
import { tenantAttributesNode } from './tenant-attributes-node.ts'

const customerId = '44444444-4444-4444-4444-444444444444'
const house = entityId('ASSET', '55555555-5555-5555-5555-555555555555')
const meter = entityId('DEVICE', '66666666-6666-6666-6666-666666666666')

/** Each entity has its ID as the attribute `who`, and "T" plus its ID as the telemetry key `who`. */
const context = (entities: Partial<NodeEntities> = {}, change: Partial<NodeContext> = {}): NodeContext =>
  nodeContext({
    attributes: {
      attributes: async (id, scope, keys) =>
        scope === 'SERVER_SCOPE' && keys?.includes('who')
          ? [{ scope, key: 'who', type: ValueType.STRING, value: id, lastUpdateTs: 1 }]
          : [],
    },
    series: { latest: async (id) => [{ key: 'who', ts: 1, type: ValueType.STRING, value: `T${id}` }] },
    entities: { ...noEntities, ...entities },
    ...change,
  })

const emitted = (result: NodeResult) => (result !== null && 'message' in result ? result.message : null)
const metadataOf = (result: NodeResult) => emitted(result)?.metadata

const run = async (type: RuleNodeType, configuration: unknown, of: NodeContext, originator?: EntityId) =>
  (
    await runNode(
      type,
      configuration,
      nodeMessage({ metadata: { kind: 'the' }, ...(originator && { originator }) }),
      of,
    )
  ).result

const attributes = { attrMapping: { who: '${kind} owner', nope: 'nothing' }, telemetry: false }
const latest = { ...attributes, telemetry: true }

test('attributes and latest telemetry of the customer; without a customer the message leaves by Failure', async () => {
  const owned = context({ customerOf: async () => customerId })
  const named = 'the owner'
  assert.deepEqual(metadataOf(await run(customerAttributesNode, attributes, owned))?.[named], customerId)
  assert.deepEqual(metadataOf(await run(customerAttributesNode, latest, owned))?.[named], `T${customerId}`)
  assert.deepEqual(relationsOf(await run(customerAttributesNode, attributes, context())), ['Failure'])
  assert.deepEqual(relationsOf(await run(customerAttributesNode, attributes, owned, entityId('EDGE', meter.id))), [
    'Failure',
  ])
})

test('attributes of the tenant', async () => {
  const metadata = metadataOf(await run(tenantAttributesNode, { attrMapping: { who: 'w' } }, context()))
  assert.equal(metadata?.w, nodeTestTenant)
  assert.equal(metadata && 'nothing' in metadata, false)
})

test('values of the first related entity that the query names', async () => {
  const asked: RelatedQuery[] = []
  const found = context({
    async firstRelated(_, query) {
      asked.push(query)
      return house
    },
  })
  const query = { direction: 'TO', maxLevel: 2, filters: [{ relationType: 'Manages', entityTypes: ['ASSET'] }] }
  const metadata = metadataOf(await run(relatedAttributesNode, { ...attributes, relationsQuery: query }, found))
  assert.ok(Object.values(metadata ?? {}).includes(house.id))
  assert.deepEqual(asked, [{ ...query, fetchLastLevelOnly: false }])
  const none = await run(relatedAttributesNode, { ...attributes, relationsQuery: query }, context())
  assert.deepEqual(relationsOf(none), ['Failure'])
  await assert.rejects(run(relatedAttributesNode, attributes, found), /relationsQuery/)
})

test('values of a related device of one of the profiles', async () => {
  const find = async () => ({ type: 'meter' }) as unknown as Awaited<ReturnType<NodeContext['devices']['find']>>
  const of = context(
    { firstRelated: async (_, __, accepts) => ((await accepts?.(meter)) ? meter : undefined) },
    { devices: { find, peek: () => undefined } },
  )
  const names = (deviceTypes: string[]) => ({
    serverAttributeNames: ['who'],
    deviceRelationsQuery: { direction: 'FROM', maxLevel: 1, relationType: 'Contains', deviceTypes },
  })
  assert.equal(metadataOf(await run(relatedDeviceAttributesNode, names(['meter']), of))?.ss_who, meter.id)
  assert.deepEqual(relationsOf(await run(relatedDeviceAttributesNode, names(['valve']), of)), ['Failure'])
})

test('fields of the originator as texts: IDs without their type, objects as JSON, null as on the wire', async () => {
  const fields = {
    id: meter,
    name: 'Meter',
    label: null,
    createdTime: 5,
    customerId: entityId('CUSTOMER', customerId),
    additionalInfo: { description: 'about', deep: { on: true } },
  }
  const fieldsMapping = Object.fromEntries(
    [...Object.keys(fields), 'additionalInfo.description', 'additionalInfo.deep.on', 'customerId.id', 'nope'].map(
      (path) => [path, `f ${path}`],
    ),
  )
  const result = await run(originatorFieldsNode, { fieldsMapping }, context({ fields: async () => fields }))
  const added = Object.entries(metadataOf(result) ?? {}).filter(([key]) => key.startsWith('f '))
  assert.deepEqual(Object.fromEntries(added), {
    'f id': meter.id,
    'f name': 'Meter',
    'f label': 'null',
    'f createdTime': '5',
    'f customerId': customerId,
    'f additionalInfo': JSON.stringify(fields.additionalInfo),
    'f additionalInfo.description': 'about',
    'f additionalInfo.deep.on': 'true',
  })
  assert.deepEqual(relationsOf(await run(originatorFieldsNode, { fieldsMapping }, context())), ['Failure'])
  await assert.rejects(run(originatorFieldsNode, { fieldsMapping: {} }, context()), /at least one/)
})

test('the originator becomes the customer, the tenant, a related entity or that of the alarm', async () => {
  const alarmId = '77777777-7777-7777-7777-777777777777'
  const of = context(
    { customerOf: async () => customerId, firstRelated: async () => house },
    {
      alarms: {
        ...nodeContext().alarms,
        find: async (_, id) => (id === alarmId ? ({ originator: meter } as never) : undefined),
      },
    },
  )
  const relationsQuery = { filters: [] }
  const next = async (originatorSource: string, originator?: EntityId, from = of) =>
    emitted(await run(changeOriginatorNode, { originatorSource, relationsQuery }, from, originator))?.originator
  assert.deepEqual(await next('CUSTOMER'), entityId('CUSTOMER', customerId))
  assert.deepEqual(await next('TENANT'), entityId('TENANT', nodeTestTenant))
  assert.deepEqual(await next('RELATED'), house)
  assert.deepEqual(await next('ALARM_ORIGINATOR', entityId('ALARM', alarmId)), meter)
  for (const source of ['CUSTOMER', 'RELATED', 'ALARM_ORIGINATOR']) {
    const result = await run(changeOriginatorNode, { originatorSource: source, relationsQuery }, context())
    assert.deepEqual(relationsOf(result), ['Failure'], source)
  }
  await assert.rejects(run(changeOriginatorNode, { originatorSource: 'RELATED' }, of), /Choose the relations/)
  await assert.rejects(run(changeOriginatorNode, { originatorSource: 'OTHER', relationsQuery }, of), /unknown/)
})

test('a relation to one entity, or any of a type, in both directions', async () => {
  const asked: unknown[] = []
  const of = context({
    async isRelated(...of) {
      asked.push(of)
      return true
    },
    async hasRelation(...of) {
      asked.push(of)
      return false
    },
  })
  const { originator } = nodeMessage()
  const one = { entityType: 'ASSET', entityId: house.id, relationType: 'Uses' }
  assert.deepEqual(relationsOf(await run(checkRelationNode, { ...one, direction: 'FROM' }, of)), ['True'])
  assert.deepEqual(relationsOf(await run(checkRelationNode, { ...one, direction: 'TO' }, of)), ['True'])
  const any = { checkForSingleEntity: false, relationType: 'Uses' }
  assert.deepEqual(relationsOf(await run(checkRelationNode, { ...any, direction: 'FROM' }, of)), ['False'])
  assert.deepEqual(asked, [
    [house, originator, 'Uses'],
    [originator, house, 'Uses'],
    [originator, 'TO', 'Uses'],
  ])
  await assert.rejects(run(checkRelationNode, {}, of), /Choose an entity type/)
  await assert.rejects(run(checkRelationNode, { entityType: 'ASSET', entityId: 'x' }, of), /Choose an entity/)
})
