import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Alarm } from '@sonde/model/alarms/alarm'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { createAlarmStore } from '../../alarms/alarm-store.ts'
import type { DeviceRecord } from '../../devices/device-directory.ts'
import { newId } from '../../ids.ts'
import type { Message } from '../../messages/message.ts'
import { openEngineWorld, testDevice, testMessage } from '../engine/engine-testing.ts'
import { alarmTick, deviceProfileNode } from './device-profile-node.ts'
import { nodeMessage, relationsOf, runNode } from './node-testing.ts'

/** As people write it: `${key}`. */
const placeholder = (key: string) => ['$', '{', key, '}'].join('')
const value = (defaultValue: unknown) => ({ defaultValue, userValue: null, dynamicValue: null })
const condition = (operation: string, than: number, spec: unknown = { type: 'SIMPLE' }) => ({
  condition: {
    condition: [
      {
        key: { type: 'TIME_SERIES', key: 'temperature' },
        valueType: 'NUMERIC',
        predicate: { type: 'NUMERIC', operation, value: value(than) },
      },
    ],
    spec,
  },
  schedule: null,
  alarmDetails: `T=${placeholder('temperature')} ${placeholder('nope')}`,
  dashboardId: null,
})
const hot = {
  id: 'a1',
  alarmType: 'Hot',
  createRules: { CRITICAL: condition('GREATER', 50), WARNING: condition('GREATER', 20) },
  clearRule: condition('LESS', 10),
}

interface Heard {
  readonly type: string
  readonly metadata: Readonly<Record<string, string>>
  readonly alarm: Alarm | null
}

/** A chain whose node sends everything that it emits to a listener. */
async function openRules(t: TestContext, alarms: readonly unknown[], configuration: object = {}, dataFolder?: string) {
  const heard: Heard[] = []
  const deviceId = newId()
  let record: DeviceRecord | undefined
  const world = await openEngineWorld(t, {
    ...(dataFolder && { dataFolder }),
    devices: { find: async (id) => (id === deviceId ? record : undefined), peek: () => undefined },
    nodes: {
      Listen: ({ type, metadata, data }) => {
        heard.push({ type, metadata, alarm: type === 'ALARM' ? (JSON.parse(data) as Alarm) : null })
        return null
      },
    },
  })
  const tenantId = await world.tenant()
  const profileId = newId()
  const setRules = (list: readonly unknown[]) => {
    const device = testDevice(deviceId, tenantId, profileId)
    record = { ...device, profile: { ...device.profile, profileData: { alarms: list } } }
  }
  setRules(alarms)
  const labels = ['Success', 'Alarm Created', 'Alarm Updated', 'Alarm Severity Updated', 'Alarm Cleared']
  const { nodeId } = await world.chain(tenantId, {
    nodes: { Rules: ['profile.TbDeviceProfileNode', configuration], Listen: ['Listen'] },
    links: labels.map((label) => ['Rules', label, 'Listen'] as const),
  })
  const store = createAlarmStore(world.storage.relational)

  async function send(change: Partial<Message>): Promise<Heard[]> {
    await world.commit({ messages: [testMessage(tenantId, deviceId, change)] })
    await world.engine.idle()
    return heard.splice(0)
  }
  const tell = (temperature: unknown, ts = 1_600_000_000_000) =>
    send({ data: JSON.stringify({ temperature }), metadata: { deviceName: 'D', ts: String(ts) } })
  const stored = () => store.findLatest(tenantId, deviceId, 'Hot')
  return { ...world, tenantId, deviceId, nodeId, send, tell, stored, setRules }
}

const flagsOf = ({ metadata }: Heard) => {
  const { deviceName: _, deviceType: __, ts: ___, ...flags } = metadata
  return flags
}

