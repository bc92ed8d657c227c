import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Alarm } from '@sonde/model/alarms/alarm'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { ValueType } from '@sonde/model/telemetry/values'
import fc from 'fast-check'
import { alarmDetailsMax } from '../../alarm-rules/device-alarms.ts'
import { createAlarmStore } from '../../alarms/alarm-store.ts'
import type { DeviceRecord } from '../../devices/device-directory.ts'
import { newId } from '../../ids.ts'
import type { Message } from '../../messages/message.ts'
import { type EngineWorldOptions, openEngineWorld, testDevice, testMessage } from '../engine/engine-testing.ts'
import { createNodeMemory } from '../engine/node-memory.ts'
import type { RememberedEntities } from '../engine/rule-node.ts'
import { alarmTick, deviceProfileNode } from './device-profile-node.ts'
import { ignoringOutcome, nodeContext, nodeMessage, nodeTestTenant, relationsOf, runNode } from './node-testing.ts'

/** The placeholder `${key}`, as users write it. */
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

interface Received {
  readonly type: string
  readonly metadata: Readonly<Record<string, string>>
  readonly alarm: Alarm | null
}

/** A chain whose node sends all its emissions to a listener. */
async function openRules(
  t: TestContext,
  alarms: readonly unknown[],
  configuration: object = {},
  { dataFolder, limits }: Pick<EngineWorldOptions, 'dataFolder' | 'limits'> = {},
) {
  const received: Received[] = []
  const deviceId = newId()
  let record: DeviceRecord | undefined
  const world = await openEngineWorld(t, {
    ...(dataFolder && { dataFolder }),
    ...(limits && { limits }),
    devices: { find: async (id) => (id === deviceId ? record : undefined), peek: () => undefined },
    nodes: {
      Listen: ({ type, metadata, data }) => {
        received.push({ type, metadata, alarm: type === 'ALARM' ? (JSON.parse(data) as Alarm) : null })
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
  // With limits, failures go to the listener. In other tests a failure has no link and fails the message.
  const labels = ['Success', 'Alarm Created', 'Alarm Updated', 'Alarm Severity Updated', 'Alarm Cleared']
  if (limits) labels.push('Failure')
  const { nodeId } = await world.chain(tenantId, {
    nodes: { Rules: ['profile.TbDeviceProfileNode', configuration], Listen: ['Listen'] },
    links: labels.map((label) => ['Rules', label, 'Listen'] as const),
  })
  const store = createAlarmStore(world.storage.relational)

  async function send(change: Partial<Message>): Promise<Received[]> {
    await world.commit({ messages: [testMessage(tenantId, deviceId, change)] })
    await world.engine.idle()
    return received.splice(0)
  }
  const sendReading = (temperature: unknown, ts = 1_600_000_000_000) =>
    send({ data: JSON.stringify({ temperature }), metadata: { deviceName: 'D', ts: String(ts) } })
  const stored = () => store.findLatest(tenantId, deviceId, 'Hot')
  return { ...world, tenantId, deviceId, nodeId, send, sendReading, stored, setRules }
}

const flagsOf = ({ metadata }: Received) => {
  const { deviceName: _, deviceType: __, ts: ___, ...flags } = metadata
  return flags
}

test('more alarms than one message may raise: telemetry goes on, and so does what was raised', async (t) => {
  const alarms = Array.from({ length: 10 }, (_, i) => ({ ...hot, id: `a${i}`, alarmType: `Hot ${i}` }))
  const { send, deviceId, tenantId, storage } = await openRules(t, alarms, {}, { limits: { messageChanges: 20 } })
  const ts = 1_600_000_000_000
  const entries = Array.from({ length: 50 }, (_, i) => ({ ts: ts + i, values: { temperature: 60 } }))
  const [passed, ...others] = await send({ data: JSON.stringify(entries) })
  assert.equal(passed?.type, 'POST_TELEMETRY_REQUEST')
  const raised = others.filter(({ alarm }) => alarm !== null)
  assert.ok(raised.length > 1 && raised.length < 10)
  assert.equal(others.length, raised.length + 1, 'and the failure')
  const types = new Set<string>()
  for (const { alarmType } of alarms) {
    const alarm = await createAlarmStore(storage.relational).findLatest(tenantId, deviceId, alarmType)
    if (alarm) types.add(alarmType)
  }
  assert.deepEqual([...types], [...new Set(raised.map(({ alarm }) => alarm?.type))])
  assert.equal((await send({ data: '{"temperature":61}' })).filter(({ alarm }) => alarm !== null).length > 1, true)
})

test('details that repeat a long value are cut', async (t) => {
  const rule = { ...condition('GREATER', 20), alarmDetails: placeholder('text').repeat(10_000) }
  const ofText = { key: { type: 'TIME_SERIES', key: 'text' }, valueType: 'STRING' }
  const named = { ...ofText, predicate: { type: 'STRING', operation: 'CONTAINS', value: value('x') } }
  rule.condition.condition.push(named as never)
  const { send } = await openRules(t, [{ id: 'a', alarmType: 'Hot', createRules: { CRITICAL: rule } }])
  const [, created] = await send({ data: JSON.stringify({ temperature: 30, text: 'x'.repeat(60_000) }) })
  const { data } = (created?.alarm?.details ?? {}) as { data: string }
  assert.equal(data.length, alarmDetailsMax)
  assert.match(data, /^x+…$/)
})

test('a rule of hundreds of conditions, some inside of others, holds when all of them do', async (t) => {
  const rule = condition('GREATER', 20)
  const [first] = rule.condition.condition
  const simple = (than: number) => ({ ...first?.predicate, value: value(than) })
  const inner = {
    type: 'COMPLEX',
    operation: 'OR',
    predicates: [{ type: 'COMPLEX', operation: 'AND', predicates: [simple(1_000), simple(25)] }, simple(40)],
  }
  for (let i = 0; i < 300; i++)
    rule.condition.condition.push({ ...first, predicate: i < 150 ? inner : simple(i / 10) } as never)
  const { sendReading } = await openRules(t, [{ id: 'a', alarmType: 'Hot', createRules: { CRITICAL: rule } }])
  assert.equal((await sendReading(39)).length, 1)
  const [, created] = await sendReading(41)
  assert.equal(created?.alarm?.severity, 'CRITICAL')
})

test('attributes that are too long to be read for a message: telemetry goes on, and the failure says why', async (t) => {
  const rule = condition('GREATER', 20)
  const [first] = rule.condition.condition
  for (let i = 0; i < 20; i++) {
    const dynamicValue = { sourceType: 'CURRENT_DEVICE', sourceAttribute: `limit${i}` }
    const predicate = { ...first?.predicate, value: { ...value(20), dynamicValue } }
    rule.condition.condition.push({ ...first, predicate } as never)
  }
  const world = await openRules(
    t,
    [{ id: 'a', alarmType: 'Hot', createRules: { CRITICAL: rule } }],
    {},
    { limits: { messageReads: 10_000 } },
  )
  const { sendReading, deviceId, tenantId, commit } = world
  const write = (name: string, text: string) => ({
    tenantId,
    entity: entityId('DEVICE', deviceId),
    scope: 'SERVER_SCOPE' as const,
    key: name,
    lastUpdateTs: 1,
    value: { type: ValueType.STRING, value: text },
    notifyDevice: false,
  })
  await commit({ attributes: Array.from({ length: 20 }, (_, i) => write(`limit${i}`, 'x'.repeat(5_000))) })
  assert.deepEqual(
    (await sendReading(30)).map(({ type }) => type),
    ['POST_TELEMETRY_REQUEST', 'POST_TELEMETRY_REQUEST'],
  )
  await commit({ attributes: Array.from({ length: 20 }, (_, i) => write(`limit${i}`, '5')) })
  assert.equal((await sendReading(31))[1]?.alarm?.severity, 'CRITICAL')
})

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
  const { sendReading, stored } = await openRules(t, [hot])
  assert.deepEqual(
    (await sendReading(15)).map(({ type }) => type),
    ['POST_TELEMETRY_REQUEST'],
  )
  const [passed, created] = await sendReading(30)
  assert.equal(passed?.type, 'POST_TELEMETRY_REQUEST')
  assert.equal(created?.alarm?.severity, 'WARNING')
  assert.deepEqual(created && flagsOf(created), { isNewAlarm: 'true' })
  assert.deepEqual(created?.alarm?.details, { data: `T=30 ${placeholder('nope')}` })
  assert.equal(created?.alarm?.startTs, 1_600_000_000_000)
  const [, updated] = await sendReading(31)
  assert.deepEqual(updated && flagsOf(updated), { isExistingAlarm: 'true' })
  const [, worse] = await sendReading(60)
  assert.deepEqual(worse && flagsOf(worse), { isExistingAlarm: 'true', isSeverityUpdated: 'true' })
  assert.equal((await stored())?.severity, 'CRITICAL')
  assert.equal((await sendReading(30)).length, 1, 'less severe: ignored')
  assert.equal((await sendReading(15)).length, 1, 'between the rules')
  const [, cleared] = await sendReading(5)
  assert.deepEqual(cleared && flagsOf(cleared), { isClearedAlarm: 'true' })
  assert.equal((await stored())?.status, 'CLEARED_UNACK')
  assert.equal((await sendReading(4)).length, 1, 'there is nothing to clear')
  const [, again] = await sendReading(30)
  assert.deepEqual(again && flagsOf(again), { isNewAlarm: 'true' })
})

test('a late reading is not the present value: it neither creates nor clears', async (t) => {
  const { sendReading, send, stored } = await openRules(t, [hot])
  const now = 1_600_000_000_000
  await sendReading(15, now)
  assert.equal((await sendReading(60, now - 3_600_000)).length, 1, 'a late hot one')
  assert.equal(await stored(), undefined)
  await sendReading(30, now + 1)
  assert.equal((await sendReading(5, now)).length, 1, 'a late cool one')
  assert.equal((await stored())?.status, 'ACTIVE_UNACK')
  // One message with both, in the wrong order.
  const [first, second] = [
    { ts: now + 9, values: { temperature: 5 } },
    { ts: now + 8, values: { temperature: 60 } },
  ]
  await send({ data: JSON.stringify([first, second]), metadata: { deviceName: 'D', ts: String(now) } })
  assert.equal((await stored())?.status, 'CLEARED_UNACK')
  assert.equal((await sendReading(60, now + 9)).length, 2, 'of the same time the last one to arrive counts')
})

test('the order of arrival does not change the final state of an alarm', async (t) => {
  const above = { id: 'a', alarmType: 'Hot', createRules: { MAJOR: condition('GREATER', 50) } }
  const complete = { ...above, clearRule: condition('LESS_OR_EQUAL', 50) }
  const { sendReading, stored } = await openRules(t, [complete])
  let start = 1_600_000_000_000
  await fc.assert(
    fc.asyncProperty(
      fc
        .array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 6 })
        .chain((readings) =>
          fc.tuple(fc.constant(readings), fc.shuffledSubarray([...readings.keys()], { minLength: readings.length })),
        ),
      async ([readings, order]) => {
        for (const at of order) await sendReading(readings[at], start + at)
        start += readings.length
        const isActive = (await stored())?.status.startsWith('ACTIVE') ?? false
        assert.equal(isActive, (readings.at(-1) as number) > 50)
      },
    ),
    { numRuns: 25 },
  )
})

