import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { forbidden } from '@sonde/model/errors'
import type { EventFilter } from '@sonde/model/events/event'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { Access } from '../access/operations.ts'
import { testScope } from '../access/testing.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { newId } from '../ids.ts'
import { createCommit } from '../journal/commit.ts'
import { testMessage } from '../rule-chains/engine/engine-testing.ts'
import type { TransactionResult } from '../storage/storage.ts'
import { openTestStorage } from '../storage/testing.ts'
import { createEventRecorder, eventTextMax, waitingEventsMax } from './event-recorder.ts'
import { ownerOf } from './event-rows.ts'
import { createEventService, debugEventDays, eventDays } from './event-service.ts'
import { createEventStore } from './event-store.ts'
import { createRuleEventRecorder } from './rule-event-recorder.ts'

const tenantId = newId()
const chain = entityId('RULE_CHAIN', newId())
const node = entityId('RULE_NODE', newId())
const place = { tenantId, ruleChainId: chain.id, ruleNodeId: node.id }
const link = { pageSize: 100, page: 0, sortProperty: 'createdTime', sortOrder: 'ASC' as const }

const ownOnly: Access = {
  allows: (scope) => scope.tenantId === tenantId,
  require(scope) {
    if (scope.tenantId !== tenantId) throw forbidden()
  },
  async requireEntity(scope, _operation, id) {
    if (scope.tenantId !== tenantId) throw forbidden()
    return { id, tenantId, customerId: NIL_UUID }
  },
}

async function open(t: TestContext, options: { debugEventsMax?: number } = {}) {
  const storage = await openTestStorage(t)
  const live = createProcessChangeStream()
  const clock = { now: 1_700_000_000_000, nowMs: () => clock.now }
  const warnings: string[] = []
  const log = { warn: (_: object, message: string) => warnings.push(message), error: assert.fail }
  const commit = createCommit({ storage, live, accept: () => undefined })
  const store = createEventStore(storage.relational)
  const recorder = createEventRecorder({ store, commit, clock, server: 'here', log })
  t.after(() => recorder.close())
  const ruleEvents = createRuleEventRecorder({ recorder, live, clock, ...options })
  const events = createEventService({ store, access: ownOnly, commit, clock })
  const admin = testScope(tenantId)
  const list = async (entity: typeof chain | typeof node, requested: Parameters<typeof events.list>[2] = {}) => {
    await recorder.written()
    return (await events.list(admin, entity, requested, link)).data
  }
  return { storage, live, clock, commit, recorder, ruleEvents, events, admin, list, warnings }
}

test('what a debugged node saw, in its order, within a millisecond too', async (t) => {
  const { ruleEvents, list, events, admin } = await open(t)
  const message = testMessage(tenantId, newId(), { data: '{"temp":5}', metadata: { ts: '1' } })
  const debug = ruleEvents.debugOf(place)
  debug.input(message, 'Post telemetry')
  debug.output(message, 'Success', null)
  const [input, output] = await list(node)
  assert.deepEqual(input, {
    id: input?.id,
    createdTime: 1_700_000_000_000,
    tenantId: entityId('TENANT', tenantId),
    type: 'DEBUG_RULE_NODE',
    uid: input?.id.id,
    entityId: node,
    body: {
      type: 'IN',
      server: 'here',
      entityId: message.originator.id,
      entityName: 'DEVICE',
      msgId: message.id,
      msgType: 'POST_TELEMETRY_REQUEST',
      dataType: 'JSON',
      relationType: 'Post telemetry',
      data: '{"temp":5}',
      metadata: '{"ts":"1"}',
    },
  })
  assert.deepEqual([output?.body && 'type' in output.body && output.body.type], ['OUT'])
  assert.deepEqual(await events.latestInput(admin, node.id), input?.body)
  debug.output(message, 'Success', null)
  debug.output(message, 'Success', null)
  await list(node)
  assert.deepEqual(await events.latestInput(admin, node.id), input?.body, 'behind the outputs to several labels')
  assert.equal(await events.latestInput(admin, newId()), null)
  await assert.rejects(events.latestInput(testScope(newId()), node.id), { code: 20 })
})

