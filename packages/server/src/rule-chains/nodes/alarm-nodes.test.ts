/** "create alarm", "clear alarm" and "check alarm status" with alarms in a real store. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Alarm } from '@sonde/model/alarms/alarm'
import { entityId } from '@sonde/model/ids'
import type { PendingAlarm } from '../../alarms/pending-alarms.ts'
import type { Message } from '../../messages/message.ts'
import { rejectedAlarm } from '../engine/engine-testing.ts'
import type { NodeContext, NodeResult, RuleNodeType } from '../engine/rule-node.ts'
import { causedInARowMax } from './caused-message.ts'
import { checkAlarmStatusNode } from './check-alarm-status-node.ts'
import { clearAlarmNode } from './clear-alarm-node.ts'
import { createAlarmNode } from './create-alarm-node.ts'
import { ignoringOutcome, nodeMessage, relationsOf, scriptContext } from './node-testing.ts'

const details = 'var d = metadata.prevAlarmDetails ? JSON.parse(metadata.prevAlarmDetails) : {n: 0}; d.n++; return d;'
const create = { alarmType: 'Hot ${deviceName}', alarmDetailsBuildJs: details, severity: 'MAJOR' }
const clear = { alarmType: 'Hot ${deviceName}', alarmDetailsBuildJs: details }

const telemetry = (change: Partial<Message> = {}) =>
  nodeMessage({ data: '{"temperature":30,"level":"MINOR"}', metadata: { deviceName: 'D', ts: '5000' }, ...change })

/** In-memory implementation of the alarm functions that nodes call. */
function alarmsInMemory() {
  const stored = new Map<string, Alarm>()
  const planned = (before: Alarm | null, alarm: Alarm): PendingAlarm => {
    stored.set(alarm.type, alarm)
    return { ...rejectedAlarm, alarm, before }
  }
  const alarms: NodeContext['alarms'] = {
    find: async (_, id) => [...stored.values()].find((alarm) => alarm.id.id === id),
    latest: async (_tenantId, _originatorId, type) => stored.get(type),
    async raise({ isUncounted, cause, by, tenantId, customerId, ...request }) {
      const before = stored.get(request.type)
      const active = before?.status.startsWith('ACTIVE') ? before : null
      return planned(active, {
        ...rejectedAlarm.alarm,
        ...request,
        status: request.status ?? active?.status ?? 'ACTIVE_UNACK',
        startTs: active?.startTs ?? request.startTs ?? 0,
        details: request.details ?? null,
        name: request.type,
      })
    },
    clear: async (alarm, clearTs, given) =>
      alarm.status.startsWith('CLEARED')
        ? null
        : planned(alarm, { ...alarm, status: 'CLEARED_UNACK', clearTs, details: given ?? null }),
  }
  return { alarms, stored }
}

function stage(t: TestContext, change: Partial<NodeContext> = {}) {
  const { alarms, stored } = alarmsInMemory()
  const context = scriptContext(t, { alarms, ...change })
  async function run(type: RuleNodeType, configuration: unknown, message: Message) {
    const plans: PendingAlarm[] = []
    const caused: Message[] = []
    const node = type.create(configuration, context)
    const outcome = {
      ...ignoringOutcome,
      alarm: (plan: PendingAlarm) => void plans.push(plan),
      followUp: (news: Message) => void caused.push(news),
    }
    const result: NodeResult | { thrown: string } = await Promise.resolve()
      .then(() => node.process(message, outcome))
      .catch((error: unknown) => ({ thrown: String(error) }))
    const emitted = result !== null && 'message' in result ? result.message : null
    return { result, plans, caused, emitted, error: result !== null && 'error' in result ? result.error : null }
  }
  return { run, stored }
}

test('an alarm is raised, updated with its details, cleared, and raised anew', async (t) => {
  const { run, stored } = stage(t)
  const first = await run(createAlarmNode, create, telemetry())
  assert.deepEqual(relationsOf(first.result as NodeResult), ['Created'])
  assert.equal(first.emitted?.type, 'ALARM')
  assert.equal(first.emitted?.metadata.isNewAlarm, 'true')
  const alarm = JSON.parse(String(first.emitted?.data)) as Alarm
  assert.deepEqual(
    [alarm.type, alarm.severity, alarm.startTs, alarm.endTs, alarm.details],
    ['Hot D', 'MAJOR', 5000, 5000, { n: 1 }],
  )
  assert.equal(first.plans.length, 1)

  const again = await run(createAlarmNode, create, telemetry({ metadata: { deviceName: 'D', ts: '6000' } }))
  assert.deepEqual(relationsOf(again.result as NodeResult), ['Updated'])
  assert.equal(again.emitted?.metadata.isExistingAlarm, 'true')
  assert.deepEqual(stored.get('Hot D')?.details, { n: 2 })
  assert.equal(stored.get('Hot D')?.startTs, 5000)

  const cleared = await run(clearAlarmNode, clear, telemetry())
  assert.deepEqual(relationsOf(cleared.result as NodeResult), ['Cleared'])
  assert.equal(cleared.emitted?.metadata.isClearedAlarm, 'true')
  assert.deepEqual(stored.get('Hot D')?.details, { n: 3 })
  const nothing = await run(clearAlarmNode, clear, telemetry())
  assert.deepEqual(relationsOf(nothing.result as NodeResult), ['False'])
  assert.equal(nothing.emitted, null)

  const anew = await run(createAlarmNode, create, telemetry())
  assert.deepEqual(relationsOf(anew.result as NodeResult), ['Created'])
  assert.deepEqual(stored.get('Hot D')?.details, { n: 1 })
})