test('a rule sets its own details and keeps what others added', async (t) => {
  const { sendReading, stored, commit } = await openRules(t, [hot])
  await sendReading(30)
  const known = (await stored()) as Alarm
  const details = { data: 'old', comment: 'checked', nested: { n: 1 } }
  await commit({ records: [{ kind: 'alarm changed', alarm: { ...known, details }, mustExist: true }] })
  await sendReading(31)
  const kept = { comment: 'checked', nested: { n: 1 } }
  assert.deepEqual((await stored())?.details, { ...kept, data: `T=31 ${placeholder('nope')}` })
  await sendReading(5)
  assert.deepEqual(
    [(await stored())?.status, (await stored())?.details],
    ['CLEARED_UNACK', { ...kept, data: `T=5 ${placeholder('nope')}` }],
  )
})

test('an alarm that is cleared by hand rises again with the next value', async (t) => {
  const { sendReading, send, stored, commit, tenantId } = await openRules(t, [hot])
  const [, created] = await sendReading(30)
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
  const [, next] = await sendReading(31)
  assert.deepEqual(next && flagsOf(next), { isNewAlarm: 'true' })
  assert.notEqual((await stored())?.id.id, known.id.id)
})

test('an alarm that is reopened is cleared by its rule', async (t) => {
  const { sendReading, send, stored } = await openRules(t, [hot])
  const [, created] = await sendReading(30)
  const known = created?.alarm as Alarm
  await send({ type: 'ALARM_CLEAR', data: JSON.stringify(known) })
  await send({ type: 'ENTITY_UPDATED', data: JSON.stringify({ ...known, status: 'ACTIVE_UNACK' }) })
  await sendReading(5)
  assert.deepEqual([(await stored())?.id.id, (await stored())?.status], [known.id.id, 'CLEARED_UNACK'])
})