test('without rules every message goes on, with unknown keys in the configuration too', async () => {
  for (const type of ['POST_TELEMETRY_REQUEST', 'X']) {
    const { result } = await runNode(
      deviceProfileNode,
      { persistAlarmRulesState: false, more: 1 },
      nodeMessage({ type }),
    )
    assert.deepEqual(relationsOf(result), ['Success'])
  }
  const ofAsset = nodeMessage({ originator: entityId('ASSET', newId()) })
  assert.deepEqual(relationsOf((await runNode(deviceProfileNode, {}, ofAsset)).result), ['Success'])
})

test('an alarm is created, gets worse, is not made better, and is cleared', async (t) => {
  const { tell, stored } = await openRules(t, [hot])
  assert.deepEqual(
    (await tell(15)).map(({ type }) => type),
    ['POST_TELEMETRY_REQUEST'],
  )
  const [passed, created] = await tell(30)
  assert.equal(passed?.type, 'POST_TELEMETRY_REQUEST')
  assert.equal(created?.alarm?.severity, 'WARNING')
  assert.deepEqual(created && flagsOf(created), { isNewAlarm: 'true' })
  assert.deepEqual(created?.alarm?.details, { data: `T=30 ${placeholder('nope')}` })
  assert.equal(created?.alarm?.startTs, 1_600_000_000_000)
  const [, updated] = await tell(31)
  assert.deepEqual(updated && flagsOf(updated), { isExistingAlarm: 'true' })
  const [, worse] = await tell(60)
  assert.deepEqual(worse && flagsOf(worse), { isExistingAlarm: 'true', isSeverityUpdated: 'true' })
  assert.equal((await stored())?.severity, 'CRITICAL')
  assert.equal((await tell(30)).length, 1, 'less severe: ignored')
  assert.equal((await tell(15)).length, 1, 'between the rules')
  const [, cleared] = await tell(5)
  assert.deepEqual(cleared && flagsOf(cleared), { isClearedAlarm: 'true' })
  assert.equal((await stored())?.status, 'CLEARED_UNACK')
  assert.equal((await tell(4)).length, 1, 'there is nothing to clear')
  const [, again] = await tell(30)
  assert.deepEqual(again && flagsOf(again), { isNewAlarm: 'true' })
})

test('an alarm that is cleared by hand rises again with the next value', async (t) => {
  const { tell, send, stored, commit, tenantId } = await openRules(t, [hot])
  const [, created] = await tell(30)
  const known = created?.alarm as Alarm
  await commit({
    records: [
      {
        kind: 'alarm cleared',
        alarm: { ...known, tenantId: entityId('TENANT', tenantId) },
        clearTs: 5,
        details: undefined,
      },
    ],
    changes: [{ kind: 'updated', entity: known.id, tenantId, customerId: NIL_UUID }],
  })
  await send({ type: 'ALARM_CLEAR', data: JSON.stringify(known) })
  const [, next] = await tell(31)
  assert.deepEqual(next && flagsOf(next), { isNewAlarm: 'true' })
  assert.notEqual((await stored())?.id.id, known.id.id)
})

test('repeats and durations count from message to message, and say how much', async (t) => {
  const repeating = { type: 'REPEATING', predicate: value(3) }
  const lasting = { type: 'DURATION', unit: 'SECONDS', predicate: value(2) }
  const { tell } = await openRules(t, [
    { id: 'r', alarmType: 'Often', createRules: { MAJOR: condition('GREATER', 50, repeating) }, clearRule: null },
    { id: 'd', alarmType: 'Long', createRules: { MINOR: condition('GREATER', 50, lasting) }, clearRule: null },
  ])
  const start = 1_600_000_000_000
  const news = async (temperature: number, ms: number) =>
    (await tell(temperature, start + ms)).slice(1).map((each) => [each.alarm?.type, flagsOf(each)])
  assert.deepEqual(await news(60, 0), [])
  assert.deepEqual(await news(60, 1000), [])
  assert.deepEqual(await news(60, 2000), [['Often', { isNewAlarm: 'true', alarmConditionRepeats: '3' }]])
  assert.deepEqual(await news(40, 2500), [])
  assert.deepEqual(await news(60, 3000), [], 'counted anew')
  await news(60, 4000)
  assert.deepEqual((await news(60, 5001)).at(-1), ['Long', { isNewAlarm: 'true', alarmConditionDuration: '2001' }])
})

