import type { RuleChainMetadata } from '@sonde/model/rule-chains/rule-chain'
import { expect, test } from 'vitest'
import { classKind, inOrder, kindTitle, nextNodes } from './nodes-tab.tsx'

const metadata = {
  firstNodeIndex: 2,
  nodes: ['Save', 'Lost', 'Switch', 'Log'].map((name) => ({ name })),
  connections: [
    { fromIndex: 2, toIndex: 3, type: 'Other' },
    { fromIndex: 2, toIndex: 0, type: 'Post telemetry' },
    { fromIndex: 0, toIndex: 3, type: 'Failure' },
    { fromIndex: 0, toIndex: 3, type: 'Success' },
  ],
} as unknown as RuleChainMetadata

test('nodes come as messages meet them, each once; what none reaches comes last', () => {
  expect(inOrder(metadata)).toEqual([2, 3, 0, 1])
  expect(inOrder({ ...metadata, firstNodeIndex: null, connections: null })).toEqual([0, 1, 2, 3])
  const loop = { ...metadata, connections: [...(metadata.connections ?? []), { fromIndex: 3, toIndex: 2, type: 'x' }] }
  expect(inOrder(loop)).toEqual([2, 3, 0, 1])
})

test('links to one node are told together', () => {
  expect(nextNodes(metadata, 0)).toEqual([{ name: 'Log', labels: 'Failure, Success' }])
  expect(nextNodes(metadata, 3)).toEqual([])
})

test('a kind of node is named as a title, and a class without a name by its last part', () => {
  expect(kindTitle('message type switch')).toBe('Message type switch')
  expect(kindTitle('save timeseries')).toBe('Save time series')
  expect(kindTitle('rpc call request')).toBe('RPC call request')
  expect(classKind('org.thingsboard.rule.engine.filter.TbMsgTypeSwitchNode')).toBe('MsgTypeSwitch')
  expect(classKind('Node')).toBe('Node')
})
