import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, entityTypes, NIL_UUID } from '@sonde/model/ids'
import { nodeMessage, relationsOf, runNode } from './node-testing.ts'
import { originatorTypeFilterNode } from './originator-type-filter-node.ts'
import { originatorTypeSwitchNode } from './originator-type-switch-node.ts'

const from = (entityType: (typeof entityTypes)[number]) =>
  nodeMessage({ originator: entityId(entityType, '33333333-3333-3333-3333-333333333333'), customerId: NIL_UUID })

test('originators of the listed types leave by True, all others by False', async () => {
  const configuration = { originatorTypes: ['DEVICE', 'ASSET'] }
  for (const type of entityTypes) {
    const { result } = await runNode(originatorTypeFilterNode, configuration, from(type))
    assert.deepEqual(relationsOf(result), [type === 'DEVICE' || type === 'ASSET' ? 'True' : 'False'], type)
  }
})

test('an unknown type in the list is named when the node starts', async () => {
  for (const originatorTypes of [['Device'], 'DEVICE', undefined]) {
    await assert.rejects(runNode(originatorTypeFilterNode, { originatorTypes }, nodeMessage()), /originatorTypes/)
  }
})

test('the switch labels a message by the type of its originator; types without a label leave by Failure', async () => {
  const labels = {
    DEVICE: 'Device',
    ENTITY_VIEW: 'Entity View',
    RULE_CHAIN: 'Rule chain',
    EDGE: 'Edge',
    RPC: 'Failure',
  }
  for (const [type, label] of Object.entries(labels)) {
    const { result } = await runNode(originatorTypeSwitchNode, {}, from(type as keyof typeof labels))
    assert.deepEqual(relationsOf(result), [label], type)
  }
})