test('filters look at the fields of their type', async (t) => {
  const { ruleEvents, list, recorder } = await open(t)
  const debug = ruleEvents.debugOf(place)
  const device = newId()
  debug.input(testMessage(tenantId, device, { data: '{"Temp":50}', metadata: { deviceName: 'Pump' } }), 'True')
  debug.output(testMessage(tenantId, device, { data: '{"b":1}', type: 'ALARM' }), 'Failure', 'It broke')
  ruleEvents.lifecycle(tenantId, node, 'STARTED', null)
  ruleEvents.lifecycle(tenantId, node, 'UPDATED', 'SyntaxError')
  ruleEvents.failed(place, 'not active')
  recorder.note({
    tenant_id: tenantId,
    entity_type: 'RULE_NODE',
    entity_id: node.id,
    type: 'STATS',
    processed: 7,
    failed: 2,
  })
  const found = async (filter: EventFilter) => (await list(node, { filter })).length
  const type = 'DEBUG_RULE_NODE'
  for (const [filter, count] of [
    [{ eventType: type }, 2],
    [{ eventType: type, msgDirectionType: 'in' }, 1],
    [{ eventType: type, dataSearch: 'temp' }, 1],
    [{ eventType: type, metadataSearch: 'pump', relationType: 'tru' }, 1],
    [{ eventType: type, isError: true, errorStr: 'BROKE' }, 1],
    [{ eventType: type, entityId: device, msgType: 'alarm', entityName: 'device' }, 1],
    [{ eventType: type, isError: false, dataSearch: '', server: null }, 2],
    [{ eventType: type, dataSearch: 'te_p' }, 0],
    [{ eventType: 'LC_EVENT', status: 'Success' }, 1],
    [{ eventType: 'LC_EVENT', status: 'Failure', event: 'upd', errorStr: 'syntax' }, 1],
    [{ eventType: 'LC_EVENT', dataSearch: 'x' }, 2],
    [{ eventType: 'ERROR', method: 'onrule', errorStr: 'active' }, 1],
    [{ eventType: 'STATS', messagesProcessed: 7, errorsOccurred: '2' }, 1],
    [{ eventType: 'STATS', messagesProcessed: 8 }, 0],
    [{ eventType: 'NONE' }, 0],
  ] as const) {
    assert.equal(await found(filter), count, JSON.stringify(filter))
  }
  assert.equal((await list(node, { type: 'LC_EVENT' })).length, 2)
})

test('times bound a list; clearing takes what a filter finds and no more', async (t) => {
  const { ruleEvents, list, clock, events, admin } = await open(t)
  for (let i = 0; i < 5; i++) {
    clock.now = 1000 + i
    ruleEvents.lifecycle(tenantId, chain, 'UPDATED', i === 2 ? 'no' : null)
    ruleEvents.lifecycle(tenantId, node, 'UPDATED', null)
  }
  assert.equal((await list(chain, { startTime: 1001, endTime: 1003 })).length, 3)
  await assert.rejects(events.clear(testScope(newId()), chain, {}), { code: 20 })
  await events.clear(admin, chain, { filter: { eventType: 'LC_EVENT', status: 'Failure' } })
  assert.equal((await list(chain)).length, 4)
  await events.clear(admin, chain, { startTime: 1003 })
  assert.equal((await list(chain)).length, 2)
  assert.equal((await list(node)).length, 5)
})

test('a tenant may cause so many debug events an hour, and begins afresh when a chain is saved', async (t) => {
  const { ruleEvents, list, clock, live } = await open(t, { debugEventsMax: 3 })
  const debug = ruleEvents.debugOf(place)
  const message = testMessage(tenantId, newId())
  for (let i = 0; i < 10; i++) debug.input(message, '')
  assert.equal((await list(node)).length, 3)
  assert.deepEqual(
    (await list(chain)).map(({ type }) => type),
    ['DEBUG_RULE_CHAIN'],
  )
  ruleEvents.debugOf({ ...place, tenantId: newId() }).input(message, '')
  clock.now += 3_600_000
  debug.input(message, '')
  assert.equal((await list(node)).length, 4)
  for (let i = 0; i < 10; i++) debug.input(message, '')
  assert.equal((await list(node)).length, 6)
  const changed = { kind: 'updated', entity: chain, tenantId, customerId: NIL_UUID } as const
  live.publish({ points: [], attributes: [], changes: [changed] })
  debug.input(message, '')
  assert.equal((await list(node)).length, 7)
})