test('each alarm node sends news of the alarm to the chain of the originator', async (t) => {
  const profile = { defaultRuleChainId: 'chain', defaultQueueName: 'HighPriority' }
  const find = async () => ({ profile }) as unknown as Awaited<ReturnType<NodeContext['devices']['find']>>
  const { run } = stage(t, { devices: { find, peek: () => undefined }, ruleNodeId: 'node' })
  for (const [type, configuration, news] of [
    [createAlarmNode, create, 'ENTITY_CREATED'],
    [createAlarmNode, create, 'ENTITY_UPDATED'],
    [clearAlarmNode, clear, 'ALARM_CLEAR'],
  ] as const) {
    const { caused } = await run(type, configuration, telemetry())
    assert.equal(caused.length, 1)
    const [message] = caused
    assert.equal(message?.type, news)
    assert.equal(message?.originator.entityType, 'ALARM')
    assert.deepEqual(message?.metadata, { ruleNodeId: 'node' })
    assert.deepEqual([message?.ruleChainId, message?.queueName, message?.generation], ['chain', 'HighPriority', 1])
  }
})

test('messages that lead to one another end', async (t) => {
  const { run } = stage(t)
  const last = await run(createAlarmNode, create, telemetry({ generation: causedInARowMax }))
  assert.match(String((last.result as { thrown: string }).thrown), /20 messages led to one another/)
  assert.equal(last.plans.length, 0)
})

test('a dynamic severity comes from the message; one that is unknown fails', async (t) => {
  const { run, stored } = stage(t)
  const dynamic = { ...create, severity: '$[level]', dynamicSeverity: true }
  await run(createAlarmNode, dynamic, telemetry())
  assert.equal(stored.get('Hot D')?.severity, 'MINOR')
  for (const level of ['minor', 'HIGH', null]) {
    const { error } = await run(createAlarmNode, dynamic, telemetry({ data: JSON.stringify({ level }) }))
    assert.match(String(error), /severity .* is unknown/)
  }
  assert.throws(() => createAlarmNode.create({ ...create, severity: 'HIGH' }, scriptContext(t)), /severity must be/)
})

test('a type that is empty or too long fails, and so do details that are nothing', async (t) => {
  const { run } = stage(t)
  const typed = (alarmType: string) =>
    run(createAlarmNode, { ...create, alarmType }, telemetry({ metadata: { x: '' } }))
  assert.match(String((await typed('${x}')).error), /type is empty/)
  assert.match(String((await typed('x'.repeat(256))).error), /256 characters; the limit is 255/)
  assert.deepEqual(relationsOf((await typed('x'.repeat(255))).result as NodeResult), ['Created'])
  const none = await run(createAlarmNode, { ...create, alarmDetailsBuildJs: 'var a = 1;' }, telemetry())
  assert.match(String((none.result as { thrown: string }).thrown), /returned nothing/)
})

test('the alarm in the message counts, with its own details or those of the function', async (t) => {
  const { run, stored } = stage(t)
  const given = { type: 'Given', severity: 'WARNING', status: 'ACTIVE_ACK', details: { a: 1 }, propagate: true }
  const ofMessage = { ...create, useMessageAlarmData: true }
  await run(createAlarmNode, ofMessage, telemetry({ data: JSON.stringify(given) }))
  const { severity, status, propagate, details: kept } = stored.get('Given') ?? {}
  assert.deepEqual([severity, status, propagate, kept], ['WARNING', 'ACTIVE_ACK', true, { a: 1 }])
  await run(createAlarmNode, { ...ofMessage, overwriteAlarmDetails: true }, telemetry({ data: JSON.stringify(given) }))
  assert.deepEqual(stored.get('Given')?.details, { a: 1, n: null })
  for (const data of [{ ...given, temperature: 1 }, { severity: 'MAJOR' }, { ...given, severity: 'HIGH' }, [], 5]) {
    const { error } = await run(createAlarmNode, ofMessage, telemetry({ data: JSON.stringify(data) }))
    assert.match(String(error), /isn’t an alarm/, JSON.stringify(data))
  }
})

test('an alarm as the originator is cleared itself', async (t) => {
  const { run, stored } = stage(t)
  await run(createAlarmNode, create, telemetry())
  const id = stored.get('Hot D')?.id.id ?? ''
  const { result } = await run(
    clearAlarmNode,
    { ...clear, alarmType: 'Other' },
    telemetry({ originator: entityId('ALARM', id) }),
  )
  assert.deepEqual(relationsOf(result as NodeResult), ['Cleared'])
  assert.equal(stored.get('Hot D')?.status, 'CLEARED_UNACK')
})

test('the status of an alarm is that of now, not that in the message', async (t) => {
  const { run, stored } = stage(t)
  const status = async (message: Message) => {
    const { result, error } = await run(checkAlarmStatusNode, { alarmStatusList: ['ACTIVE_UNACK'] }, message)
    return error ?? relationsOf(result as NodeResult)[0]
  }
  const { emitted } = await run(createAlarmNode, create, telemetry())
  assert.ok(emitted)
  assert.equal(await status(emitted), 'True')
  await run(clearAlarmNode, clear, telemetry())
  assert.equal(await status(emitted), 'False')
  stored.clear()
  assert.match(String(await status(emitted)), /doesn’t exist/)
  for (const data of ['{}', '{"id":5}', '{"id":{"id":"x"}}', 'text']) {
    assert.match(String(await status(telemetry({ data }))), /isn’t an alarm/)
  }
})