test('repeats and durations count from message to message, and say how much', async (t) => {
  const repeating = { type: 'REPEATING', predicate: value(3) }
  const lasting = { type: 'DURATION', unit: 'SECONDS', predicate: value(2) }
  const { sendReading } = await openRules(t, [
    { id: 'r', alarmType: 'Often', createRules: { MAJOR: condition('GREATER', 50, repeating) }, clearRule: null },
    { id: 'd', alarmType: 'Long', createRules: { MINOR: condition('GREATER', 50, lasting) }, clearRule: null },
  ])
  const start = 1_600_000_000_000
  const reading = async (temperature: number, ms: number) =>
    (await sendReading(temperature, start + ms)).slice(1).map((each) => [each.alarm?.type, flagsOf(each)])
  assert.deepEqual(await reading(60, 0), [])
  assert.deepEqual(await reading(60, 1000), [])
  assert.deepEqual(await reading(60, 2000), [['Often', { isNewAlarm: 'true', alarmConditionRepeats: '3' }]])
  assert.deepEqual(await reading(40, 2500), [])
  assert.deepEqual(await reading(60, 3000), [], 'counted anew')
  await reading(60, 4000)
  assert.deepEqual((await reading(60, 5001)).at(-1), ['Long', { isNewAlarm: 'true', alarmConditionDuration: '2001' }])
})