test('errors of a node are noted once in a while, figures as they grew', async (t) => {
  const { ruleEvents, list, clock } = await open(t)
  ruleEvents.failed(place, 'one')
  ruleEvents.failed(place, 'two')
  clock.now += 3_000
  ruleEvents.failed(place, 'three')
  assert.deepEqual(
    (await list(node, { type: 'ERROR' })).map(({ body }) => 'method' in body && body.error),
    ['one', 'three'],
  )
  const stats = { processed: 5, failed: 1, ms: 0 }
  const live = { id: node.id, chain: { id: chain.id }, stats }
  const sets = [{ tenantId, nodes: new Map([[node.id, live]]) }] as unknown as Parameters<
    typeof ruleEvents.noteFigures
  >[0]
  ruleEvents.noteFigures(sets)
  ruleEvents.noteFigures(sets)
  Object.assign(stats, { processed: 8 })
  ruleEvents.noteFigures(sets)
  const figures = async (entity: typeof node | typeof chain) =>
    (await list(entity, { type: 'STATS' })).map(
      ({ body }) => 'messagesProcessed' in body && [body.messagesProcessed, body.errorsOccurred],
    )
  assert.deepEqual(await figures(node), [
    [5, 1],
    [3, 0],
  ])
  assert.deepEqual(await figures(chain), [
    [5, 1],
    [3, 0],
  ])
})

test('long texts are cut, and more than can be written is dropped', async (t) => {
  const { recorder, ruleEvents, list, warnings } = await open(t)
  const debug = ruleEvents.debugOf(place)
  debug.input(testMessage(tenantId, newId(), { data: 'x'.repeat(eventTextMax + 7) }), '')
  const [event] = await list(node)
  assert.match(event?.body && 'data' in event.body ? event.body.data : '', /^x{4096}…\[7 characters more\]$/)
  for (let i = 0; i < waitingEventsMax + 5_000; i++) ruleEvents.lifecycle(tenantId, chain, 'UPDATED', null)
  assert.ok(recorder.dropped > 15_000 && warnings.length === 1)
  const { dropped } = recorder
  ruleEvents.lifecycle(newId(), chain, 'UPDATED', null)
  assert.equal(recorder.dropped, dropped, 'another tenant has room of its own')
  await recorder.written()
  assert.equal(warnings.length, 1)
})

test('events go on after a commit that took longer than they are gathered', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const onDisk: (() => void)[] = []
  const transact = () =>
    new Promise<TransactionResult>((resolve) => onDisk.push(() => resolve({ messages: [], rowsChanged: [] })))
  const commit = createCommit({ storage: { transact }, live: createProcessChangeStream(), accept: () => undefined })
  const store = { insert: () => [] }
  const log = { warn: assert.fail, error: assert.fail }
  const recorder = createEventRecorder({ store, commit, clock: { nowMs: () => 1 }, server: 'here', log })
  const noteOne = () => {
    recorder.note({ ...ownerOf(tenantId, chain), type: 'STATS', processed: 1, failed: 0 })
    t.mock.timers.tick(1_000)
  }
  noteOne()
  noteOne()
  assert.equal(onDisk.length, 1)
  const written = recorder.written()
  onDisk[0]?.()
  while (onDisk.length < 2) await Promise.resolve()
  onDisk[1]?.()
  await written
  noteOne()
  assert.equal(onDisk.length, 3)
})

test('debug events go after a week, others after a year', async (t) => {
  const { ruleEvents, list, clock, events } = await open(t)
  const start = clock.now
  for (const days of [0, 1, debugEventDays, eventDays - 1, eventDays]) {
    clock.now = start + days * 86_400_000
    ruleEvents.debugOf(place).input(testMessage(tenantId, newId()), '')
    ruleEvents.lifecycle(tenantId, node, 'UPDATED', null)
    await list(node)
  }
  clock.now += 1
  await events.expire()
  const left = async (type: string) =>
    (await list(node, { type })).map(({ createdTime }) => (createdTime - start) / 86_400_000)
  assert.deepEqual(await left('DEBUG_RULE_NODE'), [eventDays - 1, eventDays])
  assert.deepEqual(await left('LC_EVENT'), [1, debugEventDays, eventDays - 1, eventDays])
})
