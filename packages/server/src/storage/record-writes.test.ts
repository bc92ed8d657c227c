import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entityId, NIL_UUID } from '@sonde/model/ids'
import { testAlarm } from '../alarms/testing.ts'
import { tenantRows } from '../tenants/testing.ts'
import { charactersOf, type RecordWrite } from './record-writes.ts'
import { openTestStorage } from './testing.ts'

const alarm = testAlarm('Hot', { v: 1 })

test('records are written after the statements of the same transaction, and all of it or nothing', async (t) => {
  const { transact, relational } = await openTestStorage(t)
  const { build, statement } = relational
  await transact({ statements: tenantRows(relational, [{ id: NIL_UUID }]) })
  const statuses = async () =>
    (await relational.all(build.selectFrom('alarm').select(['cleared', 'acknowledged', 'details']))).map((row) => [
      row.cleared,
      row.acknowledged,
      row.details,
    ])
  const records: RecordWrite[] = [
    { kind: 'alarm raised', alarm },
    { kind: 'alarm linked', alarm, entity: alarm.originator },
    { kind: 'alarm acknowledged', alarm, ackTs: 2 },
  ]
  const { rowsChanged } = await transact({ statements: [statement(build.deleteFrom('alarm'))], records })
  assert.deepEqual(rowsChanged, [0, 1, 1, 1])
  assert.deepEqual(await statuses(), [[0, 1, '{"v":1}']])

  const clear = { kind: 'alarm cleared', alarm, clearTs: 3, details: undefined } as const
  const gone = { ...alarm, id: entityId('ALARM', '00000000-0000-4000-8000-000000000001') }
  const rejected = transact({ records: [clear, { kind: 'alarm changed', alarm: gone, mustExist: true }] })
  await assert.rejects(rejected, { name: 'RowsMismatch' })
  assert.deepEqual(await statuses(), [[0, 1, '{"v":1}']], 'nothing of it is stored')
  await transact({ records: [clear, { kind: 'alarm changed', alarm: gone, mustExist: false }] })
  assert.deepEqual(await statuses(), [[1, 1, '{"v":1}']])
})

test('a cause stays until another one is given', async (t) => {
  const { transact, relational } = await openTestStorage(t)
  await transact({ statements: tenantRows(relational, [{ id: NIL_UUID }]) })
  const causes = async (): Promise<unknown[]> =>
    (await relational.all(relational.build.selectFrom('alarm').select('cause'))).map(({ cause }) =>
      cause === null ? null : (JSON.parse(cause) as { ts: number }).ts,
    )
  const cause = (ts: number) => ({ ts, comparisons: [], durationMs: null, eventCount: null })
  const changed = { kind: 'alarm changed', alarm, mustExist: true } as const
  await transact({ records: [{ kind: 'alarm raised', alarm }] })
  assert.deepEqual(await causes(), [null])
  await transact({ records: [{ ...changed, cause: cause(1) }] })
  await transact({ records: [changed, { kind: 'alarm raised', alarm }] })
  assert.deepEqual(await causes(), [1])
  await transact({ records: [{ kind: 'alarm raised', alarm, cause: cause(2) }] })
  assert.deepEqual(await causes(), [2])
})

test('texts count, ids do not', () => {
  const state = { kind: 'node state', tenantId: NIL_UUID, ruleNodeId: NIL_UUID, entityId: NIL_UUID } as const
  const records: [number, RecordWrite][] = [
    [4, { ...state, state: '1234' }],
    [0, { ...state, state: null }],
    [10, { kind: 'alarm raised', alarm }],
    [3, { kind: 'alarm changed', alarm: { ...alarm, details: null }, mustExist: true }],
    [2, { kind: 'alarm cleared', alarm, clearTs: 1, details: {} }],
    [0, { kind: 'alarm cleared', alarm, clearTs: 1, details: undefined }],
    [0, { kind: 'alarm linked', alarm, entity: alarm.originator }],
  ]
  for (const [characters, record] of records) assert.equal(charactersOf(record), characters, record.kind)
})