test('a duration ends by the clock too: the node sends itself a message that only brings the alarm', async (t) => {
  const lasting = { type: 'DURATION', unit: 'SECONDS', predicate: value(2) }
  const { sendReading, send, nodeId } = await openRules(t, [
    { id: 'd', alarmType: 'Hot', createRules: { MINOR: condition('GREATER', 50, lasting) }, clearRule: null },
  ])
  await sendReading(60)
  const tick = (ts: number) => send({ type: alarmTick, ts, data: '{}', ruleNodeId: nodeId('Rules') })
  assert.deepEqual(await tick(1_600_000_002_000), [])
  const received = await tick(1_600_000_002_001)
  assert.deepEqual(
    received.map(({ type }) => type),
    ['ALARM'],
  )
})

test('saved rules are followed at once; counters go on where a rule is the same', async (t) => {
  const repeating = condition('GREATER', 50, { type: 'REPEATING', predicate: value(2) })
  const of = (createRules: object) => [{ id: 'a', alarmType: 'Hot', createRules, clearRule: null }]
  const { sendReading, setRules } = await openRules(t, of({ MAJOR: repeating }))
  await sendReading(60)
  setRules(of({ MAJOR: repeating, WARNING: condition('GREATER', 70) }))
  assert.equal((await sendReading(61)).length, 2, 'the second one')
  setRules([])
  assert.equal((await sendReading(99)).length, 1)
})