test('a duration ends by the clock too: the node sends itself a message that only brings the alarm', async (t) => {
  const lasting = { type: 'DURATION', unit: 'SECONDS', predicate: value(2) }
  const { tell, send, nodeId } = await openRules(t, [
    { id: 'd', alarmType: 'Hot', createRules: { MINOR: condition('GREATER', 50, lasting) }, clearRule: null },
  ])
  await tell(60)
  const tick = (ts: number) => send({ type: alarmTick, ts, data: '{}', ruleNodeId: nodeId('Rules') })
  assert.deepEqual(await tick(1_600_000_002_000), [])
  const heard = await tick(1_600_000_002_001)
  assert.deepEqual(
    heard.map(({ type }) => type),
    ['ALARM'],
  )
})

test('saved rules are followed at once; counters go on where a rule is the same', async (t) => {
  const repeating = condition('GREATER', 50, { type: 'REPEATING', predicate: value(2) })
  const of = (createRules: object) => [{ id: 'a', alarmType: 'Hot', createRules, clearRule: null }]
  const { tell, setRules } = await openRules(t, of({ MAJOR: repeating }))
  await tell(60)
  setRules(of({ MAJOR: repeating, WARNING: condition('GREATER', 70) }))
  assert.equal((await tell(61)).length, 2, 'the second one')
  setRules([])
  assert.equal((await tell(99)).length, 1)
})

test('what was counted survives a restart where the node is told so, and is forgotten where not', async (t) => {
  const repeating = condition('GREATER', 50, { type: 'REPEATING', predicate: value(2) })
  const rules = [{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: repeating }, clearRule: null }]
  const persistent = { persistAlarmRulesState: true, fetchAlarmRulesStateOnStart: true }
  const { tell, send, storage, chain, tenantId, engine } = await openRules(t, rules, persistent)
  const states = async () => storage.relational.all(storage.relational.build.selectFrom('rule_node_state').selectAll())
  const { id } = await chain(tenantId, { nodes: { Rules: ['profile.TbDeviceProfileNode', persistent] } })
  await tell(60)
  const [row] = await states()
  assert.equal(JSON.parse(row?.state_data ?? '{}').alarmStates.a.createRuleStates.MAJOR.eventCount, 1)
  await chain(tenantId, { nodes: { Rules: ['profile.TbDeviceProfileNode', { ...persistent, anew: 1 }] } }, { id })
  await engine.idle()
  await tell(61)
  assert.equal((await states()).length, 1)
  const alarms = await storage.relational.all(storage.relational.build.selectFrom('alarm').select('type'))
  assert.deepEqual(alarms, [{ type: 'Hot' }], 'it went on counting')
  await chain(tenantId, { nodes: { Rules: ['profile.TbDeviceProfileNode', {}] } }, { id })
  await send({ type: 'X', data: '{}' })
  assert.deepEqual(await states(), [])
})

test('what cannot be counted with is a failure that names the attribute', async (t) => {
  const dynamic = {
    ...value(5),
    dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'times', inherit: false },
  }
  const repeating = condition('GREATER', 50, { type: 'REPEATING', predicate: dynamic })
  const { tell, send, engine } = await openRules(t, [
    { id: 'a', alarmType: 'Hot', createRules: { MAJOR: repeating }, clearRule: null },
  ])
  await send({ type: 'ATTRIBUTES_UPDATED', data: '{"times":"often"}', metadata: { scope: 'SERVER_SCOPE' } })
  assert.equal(engine.stats.failed, 0)
  assert.deepEqual(await tell(60), [])
  assert.equal(engine.stats.failed, 1)
})
