import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFieldsNode } from './check-fields-node.ts'
import { nodeMessage, relationsOf, runNode } from './node-testing.ts'

const message = nodeMessage({ data: '{"a":1,"b":{"c":2},"none":null}', metadata: { deviceName: 'D' } })

const leaves = async (configuration: object, of = message) =>
  relationsOf((await runNode(checkFieldsNode, configuration, of)).result)

test('all fields must exist, or at least one', async () => {
  for (const [messageNames, metadataNames, checkAllKeys, relation] of [
    [['a', 'b'], [], true, 'True'],
    [['a'], ['deviceName'], true, 'True'],
    [['a'], ['nope'], true, 'False'],
    [['c'], [], true, 'False'],
    [['none'], [], true, 'False'],
    [['constructor'], [], true, 'False'],
    [['x', 'b'], [], false, 'True'],
    [['x'], ['deviceName'], false, 'True'],
    [['x'], ['y'], false, 'False'],
    [[], [], true, 'True'],
    [[], [], false, 'False'],
  ] as const) {
    const configuration = { messageNames, metadataNames, checkAllKeys }
    assert.deepEqual(await leaves(configuration), [relation], JSON.stringify(configuration))
  }
})

test('a configuration without lists checks nothing', async () => {
  assert.deepEqual(await leaves({}), ['True'])
})

test('data that is no object leaves by Failure', async () => {
  for (const data of ['[1]', '5', 'null', 'text']) {
    assert.deepEqual(await leaves({ messageNames: ['a'] }, nodeMessage({ data })), ['Failure'], data)
  }
})
