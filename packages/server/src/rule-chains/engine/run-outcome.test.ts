import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import type { LimitKey } from '@sonde/model/limits/limits'
import { ValueType } from '@sonde/model/telemetry/values'
import type { NodeStateChange } from '../../storage/record-writes.ts'
import { rejectedAlarm, testMessage } from './engine-testing.ts'
import { RunLimitReached } from './rule-node.ts'
import { noBounds, type RunBounds } from './run-bounds.ts'
import { RunOutcome } from './run-outcome.ts'

const wide: RunBounds = { ...noBounds, points: 100, changes: 100, bytes: 10_000 }
const device = entityId('DEVICE', NIL_UUID)

class TestOutcome extends RunOutcome {
  readonly reached: LimitKey[] = []

  protected limited(limit: LimitKey): void {
    this.reached.push(limit)
  }
}

const open = (bounds: Partial<RunBounds> = {}) => new TestOutcome({ ...wide, ...bounds })
const point = (key: string, value: number | string = 1) => ({
  tenantId: NIL_UUID,
  entity: device,
  key,
  ts: 1,
  type: typeof value === 'string' ? ValueType.STRING : ValueType.LONG,
  value,
  ttlSeconds: 0,
  customerId: NIL_UUID,
})
const attribute = (key: string, value: string) => ({
  tenantId: NIL_UUID,
  entity: device,
  scope: 'SERVER_SCOPE' as const,
  key,
  lastUpdateTs: 1,
  value: { type: ValueType.STRING, value },
  notifyDevice: false,
})
const state = (text: string): NodeStateChange => ({
  kind: 'node state',
  tenantId: NIL_UUID,
  ruleNodeId: NIL_UUID,
  entityId: null,
  state: text,
})

test('what nodes put in is there, in its order; what nobody put in is null', () => {
  const outcome = open()
  assert.deepEqual([outcome.points, outcome.attributes, outcome.records, outcome.changes], [null, null, null, null])
  outcome.storePoints([point('a')])
  outcome.storePoints([point('b')])
  outcome.state(state('{}'))
  outcome.alarm(rejectedAlarm)
  assert.deepEqual(
    outcome.points?.map(({ key }) => key),
    ['a', 'b'],
  )
  assert.deepEqual(
    outcome.records?.map(({ kind }) => kind),
    ['node state', 'alarm deleted'],
  )
  assert.equal(outcome.messages, null)
})

test('points have a bound of their own; of a list that is too long none is taken', () => {
  const outcome = open({ points: 2 })
  outcome.storePoints([point('a')])
  outcome.storePoints([point('b')])
  assert.deepEqual(outcome.reached, [])
  assert.throws(() => outcome.storePoints([point('c')]), RunLimitReached)
  assert.deepEqual(outcome.reached, ['messagePoints'])
  assert.equal(outcome.points?.length, 2)
  const other = open({ points: 2 })
  assert.throws(() => other.storePoints([point('a'), point('b'), point('c')]), RunLimitReached)
  assert.equal(other.points, null)
})

test('everything else counts as a change: attributes, states, alarms and messages', () => {
  const message = testMessage(NIL_UUID, NIL_UUID)
  const puts = [
    (outcome: TestOutcome) => outcome.attribute(attribute('a', 'x')),
    (outcome: TestOutcome) => outcome.state(state('{}')),
    (outcome: TestOutcome) => outcome.alarm(rejectedAlarm),
    (outcome: TestOutcome) => outcome.followUp(message),
  ]
  for (const put of puts) {
    const outcome = open({ changes: 2 })
    put(outcome)
    put(outcome)
    assert.equal(outcome.changeCount, 2)
    assert.throws(() => put(outcome), RunLimitReached)
    assert.deepEqual(outcome.reached, ['messageChanges'])
  }
})

test('characters are counted to the last one', () => {
  const puts: [number, (outcome: TestOutcome) => void][] = [
    [3, (outcome) => outcome.storePoints([point('key', 5)])],
    [5, (outcome) => outcome.storePoints([point('key', 'ab')])],
    [5, (outcome) => outcome.attribute(attribute('key', 'ab'))],
    [4, (outcome) => outcome.state(state('1234'))],
    [6, (outcome) => outcome.followUp(testMessage(NIL_UUID, NIL_UUID, { data: '{}', metadata: { ab: 'cd' } }))],
  ]
  for (const [characters, put] of puts) {
    const enough = open({ bytes: characters })
    put(enough)
    assert.equal(enough.bytes, characters)
    const tooFew = open({ bytes: characters - 1 })
    assert.throws(() => put(tooFew), RunLimitReached)
    assert.deepEqual(tooFew.reached, ['messageBytes'])
  }
})
