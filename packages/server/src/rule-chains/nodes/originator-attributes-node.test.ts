import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ValueType } from '@sonde/model/telemetry/values'
import type { StoredAttribute } from '../../telemetry/attribute-store.ts'
import type { NodeContext } from '../engine/rule-node.ts'
import { ignoringOutcome, nodeContext, nodeMessage, relationsOf, runNode } from './node-testing.ts'
import { originatorAttributesNode } from './originator-attributes-node.ts'

const stored: StoredAttribute[] = [
  { scope: 'CLIENT_SCOPE', key: 'c', type: ValueType.STRING, value: 'client', lastUpdateTs: 1 },
  { scope: 'SHARED_SCOPE', key: 's', type: ValueType.BOOLEAN, value: true, lastUpdateTs: 1 },
  { scope: 'SERVER_SCOPE', key: 'v', type: ValueType.DOUBLE, value: 21, lastUpdateTs: 1 },
  { scope: 'SERVER_SCOPE', key: 'j', type: ValueType.JSON, value: '{"a":[1]}', lastUpdateTs: 1 },
]
const point = { key: 'temp', ts: 5, type: ValueType.LONG, value: 40 } as const

const context = (change: Partial<NodeContext> = {}): NodeContext =>
  nodeContext({
    attributes: {
      attributes: async (_, scope, keys) => stored.filter((each) => each.scope === scope && keys?.includes(each.key)),
    },
    series: { latest: async (_, keys) => [point].filter(({ key }) => keys?.includes(key)) },
    ...change,
  })

async function added(configuration: object, change: Partial<NodeContext> = {}) {
  const message = nodeMessage({ metadata: { deviceName: 'D', which: 'v' }, data: '{"key":"temp"}' })
  const { result } = await runNode(originatorAttributesNode, configuration, message, context(change))
  const emission = result !== null && 'message' in result ? result : null
  const { deviceName, which, ...metadata } = emission?.message?.metadata ?? {}
  return { relations: relationsOf(result), metadata, error: emission?.error, deviceName, which }
}

test('values of all scopes and latest telemetry are added as texts, attributes with their prefix', async () => {
  const { relations, metadata, deviceName } = await added({
    clientAttributeNames: ['c'],
    sharedAttributeNames: ['s'],
    serverAttributeNames: ['v', 'j'],
    latestTsKeyNames: ['temp'],
  })
  assert.deepEqual(relations, ['Success'])
  assert.deepEqual(metadata, { cs_c: 'client', shared_s: 'true', ss_v: '21.0', ss_j: '{"a":[1]}', temp: '40' })
  assert.equal(deviceName, 'D')
})

test('names may be templates', async () => {
  const { metadata } = await added({ serverAttributeNames: ['${which}'], latestTsKeyNames: ['$[key]'] })
  assert.deepEqual(metadata, { ss_v: '21.0', temp: '40' })
})

test('latest telemetry with its time', async () => {
  const { metadata } = await added({ latestTsKeyNames: ['temp'], getLatestValueWithTs: true })
  assert.deepEqual(metadata, { temp: '{"ts":5,"value":40}' })
})

test('a missing value leaves by Failure with what exists, or is left out', async () => {
  const names = { serverAttributeNames: ['v', 'nope'], latestTsKeyNames: ['neither'] }
  const strict = await added(names)
  assert.deepEqual(strict.relations, ['Failure'])
  assert.deepEqual(strict.metadata, { ss_v: '21.0' })
  assert.match(String(strict.error), /server attribute "nope", telemetry key "neither"/)
  const loose = await added({ ...names, tellFailureIfAbsent: false })
  assert.deepEqual(loose.relations, ['Success'])
  assert.deepEqual(loose.metadata, { ss_v: '21.0' })
})

test('a long list of names is read in the turns of the tenant', async () => {
  let inTurns = 0
  const counting: NodeContext['inTurns'] = (_, work) => {
    inTurns++
    return work(() => undefined)
  }
  const list = Array.from({ length: 17 }, (_, i) => `k${i}`)
  await added({ serverAttributeNames: list, tellFailureIfAbsent: false }, { inTurns: counting })
  await added({ serverAttributeNames: list.slice(1), tellFailureIfAbsent: false }, { inTurns: counting })
  assert.equal(inTurns, 1)
})

test('what was read counts for the message', async () => {
  let characters = 0
  const node = originatorAttributesNode.create({ serverAttributeNames: ['j'] }, context())
  const read = (count: number) => {
    characters += count
  }
  await node.process(nodeMessage(), { ...ignoringOutcome, read })
  assert.equal(characters, 'ss_j{"a":[1]}'.length)
})
