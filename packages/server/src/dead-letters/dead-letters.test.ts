import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { pino } from 'pino'
import type { Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { createAlarmStore } from '../alarms/alarm-store.ts'
import { createPendingAlarms } from '../alarms/pending-alarms.ts'
import { createProcessChangeStream } from '../changes/process-change-stream.ts'
import { newId } from '../ids.ts'
import { createCommit } from '../journal/commit.ts'
import { defaultLimits } from '../limits/limits.ts'
import type { JournalledMessage, Message } from '../messages/message.ts'
import { testMessage } from '../rule-chains/engine/engine-testing.ts'
import { openTestStorage, temporaryFolder } from '../storage/testing.ts'
import { tenantRows } from '../tenants/testing.ts'
import { createTurns } from '../turns/turns.ts'
import { actOnDeadLetters, listDeadLetters } from './dead-letter-command.ts'
import { createDeadLetters, deadLetterAlarm } from './dead-letter-service.ts'
import { createDeadLetterStore } from './dead-letter-store.ts'

const device = '00000000-0000-4000-8000-00000000000d'
const link = { page: 0, pageSize: 100 }

async function open(t: TestContext, { retained = 10, dataFolder }: { retained?: number; dataFolder?: string } = {}) {
  const storage = await openTestStorage(t, dataFolder ? { dataFolder } : {})
  const { relational } = storage
  const live = createProcessChangeStream()
  const accepted: JournalledMessage[] = []
  const events: string[] = []
  let nowMs = 1_000_000
  const clock = { nowMs: () => nowMs++ }
  const commit = createCommit({ storage, live, accept: (messages) => accepted.push(...messages) })
  const letters = createDeadLetters({
    store: createDeadLetterStore(relational),
    alarms: createPendingAlarms({ relational, store: createAlarmStore(relational), live, clock }),
    commit: () => commit,
    clock,
    turns: createTurns(),
    limits: { of: (id, key) => (key === 'deadLetters' ? retained : defaultLimits.of(id, key)) },
    noteEvent: (message, reason) => events.push(`${message.data}: ${reason}`),
    log: pino({ level: 'silent' }),
  })
  const send = async (message: Message) => {
    await commit({ messages: [message] })
    return accepted.at(-1) as JournalledMessage
  }
  const scope = (tenantId: string): Scope =>
    testScope(tenantId, { userId: NIL_UUID, authority: tenantId === NIL_UUID ? 'SYS_ADMIN' : 'TENANT_ADMIN' })
  /** Creates a tenant, which is required for raising alarms. */
  async function tenant(): Promise<string> {
    const id = newId()
    await commit({ statements: tenantRows(relational, [{ id }]) })
    return id
  }
  const lag = async () => (await storage.stats()).journalLag
  return { storage, letters, accepted, events, send, scope, tenant, lag }
}

test('a message that is set aside is done, shown to its tenant, and can be replayed once', async (t) => {
  const { storage, letters, accepted, events, send, scope, lag, ...world } = await open(t)
  const [tenant, other] = [await world.tenant(), newId()]
  const message = testMessage(tenant, device, { data: '{"a":1}', metadata: { k: 'v' } })
  const journalled = await send(message)
  assert.equal(await lag(), 1)
  await letters.setAside(journalled, 'It cannot be processed.')
  assert.equal(await lag(), 0)
  assert.deepEqual(events, ['{"a":1}: It cannot be processed.'])
  const alarms = await storage.relational.all(storage.relational.build.selectFrom('alarm').selectAll())
  assert.deepEqual(
    alarms.map(({ type, originator_id, severity }) => [type, originator_id, severity]),
    [[deadLetterAlarm, tenant, 'MAJOR']],
  )

  const { data } = await letters.list(scope(tenant), link)
  const [letter] = data
  assert.ok(letter)
  assert.deepEqual(
    [letter.reason, letter.originator.id, letter.messageTs],
    ['It cannot be processed.', device, message.ts],
  )
  assert.equal((await letters.list(scope(NIL_UUID), link)).totalElements, 1)
  assert.equal((await letters.list(scope(other), link)).totalElements, 0)
  await assert.rejects(letters.get(scope(other), letter.id), { status: 404 })
  await assert.rejects(letters.replay(scope(other), letter.id), { status: 404 })
  await assert.rejects(letters.remove(scope(other), letter.id), { status: 404 })
  const shown = await letters.get(scope(tenant), letter.id)
  assert.deepEqual([shown.data, shown.metadata, shown.tenantName], ['{"a":1}', { k: 'v' }, tenant])
  assert.deepEqual(
    [shown.originatorName, shown.ruleChainId, shown.ruleChainName, shown.ruleNodeId, shown.ruleNodeName],
    [null, null, null, null, null],
  )

  await letters.replay(scope(tenant), letter.id)
  assert.deepEqual(accepted.at(-1)?.message, message)
  assert.equal(await lag(), 1)
  await assert.rejects(letters.replay(scope(tenant), letter.id), { status: 404 })
})

test('a letter names its originator, its tenant, and where its processing starts, while they exist', async (t) => {
  const { storage, letters, send, scope, ...world } = await open(t)
  const [tenant, other] = [await world.tenant(), await world.tenant()]
  const [ruleChainId, ruleNodeId] = [newId(), newId()]
  const { build, statement } = storage.relational
  const common = { created_time: 1, debug_mode: 0, additional_info: null }
  const chain = { ...common, id: ruleChainId, tenant_id: tenant, name: 'Root', type: 'CORE', root: 1 }
  const node = { ...common, id: ruleNodeId, rule_chain_id: ruleChainId, position: 0, type: 'x', name: 'Save' }
  await storage.transact({
    statements: [
      statement(build.insertInto('rule_chain').values({ ...chain, first_rule_node_id: null })),
      statement(build.insertInto('rule_node').values({ ...node, configuration: '{}' })),
    ],
  })
  for (const owner of [tenant, other]) {
    const start = { originator: entityId('TENANT', owner), ruleChainId, ruleNodeId }
    await letters.setAside(await send(testMessage(owner, device, start)), 'It cannot be processed.')
  }
  const namesOf = async (owner: string) => {
    const { data } = await letters.list(scope(owner), link)
    const shown = await letters.get(scope(owner), data[0]?.id ?? '')
    const { tenantName, originatorName, ruleChainName, ruleNodeName } = shown
    assert.deepEqual([data[0]?.tenantName, data[0]?.originatorName], [tenantName, originatorName])
    assert.deepEqual([shown.ruleChainId?.id, shown.ruleNodeId?.id], [ruleChainId, ruleNodeId])
    return [tenantName, originatorName, ruleChainName, ruleNodeName]
  }
  assert.deepEqual(await namesOf(tenant), [tenant, tenant, 'Root', 'Save'])
  assert.deepEqual(await namesOf(other), [other, other, null, null], 'rule chains of others keep their names')
  await storage.transact({ statements: [statement(build.deleteFrom('rule_chain').where('id', '=', ruleChainId))] })
  assert.deepEqual(await namesOf(tenant), [tenant, tenant, null, null])
})

test('a tenant keeps so many, the newest; all of them go at once', async (t) => {
  const { letters, accepted, send, scope } = await open(t, { retained: 3 })
  const [tenant, other] = [newId(), newId()]
  for (let i = 0; i < 5; i++) await letters.setAside(await send(testMessage(tenant, device, { data: `${i}` })), `r${i}`)
  await letters.setAside(await send(testMessage(other, device)), 'other')
  const { data } = await letters.list(scope(tenant), { ...link, sortProperty: 'createdTime', sortOrder: 'ASC' })
  assert.deepEqual(
    data.map(({ reason }) => reason),
    ['r2', 'r3', 'r4'],
  )
  const before = accepted.length
  assert.equal(await letters.replayAll(scope(tenant)), 3)
  assert.deepEqual(
    accepted.slice(before).map(({ message }) => message.data),
    ['2', '3', '4'],
  )
  assert.equal((await letters.list(scope(other), link)).totalElements, 1)
  assert.equal(await letters.removeAll(scope(other)), 1)
  assert.equal((await letters.list(scope(NIL_UUID), link)).totalElements, 0)
})

test('an operator lists, replays and deletes them without a running server', async (t) => {
  const dataFolder = await temporaryFolder(t)
  const tenant = newId()
  const first = await open(t, { dataFolder })
  for (const data of ['1', '2', '3']) {
    await first.letters.setAside(await first.send(testMessage(tenant, device, { data })), `reason ${data}`)
  }
  const listed = await listDeadLetters(dataFolder)
  assert.deepEqual(listed.map(({ reason }) => reason).sort(), ['reason 1', 'reason 2', 'reason 3'])
  const take = (action: 'replay' | 'delete', reason: string | null) => {
    const id = listed.find((letter) => letter.reason === reason)?.id ?? null
    return actOnDeadLetters({ dataFolder, clock: { nowMs: () => 1 }, id, action })
  }
  await assert.rejects(take('delete', null), /in use by another process/)
  await first.storage.close()

  assert.equal(await take('replay', 'reason 2'), 1)
  assert.equal(await take('delete', 'reason 1'), 1)
  assert.equal(await take('delete', 'reason 1'), 0)
  assert.equal(await take('replay', null), 1)
  const again = await openTestStorage(t, { dataFolder })
  assert.deepEqual(
    (await again.recover()).map(({ message }) => message.data),
    ['2', '3'],
  )
})

test('a dead letter is shown without secrets and replayed with them', async (t) => {
  const { letters, accepted, send, scope, ...world } = await open(t)
  const tenant = await world.tenant()
  const message = testMessage(tenant, device, { data: '{"password":"p1","a":1}', metadata: { token: 't1', k: 'v' } })
  await letters.setAside(await send(message), 'It cannot be processed: {"password":"p1"}')
  const [letter] = (await letters.list(scope(tenant), link)).data
  assert.equal(letter?.reason, 'It cannot be processed: {"password":"***"}')
  const shown = await letters.get(scope(tenant), letter.id)
  assert.deepEqual([shown.data, shown.metadata], ['{"password":"***","a":1}', { token: '***', k: 'v' }])
  await letters.replay(scope(tenant), letter.id)
  assert.deepEqual(accepted.at(-1)?.message, message)
})
