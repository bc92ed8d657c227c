/** Every rule node class is replayable with equal results, because it accesses nothing but its context. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { rejectedAlarm, testDevice } from '../engine/engine-testing.ts'
import { emit, type NodeContext, success } from '../engine/rule-node.ts'
import { nodeRegistry } from '../node-registry.ts'
import { assertReplays } from './node-replay-testing.ts'
import { nodeContext, nodeMessage, nodeTestTenant, scriptContext, testNodeType } from './node-testing.ts'

/** Further configurations besides the default one, by the last part of the class name. */
const configurations: Readonly<Record<string, readonly unknown[]>> = {
  TbRuleChainInputNode: [{ ruleChainId: '33333333-3333-3333-3333-333333333333' }],
  TbCheckRelationNode: [
    { entityType: 'ASSET', entityId: '33333333-3333-3333-3333-333333333333' },
    { checkForSingleEntity: false, direction: 'TO' },
  ],
  TbDeviceProfileNode: [{}, { persistAlarmRulesState: true, fetchAlarmRulesStateOnStart: true }],
}

const rule = (operation: string, than: number) => ({
  condition: {
    condition: [
      {
        key: { type: 'TIME_SERIES', key: 'temperature' },
        valueType: 'NUMERIC',
        predicate: { type: 'NUMERIC', operation, value: { defaultValue: than } },
      },
    ],
    spec: { type: 'DURATION', unit: 'SECONDS', predicate: { defaultValue: 1 } },
  },
})
const alarms = [{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: rule('GREATER', 20) }, clearRule: rule('LESS', 10) }]

const telemetry = (temperature: number, ts: number) =>
  nodeMessage({ data: JSON.stringify({ temperature }), metadata: { ts: String(ts) } })
const messages = [
  telemetry(30, 1_000),
  telemetry(31, 3_000),
  telemetry(5, 4_000),
  telemetry(5, 6_000),
  telemetry(30, 7_000),
  nodeMessage({ type: 'POST_ATTRIBUTES_REQUEST', data: '{"a":1,"b":{"c":[true]}}' }),
  nodeMessage({ type: 'RPC_CALL_FROM_SERVER_TO_DEVICE', data: '{"method":"go","params":{}}' }),
  nodeMessage({
    type: 'TO_SERVER_RPC_REQUEST',
    data: '{"x":1}',
    metadata: { serviceId: 's', sessionId: 'p', requestId: '1' },
  }),
  nodeMessage({ data: 'no JSON' }),
]

/** A context that answers all calls and never returns the same time or ID twice. */
function livelyContext(t: TestContext): NodeContext {
  let calls = 0
  const device = testDevice(nodeMessage().originator.id, nodeTestTenant, 'profile')
  const ruled = { ...device, profile: { ...device.profile, profileData: { alarms } } }
  return scriptContext(t, {
    clock: { nowMs: () => 1_000_000 + 10_000 * calls++ },
    newId: () => `id-${calls++}`,
    devices: { find: async () => ruled, peek: () => ruled },
    deviceCalls: { call: async () => ({ kind: 'answered', response: `{"n":${calls++}}` }), reply: () => true },
    alarms: {
      find: async () => undefined,
      latest: async () => undefined,
      raise: async ({ type, severity }) => ({ ...rejectedAlarm, alarm: { ...rejectedAlarm.alarm, type, severity } }),
      clear: async (alarm) => ({ ...rejectedAlarm, before: alarm }),
    },
    states: {
      load: async () => null,
      entities: async () => [device.id.id],
      save: (entityId, state) => ({ kind: 'node state', tenantId: nodeTestTenant, ruleNodeId: 'n', entityId, state }),
      remove: (entityId) => ({ kind: 'node state', tenantId: nodeTestTenant, ruleNodeId: 'n', entityId, state: null }),
      removeAll: () => ({ kind: 'node state', tenantId: nodeTestTenant, ruleNodeId: 'n', entityId: null, state: null }),
    },
  })
}

for (const type of nodeRegistry.values()) {
  test(`${type.category} "${type.name}" runs again with equal results`, async (t) => {
    const context = livelyContext(t)
    const own = configurations[type.clazz.slice(type.clazz.lastIndexOf('.') + 1)]
    for (const configuration of own ?? [type.defaultConfiguration]) {
      await assertReplays(type, configuration, messages, context)
    }
  })
}

test('what the nodes ask and do is seen: alarms, states, ticks, calls and messages', async (t) => {
  const replayed = async (clazz: string, configuration: unknown = {}) => {
    const type = nodeRegistry.get(`org.thingsboard.rule.engine.${clazz}`)
    assert.ok(type)
    return assertReplays(type, configuration, messages, livelyContext(t))
  }
  const profile = await replayed('profile.TbDeviceProfileNode', { persistAlarmRulesState: true })
  const kinds = new Set(profile.outcome.map(([kind]) => kind))
  assert.deepEqual([...kinds].sort(), ['alarm', 'state'])
  assert.ok(profile.calls.includes('sendHere'), 'it ticked')
  const rpc = await replayed('rpc.TbSendRPCRequestNode')
  assert.ok(rpc.calls.includes('deviceCalls.call') && rpc.calls.includes('sendLater'))
  const saved = await replayed('telemetry.TbMsgTimeseriesNode')
  assert.deepEqual(saved.outcome.filter(([kind]) => kind === 'point').length, 5)
})

test('a node that keeps state outside, or asks something else, is found out', async () => {
  let count = 0
  const counting = testNodeType(() => ({ process: () => emit(`label ${count++}`) }))
  await assert.rejects(assertReplays(counting, {}, messages, nodeContext()), /does something else/)

  let isFirst = true
  const forgetful = testNodeType(({ newId }) => {
    if (isFirst) newId()
    isFirst = false
    return { process: () => success }
  })
  await assert.rejects(assertReplays(forgetful, {}, messages, nodeContext()), /asks less/)

  let requested = 0
  const curious = testNodeType(({ devices }) => ({
    async process() {
      await devices.find(`device ${requested++}`)
      return success
    },
  }))
  await assert.rejects(assertReplays(curious, {}, messages, nodeContext()))
})