test('what was counted survives a restart where the node is told so, and is forgotten where not', async (t) => {
  const repeating = condition('GREATER', 50, { type: 'REPEATING', predicate: value(2) })
  const rules = [{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: repeating }, clearRule: null }]
  const persistent = { persistAlarmRulesState: true, fetchAlarmRulesStateOnStart: true }
  const { sendReading, send, storage, chain, tenantId, engine } = await openRules(t, rules, persistent)
  const states = async () => storage.relational.all(storage.relational.build.selectFrom('rule_node_state').selectAll())
  const { id } = await chain(tenantId, { nodes: { Rules: ['profile.TbDeviceProfileNode', persistent] } })
  await sendReading(60)
  const [row] = await states()
  assert.equal(JSON.parse(row?.state_data ?? '{}').alarmStates.a.createRuleStates.MAJOR.eventCount, 1)
  await chain(tenantId, { nodes: { Rules: ['profile.TbDeviceProfileNode', { ...persistent, restarted: 1 }] } }, { id })
  await engine.idle()
  await sendReading(61)
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
  const { sendReading, send, engine } = await openRules(t, [
    { id: 'a', alarmType: 'Hot', createRules: { MAJOR: repeating }, clearRule: null },
  ])
  await send({ type: 'ATTRIBUTES_UPDATED', data: '{"times":"often"}', metadata: { scope: 'SERVER_SCOPE' } })
  assert.equal(engine.stats.failed, 0)
  assert.deepEqual(await sendReading(60), [])
  assert.equal(engine.stats.failed, 1)
})

test('what it keeps has a bound, whatever devices send, and the clock’s turn yields', async () => {
  const max = 64 * 1024
  const lasting = { type: 'DURATION', unit: 'MINUTES', predicate: value(2) }
  const rules = [{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: condition('GREATER', 50, lasting) } }]
  const base = testDevice(newId(), nodeTestTenant, newId())
  const profile = { ...base.profile, profileData: { alarms: rules } }
  const devices = Array.from({ length: 100 }, () => ({ ...base, profile, id: entityId('DEVICE', newId()) }))
  const peek = (id: string) => devices.find((device) => device.id.id === id)
  let used: (tenantId: string) => number | null = () => null
  const memory = createNodeMemory({
    of: () => max,
    count: () => undefined,
    measure(_key, measured) {
      used = measured
    },
  })
  const retained = memory.open<unknown>(nodeTestTenant)
  const ticks: (() => void | Promise<void>)[] = []
  let yields = 0
  const context = nodeContext({
    devices: { peek, find: async (id) => peek(id) },
    keep: <T>() => retained as RememberedEntities<T>,
    every: (_ms, work) => void ticks.push(work),
    turns: {
      isOver: true,
      async next() {
        yields++
      },
    },
  })
  const node = deviceProfileNode.create({}, context)
  await node.start?.()
  const sizes: number[] = []
  for (const text of ['', 'x'.repeat(8_000), 'x'.repeat(60_000)]) {
    const data = JSON.stringify({ temperature: text || 20 })
    for (const { id } of devices) {
      await node.process(nodeMessage({ originator: id, data }), ignoringOutcome)
      assert.ok((used(nodeTestTenant) ?? 0) <= max)
    }
    sizes.push(retained.size)
  }
  assert.ok((sizes[0] ?? 0) > 20 && (sizes[1] ?? 0) >= 2 && sizes[2] === 0, String(sizes))
  for (const { id } of devices.slice(0, 5))
    await node.process(nodeMessage({ originator: id, data: '{"temperature":1}' }), ignoringOutcome)
  for (const tick of ticks) await tick()
  assert.equal(yields, 5)
})
